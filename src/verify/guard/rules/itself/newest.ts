/** 其中1.702万亿元是最新值, the second figure is of the earlier period: which of the figures shown is said to be the newer, beside the days of the claims. */

import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { around, denying } from "../verdicts/reach.ts";
import { dayOf, inOrder, isSupposed } from "./shown.ts";

const time = "(?:日期|时间|报告期|期间|交易日)";
const newer = `最新(?:一期|一个|一天|一次|值|数据|数|的|报告|财报)|最近一[期次天]|${time}(?:较|更|比较|要)?(?:晚|新|靠后)|(?:较|更)(?:晚|新)的?(?:一[个期次天]|那[个期次天]|${time})|(?:more recent|newer|later) (?:one|of the (?:two|pair)|figure|value|reading|close|date|day|session|period|report|number)|newest|(?<!the )latest(?= (?:one|on file|on record|available|here|shown|of))|most recent|the latest(?= (?:figure|value|reading|close|one|report|number|on file|available|of|shown|here|is|was)|[.,;]|$)`;
const older = `最早(?:一期|一个|一天|的)|(?:较|更)(?:早|旧)的|${time}(?:较|更|比较|要)?(?:早|旧|靠前)|(?:较|更)(?:早|旧)的?(?:一[个期次天]|那[个期次天]|${time})|(?:earlier|older) (?:one|of the (?:two|pair)|figure|value|reading|close|date|day|session|period|report|number)|oldest|earliest`;
const words = rare(pattern.all`(?<![a-z])(?:(${newer})|(?:${older}))(?![a-z])`);
const first =
  /第一个|前者|前一个|前一项|前面(?:那|这)?[个项]|(?<![a-z])(?:the )?(?:first|former)(?! quarter|-quarter)(?: (?:figure|value|reading|close|number|one|of the two))?(?![a-z-])/;
const second =
  /第二个|后者|后一个|后一项|后面(?:那|这)?[个项]|(?<![a-z])(?:the )?(?:second|latter)(?! quarter|-quarter)(?: (?:figure|value|reading|close|number|one|of the two))?(?![a-z-])/;
const reports: readonly (readonly [RegExp, string])[] = [
  [/(?<!半)年报|(?<![a-z])(?:annual|full-year)(?![a-z])/, "-12-31"],
  [/一季报|一季度|(?<![a-z])(?:first[- ]quarter|q1)(?![a-z])/, "-03-31"],
  [/半年报|中报|(?<![a-z])(?:half-year|interim)(?![a-z])/, "-06-30"],
  [/三季报|前三季|(?<![a-z])(?:third[- ]quarter|nine-month)(?![a-z])/, "-09-30"],
];
const onlyOne = <Item>(all: readonly Item[]): Item | null => (all.length === 1 ? (all[0] ?? null) : null);

/** Of the stretch the claims that are said to be the newer, and those that they are set beside. */
function readSides(from: number, to: number, bench: Bench): readonly (readonly BookClaim[])[] | null {
  const { lower } = bench.input;
  const said = lower.slice(from, to);
  const all = inOrder(bench);
  const own = onlyOne(all.filter(([{ start, end }]) => start >= from && end <= to));
  const shown = shownClaims(bench);
  const kin = ({ claim, company }: BookClaim) =>
    shown.filter((each) => each.company === company && each.claim.metric === claim.metric);
  if (own !== null) return [[own[1]], kin(own[1])];
  const earlier = [...new Set(all.filter(([{ end }]) => end <= from).map(([, entry]) => entry))].slice(-2);
  const [one, other] = earlier;
  const isFirst = first.test(said);
  if (one !== undefined && other !== undefined && isFirst !== second.test(said))
    return [[isFirst ? one : other], earlier];
  const report = onlyOne(reports.filter(([word]) => word.test(said)));
  if (report === null) return null;
  const books = shown.filter(({ claim }) => /-(?:03-31|06-30|09-30|12-31)$/.test(claim.as_of));
  return [books.filter(({ claim }) => claim.as_of.endsWith(report[1])), books];
}

const border = /[。;；\n!！?？|，(（]|(?<!\d),|,(?!\d{3})|[.](?!\d)/;

/** Reports it where the days of the claims say the reverse. */
export function checkNewest(bench: Bench): void {
  const { lower } = bench.input;
  for (const found of words.all(lower)) {
    const stop = found.index + found[0].length;
    const [from, to] = around(lower, found.index, stop, border);
    if (isSupposed(found.index, stop, bench) || denying.test(lower.slice(from, found.index))) continue;
    const own = readSides(from, to, bench) ?? [];
    const [said = [], among = []] = own;
    const days = among.map(dayOf).toSorted();
    const day = found[1] === undefined ? days[0] : days.at(-1);
    if (said.length > 0 && days[0] !== days.at(-1) && !said.some((each) => dayOf(each) === day))
      reportAt(bench, stop - 1, "answer_misdescribed");
  }
}
