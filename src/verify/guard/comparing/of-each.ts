/** 两者都低于昨收, neither is above its MA20, 唯一站上均线的是茅台: said of each of several beside a level of its own, or of one of them alone. */
import { claimsOf } from "../claims/claim-book.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseEnd,
  deniedOp,
  holds,
  ownBefore,
  type Spot,
  type Verdict,
} from "./comparison-sides.ts";

const each =
  /均(?![线价值])|都|双双|全部|齐齐|无一|[两二三]者|[两二三][家只个]|(?<![a-z])(?:both|all|each|neither|none)(?![a-z])/;
const none = /无一|没有一[家只]|(?<![a-z])(?:neither|none)(?![a-z])/;
const alone = /唯一|只有|仅有|唯有|(?<![a-z])only(?![a-z])/;
/** 不都高于, not all of them. */
const notAll = /(?:不|并非|不是|没有)(?:全|都|均)|(?<![a-z])not (?:both|all|each|every)(?![a-z])/;
const three = /三|(?<![a-z])three(?![a-z])/;
const two = /[两二]|(?<![a-z])(?:both|neither|two)(?![a-z])/;

/** The level that the words name on their side of the comparison: a moving average, the open or the close before. */
function levelIn(side: readonly Token[], { averages, opens, previous }: ComparisonInput): readonly string[] {
  if (side.some(({ kind }) => kind === "number" || kind === "entity" || kind === "foreign")) return [];
  const named = side.findLast(({ kind }) => kind === "metric")?.metrics ?? [];
  return named.every((id) => [averages, opens, previous].some((ids) => ids.includes(id))) ? named : [];
}

/** Companies whose numbers the text has shown before the place, each once. */
const shownBefore = ({ settled }: ComparisonInput, place: number): readonly string[] => [
  ...new Set(
    [...settled.values()].flatMap(({ entry, quantity }) =>
      entry?.company != null && quantity.token.start < place ? [entry.company] : [],
    ),
  ),
];

/** Whether the price of the company stands so; null where the claims do not hold both once. */
function standsSo(op: string, company: string, level: readonly string[], input: ComparisonInput) {
  const now = claimsOf(company, input.priced, input.book);
  const prices = now.length > 0 ? now : claimsOf(company, input.closed, input.book);
  const [price, right] = [prices[0], claimsOf(company, level, input.book)[0]];
  if (price === undefined || right === undefined || prices.length > 1) return null;
  return holds(op, price.base, right.base);
}

/** Undefined where the clause speaks of one company alone, or sets it beside something else. */
export function judgeOfEach(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { flat, at } = spot;
  const word = flat[at];
  const op = word?.op.replace("post", "") ?? "";
  if (word?.kind !== "compare" || !/^[<>]=?$/.test(op)) return undefined;
  const own = ownBefore(spot);
  const ahead = input.lower.slice(own[0]?.start ?? word.start, word.start);
  const isAlone = alone.test(ahead);
  if ((!isAlone && !each.test(ahead)) || notAll.test(ahead)) return undefined;
  const isNone = none.test(ahead);
  if (!isNone && own.some(({ kind }) => kind === "negation")) return undefined;
  if (own.some(({ kind }) => kind === "number" || kind === "forecast")) return undefined;
  const behind = flat.slice(at + 1, clauseEnd(flat, at + 1));
  const isPost = word.op.endsWith("post");
  const level = levelIn(isPost ? own : behind, input);
  const isOther = own.some(
    ({ kind, metrics }) =>
      kind === "metric" &&
      metrics.some((id) => !level.includes(id) && !input.priced.includes(id) && !input.closed.includes(id)),
  );
  if (level.length === 0 || isOther) return undefined;
  const listed = [...companiesIn([...own, ...behind])];
  const shown = shownBefore(input, word.start);
  const meant = listed.length > 1 && !isAlone ? listed : shown;
  const count = three.test(ahead) ? 3 : two.test(ahead) ? 2 : meant.length;
  if (meant.length < 2 || (meant.length !== count && !isAlone)) return undefined;
  if ((listed.length === 1) !== isAlone) return undefined;
  const verdicts = meant.map((company) => {
    const isSo = standsSo(isNone ? deniedOp(op) : op, company, level, input);
    return isAlone && isSo !== null ? isSo === listed.includes(company) : isSo;
  });
  if (verdicts.includes(null)) return undefined;
  return verdicts.every((isSo) => isSo === true) ? null : "comparison_false";
}
