import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { claimUnit } from "../../tokens/readers/units.ts";
import { type Clause, isDayWord, lastOf, type NumberRead, type Token, upTo } from "../../tokens/token.ts";
import { timesBeside } from "../pairs/carry-over.ts";
import type { Part } from "../part.ts";
import type { Quantity } from "../quantity.ts";
import type { Sentence } from "../structure.ts";

const pointsBack =
  /^(?:注:? ?)?\(?(?:以上|上述|[表图](?:\d{1,2}|注)?[: ]|(?:table|figure|caption)(?: \d{1,2})?[:.]|这(?:是|些|个|两)|the above|above|all (?:figures|values|prices|numbers)|(?:all|every|each|both|the|these) [a-z]{3,10} above (?:is|are)(?![a-z])|(?:that is|this is|these are|those are|both are|all are)(?![a-z]))/;
/** Characters that hold such a beginning. */
const width = 32;

const saysBack = ({ sentence, bound }: Part, lower: string): boolean => {
  const start = sentence.clauses[0]?.[0]?.start ?? 0;
  return bound.quantities.length === 0 && pointsBack.test(lower.slice(start, start + width));
};

/** 以上是三一重工的数据, both are ICBC figures: the one company that such a sentence gives to the numbers above it, or null. */
function ownerOf(part: Part, lower: string): string | null {
  if (!saysBack(part, lower)) return null;
  const named = part.sentence.tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const [owner = null] = new Set(named);
  return new Set(named).size === 1 ? owner : null;
}

/** The one measure that a sentence without numbers gives to what stands above it, or null. */
function labelOf(part: Part, lower: string): Token | null {
  if (!saysBack(part, lower)) return null;
  const flat = part.sentence.tokens;
  const [first, ...others] = flat.filter((each) => each.kind === "metric" || each.kind === "foreign");
  const isOne = others.every((each) => each.metrics.join() === first?.metrics.join());
  return first !== undefined && isOne ? first : null;
}

function labelled(quantity: Quantity, label: Token, company: string | null, lexicon: Lexicon): Quantity {
  const metrics = label.metrics.filter(
    (metric) =>
      claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension === quantity.number.unit?.dimension,
  );
  // 以上为目标价 takes the numbers away from every registered measure.
  if (label.kind === "metric" && metrics.length === 0) return quantity;
  return { ...quantity, metrics, bare: false, company: quantity.company ?? company };
}

/** Gives the bare numbers above a line such as 以上为收盘价 the measure, and where they have none the company, that it names. */
export function applyLabels(parts: readonly Part[], lower: string, lexicon: Lexicon): void {
  let [from, owned] = [0, 0];
  for (const [at, part] of parts.entries()) {
    const company = ownerOf(part, lower);
    if (company !== null) {
      for (const { bound } of parts.slice(owned, at))
        for (const [i, quantity] of bound.quantities.entries())
          if (quantity.company === null) bound.quantities[i] = { ...quantity, company };
      owned = at;
    }
    const label = labelOf(part, lower);
    if (label === null) continue;
    for (const { bound } of parts.slice(from, at))
      for (const [i, quantity] of bound.quantities.entries())
        if (quantity.bare && quantity.metrics.length === 0)
          bound.quantities[i] = labelled(quantity, label, company, lexicon);
    from = at;
  }
}

/** 三一重工19.87元,三六零10.02元(现价,akshare,…): the measure that the last bracket of the sentence names for bare values. */
export function trailingLabel({ clauses }: Sentence): Token | null {
  // A label ends the sentence; looking no further back keeps the work linear.
  const last = (clauses.at(-1) ?? []).slice(-16);
  const open = last.findLastIndex((each) => each.kind === "open");
  const inside = open < 0 ? [] : last.slice(open);
  if (inside.some((each) => each.kind === "number")) return null;
  return inside.find((each) => each.kind === "foreign" || each.kind === "metric") ?? null;
}

const farthest = 24;
/** paid out 91.97% of earnings: what the number is a part of is its own. */
const partOf = /^(?:of|的)$/;

/** kept 91.97% of revenue as net profit (gross margin, …): the words after the number name measures before any bracket does. */
export function isNamedLater(clause: Clause, at: number): boolean {
  const rest = clause.slice(at + 1, at + farthest);
  const said = upTo(rest, ({ kind }) => kind === "open" || kind === "number");
  const isPart = clause[at]?.number?.unit?.dimension === "part" && partOf.test(said[0]?.op ?? "");
  return isPart || said.some(({ kind }) => kind === "metric" || kind === "foreign");
}

/** Moutai 91.52%, Wuliangye 77.33% (gross margin, tushare, …): the label's metrics that are counted in the number's unit, or null. */
export function ofLabel(
  label: Token | null,
  { unit }: NumberRead,
  lexicon: Lexicon,
): readonly string[] | null {
  if (label?.kind !== "metric" || unit === null) return null;
  const fitting = label.metrics.filter(
    (id) => claimUnit(lexicon.metrics[id]?.default_unit ?? "").dimension === unit.dimension,
  );
  return fitting.length > 0 ? fitting : null;
}

/** True for a label that no registered metric of price bears out. */
export const isKnownLabel = (label: Token | null, lexicon: Lexicon): boolean =>
  label?.kind === "metric" && !label.metrics.some((metric) => lexicon.priceLike.has(metric));

// 实时价, Live price, 今日涨跌幅: the time that the head of a column, of a row or of a passage says of the numbers below it.

/** 实时, 现价, latest. */
export const saysNow = ({ kind, op }: Token): boolean =>
  kind === "realtime" || (kind === "metric" && op.startsWith("now"));

/** How surely the words around a number claim "now" for it. */
export function nowOf(around: readonly Token[], named: Token | null): Quantity["now"] {
  const said = around.flatMap(({ kind, op }) => (kind === "realtime" ? [op] : []));
  if ((named?.kind === "metric" && saysNow(named)) || said.includes("hard")) return "hard";
  if (said.includes("soft") || said.includes("just")) return namesDayBehind(around) ? "dated" : "soft";
  return said.length > 0 ? "latest" : "";
}

/** 目前只有5月6日的数据: behind the word a day is named, not in a bracket. */
function namesDayBehind(around: readonly Token[]): boolean {
  const at = around.findLastIndex(({ kind }) => kind === "realtime");
  return around.some(
    ({ kind, date }, i) =>
      i > at && kind === "date" && date?.day != null && !/open|source|fill/.test(around[i - 1]?.kind ?? ""),
  );
}

/** 非实时, not live; 您问的实时价 is what was asked for. */
const isOpen = (tokens: readonly Token[], lower: string): boolean =>
  tokens.some(
    ({ kind, start }) =>
      kind === "negation" ||
      kind === "user" ||
      (kind === "realtime" && /[非不无]/.test(lower.charAt(start - 1))),
  );

const from = /(?<![a-z])from $/;

/** The words of time in a head; 较昨日, vs yesterday is what a change is measured from. */
export function headTimesIn(tokens: readonly Token[], lower: string): readonly Token[] {
  const said = tokens.filter((each) => saysNow(each) || isDayWord(each));
  if (said.length === 0 || isOpen(tokens, lower)) return [];
  const beside = timesBeside(tokens);
  return said.filter(
    (each) => !beside.has(each) && !from.test(lower.slice(Math.max(0, each.start - 6), each.start)),
  );
}

/** More is a sentence. */
const longest = 16;
const behindTime: ReadonlySet<string> = new Set(
  "metric company open close licensed fill realtime relative".split(" "),
);
const wordless = "[^\\na-z\\d\\u4e00-\\u9fff]{0,8}";
const [lineBefore, lineBehind] = [pattern`(?:^|\n)${wordless}$`, pattern`^${wordless}(?:\n|$)`];

/** Those of a line of its own that ends with them (实时行情:); null for what is no heading and leaves the one before in force. */
export function headTimesOf({ tokens, counts }: Sentence, lower: string): readonly Token[] | null {
  const [start, end] = [tokens[0]?.start ?? 0, lastOf(tokens)?.end ?? 0];
  const isLine =
    counts.number === 0 &&
    tokens.length <= longest &&
    lineBefore.test(lower.slice(Math.max(0, start - 9), start)) &&
    lineBehind.test(lower.slice(end, end + 9));
  if (!isLine) return null;
  const said = headTimesIn(tokens, lower).filter(saysNow);
  const [first] = said;
  if (first === undefined) return counts.metric > 0 ? [] : null;
  const isLast = tokens
    .slice(tokens.indexOf(first))
    .every(
      ({ kind, op }) => behindTime.has(kind) || (kind === "text" && /^(?:价|[^a-z\u4e00-\u9fff]*)$/.test(op)),
    );
  return isLast ? said : [];
}
