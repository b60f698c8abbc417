/**
 * `npm run bench`: the product, in one process and with gateway and worker apart, beside the bare loop, in one run on one machine,
 * printed as ratios. Each reads from a Telegram emulator and asks a model emulator twice per message; the product reads prices from
 * `sample`. Under load one has the machine for itself; latencies are taken side by side, a message each in turns.
 * Options: `--chats 100 --messages 20 --latency-messages 60 --long-run 12000 --rounds 2 --json`.
 */
import { parseArgs } from "node:util";
import {
  type BenchOptions,
  type LatencyFigures,
  type LoadFigures,
  latencyFigures,
  loadFigures,
} from "./figures.ts";
import { percentile } from "./process-figures.ts";
import { leaveCleanly } from "./stage.ts";
import { type Kind, kinds } from "./subjects.ts";

type Figures = LoadFigures & LatencyFigures;

const { values } = parseArgs({
  options: {
    chats: { type: "string", default: "100" },
    messages: { type: "string", default: "20" },
    "latency-messages": { type: "string", default: "60" },
    "long-run": { type: "string", default: "12000" },
    rounds: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
  },
});

const options: BenchOptions = {
  chats: Number(values.chats),
  messagesPerChat: Number(values.messages),
  latencyMessages: Number(values["latency-messages"]),
  longRun: Number(values["long-run"]),
};

const rows: readonly (readonly [keyof Figures, string])[] = [
  ["messagesPerSecond", `messages/s over ${options.chats} chats, models 0 ms`],
  ["slowModelPerSecond", `messages/s over ${options.chats} chats, models 300 ms`],
  ["cpuMsPerMessage", "CPU ms per message"],
  ["addedP50Ms", "added latency p50, ms, models 0 ms"],
  ["addedP95Ms", "added latency p95, ms, models 0 ms"],
  ["slowModelAddedP50Ms", "added latency p50, ms, models 300 ms"],
  ["slowModelAddedP95Ms", "added latency p95, ms, models 300 ms"],
  ["manyChatsPerSecond", "messages/s over 1,000 chats, models 0 ms"],
  ["manyChatsP50Ms", "  wait p50, ms"],
  ["manyChatsP95Ms", "  wait p95, ms"],
  ["manyChatsP99Ms", "  wait p99, ms"],
  ["floodSlowdown", "p95 of 99 chats beside a flood, times"],
  ["redisCommands", "Redis commands per message, in scripts too"],
  ["redisScripts", "  of them script calls"],
  ["redisKiB", "  KiB to and from Redis per message"],
  ["growthKiB", "RSS growth per 1,000 messages, KiB"],
  ["coldStartMs", "cold start, ms (Redis up)"],
  ["idleMiB", "idle RSS, MiB (Redis aside)"],
];

type Measured = Record<Kind, Figures>;

/** The subjects one after another, then side by side. */
async function measure(): Promise<Measured> {
  const loads: LoadFigures[] = [];
  for (const kind of kinds) loads.push(await loadFigures(kind, options));
  const latencies = await latencyFigures(kinds, options);
  const entries = kinds.map((kind, at) => [kind, { ...loads[at], ...latencies[at] }]);
  return Object.fromEntries(entries) as Measured;
}

/** The median of a figure over the rounds. */
const medianOf = (rounds: readonly Measured[], kind: Kind, key: keyof Figures): number =>
  percentile(
    rounds.map((round) => round[kind][key]),
    0.5,
  );

function print(rounds: readonly Measured[]): void {
  const line = (...cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(42) : cell.padStart(11))).join("");
  console.log(line("", "qianmen", "apart", "bare loop", "ratio", "apart"));
  for (const [key, label] of rows) {
    const [one, two, theirs] = [
      medianOf(rounds, "product", key),
      medianOf(rounds, "apart", key),
      medianOf(rounds, "bare", key),
    ];
    const ratios = [one, two].map((ours) => (ours / theirs).toFixed(2));
    console.log(line(label, ...[one, two, theirs].map((figure) => figure.toFixed(1)), ...ratios));
  }
}

leaveCleanly();
const measured: Measured[] = [];
for (let round = 0; round < Number(values.rounds); round++) measured.push(await measure());
if (values.json) console.log(JSON.stringify({ rounds: measured }));
else print(measured);
