import type { MarketFault, Truth } from "../emulators/market.ts";
import { daysBetween } from "../emulators/market-calendar.ts";
import { pick } from "./random.ts";

/** One generated question: what is asked when, what is broken, and what an answer would be about. */
export interface Question {
  readonly text: string;
  readonly code: string;
  /** Market time. */
  readonly now: string;
  /** The day asked about; absent for the newest value. */
  readonly day?: string;
  /** Beside the price: what the answer must show where nothing is broken. */
  readonly metric?: "open" | "high" | "low" | "amount";
  readonly fault?: { readonly target: string; readonly fault: MarketFault; readonly times: number };
}

type Random = () => number;

const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

const wide = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** The ways in which people write a company. */
const spellings: readonly ((code: string, name: string) => string)[] = [
  (_, name) => name,
  (_, name) => name,
  (code) => code.slice(0, 6),
  (code) => code,
  (code) => code.toLowerCase(),
  (code) => `${code.slice(7)}${code.slice(0, 6)}`,
  (code) => `${code.slice(7).toLowerCase()}${code.slice(0, 6)}`,
  (code) => wide(code.slice(0, 6)),
  (code, name) => `${name}(${code.slice(0, 6)})`,
  (code, name) => `${name}(${code})`,
];

const newestWords: readonly ((company: string) => Pick<Question, "text" | "metric">)[] = [
  (company) => ({ text: `${company} 现在多少钱` }),
  (company) => ({ text: `${company}最新价` }),
  (company) => ({ text: `${company}今天涨了多少` }),
  (company) => ({ text: `帮我查一下${company}的股价,谢谢` }),
  (company) => ({ text: `请问${company}现在的价格是多少?` }),
  (company) => ({ text: `price of ${company}` }),
  (company) => ({ text: `what is ${company} trading at right now?` }),
  (company) => ({ text: `${company}` }),
  (company) => ({ text: `${company} 今天开盘价`, metric: "open" }),
  (company) => ({ text: `${company}今天最高价多少`, metric: "high" }),
  (company) => ({ text: `${company} 今天最低价`, metric: "low" }),
  (company) => ({ text: `${company}成交额`, metric: "amount" }),
];

const datedWords: readonly ((company: string, day: string) => Pick<Question, "text" | "metric">)[] = [
  (company, day) => ({ text: `${company}${day}收盘` }),
  (company, day) => ({ text: `${day}${company}收盘价是多少` }),
  (company, day) => ({ text: `${company} ${day} 多少钱` }),
  (company, day) => ({ text: `${company} ${day} 开盘价`, metric: "open" }),
  (company, day) => ({ text: `${company}在${day}的最高价`, metric: "high" }),
  (company, day) => ({ text: `${company} ${day} 成交额`, metric: "amount" }),
];

const months = "January February March April May June July August September October November December".split(
  " ",
);

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A day before today, and how it is said; English days bring their own sentence. */
function pastDay(random: Random, today: string): { day: string; said: string; english?: boolean } {
  const far = addDays(today, -whole(random, 1, 60));
  const [year = "", month = "", date = ""] = far.split("-");
  const [m, d] = [Number(month), Number(date)];
  return pick(random, [
    { day: addDays(today, -1), said: "昨天" },
    { day: addDays(today, -2), said: "前天" },
    { day: far, said: far },
    { day: far, said: `${m}月${d}日` },
    { day: far, said: `${m}月${d}号` },
    { day: far, said: `${year}年${m}月${d}日` },
    { day: far, said: `${year}/${m}/${d}` },
    { day: far, said: far, english: true },
    { day: far, said: `${months[m - 1]} ${d}, ${year}`, english: true },
  ]);
}

const days = daysBetween("2026-04-13", "2026-05-10");

function instant(random: Random): string {
  const seconds = whole(random, 7 * 3600, 20 * 3600);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  return `${pick(random, days)}T${time}+08:00`;
}

const targets = [
  "daily",
  "stock_individual_spot_xq",
  "stock_zh_a_hist",
  "trade_cal",
  "tushare",
  "aktools",
] as const;

const kinds = [
  "empty",
  "wrong_code",
  "wrong_date",
  "zero_price",
  "null_price",
  "wrong_unit",
  "utc_clock",
  "ignores_params",
  "server_error",
  "html_502",
  "garbage",
  "drop",
  "none",
  "no_permission",
  "rate_minute",
] as const;

function faultOf(random: Random): NonNullable<Question["fault"]> {
  const target = pick(random, targets);
  const times = pick(random, [1, 2, Number.POSITIVE_INFINITY]);
  const stale: MarketFault = { kind: "stale", seconds: whole(random, 200, 90_000) };
  return { target, times, fault: random() < 0.15 ? stale : { kind: pick(random, kinds) } };
}

/** Digits and numerals that meet would be another number: there people put a space, and so does this. */
const spaced = (text: string, company: string): string =>
  text.replace(company, (_, at: number) => {
    const before = /[\p{N}a-z]$/iu.test(text.slice(0, at)) ? " " : "";
    const after = /^[\p{N}a-z前]/iu.test(text.slice(at + company.length)) ? " " : "";
    return `${before}${company}${after}`;
  });

/** The next question of the stream; half of them meet one fault. */
export function nextQuestion(random: Random, truth: Truth): Question {
  const { code, name } = pick(random, truth.companies);
  const company = pick(random, spellings)(code, name);
  const now = instant(random);
  const fault = random() < 0.5 ? { fault: faultOf(random) } : {};
  if (random() < 0.5) return { ...pick(random, newestWords)(company), code, now, ...fault };
  const { day, said, english } = pastDay(random, now.slice(0, 10));
  const asked =
    english === true ? { text: `${company} close on ${said}` } : pick(random, datedWords)(company, said);
  return { ...asked, text: spaced(asked.text, company), code, now, day, ...fault };
}
