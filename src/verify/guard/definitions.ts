/** What a measure is, in general: a sentence about no company, day or number says nothing that a claim would have to hold. */
import type { Part } from "./part.ts";
import type { Clause } from "./structure.ts";
import type { Token, TokenKind } from "./token.ts";

/** Whatever is said of a company, a moment or an amount is no definition. */
const particular: ReadonlySet<TokenKind> = new Set([
  "company",
  "entity",
  "number",
  "quantity",
  "date",
  "time",
  "relative",
  "realtime",
  "superlative",
  "scope",
  "count",
  "window",
  "forecast",
  "pair",
  "user",
  "source",
  "sourceMark",
]);

const begins =
  /^(?:\([^()]{1,20}\))? ?(?:是|指|即|等于|衡量|反映|表示|is an? |measures |compares |gauges |expresses |means |tells )/;
const ofKind =
  /之比|比率|比值|比例|指标|衡量|反映|除以|是指|指的是|(?<![a-z])(?:ratio|indicator|oscillator|measures?|gauges?|compares|divided by|multiple)(?![a-z])/;
/** Words that turn from the measure to a thing at hand. */
const pointing =
  /它|其(?!中|实)|该|这|那|此|目前|现在|如今|已经|所以|因此|可见|了|银行股|券商股|白酒股|行业|板块|大盘|市场|指数|(?<![a-z])(?:market|sector|industry|it|its|this|these|those|that|now|currently|so|therefore|hence|the (?:stock|share|company|bank|firm)s?|shares|here|but|we|you|has|have|was|were)(?![a-z])/;
/** 通常意味着, usually means; 越低越便宜: how it goes in general. */
const general =
  /(?:通常|一般|往往)[^,，。;；]{0,6}(?:意味|说明|表示|表明|越)|越[^,，。;；]{1,12}越|(?<![a-z])(?:usually|generally|often|typically)(?: \w+)? (?:means?|suggests?|indicates?|implies|signals?)(?![a-z])/;
const longest = 300;

const measure: ReadonlySet<TokenKind> = new Set(["metric", "foreign", "licensed"]);

/** How much of the sentence the definition accounts for: nothing, its first clause, or all of it. */
export function definedIn({ sentence }: Part, lower: string): readonly Clause[] {
  const flat: readonly Token[] = sentence.clauses.flat();
  const subject = flat.slice(0, 2).find(({ kind }) => measure.has(kind));
  const last = flat.at(-1);
  if (subject === undefined || last === undefined || last.end - subject.start > longest) return [];
  if (flat[0] !== subject && flat[0]?.kind !== "fill") return [];
  if (!begins.test(lower.slice(subject.end, subject.end + 40).trimStart())) return [];
  const said = lower.slice(flat[0].start, last.end);
  if (!ofKind.test(said) || pointing.test(said) || flat.some(({ kind }) => particular.has(kind))) return [];
  return general.test(said) ? sentence.clauses : sentence.clauses.slice(0, 1);
}
