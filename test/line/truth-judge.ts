import type { Truth } from "../emulators/market.ts";

export interface Case {
  readonly truth: Truth;
  readonly code: string;
  readonly now: string;
}

interface Shown {
  readonly word: string;
  readonly value: string;
  readonly source: string;
  readonly time: string;
}

const phrase =
  /(?<word>当前价|收盘价\(待确认\)|收盘价|涨跌额|涨跌幅|current price|close \(unconfirmed\)|close|change %|change) (?<value>[+-]?¥?[\d.]+)(?:元|%| CNY)?/g;
const cite = / ?\((?<source>[a-z]+), (?<time>\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)\)/g;

/** Every value of an answer with the cite that follows it on its line. */
function shownIn(text: string): readonly Shown[] {
  return text.split("\n").flatMap((line) => {
    const cites = [...line.matchAll(cite)];
    return [...line.matchAll(phrase)].flatMap((match) => {
      const own = cites.find(({ index }) => index >= match.index);
      const { word = "", value = "" } = match.groups ?? {};
      if (own?.groups === undefined) return [{ word, value, source: "", time: "" }];
      return [{ word, value, source: own.groups.source ?? "", time: own.groups.time ?? "" }];
    });
  });
}

const near = (shown: string, truth: number): boolean =>
  Math.abs(Number(shown.replace(/[¥+]/g, "")) - truth) < 0.00501;

function judgeOne({ word, value, source, time }: Shown, { truth, code, now }: Case): string | null {
  if (!/^(tushare|akshare)$/.test(source)) return `${word} ${value} has no source`;
  const date = time.slice(0, 10);
  if (date > now.slice(0, 10)) return `${word} ${value} is of the future`;
  if (time.length === 16) {
    const quote = truth.quote(code, `${time.replace(" ", "T")}:00+08:00`);
    const later = truth.quote(code, `${time.replace(" ", "T")}:59+08:00`);
    const fields = {
      当前价: "price",
      "current price": "price",
      涨跌额: "change",
      change: "change",
      涨跌幅: "pct_chg",
      "change %": "pct_chg",
    } as const;
    const field = fields[word as keyof typeof fields];
    if (field === undefined) return `${word} has a time`;
    const fits = [quote, later].some((each) => each !== undefined && near(value, each[field]));
    return fits ? null : `${word} ${value} at ${time}, but it was ${quote?.[field]}`;
  }
  if (word === "当前价" || word === "current price") return `${word} without a time`;
  const bar = truth.bar(code, date);
  if (bar === undefined) return `${word} ${value} of ${date}, a day without trade`;
  const want = /收盘价|close/.test(word) ? bar.close : /涨跌幅|%/.test(word) ? bar.pct_chg : bar.change;
  return near(value, want) ? null : `${word} ${value} of ${date}, but it was ${want}`;
}

/** What is wrong with the numbers of an answer; empty when all are true. */
export function judge(text: string, asked: Case): readonly string[] {
  const shown = shownIn(text);
  const problems = shown.map((each) => judgeOne(each, asked)).filter((problem) => problem !== null);
  const codes = [...text.matchAll(/\d{6}\.(?:SH|SZ|BJ)/g)].map(([code]) => code);
  if (shown.length > 0 && codes.some((code) => code !== asked.code))
    problems.push(`another company: ${codes.join(" ")}`);
  if (shown.length === 0 && /¥\d/.test(text)) problems.push("a number that the judge cannot read");
  return problems;
}
