import { sizeOf, type Token } from "../tokens/token.ts";
import { askedNumber, type ComparisonInput, type Spot, type Verdict } from "./comparison-sides.ts";
import { judge } from "./operands.ts";

/** What a thing is said to be beside another; as a judgement of the one alone (便宜, 更高) the same words need more. */
const adjectives: Readonly<Record<string, string>> = {
  便宜: "<",
  昂贵: ">",
  cheap: "<",
  expensive: ">",
  高: ">",
  大: ">",
  多: ">",
  贵: ">",
  强: ">",
  低: "<",
  小: "<",
  少: "<",
  弱: "<",
  宜: "<",
};

/** 比…高, 比…便宜: the operator of the last adjective that the stretch holds, or null. */
export function operatorOf(stretch: readonly Token[], lower: string): string | null {
  const found = stretch.findLast(
    ({ kind, op, start, end }) =>
      (kind === "text" || kind === "direction" || kind === "event") &&
      Object.hasOwn(adjectives, kind === "event" ? lower.slice(start, end) : op),
  );
  return found === undefined
    ? null
    : (adjectives[found.kind === "event" ? lower.slice(found.start, found.end) : found.op] ?? null);
}

/** 比…更高: the comparative that ends the other side. */
export const adjectiveAt = (each: Token | undefined): string | null =>
  each?.kind === "compare" && each.op.endsWith("adj") ? each.op.charAt(0) : null;

const isApart = (each: Token | undefined): boolean => each?.kind === "open" || each?.op === ":";

/** has a higher P/E (20.50x) than Wuliangye: judged with the adjective before its measure, against all whose claims are at hand. */
export function isJudgedBefore({ book, lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const from = flat
    .slice(0, at)
    .findLastIndex(({ kind, start }) => kind === "clause" || lower.charAt(start) === ";");
  const own = flat.slice(from + 1, at);
  const word = own.findLastIndex(({ kind, op }) => kind === "compare" && /^[<>]adj$/.test(op));
  const measure = own[word + 1];
  const other = flat[at + 1];
  return (
    word >= 0 &&
    measure?.kind === "metric" &&
    // a smaller loss than Moutai's is judged by its size.
    measure.sign === 0 &&
    other?.kind === "company" &&
    // than Wuliangye's 2.50%: beside its own number.
    (isApart(flat[at + 2]) || !flat.slice(at + 2, at + 5).some(({ kind }) => kind === "number")) &&
    measure.metrics.some((id) => book.of(id).some(({ company }) => company === other.op))
  );
}

// 高一些:现价…,昨收…; 有,而且更高:…36.02%: an adjective whose sides stand in the question, or only behind it.

/** The one number of the question, beside what it asks of. */
export function besideAsked({ asked, words }: ComparisonInput, op: string): Verdict | undefined {
  const said = askedNumber({ words });
  if (said === undefined || asked.left === null) return undefined;
  const { dimension } = asked.left;
  if (said.unit === null ? dimension === "part" : said.unit.dimension !== dimension) return undefined;
  return judge(op, asked.left, { values: [sizeOf(said)], dimension });
}

/** 比这个高, 比您听说的高, higher than that: what only points to the number of the question. */
const toAsked =
  /^(?:这个?|那个?|它|(?:您|你)(?:听说|听到|听|说|提到|提|问|讲|看到|记得|以为|给)的)(?:数字?|数值|价格?|价位|水平|倍数)?(?:还|更|要|略|稍)?(?=[高低大小多少贵])|^ (?:that|this|what you (?:heard|said|asked|mentioned|were told|thought|saw|read|had))(?: (?:about|figure|number|level))?(?=[,.:;(]| —|$)/;
const pointReach = 36;

/** Undefined where the word points to no such number, or the text has shown a number before it. */
export function judgeBesideAsked(
  input: ComparisonInput,
  { flat, at }: Spot,
  op: string,
): Verdict | undefined {
  const { start = 0, end = 0 } = flat[at] ?? {};
  if (!toAsked.test(input.lower.slice(end, end + pointReach))) return undefined;
  for (const { quantity } of input.settled.values()) if (quantity.token.start < start) return undefined;
  return besideAsked(input, op);
}

/** 近20日…,前者跌幅更大: the day's move by its name, of which the claims have none. */
export function isUnclaimedMove(
  { book, lower }: ComparisonInput,
  { flat, at }: Spot,
  of: readonly string[],
): boolean {
  const said = flat.slice(0, at).findLast(({ kind }) => kind === "metric");
  return (
    said !== undefined &&
    /^[涨跌]幅$/.test(lower.slice(said.start, said.end)) &&
    of.every((id) => book.of(id).length === 0)
  );
}
