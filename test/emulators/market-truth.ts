import { isTradingDay, shanghai, tradingDays2026 } from "./market-calendar.ts";
import { createEvents, type TruthEvents } from "./market-events.ts";
import { companies, type ListedCompany } from "./market-securities.ts";
import { indexAmount, indices, type ListedIndex } from "./market-truth-indices.ts";
import { createTables, type TruthTables } from "./market-truth-tables.ts";

/** One day of one company. Prices in CNY, unadjusted; volume in shares; amount in CNY; pct_chg in percent. */
export interface Bar {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Yesterday's close, lowered by a dividend on its ex-date. */
  readonly pre_close: number;
  readonly change: number;
  readonly pct_chg: number;
  readonly volume: number;
  readonly amount: number;
}

/** A quote of one instant. `time` is the quote's own, `YYYY-MM-DD HH:mm:ss` in Shanghai. */
export interface Quote extends Omit<Bar, "close" | "date"> {
  readonly price: number;
  readonly time: string;
  readonly suspended: boolean;
}

/** What is true in the emulated market. Everything the servers say is read from here. */
export interface Truth extends TruthTables, TruthEvents {
  readonly companies: readonly ListedCompany[];
  /** Bars and quotes exist for their codes too: levels instead of prices, the market's turnover instead of their own. */
  readonly indices: readonly ListedIndex[];
  readonly tradingDays: readonly string[];
  isTradingDay(date: string): boolean;
  company(code: string): ListedCompany | undefined;
  /** The finished day, whenever it is; undefined on days without trade. */
  bar(code: string, date: string): Bar | undefined;
  close(code: string, date: string): number | undefined;
  /** The newest bar of `date` or before. */
  lastBar(code: string, date: string): Bar | undefined;
  /** The quote that a feed shows at the instant; undefined where the company is not listed yet. */
  quote(code: string, at: string): Quote | undefined;
  spot(code: string, at: string): number | undefined;
  /** The day so far, as charts show it during trading; the finished bar after 15:00. */
  partialBar(code: string, at: string): Bar | undefined;
  /** Product of all dividend corrections up to the date. */
  adjustFactor(code: string, date: string): number;
}

const minutesPerDay = 240;

/** mulberry32, seeded by any string: the same seed always gives the same market. */
export function generator(seed: string): () => number {
  let state = 2_166_136_261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const limitOf = (code: string): number => (code.endsWith(".BJ") ? 0.3 : /^(68|30)/.test(code) ? 0.2 : 0.1);

const yuan = (fen: number): number => Math.round(fen) / 100;

/** Full minutes traded at that time of day: 0 before and at the open, 120 at lunch, 240 from 15:00. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const clock = hours * 60 + minutes;
  if (clock < 570) return 0;
  if (clock < 690) return clock - 570;
  if (clock < 780) return 120;
  return Math.min(minutesPerDay, clock - 780 + 120);
}

/** What a path of prices is drawn for. */
type Drawn = Pick<ListedCompany, "code" | "basePrice" | "listed" | "suspended" | "dividend">;

interface Day {
  readonly date: string;
  readonly isIndex: boolean;
  readonly preFen: number;
  /** Price in fen at each minute, 241 of them; the first is the open, the last the close. */
  readonly path: readonly number[];
  readonly volume: number;
}

function drawDay(seed: string, company: Drawn, date: string, preFen: number): Day {
  const random = generator(`${seed}/${company.code}/${date}`);
  const band = limitOf(company.code);
  const low = Math.ceil(preFen * (1 - band));
  const high = Math.floor(preFen * (1 + band));
  const clamp = (fen: number): number => Math.min(high, Math.max(low, Math.round(fen)));
  const openFen = clamp(preFen * (1 + (random() - 0.5) * 0.02));
  const closeFen = clamp(preFen * (1 + (random() + random() + random() - 1.5) * 0.05));
  const path = [openFen];
  let wander = 0;
  for (let minute = 1; minute < minutesPerDay; minute += 1) {
    wander += (random() - 0.5) * preFen * 0.002;
    const share = minute / minutesPerDay;
    path.push(clamp(openFen + (closeFen - openFen) * share + wander * (1 - share)));
  }
  path.push(closeFen);
  const turnover = 2e8 + random() * 5e9;
  return {
    date,
    isIndex: indices.some(({ code }) => code === company.code),
    preFen,
    path,
    volume: Math.floor(turnover / preFen) * 100,
  };
}

/** The day after its first `minute` minutes. */
function barAt(day: Day, minute: number): Bar {
  const seen = day.path.slice(0, minute + 1);
  const lastFen = seen.at(-1) ?? 0;
  const mean = seen.reduce((sum, fen) => sum + fen, 0) / seen.length;
  const volume = Math.floor((day.volume * seen.length) / day.path.length / 100) * 100;
  const changeFen = lastFen - day.preFen;
  const traded = day.isIndex
    ? indexAmount(day.volume, seen.length / day.path.length)
    : { volume, amount: Math.round(mean * volume) / 100 };
  return {
    date: day.date,
    open: yuan(day.path[0] ?? 0),
    high: yuan(Math.max(...seen)),
    low: yuan(Math.min(...seen)),
    close: yuan(lastFen),
    pre_close: yuan(day.preFen),
    change: yuan(changeFen),
    pct_chg: Math.round((changeFen / day.preFen) * 1e6) / 1e4,
    ...traded,
  };
}

function drawDays(seed: string, company: Drawn, until: string): Map<string, Day> {
  const days = new Map<string, Day>();
  let preFen = Math.round(company.basePrice * 100);
  for (const date of tradingDays2026) {
    if (date > until) break;
    if (company.listed !== undefined && date < company.listed) continue;
    if (company.suspended !== undefined && date >= company.suspended[0] && date <= company.suspended[1])
      continue;
    if (company.dividend?.date === date) preFen -= Math.round(company.dividend.amount * 100);
    const day = drawDay(seed, company, date, preFen);
    days.set(date, day);
    preFen = day.path.at(-1) ?? preFen;
  }
  return days;
}

/** Draws the market of 2026 up to `until` from a seed. Companies are drawn when they are first asked for. */
export function createTruth(options: { readonly seed: string; readonly until: string }): Truth {
  const byCode = new Map(companies.map((company) => [company.code, company]));
  const drawable = new Map<string, Drawn>([
    ...byCode,
    ...indices.map((index) => [index.code, index] as const),
  ]);
  const drawn = new Map<string, Map<string, Day>>();
  const finished = new Map<Day, Bar>();
  const tradingDays = tradingDays2026.filter((date) => date <= options.until);

  function daysOf(code: string): Map<string, Day> {
    const company = drawable.get(code);
    if (company === undefined) return new Map();
    const known = drawn.get(code) ?? drawDays(options.seed, company, options.until);
    drawn.set(code, known);
    return known;
  }

  function bar(code: string, date: string): Bar | undefined {
    const day = daysOf(code).get(date);
    if (day === undefined) return undefined;
    const known = finished.get(day) ?? barAt(day, minutesPerDay);
    finished.set(day, known);
    return known;
  }

  function lastBar(code: string, date: string): Bar | undefined {
    const day = tradingDays.findLast((known) => known <= date && daysOf(code).has(known));
    return day === undefined ? undefined : bar(code, day);
  }

  function quote(code: string, at: string): Quote | undefined {
    const { date, time } = shanghai(at);
    const day = time < "09:25:00" ? undefined : daysOf(code).get(date);
    if (day !== undefined) {
      const { close: price, date: _date, ...rest } = barAt(day, minuteOf(time));
      return { ...rest, price, time: `${date} ${feedTime(time)}`, suspended: false };
    }
    const eve = time < "09:25:00" ? tradingDays.findLast((known) => known < date) : date;
    const last = lastBar(code, eve ?? date);
    if (last === undefined) return undefined;
    const suspended = isTradingDay(date) && time >= "09:25:00";
    const { close: price, date: lastDate, ...rest } = last;
    const still = { pre_close: price, change: 0, pct_chg: 0, volume: 0, amount: 0 };
    return { ...rest, ...(suspended ? still : {}), price, time: `${lastDate} 15:00:00`, suspended };
  }

  return {
    ...createTables({ random: (key) => generator(`${options.seed}/${key}`), tradingDays, bar }),
    ...createEvents(),
    companies,
    indices,
    tradingDays,
    isTradingDay,
    company: (code) => byCode.get(code),
    bar,
    close: (code, date) => bar(code, date)?.close,
    lastBar,
    quote,
    spot: (code, at) => quote(code, at)?.price,
    partialBar(code, at) {
      const { date, time } = shanghai(at);
      const day = time < "09:30:00" ? undefined : daysOf(code).get(date);
      return day === undefined ? undefined : barAt(day, minuteOf(time));
    },
    adjustFactor(code, date) {
      const dividend = byCode.get(code)?.dividend;
      if (dividend === undefined || date < dividend.date) return 1;
      const pre = bar(code, dividend.date)?.pre_close ?? 0;
      return (pre + dividend.amount) / pre;
    },
  };
}

/** Feeds move every three seconds while the market trades and stand still in between. */
function feedTime(time: string): string {
  if (time < "09:30:00") return "09:25:00";
  if (time >= "11:30:00" && time < "13:00:00") return "11:30:00";
  if (time >= "15:00:00") return "15:00:00";
  const seconds = Math.floor(Number(time.slice(6)) / 3) * 3;
  return `${time.slice(0, 6)}${String(seconds).padStart(2, "0")}`;
}
