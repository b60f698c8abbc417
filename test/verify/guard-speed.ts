/** Prints how long the guard takes: `node test/verify/guard-speed.ts`. A measurement, not a test. */
import { guard } from "../../src/verify/guard/guard.ts";
import { claims, metrics, names, now } from "./examples.ts";

const sentence = "贵州茅台(600519.SH)当前价1801.23元，涨跌幅+0.53%，成交额57.86亿元（akshare，2026-05-07）。";
const judge = (prose: string) =>
  guard({ lang: "zh", user_question: "茅台", now, claims, prose, names, metrics });

function timesOf(prose: string, runs: number): number[] {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const startedMs = performance.now();
    judge(prose);
    times.push(performance.now() - startedMs);
  }
  return times.toSorted((a, b) => a - b);
}

const text = sentence.repeat(10).slice(0, 500);
timesOf(text, 500);
const times = timesOf(text, 5000);
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
console.log(`500 characters: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);

for (const unit of [
  sentence,
  "1801.23元，",
  "1",
  "一",
  "高于",
  "(",
  "|1",
  "akshare,1元",
  "http:",
  "的",
  "will ",
  "1元 ",
  "茅台1元",
  "[1]",
  "上涨 ",
  "茅台上涨1%(",
]) {
  const lengths = [25_000, 50_000, 100_000].map((length) => {
    const [ms = 0] = timesOf(unit.repeat(Math.ceil(length / unit.length)).slice(0, length), 1);
    return `${length / 1000} kB ${ms.toFixed(0)} ms`;
  });
  console.log(`${JSON.stringify(unit.slice(0, 12))}: ${lengths.join(", ")}`);
}
