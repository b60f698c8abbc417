/** 周成交额, gained 1.05% since the open, 后复权收盘价: words beside a number that make its measure one of another stretch or basis than the claim's. */

import type { Bench, Match } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { isOfMarket, reportEnd } from "./market-measures.ts";

/** Words, and which claims they cannot be of. */
type Other = readonly [words: RegExp, isOf: (entry: BookClaim, bench: Bench) => boolean];

const measure = "(?:成交|[上下]?[涨跌]|换手|收盘|主力|净流|资金|rsi|ma\\d|\\d{1,3}日|均线|振幅|k?线|级别|度)";
const isMove = ({ claim }: BookClaim, { input: { lexicon } }: Bench): boolean =>
  lexicon.changes.percent.includes(claim.metric);
const isLevel = ({ claim }: BookClaim, { input: { lexicon } }: Bench): boolean =>
  lexicon.priceLike.has(claim.metric);
const isReport = (entry: BookClaim, bench: Bench): boolean =>
  reportEnd.test(entry.claim.as_of) && !isOfMarket(entry, bench);
const endsOn =
  (...ends: readonly string[]) =>
  (entry: BookClaim, bench: Bench): boolean =>
    isReport(entry, bench) && !ends.some((end) => entry.claim.as_of.includes(end));
const always = (): boolean => true;

const others: readonly Other[] = [
  [
    pattern`(?<![\d一二两三四五六七八九十几近上下本这过每半个前])(?:[当全]?[周月]|[当全]月|季度|(?<![去今全上明前])年)(?=${measure})|小时(?=线|${measure})|分时|单笔|开盘(?=主力)|每分钟|每小时|开年以来`,
    isOfMarket,
  ],
  [
    /(?<![a-z])(?:weekly|monthly|hourly|first-hour|opening-hour|(?:on|in|over|for) (?:the|a) (?:week|month)|in the (?:last|first|final) (?:half[- ])?hour|since (?:the )?(?:open|holiday|new year|january|february|march|april)|late main)(?![a-z])/,
    isOfMarket,
  ],
  [
    /自?开[盘市](?:以来|至今|算起)|(?:较|比|相对)(?:今[日天])?(?:的)?(?:开盘价?|\d{1,3}日(?:均)?线|ma\d{1,3}|最[低高][点价]?)|(?<![高低平])开盘即?(?=[上下]?[涨跌])|(?:午后|尾盘|下午)(?=[上下]?[涨跌])|(?<![前上下后本])[两二三四五六七八九十]个?交易日(?=[上下]?[涨跌])|(?<![a-z])(?:from its (?:low|high|open)|at the open|at one point|as much as|before fading|opening (?:gain|loss)|in late trading)(?![a-z])/,
    isMove,
  ],
  [
    /后复权|除[权息]后|盘后固定|(?<![a-z])(?:ex-dividend|ex-rights|hong kong|after-hours) (?:close|price)/,
    isLevel,
  ],
  [
    /卖盘|买盘|流通总|有形|(?<![a-z])(?:(?:sell|buy) volume|institutional|hot-money|next-year|ex-cash|tangible|before provisions)(?![a-z])/,
    always,
  ],
  [
    /上一?个?财年|(?<![a-z])(?:previous|prior|last) (?:fiscal|financial|reporting) year|annual report/,
    endsOn("-12-31"),
  ],
  [/半年报|中报|(?<![a-z])interim report/, endsOn("-06-30")],
  [
    /下一?个?季度?|(?<![较比])[上下]期|预告|快报|(?<![a-z])(?:next quarter|guided for|guidance of)(?![a-z])/,
    isReport,
  ],
  [
    /(?<!(?:from|than|over|on|with|against|to) the )(?<![a-z])(?:prior-year|year-ago) (?:quarter|period|half)/,
    isReport,
  ],
];
/** Denied, or only spoken of. */
const apart = /[?？]|不是|并非|没有?|无|(?<![a-z])(?:no|not|n't|whether|if)(?![a-z])/;
const longest = 120;

/** What stands about the number: from the number before it to the one after it, its bracket apart. */
function aboutOf({ quantity, part }: Match, lower: string): string {
  const clause = part.sentence.clauses[quantity.clause] ?? [];
  const at = clause.indexOf(quantity.token);
  const before = clause.slice(0, at).findLast(({ kind }) => kind === "number");
  const behind = clause
    .slice(at + 1)
    .find(({ kind }) => kind === "number" || kind === "open" || kind === "join");
  const from = Math.max(before?.end ?? clause[0]?.start ?? 0, quantity.token.start - longest);
  return lower.slice(from, Math.min(behind?.start ?? clause.at(-1)?.end ?? 0, quantity.token.end + longest));
}

/** Reports such words beside numbers whose claims they cannot be of. */
export function checkOtherStretches(bench: Bench): void {
  const { input } = bench;
  for (const match of bench.matches) {
    const [entry] = match.options;
    if (entry === undefined || entry.window !== null) continue;
    const about = aboutOf(match, input.lower);
    const own = input.lexicon.wordsOf(entry.claim.metric);
    const isOther = others.some(([words, isOf]) => {
      const said = words.exec(about)?.[0];
      return said !== undefined && isOf(entry, bench) && !own.some((word) => word.includes(said));
    });
    if (isOther && !apart.test(about)) bench.report(match.quantity.token, "window");
  }
}
