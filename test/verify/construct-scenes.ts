import type { Claim, NumericClaim } from "#contract";

/** Measures of a made-up company, in the claim's unit. Prices CNY, moves %, volume 手, amounts CNY, flow 万元, gm a ratio. */
export interface Company {
  readonly code: string;
  readonly zh: string;
  readonly en: string;
  readonly close: number;
  readonly prev: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly price: number;
  readonly chg: number;
  readonly vol: number;
  readonly amt: number;
  readonly cap: number;
  readonly pe: number;
  readonly pb: number;
  readonly tr: number;
  readonly flow: number;
  readonly ma5: number;
  readonly ma20: number;
  readonly ma60: number;
  readonly rsi: number;
  readonly rev: number;
  readonly revYoy: number;
  readonly np: number;
  readonly gm: number;
  readonly roe: number;
  /** The close of the trading day before. */
  readonly close1: number;
}

export interface Day {
  readonly iso: string;
  readonly before: string;
  /** 四 of 周四. */
  readonly weekday: string;
  readonly weekdayEn: string;
}

export interface Period {
  readonly end: string;
  readonly zh: string;
  readonly en: string;
  readonly code: string;
}

/** What a construct writes about; the claims are those of the fields that its text has read. */
export interface World {
  readonly a: Company;
  readonly b: Company;
  readonly c: Company;
  readonly day: Day;
  readonly period: Period;
  readonly src: string;
}

type Field = Exclude<keyof Company, "code" | "zh" | "en">;
type When = "day" | "period" | "before";

const fields: Readonly<Record<Field, readonly [metric: string, unit: string, when: When]>> = {
  close: ["close", "CNY", "day"],
  prev: ["prev_close", "CNY", "day"],
  open: ["open", "CNY", "day"],
  high: ["high", "CNY", "day"],
  low: ["low", "CNY", "day"],
  price: ["price", "CNY", "day"],
  chg: ["change_pct", "%", "day"],
  vol: ["volume", "手", "day"],
  amt: ["amount", "CNY", "day"],
  cap: ["market_cap", "CNY", "day"],
  pe: ["pe_ttm", "x", "day"],
  pb: ["pb", "x", "day"],
  tr: ["turnover_rate", "%", "day"],
  flow: ["main_net_inflow", "万元", "day"],
  ma5: ["ma5", "CNY", "day"],
  ma20: ["ma20", "CNY", "day"],
  ma60: ["ma60", "CNY", "day"],
  rsi: ["rsi14", "", "day"],
  rev: ["revenue", "CNY", "period"],
  revYoy: ["revenue_yoy", "%", "period"],
  np: ["net_profit", "CNY", "period"],
  gm: ["gross_margin", "ratio", "period"],
  roe: ["roe", "%", "period"],
  close1: ["close", "CNY", "before"],
};

const listed: readonly (readonly [code: string, zh: string, en: string])[] = [
  ["600519", "贵州茅台", "Kweichow Moutai"],
  ["000858", "五粮液", "Wuliangye"],
  ["300750", "宁德时代", "CATL"],
  ["002594", "比亚迪", "BYD"],
  ["600036", "招商银行", "China Merchants Bank"],
  ["000002", "万科A", "Vanke"],
  ["600031", "三一重工", "Sany Heavy"],
  ["002415", "海康威视", "Hikvision"],
  ["000651", "格力电器", "Gree"],
  ["601899", "紫金矿业", "Zijin Mining"],
  ["688981", "中芯国际", "SMIC"],
  ["601012", "隆基绿能", "LONGi"],
];

export const days: readonly Day[] = [
  { iso: "2026-05-07", before: "2026-05-06", weekday: "四", weekdayEn: "Thursday" },
  { iso: "2026-06-17", before: "2026-06-16", weekday: "三", weekdayEn: "Wednesday" },
  { iso: "2026-09-04", before: "2026-09-03", weekday: "五", weekdayEn: "Friday" },
  { iso: "2026-11-17", before: "2026-11-16", weekday: "二", weekdayEn: "Tuesday" },
];

const periods: readonly Period[] = [
  { end: "2025-12-31", zh: "2025年", en: "full-year 2025", code: "FY2025" },
  { end: "2026-03-31", zh: "2026年一季度", en: "the first quarter of 2026", code: "Q1 2026" },
  { end: "2025-06-30", zh: "2025年上半年", en: "the first half of 2025", code: "H1 2025" },
  { end: "2025-09-30", zh: "2025年前三季度", en: "the first nine months of 2025", code: "9M 2025" },
];

/** A small generator (mulberry32): whole runs repeat from their seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const cents = (value: number): number => Math.round(value * 100) / 100;

function companyOf(
  [code, zh, en]: readonly [string, string, string],
  within: (low: number, high: number) => number,
): Company {
  const prev = cents(within(8, 1500));
  const chg = cents((within(0, 1) < 0.5 ? -1 : 1) * within(0.21, 9.5));
  const close = cents(prev * (1 + chg / 100));
  const near = (low: number, high: number) => cents(close * within(low, high));
  const sign = () => (within(0, 1) < 0.5 ? -1 : 1);
  return {
    code,
    zh,
    en,
    close,
    prev,
    chg,
    open: near(0.96, 0.985),
    high: near(1.02, 1.05),
    low: near(0.91, 0.95),
    price: close,
    vol: Math.round(within(21_000, 980_000)),
    amt: Math.round(within(3e8, 9e9)),
    cap: Math.round(within(2e10, 9e11)),
    pe: cents(within(5, 60)),
    pb: cents(within(0.4, 9)),
    tr: cents(within(0.2, 9)),
    flow: cents(sign() * within(1200, 90_000)),
    ma5: near(0.9, 0.99),
    ma20: near(1.06, 1.12),
    ma60: near(0.8, 0.88),
    rsi: cents(within(22, 78)),
    rev: Math.round(within(2e9, 2e11)),
    revYoy: cents(sign() * within(0.6, 30)),
    np: Math.round(within(2e8, 6e10)),
    gm: Math.round(within(0.09, 0.92) * 1e4) / 1e4,
    roe: cents(within(1, 30)),
    close1: near(0.7, 0.79),
  };
}

export function worldOf(seed: number): World {
  const random = randomOf(seed);
  const within = (low: number, high: number) => low + random() * (high - low);
  const pick = <Value>(list: readonly Value[]): Value => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new TypeError("an empty list");
    return found;
  };
  const at = Math.floor(random() * listed.length);
  const companies = [0, 1, 2].map((step) => listed[(at + step * 5) % listed.length]);
  const [a, b, c] = companies.map((each) => companyOf(each ?? ["", "", ""], within));
  if (a === undefined || b === undefined || c === undefined) throw new TypeError("no companies");
  return { a, b, c, day: pick(days), period: pick(periods), src: pick(["akshare", "tushare"]) };
}

export interface Use {
  readonly owner: "a" | "b" | "c";
  readonly field: Field;
}

/** The fields that the text reads. */
export function usesOf(world: World, say: (world: World) => string): readonly Use[] {
  const uses = new Map<string, Use>();
  const spied = (owner: Use["owner"]): Company =>
    new Proxy(world[owner], {
      get(target, key: keyof Company) {
        if (Object.hasOwn(fields, key)) uses.set(`${owner}.${key}`, { owner, field: key as Field });
        return target[key];
      },
    });
  say({ ...world, a: spied("a"), b: spied("b"), c: spied("c") });
  return [...uses.values()];
}

export const nowOf = ({ day }: World): string => `${day.iso}T16:30:00+08:00`;

export function claimsOf(world: World, uses: readonly Use[]): Claim[] {
  return uses.map(({ owner, field }): NumericClaim => {
    const [metric, unit, when] = fields[field];
    const { code, zh } = world[owner];
    const as_of =
      field === "price"
        ? `${world.day.iso}T15:00:00+08:00`
        : when === "day"
          ? world.day.iso
          : when === "before"
            ? world.day.before
            : world.period.end;
    return {
      kind: "numeric",
      value: world[owner][field],
      metric,
      code,
      name: zh,
      unit,
      as_of,
      cite: {
        kind: "tool",
        source: world.src,
        fetched_at: `${world.day.iso}T16:05:11+08:00`,
        tool_call_id: `tc_${code}_${field}`,
      },
    };
  });
}

/** Worlds whose text asserts something else than the claims of `world`: other names, values, signs, day, period, source. */
export function otherWorlds(world: World, uses: readonly Use[]): readonly World[] {
  const { a, b, c } = world;
  const rename = (one: Company, other: Company): Company => ({
    ...one,
    code: other.code,
    zh: other.zh,
    en: other.en,
  });
  const values = uses.flatMap(({ owner, field }) => {
    const value = world[owner][field];
    const put = (shown: number): World => ({ ...world, [owner]: { ...world[owner], [field]: shown } });
    const signed = ["chg", "flow", "revYoy"].includes(field) ? [put(-value)] : [];
    return [put(Math.round(value * 1.1 * 1e4) / 1e4), put(value * 10), ...signed];
  });
  const otherDay = days.find(({ iso }) => iso !== world.day.iso) ?? world.day;
  const otherPeriod = periods.find(({ end }) => end !== world.period.end) ?? world.period;
  return [
    { ...world, a: rename(a, b), b: rename(b, a) },
    { ...world, a: rename(a, c), c: rename(c, a) },
    ...values,
    { ...world, day: otherDay },
    { ...world, period: otherPeriod },
    { ...world, src: world.src === "akshare" ? "tushare" : "akshare" },
  ];
}
