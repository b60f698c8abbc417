import type { Bar, Quote, Truth } from "../emulators/market.ts";
import type { Question } from "./questions.ts";

type Metric = "price" | "close" | "change" | "pct_chg" | "open" | "high" | "low" | "volume" | "amount";

/** The words of an answer, the longer before those they begin with. */
const words: readonly (readonly [word: string, metric: Metric])[] = [
  ["当前价", "price"],
  ["收盘价(待确认)", "close"],
  ["收盘价", "close"],
  ["涨跌额", "change"],
  ["涨跌幅", "pct_chg"],
  ["开盘价", "open"],
  ["最高价", "high"],
  ["最低价", "low"],
  ["成交量", "volume"],
  ["成交额", "amount"],
  ["current price", "price"],
  ["close (unconfirmed)", "close"],
  ["close", "close"],
  ["change %", "pct_chg"],
  ["change", "change"],
];

/** The form in which each metric is written, its sign and unit included. */
const price = /^¥(?<digits>\d+\.\d{2})$/;
const forms: Readonly<Record<Metric, RegExp>> = {
  price,
  close: price,
  open: price,
  high: price,
  low: price,
  change: /^(?<digits>[+-]?\d+\.\d{2})(?:元| CNY)$/,
  pct_chg: /^(?<digits>[+-]?\d+\.\d{2})%$/,
  volume: /^(?<digits>\d+(?:\.\d{2})?)(?<scale>亿|万| million| billion)?(?:股| shares)$/,
  amount: /^(?:¥|CNY )(?<digits>\d+\.\d{2})(?<scale>万亿|亿|万| million| billion)?$/,
};
const scales: Readonly<Record<string, number>> = {
  万: 1e4,
  亿: 1e8,
  万亿: 1e12,
  " million": 1e6,
  " billion": 1e9,
};

interface Shown {
  readonly word: string;
  readonly metric: Metric;
  readonly value: string;
  readonly source: string;
  readonly time: string;
}

const escaped = (text: string): string => text.replace(/[()%]/g, "\\$&");
const phrase = new RegExp(
  `(?<word>${words.map(([word]) => escaped(word)).join("|")}) (?<value>(?:CNY )?[+-]?¥?[\\d.]+(?:万亿|亿|万| million| billion)?(?:元|%|股| CNY| shares)?)`,
  "g",
);
const cite = /\((?<source>[a-z]+), (?<time>\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)\)/g;
const company = /[^\n(),。]*\((?<code>\d{6}\.(?:SH|SZ|BJ))\)/g;

/** Every value of an answer with the cite that follows it on its line. */
function shownIn(text: string): readonly Shown[] {
  return text.split("\n").flatMap((line) => {
    const cites = [...line.matchAll(cite)];
    return [...line.matchAll(phrase)].map((match) => {
      const { word = "", value = "" } = match.groups ?? {};
      const own = cites.find(({ index }) => index >= match.index)?.groups;
      const metric = words.find(([each]) => each === word)?.[1] ?? "price";
      return { word, metric, value, source: own?.source ?? "", time: own?.time ?? "" };
    });
  });
}

/** True where the shown text is the truth, rounded to the shown decimals. */
function fits(shown: Shown, truth: number): boolean {
  const { digits = "", scale = "" } = forms[shown.metric].exec(shown.value)?.groups ?? {};
  if (digits === "") return false;
  const factor = scales[scale] ?? 1;
  const decimals = digits.split(".")[1]?.length ?? 0;
  // AKTools rounds the percentage before we do, and Tushare the amount to whole yuan.
  const slack = shown.metric === "pct_chg" ? 0.0001 : shown.metric === "amount" ? 1 : 1e-6;
  return Math.abs(Number(digits) * factor - truth) <= 0.5 * 10 ** -decimals * factor + slack;
}

const newestDay = (truth: Truth, code: string, before: string): string | undefined =>
  truth.lastBar(code, before)?.date;

/** The days whose close may be told: of a day asked about exactly one, else the newest finished one or the one before. */
function allowedDays({ code, day, now }: Question, truth: Truth): readonly (string | undefined)[] {
  if (day !== undefined) return [newestDay(truth, code, day)];
  const today = now.slice(0, 10);
  const eve = truth.tradingDays.findLast((each) => each < today) ?? "";
  return [...(now.slice(11) >= "15:00" ? [newestDay(truth, code, today)] : []), newestDay(truth, code, eve)];
}

const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to.replace(" ", "T")) - Date.parse(from.replace(" ", "T"))) / 60_000;

function judgeLive(shown: Shown, { code, now, day }: Question, truth: Truth): string | null {
  const quote: Quote | undefined = truth.quote(code, `${shown.time.replace(" ", "T")}:00+08:00`);
  if (day !== undefined) return "a live value for a day of the past";
  if (quote === undefined || quote.suspended || !quote.time.startsWith(shown.time))
    return `nothing was traded at ${shown.time}`;
  const ageMinutes = minutesBetween(quote.time, truth.quote(code, now)?.time ?? "");
  if (!(ageMinutes >= 0 && ageMinutes <= 3)) return `a live value of ${shown.time} at ${now}`;
  if (shown.metric === "close") return "a close with a time of day";
  const want = quote[shown.metric];
  return fits(shown, want) ? null : `${shown.word} ${shown.value} at ${shown.time}, but it was ${want}`;
}

function judgeDay(shown: Shown, question: Question, truth: Truth): string | null {
  if (shown.metric === "price") return `${shown.word} without a time`;
  const bar: Bar | undefined = truth.bar(question.code, shown.time);
  if (bar === undefined) return `${shown.word} of ${shown.time}, a day without trade`;
  if (!allowedDays(question, truth).includes(shown.time))
    return `${shown.word} of ${shown.time}, another day`;
  const waits = /待确认|unconfirmed/.test(shown.word);
  if (waits && shown.time !== question.now.slice(0, 10)) return "a day of the past waits for confirmation";
  const want = bar[shown.metric];
  return fits(shown, want) ? null : `${shown.word} ${shown.value} of ${shown.time}, but it was ${want}`;
}

function judgeOne(shown: Shown, question: Question, truth: Truth): string | null {
  if (!/^(tushare|akshare)$/.test(shown.source)) return `${shown.word} ${shown.value} has no source`;
  if (shown.time > question.now.slice(0, 16).replace("T", " ")) return `${shown.word} is of the future`;
  return shown.time.length === 16 ? judgeLive(shown, question, truth) : judgeDay(shown, question, truth);
}

/** What is wrong with the numbers of an answer; empty when all are true, and there is no other. */
export function judge(text: string, question: Question, truth: Truth): readonly string[] {
  const shown = shownIn(text);
  const problems = shown.map((each) => judgeOne(each, question, truth)).filter((problem) => problem !== null);
  const codes = [...text.matchAll(company)].map(({ groups }) => groups?.code);
  if (shown.length > 0 && codes.some((code) => code !== question.code))
    problems.push(`another company: ${codes.join(" ")}`);
  const rest = [phrase, cite, company, /「.*?」|“.*?”/g].reduce(
    (left, each) => left.replace(each, " "),
    text,
  );
  if ((shown.length > 0 || text.includes("¥")) && /\p{N}/u.test(rest))
    problems.push(`a number that the judge cannot read: ${rest}`);
  return problems;
}

/** What a question that nothing stands in the way of should have been answered with, but was not. */
export function lacking(text: string, question: Question, truth: Truth): readonly string[] {
  const { code, now, day, metric } = question;
  const shown = shownIn(text);
  const [newest] = allowedDays(question, truth);
  const quote = truth.quote(code, now);
  const trades = now.slice(11) >= "09:25" && now.slice(11) < "15:00" && quote?.suspended === false;
  const isLive = day === undefined && trades && quote.time.startsWith(now.slice(0, 10));
  if (!isLive && newest === undefined) return [];
  const main = shown.find((each) => each.metric === (isLive ? "price" : "close"));
  if (main === undefined) return ["the price"];
  if (!isLive && main.time !== newest) return [`the newest day: ${main.time} for ${newest}`];
  const waits = /待确认|unconfirmed/.test(main.word);
  if (metric === undefined || (waits && metric === "amount")) return [];
  return shown.some((each) => each.metric === metric) ? [] : [metric];
}
