/** What may begin with each character, worked out once: most characters begin nothing but words, and no reader is asked in vain. */

import { chineseNumerals } from "../../../../language/numbers.ts";
import { averagesStarts, readAverages } from "../measures/averages.ts";
import { lastOf, type Token, token } from "../token.ts";
import {
  announcedStarts,
  bracketUnitStarts,
  readAnnouncedUnit,
  readBracketUnit,
  readUnitSpokenOf,
  unitWordStarts,
} from "./bracket-units.ts";
import { comparingStarts, readComparing } from "./comparing-words.ts";
import { datedStarts } from "./dated-tokens.ts";
import { degreeStarts, readDegree, readSize, sizeStarts } from "./degrees.ts";
import {
  crossingStarts,
  deniedStarts,
  growthStarts,
  readCrossing,
  readDenied,
  readGrowth,
  readSplit,
  splitStarts,
} from "./english-comparisons.ts";
import {
  countStarts,
  itemStarts,
  listMarkStarts,
  ordinalStarts,
  parameterStarts,
  readInnerMark,
  readItemCount,
  readListMark,
  readOrdinal,
} from "./marks.ts";
import { othersStarts, readOthers } from "./others-words.ts";
import { priceVerbStarts, rangeStarts, readPriceVerb, readSpokenRange } from "./price-verbs.ts";
import { placeStarts, readPlace } from "./rank-words.ts";
import { readShare, shareStarts } from "./share-words.ts";
import { onlyOneStarts, readOnlyOne, readTally, tallyStarts } from "./tally-words.ts";
import {
  monthSpanStarts,
  phrasalStarts,
  placeInTextStarts,
  readBeforeMonths,
  readPhrasal,
  readPlaceInText,
  readTurn,
  turnStarts,
} from "./turn-words.ts";
import { type Cursor, codeStarts, readUnitNote, unitNoteStarts } from "./word-readers.ts";

type Reader = (cursor: Cursor, at: number) => Token | null;

function readArrow({ lower }: Cursor, at: number): Token | null {
  const arrow = /^(?:=|-{1,2})>/.exec(lower.slice(at, at + 3));
  return arrow === null ? null : token("clause", at, at + arrow[0].length, { op: "→" });
}

function readMark({ lower, tokens }: Cursor, at: number): Token | null {
  const before = lower.charAt(at - 1);
  if (at === 0 || before === "\n") return readListMark(lower, at);
  const previous = lastOf(tokens)?.kind;
  const startsClause =
    previous === "clause" ||
    previous === "break" ||
    previous === undefined ||
    before === " " ||
    before === ":";
  return startsClause ? readInnerMark(lower, at) : null;
}

/** 报收盘价96.42元: not 报收 and a measure that nobody knows; 年报净亏692.7亿元: the report, and nothing is quoted. */
const readReport: Reader = ({ lower }, at) =>
  lower.startsWith("报收盘价", at) || (lower.charAt(at) === "报" && /[年季中]/.test(lower.charAt(at - 1)))
    ? token("fill", at, at + 1, { op: "报" })
    : null;

/** 看跌幅: looking at the fall, and nobody is bearish. */
const readLook: Reader = ({ lower }, at) =>
  /^看[涨跌]幅/.test(lower.slice(at, at + 3)) ? token("fill", at, at + 1, { op: "看" }) : null;

/** 涨跌:-12.75(-0.85%): the move of the price, in money or per cent, right before its number. */
const readSwing: Reader = ({ lower, lexicon: { changes } }, at) =>
  /^涨跌[:：为是 ]{0,3}[-+]\d/.test(lower.slice(at, at + 8))
    ? token("metric", at, at + 2, { metrics: [...changes.percent, ...changes.amount] })
    : null;

/** 持有恒瑞医药的基金有768家: of the company that was named, how many funds hold it. */
const readFunds: Reader = ({ lower, tokens, lexicon }, at) => {
  if (!/^的基金(?:有|共|共有|数|为|达)?\s?\d/.test(lower.slice(at, at + 8))) return null;
  if (!/持有[^,，。;；\n]{1,24}$/.test(lower.slice(Math.max(0, at - 28), at))) return null;
  const entry = lexicon.match("持仓基金", 0)?.entry;
  const isOf = tokens.slice(-4).some(({ kind }) => kind === "company");
  return isOf && entry?.kind === "metric" ? token("metric", at, at + 3, { metrics: entry.metrics }) : null;
};

/** Moutai earns more than Wuliangye: not than an amount. */
const readEarnsMore: Reader = ({ lower, lexicon }, at) => {
  const found = /^(?:earn(?:s|ed)?|makes?|made) (more|less) than (?=[a-z\u4e00-\u9fff])/.exec(
    lower.slice(at, at + 24),
  );
  if (found === null || lexicon.match(lower, at + found[0].length)?.entry.kind !== "company") return null;
  return token("compare", at, at + found[0].length - 1, { op: found[1] === "more" ? ">earn" : "<earn" });
};

/** Readers of what wins over any word, in order: the first that finds something is right. */
export const readers: readonly (readonly [starts: string, read: Reader])[] = [
  ["=-", readArrow],
  [listMarkStarts, readMark],
  [placeStarts, readPlace],
  [itemStarts, ({ lower }, at) => readItemCount(lower, at)],
  [ordinalStarts, ({ lower }, at) => readOrdinal(lower, at)],
  [unitNoteStarts, readUnitNote],
  [bracketUnitStarts, readBracketUnit],
  [unitWordStarts, ({ lower }, at) => readUnitSpokenOf(lower, at)],
  [announcedStarts, ({ lower }, at) => readAnnouncedUnit(lower, at)],
  [comparingStarts, ({ lower, lexicon }, at) => readComparing(lower, at, lexicon)],
  [tallyStarts, ({ lower, tokens }, at) => readTally(lower, at, tokens)],
  [onlyOneStarts, ({ lower }, at) => readOnlyOne(lower, at)],
  [shareStarts, ({ lower }, at) => readShare(lower, at)],
  [averagesStarts, ({ lower }, at) => readAverages(lower, at)],
  [splitStarts, ({ lower }, at) => readSplit(lower, at)],
  [crossingStarts, ({ lower }, at) => readCrossing(lower, at)],
  [deniedStarts, ({ lower }, at) => readDenied(lower, at)],
  [growthStarts, ({ lower, tokens }, at) => readGrowth(lower, at, tokens)],
  [phrasalStarts, ({ lower, tokens }, at) => readPhrasal(lower, at, tokens)],
  [placeInTextStarts, ({ lower }, at) => readPlaceInText(lower, at)],
  [monthSpanStarts, ({ lower }, at) => readBeforeMonths(lower, at)],
  [sizeStarts, ({ lower, tokens }, at) => readSize(lower, at, tokens)],
  [degreeStarts, ({ lower, tokens }, at) => readDegree(lower, at, tokens)],
  [othersStarts, ({ lower, tokens }, at) => readOthers(lower, at, tokens)],
  [priceVerbStarts, readPriceVerb],
  [turnStarts, ({ lower }, at) => readTurn(lower, at)],
  [rangeStarts, readSpokenRange],
  ["报", readReport],
  ["看", readLook],
  ["涨", readSwing],
  ["的", readFunds],
  ["em", readEarnsMore],
];

/** Signs, digits, numerals and the first letters of currencies. */
const numeralStarts = ["0123456789.-+负¥$€£cruehjgantsm人美港", ...chineseNumerals].join("");

/** What a character may begin beside a word or a border. */
export interface Start {
  readonly readers: readonly Reader[];
  readonly dated: boolean;
  readonly parameter: boolean;
  readonly count: boolean;
  readonly code: boolean;
  readonly numeral: boolean;
  /** True where it may begin any of these, each of which may be longer than a word that begins there. */
  readonly varied: boolean;
}

function startOf(char: string): Start {
  const kinds = {
    dated: datedStarts.includes(char),
    parameter: parameterStarts.includes(char),
    count: countStarts.includes(char),
    code: codeStarts.includes(char),
    numeral: numeralStarts.includes(char),
  };
  return {
    readers: readers.filter(([starts]) => starts.includes(char)).map(([, read]) => read),
    ...kinds,
    varied: Object.values(kinds).includes(true),
  };
}

const none: Start = {
  readers: [],
  dated: false,
  parameter: false,
  count: false,
  code: false,
  numeral: false,
  varied: false,
};
const special = [
  ...new Set(
    [
      ...readers.map(([starts]) => starts),
      datedStarts,
      parameterStarts,
      countStarts,
      codeStarts,
      numeralStarts,
    ].join(""),
  ),
];
const starts: readonly Start[] = [none, ...special.map(startOf)];
/** For each code unit the place of its start; 0 for the many that begin nothing special. */
const placeOf = new Uint8Array(0x10000);
for (const [at, char] of special.entries()) placeOf[char.charCodeAt(0)] = at + 1;

/** Of digits that are an amount and nothing else. */
export const amountStart: Start = { ...none, numeral: true, varied: true };

export const startAt = (code: number): Start => starts[placeOf[code] ?? 0] ?? none;
