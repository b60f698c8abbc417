/**
 * `npm run chaos`: random kills under load, then the audit of what people saw. Bounded by `CHAOS_KILLS` (40),
 * `CHAOS_MESSAGES` (100 a kill), `CHAOS_CHATS` (100) and `CHAOS_WORKERS` (2); `CHAOS_SEED` repeats a run's choices.
 */
import { runChaos } from "./chaos.ts";

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

const kills = setting("CHAOS_KILLS", 40);
const report = await runChaos({
  seed: setting("CHAOS_SEED", Math.floor(Math.random() * 1e9)),
  kills,
  messages: setting("CHAOS_MESSAGES", kills * 100),
  chats: setting("CHAOS_CHATS", 100),
  workers: setting("CHAOS_WORKERS", 2),
  everyMs: setting("CHAOS_EVERY_MS", 1500),
  modelMs: setting("CHAOS_MODEL_MS", 40),
  say: (line) => console.log(line),
});

const { lost, doubled, outOfOrder, overlapping, wrongChat, failed, ...figures } = report;
const broken = { lost, doubled, outOfOrder, overlapping, wrongChat, failed };
console.log(JSON.stringify(figures));
for (const [name, lines] of Object.entries(broken)) {
  console.log(`${name}: ${lines.length}`);
  for (const line of lines.slice(0, 10)) console.log(`  ${line}`);
}
process.exitCode = Object.values(broken).some((lines) => lines.length > 0) ? 1 : 0;
