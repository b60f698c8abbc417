/** Prints how long the guard takes: `node test/verify/guard-speed.ts`. A measurement, not a test. */
import { readFileSync } from "node:fs";
import type { Claim, MetricRegistry, NameRegistry } from "#contract";
import { guard } from "../../src/verify/guard/guard.ts";
import { constructs } from "./construct-examples.ts";
import { claimsOf, nowOf, randomOf, usesOf, type World, worldOf } from "./construct-scenes.ts";

interface Registry {
  readonly names: NameRegistry;
  readonly metrics: MetricRegistry;
  readonly wide: MetricRegistry;
}
const registry: Registry = JSON.parse(
  readFileSync(new URL("written-registry.json", import.meta.url), "utf8"),
);
const metrics: MetricRegistry = { ...registry.metrics, ...registry.wide };

interface Text {
  readonly prose: string;
  readonly claims: readonly Claim[];
  readonly world: World;
}

/** Texts of 500 characters, each of several constructs over one world with all their claims. */
function textsOf(count: number, length: number): readonly Text[] {
  const random = randomOf(7);
  return Array.from({ length: count }, (_, at) => {
    const world = worldOf(at + 1);
    const uses = new Map<string, ReturnType<typeof usesOf>[number]>();
    let prose = "";
    while (prose.length < length) {
      const one = constructs[Math.floor(random() * constructs.length)];
      if (one === undefined) break;
      for (const use of usesOf(world, one.say)) uses.set(`${use.owner}.${use.field}`, use);
      prose += `${one.say(world)}\n`;
    }
    return { prose: prose.slice(0, length), claims: claimsOf(world, [...uses.values()]), world };
  });
}

const judge = ({ prose, claims, world }: Text) =>
  guard({
    lang: "zh",
    user_question: "茅台",
    now: nowOf(world),
    claims,
    prose,
    names: registry.names,
    metrics,
  });

/** Milliseconds of processor time and of the clock that one judgement takes. */
function timeOf(text: Text): { readonly cpuMs: number; readonly wallMs: number } {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  judge(text);
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs };
}

const texts = textsOf(1500, 500);
for (const text of texts) judge(text);
const rounds = Array.from({ length: 3 }, () => texts.map(timeOf)).flat();
// Of each text the best of three: another process's turn is not the guard's time.
const bestOf = (kind: "cpuMs" | "wallMs") =>
  texts.map((_, at) => Math.min(...[0, 1, 2].map((round) => rounds[round * texts.length + at]?.[kind] ?? 0)));
const show = (name: string, times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  console.log(`${name}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, max ${at(0.9999)} ms`);
};
console.log(
  `${texts.length} texts of 500 characters, ${texts.reduce((sum, { claims }) => sum + claims.length, 0) / texts.length} claims each`,
);
show(
  "processor, every run",
  rounds.map(({ cpuMs }) => cpuMs),
);
show(
  "clock, every run",
  rounds.map(({ wallMs }) => wallMs),
);
show("clock, best of three", bestOf("wallMs"));

const sentence = "贵州茅台(600519.SH)当前价1801.23元，涨跌幅+0.53%，成交额57.86亿元（akshare，2026-05-07）。";
const [first] = texts;
if (first === undefined) throw new TypeError("no text");
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
  "均低于",
  "均低于五粮液的1倍",
  "茅台市盈率1倍,",
  "早盘",
  "盘中报1元",
  "9m2025",
  "akshare2026",
  "没有亏损:",
  "开盘价和收盘价均为",
  "11月17日的1元升至",
  "最高",
  "分别为1元",
  "三六零",
  "-1",
  "1-",
  "&#65;",
  "<b>",
  "<!--",
  "&",
  "a",
  "aa ",
  "a_",
  "。",
  "\n",
  "海外",
  "每股营收",
  "core ",
  "net interest ",
  "相比茅台",
  "at 1x, BYD ",
  "幅度,",
  "下跌,幅度",
  "1元5月7日",
  "来源:akshare 5.7 ",
  "该股停牌,公司复牌,",
  "沪市贵州茅台,科创板贵州茅台,",
  "MA20支撑,压力MA20,",
  "午后1801.23元,",
  "招商蛇口当前价1801.23元,",
  "更受青睐,主力在加仓,",
  "站上均线不等于趋势确立,",
  "1元(akshare)5月7日,",
  "MA5 1元最高。",
  "没有跌到1元",
  "the later close is higher ",
  "市盈率为负",
  "1倍市盈率和",
  "of\n",
  "翻倍",
  "三成",
  "茅台破净",
  "一盈一亏",
  "between 茅台和五粮液 ",
  "茅台排第二,",
  "高于另外两只",
  "超过35亿元,",
  "(\n",
]) {
  const lengths = [25_000, 50_000, 100_000].map((length) => {
    const prose = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    const ms = Math.min(...[0, 1].map(() => timeOf({ ...first, prose }).cpuMs));
    return `${length / 1000} kB ${ms.toFixed(0)} ms`;
  });
  console.log(`${JSON.stringify(unit.slice(0, 12))}: ${lengths.join(", ")}`);
}
