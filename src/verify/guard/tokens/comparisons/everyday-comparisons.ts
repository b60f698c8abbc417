import { pattern } from "../../lexicon/patterns.ts";
import { type RareWords, rare } from "../../lexicon/rare-words.ts";
import { averagesOp } from "../measures/averages.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, type Token } from "../token.ts";

/**
 * Comparisons in everyday words: 汾酒赢了, 没够着这条线, the latter wins, short of that. There is no end of such words, so they are
 * judged only beside values that the text has told; where none is in reach they say no more than other chatter.
 */

/** How the operator of such a word ends: what is compared stands before it, the other side before or behind it, or it behind 的是; a noun, as behind any adjective. */
export const everyday = {
  subject: "said",
  behind: "saidof",
  before: "saidpost",
  head: "saidhead",
  noun: "adj",
} as const;

export const isEveryday = ({ kind, op }: Token): boolean =>
  kind === "compare" && op.includes(everyday.subject);

type Place = (typeof everyday)[keyof typeof everyday];

const hanEnd = "(?=[了呢哦哈啊呀吧啦哟喽哇嘛噢]{0,2}(?:[,，。;；:：!！?？)）(（\\n—~～]|$))";
const end = "(?= ?(?:[,.;:!?)(\\n—–]|$|and |but |while |whereas |here|today|now))";
const more = "高|大|多|强|好|贵|快|优|胜|胜出|赢|占先|在上|居上|排前面|占优势|有优势|更胜|出众";
const less = "低|小|少|弱|差|便宜|慢|逊|逊色|输|在下|居下|排后面|垫后|处劣势";
const degree = "(?:更为|更加|更|较为|较|稍微|稍|略|明显|显著|要|还|为|居|有|占|最为)";
const size = "(?:一些|些|一点儿?|不少|很多|得多|一筹|一截|了|出)";
const line = "(?:它|其|该线|这条线|那条线|均线|该均线|这条均线|[^,，。;；]{1,6}[线价])";
const pointed =
  "(?:it|that|this|them|those|both|the (?:line|average|level|mark|figure|former|latter|first|second|other)(?: (?:one|average|line))?)";
const richer = "fatter|thicker|richer|stronger|better|quicker|faster|firmer|bigger|larger";
const poorer = "slimmer|thinner|weaker|worse|poorer|slower|leaner|smaller";
/** Measures of which more is better. */
const gained =
  "(?= (?:dividend |gross |net |profit |operating |revenue |sales )*(?:yield|return|roe|margin|growth|profitability|payout|dividend)(?![a-z]))";
const noun =
  "(?: (?:one|of the two|of the pair|of these|of them|margin|return|growth|ratio|multiple|figure|number|rate|value|performer))?";

/** What stands on which side of the words, and the operator; the first group is what becomes the token. */
type Shape = readonly [op: string, place: Place, shape: RareWords];

const shaped =
  (op: string, place: Place) =>
  (text: TemplateStringsArray, ...parts: readonly string[]): Shape => [
    op,
    place,
    rare(pattern.placed(text, ...parts)),
  ];
const shapesOf = (op: string) => ({
  subject: shaped(op, everyday.subject),
  noun: shaped(op, everyday.noun),
  head: shaped(op, everyday.head),
  before: shaped(op, everyday.before),
  behind: shaped(op, everyday.behind),
});
const [above, below] = [shapesOf(">"), shapesOf("<")];

const shapes: readonly Shape[] = [
  above.subject`(?<![不没最比和与])(${degree}{0,2}(?:${more})${size}{0,2})${hanEnd}`,
  below.subject`(?<![不没最比和与])(${degree}{0,2}(?:${less})${size}{0,2})${hanEnd}`,
  below.subject`(被(?:它|其|股价|现价|价格|收盘价?|最新价)?(?:牢牢|稳稳)?(?:踩|甩|抛|压|留)在(?:了|它的?)?(?:脚下|身后|身下|下[方面]|后面))${hanEnd}`,
  above.noun`(?<![a-z])((?:the|an?) (?:${richer}))${gained}`,
  below.noun`(?<![a-z])((?:the|an?) (?:${poorer}))${gained}`,
  above.head`((?:${more})${size}?的(?:还|就|则|那[家只个])?[是为])`,
  below.head`((?:${less})${size}?的(?:还|就|则|那[家只个])?[是为])`,
  above.before`(?:(?:它|其|线|ma\d{1,3})的?(?=上)|[价元盘收本]的?(?=上[面头边]))(上[面头边]?)(?:运行|徘徊|震荡|交易)?${hanEnd}`,
  below.before`(?:(?:它|其|线|ma\d{1,3})的?(?=下|以下)|[价元盘收本]的?(?=下[面头边]))(下[面头边]?|以下)(?:运行|徘徊|震荡|交易)?${hanEnd}`,
  below.behind`(够不[着到]|没(?:能)?(?:够|摸|碰)[着到]|[还尚]?[没未]到(?=它|该|这条|那条|均线|\d+日)|[没未]站[住稳]|受制于|承压于|被(?=${line}压)|[离距](?=${line}[还尚仍]差))`,
  above.subject`(?<![a-z])(wins|takes it|pays (?:out )?more|is the winner|is on top|is (?:well |just )?ahead|is overhead|(?:is|are|was|were|has|with)(?: clearly| slightly| a bit| the| a){0,2} (?:${richer}))${noun}${end}`,
  below.subject`(?<![a-z])(loses|pays (?:out )?less|is no match|can't match it|falls short(?: of (?:it|that))?|comes up short|is (?:well |just )?behind|comes second|(?:is|are|was|were|has|with)(?: clearly| slightly| a bit| the| a){0,2} (?:${poorer}))${noun}${end}`,
  below.behind`(?<![a-z])(under|beneath|underneath|less than|(?:well |just )?short of|(?:well |just )?shy of|south of|down through|yet to (?:reach|clear|pass)|still to (?:reach|clear|pass)|capped by|(?:has|have) lost)(?= ${pointed}${end})`,
  above.behind`(?<![a-z])(over|north of|clear of|more than)(?= ${pointed}${end})`,
  below.behind`(?<=which is )(less|smaller)(?= ?[,.;(])`,
  above.behind`(?<=which is )(more|larger|bigger)(?= ?[,.;(])`,
];

const replaced = kindsOf("text fill event direction vague negation derived licensed");
const subjects = kindsOf("company metric pair");
const mostWords = 20;

const all: ReadonlySet<string> = new Set(["都", "均", "全", "已", "已经", "也", "皆"]);

/** What the word is said of stands right before it: a name, a measure, 前者, one of them and 的, or values and 都. */
function hasSubject(tokens: readonly Token[], at: number): boolean {
  const from = tokens.slice(0, at).findLastIndex(({ op }) => !all.has(op));
  const before = tokens[from]?.op === "的" ? tokens[from - 1] : tokens[from];
  if (before === undefined) return false;
  return (
    subjects.has(before.kind) ||
    before.op === "线" ||
    before.op === averagesOp ||
    (before.kind === "number" && from < at - 1)
  );
}

const clauseOf = (tokens: readonly Token[], at: number): readonly Token[] =>
  tokens.slice(
    tokens
      .slice(0, at)
      .findLastIndex(({ kind }) => kind === "clause" || kind === "break" || kind === "line") + 1,
    at,
  );

/** Fewer numbers leave nothing to be compared. */
const leastNumbers = 2;

export function readEveryday(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (tokens.filter(({ kind }) => kind === "number").length < leastNumbers) return tokens;
  const found = shapes.flatMap(([op, place, shape]) =>
    shape
      .all(lower)
      .slice(0, mostWords)
      .flatMap(({ indices }) =>
        indices?.[1] === undefined ? [] : [{ op: `${op}${place}`, place, at: indices[1] }],
      ),
  );
  if (found.length === 0) return tokens;
  let read = tokens;
  for (const {
    op,
    place,
    at: [start, stop],
  } of found) {
    const from = read.findIndex((each) => each.start === start);
    const to = read.findIndex((each) => each.end === stop);
    const own = from < 0 || to < from ? [] : read.slice(from, to + 1);
    const [first] = own;
    if (first === undefined || !own.every(({ kind }) => replaced.has(kind))) continue;
    // 便宜 alone and under that are no chatter.
    const isKnown = own.some(({ kind }) => kind === "event" || kind === "vague");
    const isHan = lower.charCodeAt(start) > 127;
    const before = clauseOf(read, from);
    // 茅台没有汾酒高, 没有汾酒的19.85倍高
    const no = before.findLast((each) => /^没有?$/.test(lower.slice(each.start, each.end)));
    const other = no === undefined ? undefined : read[read.indexOf(no) + 1]?.kind;
    const isOver = place === everyday.subject && (other === "company" || other === "metric");
    if (!isOver && place === everyday.subject && isHan && !hasSubject(read, from)) continue;
    if (before.some(({ kind, op: word }) => kind === "compare" || word === "beside" || word === "reference"))
      continue;
    const said = isKnown ? `${op.charAt(0)}${place === everyday.subject ? "adj" : ""}` : op;
    const isTold = no !== undefined && before.slice(before.indexOf(no)).some(({ kind }) => kind === "number");
    if (isOver && no !== undefined && (isTold || before.indexOf(no) > 0)) {
      const way = op.startsWith(">") ? "<" : ">";
      const reversed = { ...no, kind: "compare" as const, op: isTold ? way : `${way}${everyday.behind}` };
      read = read
        .with(read.indexOf(no), reversed)
        .toSpliced(from, own.length, { ...first, kind: "fill", end: stop });
      continue;
    }
    read = read.toSpliced(from, own.length, { ...first, kind: "compare", end: stop, op: said, sign: 0 });
  }
  return read;
}
