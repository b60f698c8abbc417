/**
 * `npm run chaos`: random kills under load, then the audit of what people saw. Bounded by `CHAOS_KILLS` (40),
 * `CHAOS_MESSAGES` (100 a kill), `CHAOS_CHATS` (100) and `CHAOS_WORKERS` (2); `CHAOS_SEED` repeats a run's choices.
 * Then `CHAOS_RESTARTS` (8) single kills, each followed by the waits of what had been accepted before.
 */
import { createRandom } from "../line/random.ts";
import { measureRestarts } from "./after-restart.ts";
import { runChaos } from "./chaos.ts";

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

const kills = setting("CHAOS_KILLS", 40);
const seed = setting("CHAOS_SEED", Math.floor(Math.random() * 1e9));
const modelMs = setting("CHAOS_MODEL_MS", 40);
const say = (line: string): void => console.log(line);
const report = await runChaos({
  seed,
  kills,
  messages: setting("CHAOS_MESSAGES", kills * 100),
  chats: setting("CHAOS_CHATS", 100),
  workers: setting("CHAOS_WORKERS", 2),
  everyMs: setting("CHAOS_EVERY_MS", 1500),
  modelMs,
  say,
});

const { lost, doubled, outOfOrder, overlapping, wrongChat, failed, ...figures } = report;
const broken = { lost, doubled, outOfOrder, overlapping, wrongChat, failed };
console.log(JSON.stringify(figures));
for (const [name, lines] of Object.entries(broken)) {
  console.log(`${name}: ${lines.length}`);
  for (const line of lines.slice(0, 10)) console.log(`  ${line}`);
}
const restarts = await measureRestarts({
  rounds: setting("CHAOS_RESTARTS", 8),
  chats: 40,
  perChat: 5,
  modelMs,
  random: createRandom(seed + 2),
  say,
});
const waits = restarts.flatMap(({ waitsMs }) => waitsMs).toSorted((a, b) => a - b);
const at = (share: number): number => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
console.log(
  `answered after a restart: ${waits.length} messages, ms p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`,
);
const unanswered = restarts.flatMap((round) => round.unanswered);
console.log(`unanswered: ${unanswered.length}`);
const isBroken = unanswered.length > 0 || Object.values(broken).some((lines) => lines.length > 0);
process.exitCode = isBroken ? 1 : 0;
