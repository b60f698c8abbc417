import { isBetween, levelWords } from "../../tokens/readers/side-words.ts";
import { token as makeToken, type Token } from "../../tokens/token.ts";
import { foreignOwner } from "../quantity.ts";
import type { Sentence } from "../structure.ts";
import { pairedLists } from "./paired-lists.ts";
import { rangeOwners } from "./range-owners.ts";

/** What a list says of one of its numbers. */
export interface Stated {
  readonly company?: string;
  readonly metrics?: readonly string[];
  /** The word of direction that stands before the first: 分别跌0.84%和1.50%. */
  readonly direction?: Token | null;
  /** The stretch of time that is the number's own: 近5日和近20日涨跌幅分别为…. */
  readonly window?: Token;
  readonly fault?: true;
}

/** 上涨, 下跌; not 净流出, which names what flowed. */
const isMove = ({ kind, sign, op, start, end }: Token): boolean =>
  kind === "metric" && sign !== 0 && op === "" && end - start === 2;

/** 分别, 依次为: words that stand before their list. */
const longestHan = 3;

/** The number has the sign that the word says. */
const isSigned = ({ number }: Token, word: Token | null): boolean =>
  word !== null && number?.sign === (word.sign < 0 ? "-" : "+");

const isMoney = ({ number }: Token): boolean => number?.unit == null || number.unit.dimension === "CNY";

const nothing: ReadonlyMap<Token, Stated> = new Map();

interface Known {
  readonly all: readonly string[];
  readonly asked: readonly string[];
}

/**
 * Pairs of numbers and owners that 分别 or a plain list states: for each number's token its company or metrics. `all` are the companies
 * that the text has named before, else those that the question asks of.
 */
export function respectiveOf(
  sentence: Sentence,
  pair: readonly string[],
  { all, asked }: Known,
): ReadonlyMap<Token, Stated> {
  if (sentence.counts.number < 2) return nothing;
  const result = new Map<Token, Stated>();
  const flat = sentence.clauses.flatMap((clause) => [...clause, makeToken("clause", 0, 0)]);
  let companies: string[] = [];
  let metrics: Token[] = [];
  let run: Token[] = [];
  let said = false;
  let joined = true;
  let bordered = false;
  // CNY 18.92, CNY 19.40 and CNY 20.15: nothing but commas and 和 since the last number.
  let isStrung = true;
  let versus = false;
  let isHanVersus = false;
  let inBracket = false;
  // Dates after the numbers: 188.20元(5月6日)和191.55元(5月7日) are told apart by them.
  let dates = 0;
  // Numbers that have a date of their own right before them: 5月6日为188.20元,5月7日为191.55元.
  let dated = 0;
  let isDated = false;
  let direction: Token | null = null;
  // 双双下跌,涨跌幅分别为-0.35%、-0.80%: said of the owners before; a number with that sign says it again.
  let isApart = false;
  // How many companies stood before a comparison: A的PE、PB均低于B的25倍和3倍 lists what is B's.
  let pivot = 0;
  // 与B相比,A的市盈率更高(25倍 vs 22倍): the company that another is set beside comes second, wherever it was named.
  let reference: string | null = null;
  let isBeside = false;
  const named: { companies: string[]; metrics: Token[] } = { companies: [], metrics: [] };
  /** Owners that 分别 and "a vs b" take from what the sentence, else the text, named before. */
  const recall = () => {
    if (companies.length === 0 && run.length > 1) {
      if (run.length === named.companies.length) companies = [...named.companies];
      else if (run.length === pair.length) companies = [...pair];
      else if (said && run.length === all.length) companies = [...all];
    }
    if (companies.length === 1 && metrics.length === 0 && run.length === named.metrics.length)
      metrics = [...named.metrics];
  };
  /** 美的集团更高:76.40元对41.85元: of two that are spoken of the second number is the other's. */
  const addOther = () => {
    const [only] = companies;
    const two = pair.length === 2 ? pair : asked;
    const other = two.find((each) => each !== only);
    const isOfPair = two.length === 2 && companies.length === 1 && only !== undefined && two.includes(only);
    const isOfTime = dates > 0 || flat.some(({ kind }) => kind === "relative");
    if (isOfPair && other !== undefined && !isOfTime) companies.push(other);
  };
  const settle = () => {
    if (isHanVersus && joined && run.length === 2) addOther();
    const isList = joined && run.length > 1 && companies.length === 1 && metrics.length === 0;
    if (said || isList || (versus && joined && run.length === 2 && companies.length === 0)) recall();
    const sayIt = said || (joined && run.length > 1);
    if (versus && companies.length === 2 && companies[0] === reference) companies.reverse();
    if (run.length > 0 && sayIt && (said || run.length > 1)) {
      const byCompany =
        companies.length === run.length &&
        run.length > 1 &&
        (metrics.length <= 1 || !said || companies.length !== metrics.length);
      const byMetric = !byCompany && metrics.length === run.length && run.length > 1;
      for (const [i, each] of run.entries()) {
        const [company, metric] = [companies[i], metrics[i]];
        const [verb] = metrics;
        if (byCompany && company !== undefined)
          result.set(
            each,
            i > 0 && verb?.op.endsWith("verb") === true && isMoney(each)
              ? { company, metrics: verb.metrics }
              : { company, direction: isApart && isSigned(each, direction) ? null : direction },
          );
        else if (byMetric && metric !== undefined && companies.length <= 1)
          result.set(each, { metrics: metric.metrics });
        else if (
          said &&
          run.length > 1 &&
          !((dates === run.length || dated === run.length) && companies.length < 2 && metrics.length < 2)
        )
          result.set(each, { fault: true, direction });
      }
    }
    for (const each of companies) if (!named.companies.includes(each)) named.companies.push(each);
    for (const each of metrics)
      if (
        !each.op.endsWith("verb") &&
        !named.metrics.some((one) => one.metrics.join() === each.metrics.join())
      )
        named.metrics.push(each);
    run = [];
    direction = null;
    dates = 0;
    dated = 0;
    said = false;
    versus = false;
    isHanVersus = false;
    reference = null;
    joined = true;
    companies = [];
    metrics = [];
  };
  for (const each of flat) {
    if (each.kind === "number") {
      // 52.18元(+3.27%) is a value and what is said of it in passing.
      joined = joined && (versus || !(((bordered && !isStrung) || inBracket) && run.length > 0));
      bordered = false;
      isStrung = true;
      if (run.length === 0 && pivot > 0 && metrics.length > 1) companies = companies.slice(pivot);
      pivot = 0;
      run.push(each);
      if (isDated) dated++;
      isDated = false;
    } else if (each.kind !== "clause" && (each.kind !== "join" || each.op !== "")) isStrung = false;
    if (each.kind === "metric" && each.op === "multiple") {
      // 7.31x earnings: of the number before it; a later list may take it up.
      if (run.length > 0) settle();
      if (!named.metrics.some((one) => one.metrics.join() === each.metrics.join())) named.metrics.push(each);
    } else if (each.kind === "company" || each.kind === "entity" || each.kind === "metric") {
      if (run.length > 0) settle();
      if (each.kind === "metric") {
        // 两家亏损,净利润分别为-62.50亿元和-14.37亿元: the measure behind the word has a sign of its own.
        // 营收双双下滑,营收同比分别为…: what was said of them all is no item.
        if (direction !== null && bordered && companies.length > 1) metrics = [];
        if (each.sign === 0 && !each.op.endsWith("verb")) direction = null;
        // 均下跌,跌幅分别为…: one measure said twice.
        if (metrics.at(-1)?.metrics.join() === each.metrics.join()) metrics.pop();
        // P/B … stands at: the verb names no measure of its own.
        if (metrics[0]?.op.endsWith("verb") === true && metrics.length === 1) metrics.pop();
        if (metrics.length === 0 || !each.op.endsWith("verb")) metrics.push(each);
      } else if (companies.at(-1) !== each.op || each.kind === "entity")
        companies.push(each.kind === "entity" ? foreignOwner : each.op);
    }
    if (each.kind === "date" && run.length > 0) dates++;
    // 5月6日和5月7日: of a list, which gives them in its order.
    if (each.kind === "date") isDated = !isDated;
    if (each.kind === "direction" && run.length === 0) [direction, isApart] = [each, false];
    // 分别上涨1.25%和0.42%: the registered word of a move is said of each.
    if (isMove(each) && run.length === 0) direction = { ...each, kind: "direction", op: "market" };
    if (each.kind === "join" && each.op === "reference" && run.length === 0)
      reference = companies.at(-1) ?? null;
    if (each.kind === "company" && isBeside) reference = each.op;
    isBeside = each.kind === "join" && each.op === "beside";
    if (each.kind === "respective") {
      // 分别收于…,分别上涨…: the second list; "respectively" stands behind its own.
      if (each.end - each.start <= longestHan && run.length > 0) settle();
      said = true;
    }
    if (each.kind === "join" && each.op === "versus" && run.length === 1) {
      versus = true;
      isHanVersus = each.end - each.start === 1;
    }
    if (each.kind === "compare" && !isBetween(each) && run.length === 0) pivot = companies.length;
    if (each.op === ":" || each.end === 0) pivot = 0;
    if (each.end === 0) bordered = true;
    isApart ||= each.end === 0 && run.length === 0;
    if (each.kind === "open" || each.kind === "close") inBracket = each.kind === "open" && run.length > 0;
    if (each.kind === "fill" && levelWords.has(each.op) && run.length > 0) joined = false;
    if ((each.kind === "direction" || (each.kind === "compare" && !isBetween(each))) && run.length > 0)
      joined = false;
  }
  settle();
  for (const [number, { company, metrics, window }] of [...pairedLists(sentence), ...rangeOwners(sentence)]) {
    const { fault: _, ...stated } = result.get(number) ?? {};
    result.set(number, {
      ...stated,
      ...(company !== undefined && { company }),
      ...(metrics !== undefined && { metrics }),
      ...(window !== undefined && { window }),
    });
  }
  return result;
}
