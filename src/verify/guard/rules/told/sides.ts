/** 上方的是MA20, one of the averages is overhead, 60日线守住了, a cell 线上 or buying: on which side a price or a flow stands, told of the level. */

import type { Bench } from "../../bench.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import {
  companiesOf,
  isLevel,
  type Judge,
  measuresOf,
  pricesIn,
  type Row,
  type Rule,
  type Told,
  valuesOf,
} from "./told.ts";

/** Each level shown of the company less its price; null where it has not one price. */
function levelsLess(company: string | null, bench: Bench): Row | null {
  const values = valuesOf(bench);
  const [price, ...more] = pricesIn(values, company, bench);
  if (price === undefined || more.length > 0) return null;
  return values
    .filter((each) => each.company === company && each.day === price.day && isLevel(each.metric, bench))
    .map((each) => ({ ...each, base: each.base - price.base }));
}

const ownerOf = ({ bench, before }: Told): string | null => {
  const owners = new Set(valuesOf(bench).map(({ company }) => company));
  const [only = null] = owners;
  return companiesOf(before).at(-1) ?? (owners.size === 1 ? only : null);
};

/** The levels that the clause names lie on that side of the price. */
const judgeNamed =
  (side: (told: Told) => Told["before"], sign: (words: string) => number): Judge =>
  (told) => {
    const named = measuresOf(side(told));
    const shown = levelsLess(ownerOf(told), told.bench);
    const of = shown?.filter(({ metric }) => named.includes(metric)) ?? [];
    if (of.length === 0) return undefined;
    const way = sign(told.found[0]);
    return of.every(({ base }) => (way === 0 ? base <= 0 : base * way > 0));
  };

const counted: Readonly<Record<string, number>> = { none: 0, neither: 0 };

/** As many of the averages as are told, and no more. */
const judgeCount: Judge = (told) => {
  const { found, bench } = told;
  const [, count = "", way = ""] = found;
  const shown = levelsLess(ownerOf(told), bench)?.filter(({ metric }) =>
    bench.input.lexicon.averages.includes(metric),
  );
  if (shown === undefined || shown.length === 0) return undefined;
  const sign = /over|above/.test(way) ? 1 : -1;
  const size = shown.filter(({ base }) => base * sign > 0).length;
  const told_ = /all|both/.test(count) ? shown.length : (counted[count] ?? spelledCount(count));
  return size === told_;
};

const upward = /买|流入|buying|inflow|(?<![a-z])in(?![a-z])|上|above|涨|盈|profit/;

/** A cell that is nothing but a side: of the flow, or of the price beside the one average, that its row shows. */
const judgeCell: Judge = ({ found, bench }) => {
  const word = found[1] ?? "";
  const { lower, tokens } = bench.input;
  const from = lower.lastIndexOf("\n", found.index) + 1;
  const [company] = companiesOf(tokens.filter(({ start, end }) => start >= from && end <= found.index));
  if (company === undefined) return undefined;
  const own = valuesOf(bench).filter((each) => each.company === company);
  const isOfMoney = /流|买|卖|buying|selling|flow/.test(word);
  const of = isOfMoney
    ? own.filter(({ metric }) => bench.input.lexicon.flows.includes(metric))
    : (levelsLess(company, bench)?.map((each) => ({ ...each, base: -each.base })) ?? []);
  const sign = upward.test(word) ? 1 : -1;
  return of.length === 0 ? undefined : of.every(({ base }) => base * sign > 0);
};

export const sides: readonly Rule[] = [
  [
    /(?:上方|头顶|压在上面)的?(?:是|为|有)|下方的?(?:是|为|有)/g,
    judgeNamed(
      ({ behind }) => behind,
      (words) => (words.startsWith("下") ? -1 : 1),
    ),
  ],
  [
    /(?:守住|守稳|站稳|站上|失守|跌破|丢掉?)了?(?=[,，。;；!！\n]|$)/g,
    judgeNamed(
      ({ before }) => before,
      (words) => (/^(?:守|站)/.test(words) ? 0 : 1),
    ),
  ],
  [
    /(?<![a-z])(one|two|three|four|all|both|none|neither)(?: of the| (?:two|three|four))?(?: moving)? averages?(?: is| are| sits?| lies?| stands?)?(?: still| now| currently)? (overhead|above(?: the (?:price|close))?|below(?: the (?:price|close))?|underneath)(?= ?(?:[.,;]|$))/g,
    judgeCount,
  ],
  [
    /\|\s{0,2}(线上|线下|均线上方?|均线下方?|上方|下方|above|below|buying|selling|inflow|outflow|净?流入|净?流出|买入|卖出)\s{0,2}(?=\|)/g,
    judgeCell,
  ],
];
