import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { readUnitWord } from "../../tokens/readers/units.ts";
import { matchesOf, type Token, textOf } from "../../tokens/token.ts";
import { type Marks, noMarks, put } from "../cites/attribution.ts";
import type { Context } from "../context.ts";
import { foreignOwner, type UnitHint } from "../quantity.ts";
import type { Row, Sentence } from "../structure.ts";
import { headTimesIn } from "./labels.ts";

/** What a column's header says of the cells below it. */
export interface Column {
  readonly company: string | null;
  /** True for the column that names the company of each row. */
  readonly isOwner: boolean;
  readonly metrics: readonly string[] | null;
  /** 价格(元), 金额或比率, Amount: which one the rows may tell, as 收盘价 and 毛利率 do. */
  readonly yields: "price" | "value" | null;
  /** −1 where the measure's word carries the minus: 净流出. */
  readonly sign: number;
  /** True where the header names a measure that is not registered, or the user's own (您的买入价). */
  readonly isForeign: boolean;
  /** 您的: whose the numbers below it are. */
  readonly user: Token | null;
  /** 近20日: the stretch of time that the moves below it are of. */
  readonly stretch: Token | null;
  readonly unit: UnitHint | null;
  /** True for a column 同比 that says of each row's own measure how it grew. */
  readonly isGrowth: boolean;
  /** 营收增长: names how its own measure grew, and says of nothing that it did. */
  readonly isGrown: boolean;
  readonly headTimes: readonly Token[];
  readonly marks: Marks;
}

/** What the cells of a row that hold no number say of its others. */
export type RowHead = Omit<Column, "isOwner" | "yields" | "isGrowth" | "marks">;

const bracketed = /[(/]([^()/]{1,12})\)?/g;

/** A unit in brackets or after a slash: `成交额(亿元)`, `现价/元`. */
function unitIn(cell: Sentence, lower: string): UnitHint | null {
  const tokens = cell.tokens;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return null;
  const text = lower.slice(first.start, last.end);
  for (const match of matchesOf(bracketed, text)) {
    const unit = readUnitWord((match[1] ?? "").replace("单位:", ""));
    if (unit !== null) return unit;
  }
  return null;
}

export const hasNumbers = (row: Row): boolean => row.cells.some(({ counts }) => counts.number > 0);

const ownerLabel = /^(?:股票|公司|标的|名称|证券|个股|简称|stock|company|name|security|ticker)/;

/** The company of a cell, or that it names another owner: an index, the industry. */
function ownerIn(tokens: readonly Token[]): string | null {
  const owner = tokens.find((each) => each.kind === "company" || each.kind === "entity");
  return owner === undefined ? null : owner.kind === "company" ? owner.op : foreignOwner;
}

const anyPrice = /^(?:价格|股价|价位|价|price|share price|stock price|level)$/;
const values =
  "(?:金额|数额|数值|数字|数据|比率|比例|百分比|倍数|水平|每股|亿?元|%|(?:amount|value|figure|number|ratio|rate|multiple|level|percentage)s?)";
const anyValue = pattern`^(?:本期|当期|报告期|实际|对应|披露的?|the |reported |actual )?${values}(?:(?:[ /、,(&或和与及]|or|and){1,4}${values})*\)?$`;

/**
 * 营收增长, revenue up, price down, net outflow: the measure is how the one named grew or moved, or the flow of money, and what goes
 * down or out carries the minus; null where nothing registered is named.
 */
function saidIn(
  { tokens, counts }: Sentence,
  metric: Token | undefined,
  { grownOf, priceLike, changes, flows }: Lexicon,
): Pick<Token, "metrics" | "sign"> | null {
  const named = metric?.kind === "metric" ? metric : null;
  if (counts.direction === 0 || metric?.kind === "foreign") return named;
  const direction = tokens.find(({ kind, start }) => kind === "direction" && start >= (metric?.end ?? 0));
  if (direction === undefined) return named;
  const isOfPrice = direction.op === "market" && (named?.metrics.every((id) => priceLike.has(id)) ?? true);
  const isOfFlow = direction.op === "loss" && named === null;
  const metrics = isOfPrice ? changes.percent : isOfFlow ? flows : grownOf(named?.metrics ?? []);
  return metrics.length === 0 ? named : { metrics, sign: Math.min(direction.sign, 0) };
}

function columnOf(cell: Sentence, lower: string, lexicon: Lexicon): Column {
  const tokens = cell.tokens;
  const metric = tokens.findLast((each) => each.kind === "metric" || each.kind === "foreign");
  const text = textOf(tokens, lower);
  const unit = unitIn(cell, lower);
  const isPrice = metric?.kind === "metric" && anyPrice.test(lower.slice(metric.start, metric.end));
  const said = saidIn(cell, metric, lexicon);
  const user = tokens.find(({ kind }) => kind === "user") ?? null;
  const marks = noMarks();
  for (const each of tokens) put(marks, each);
  return {
    company: ownerIn(tokens),
    isOwner: ownerLabel.test(text),
    metrics: user === null ? (said?.metrics ?? null) : null,
    yields: isPrice
      ? "price"
      : anyValue.test(unit === null ? text : text.replace(bracketed, ""))
        ? "value"
        : null,
    sign: said?.sign ?? 0,
    isForeign: metric?.kind === "foreign" || user !== null,
    user,
    stretch: tokens.find((each) => each.kind === "window") ?? null,
    unit,
    isGrown: said !== null && said.metrics !== metric?.metrics,
    isGrowth: metric === undefined && tokens.some(({ kind }) => kind === "growth"),
    headTimes: headTimesIn(tokens, lower),
    marks,
  };
}

const ofOtherTime = /^(?:上一?期|前期|期初|预算|计划|budget|plan)/;

/** 预测金额, 营业收入目标, 上期金额: names what no claim holds. */
const foretells = ({ tokens, counts }: Sentence, lower: string): boolean =>
  tokens.some(({ kind }) => kind === "forecast") ||
  (counts.date + counts.metric === 0 &&
    ofOtherTime.test(lower.slice(tokens[0]?.start ?? lower.length, tokens.at(-1)?.end)));

/** Reads a header row: one without numbers. A column 同比 says how the measure of the column before it grew, or that of the row. */
export function readHeader(row: Row, lower: string, lexicon: Lexicon): Column[] {
  const columns: Column[] = [];
  for (const cell of row.cells) {
    const column = columnOf(cell, lower, lexicon);
    const before = columns.at(-1)?.metrics ?? null;
    const metrics = column.isGrowth ? (before?.flatMap(lexicon.growthOf) ?? null) : column.metrics;
    const isForeign = column.isForeign || foretells(cell, lower);
    columns.push({ ...column, metrics, isForeign, isGrowth: column.isGrowth && before === null });
  }
  // | 公司 | 隆基绿能 |: what stands beside it are the companies, and below it the measures.
  const isAcross = columns.slice(1).some(({ company }) => company !== null);
  return isAcross
    ? columns.map((column, at) => (at === 0 ? { ...column, isOwner: false } : column))
    : columns;
}

/** | 股票 | 五粮液 | above | 指标 | 市净率 |: what the row of names before it says of the column too. */
export function joinColumn(before: Column | undefined, own: Column): Column {
  if (before === undefined) return own;
  const { marks, headTimes } = before;
  return {
    ...(own.metrics === null && !own.isForeign ? before : own),
    company: own.company ?? before.company,
    isOwner: own.isOwner,
    user: own.user ?? before.user,
    stretch: own.stretch ?? before.stretch,
    unit: own.unit ?? before.unit,
    headTimes: [...headTimes, ...own.headTimes],
    marks: {
      sources: [...marks.sources, ...own.marks.sources],
      dates: [...marks.dates, ...own.marks.dates],
      times: [...marks.times, ...own.marks.times],
    },
  };
}

/** A code in one cell of a row that is not the company's named in another. */
export function misplacedCode(row: Row): Token | null {
  const companies = row.cells.map((cell) => cell.tokens.filter((each) => each.kind === "company"));
  const single = companies.flatMap((each) => (each.length === 1 ? each : []));
  const code = single.filter((each) => each.byCode);
  const name = single.filter((each) => !each.byCode);
  const [first, second] = [code[0], name[0]];
  const isPair = code.length === 1 && name.length === 1 && first !== undefined && second !== undefined;
  return isPair && first.op !== second.op ? first : null;
}

/** 高于成本: says of the row's values how they stand, and names none of them. */
const compares = (tokens: readonly Token[]): boolean => tokens.some(({ kind }) => kind === "compare");

/** Company, measure and unit that a row's cells without numbers name for the others. */
export function readRowHead(
  row: Row,
  { lower, lexicon }: { readonly lower: string; readonly lexicon: Lexicon },
  header: readonly Column[] | null,
): RowHead {
  let head: RowHead = {
    company: null,
    metrics: null,
    sign: 0,
    isForeign: false,
    user: null,
    stretch: null,
    unit: null,
    isGrown: false,
    headTimes: [],
  };
  for (const [i, cell] of row.cells.entries()) {
    const tokens = cell.tokens;
    if (tokens.some((each) => each.kind === "number") || compares(tokens)) continue;
    const own = columnOf(cell, lower, lexicon);
    const first = tokens.find((each) => each.kind !== "open");
    const unitCell = first !== undefined ? readUnitWord(lower.slice(first.start, tokens.at(-1)?.end)) : null;
    head = {
      // A name that the registry does not know owns its row all the same.
      company:
        head.company ??
        own.company ??
        (header?.[i]?.isOwner === true && tokens.length > 0 ? foreignOwner : null),
      metrics: head.metrics ?? own.metrics,
      sign: head.metrics === null ? own.sign : head.sign,
      isForeign: head.isForeign || own.isForeign || (i === 0 && foretells(cell, lower)),
      user: head.user ?? own.user,
      stretch: head.stretch ?? own.stretch,
      unit: head.unit ?? own.unit ?? unitCell,
      isGrown: head.isGrown || own.isGrown,
      headTimes: [...head.headTimes, ...own.headTimes],
    };
  }
  return head;
}

/** The context in which one cell is read. */
export function cellContext(
  base: Context,
  head: RowHead,
  column: Column | undefined,
  { changes, stretchOfMove, priceLike, averages }: Lexicon,
): Context {
  const isOfRow =
    column?.yields === "value"
      ? head.metrics !== null
      : column?.yields === "price" &&
        head.metrics?.every((id) => priceLike.has(id) || averages.includes(id)) === true;
  const own = isOfRow ? null : (column?.metrics ?? null);
  const said = own ?? head.metrics ?? base.metrics;
  const stretch = column?.stretch ?? head.stretch;
  const isMove = said.some((id) => changes.percent.includes(id) || stretchOfMove(id) !== null);
  // A stretch of time tells of a move; of any other measure it makes another one.
  const isForeign =
    head.isForeign || (column?.isForeign === true && !isOfRow) || (stretch !== null && !isMove);
  const metrics = isForeign ? [] : said;
  return {
    company: head.company ?? column?.company ?? base.company,
    metrics,
    sign: own !== null ? (column?.sign ?? 0) : head.metrics !== null ? head.sign : base.sign,
    ownerIsHeading: false,
    metricIsOpen: metrics.length > 0,
    metricIsWeak: false,
    line: -1,
    barred: isForeign,
    headingBarred: false,
    heading: [],
    pair: [...base.pair],
    together: base.together,
    named: base.named,
    unit: column?.unit ?? head.unit ?? base.unit,
    unitIsHeading: base.unitIsHeading,
    carried: [],
    user: column?.user ?? head.user,
    moved: null,
    tallied: null,
    grown: null,
    reference: [],
    stretch,
    headTimes: [...base.headTimes, ...head.headTimes, ...(column?.headTimes ?? [])],
  };
}
