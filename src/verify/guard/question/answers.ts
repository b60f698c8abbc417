/** 超过3000亿了吗? 是的,…: a yes or no that the claims contradict. */
import type { Bench } from "../bench.ts";
import type { Assertion } from "../binding/quantity.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { type AskedSides, holds } from "../comparing/comparison-sides.ts";
import { growthSigns, moveSigns } from "../rules/moves.ts";
import { isBorneOutByPeriods } from "../rules/period-levels.ts";
import type { Token } from "../tokens/token.ts";

const opening = /^\s*(?:(?:问|q)[:：][^\n]{1,80}\n\s*)?(?:(?:答|a)[:：]\s*)?/;
const affirming = /^(?:是的|没错|对的?|yes|yep|correct)(?=[,，。.;；:：!、])/;
const denying = /^(?:并?没有|还没有?|没|不是|否|尚未|no|nope|not yet)(?=[,，。.;；:：!、])/;
const longestOpening = 120;

/** Where the answer begins, and whether it is a yes; null where it is neither. */
function answerOf(lower: string): { readonly at: number; readonly isYes: boolean } | null {
  const head = lower.slice(0, longestOpening);
  const at = opening.exec(head)?.[0].length ?? 0;
  const rest = head.slice(at);
  if (affirming.test(rest)) return { at, isYes: true };
  return denying.test(rest) ? { at, isYes: false } : null;
}

/** True or false over the claims; null where they do not decide. */
function comparisonHolds({ op, left, right }: AskedSides): boolean | null {
  if (op === null || left === null || right === null || left.dimension !== right.dimension) return null;
  const verdicts = left.values.flatMap((a) => right.values.map((b) => holds(op, a, b)));
  const [first] = verdicts;
  return first === undefined || verdicts.some((each) => each !== first) ? null : first;
}

/** 大涨了吗: no is no answer to whether it rose. */
const strong = /大|暴|飙|猛|surge|soar|jump|plunge|tumble|sharp|much|many/;
const barring: ReadonlySet<string> = new Set([
  "number",
  "compare",
  "superlative",
  "window",
  "date",
  "forecast",
  "negation",
  "quantity",
  "entity",
  "foreign",
  "time",
]);
const longestQuestion = 60;

const isMove = ({ kind, op, sign, metrics }: Token, changes: readonly string[]): boolean =>
  (kind === "direction" && op === "market") ||
  (kind === "metric" && sign !== 0 && op !== "noun" && metrics.some((id) => changes.includes(id)));

/** 涨了吗, did both fall: whether every company asked of moved so; null where the question asks anything else. */
function moveHolds(bench: Bench): boolean | null {
  const { question, lexicon, user_question } = bench.input;
  if (question.length > longestQuestion || strong.test(user_question.toLowerCase())) return null;
  if (question.some(({ kind, op }) => barring.has(kind) || (kind === "relative" && op !== "today")))
    return null;
  const moves = question.filter((each) => isMove(each, lexicon.changes.percent));
  const [word] = moves;
  const isOther = question.some((each) => each.kind === "metric" && each !== word);
  if (word === undefined || moves.length > 1 || isOther) return null;
  const named = [...new Set(question.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])))];
  const owners = named.length > 0 ? named : [bench.book.only];
  const signs = owners.map((owner) => moveSigns(owner, bench));
  const isOneDay = owners.every((owner) => claimsOf(owner, lexicon.changes.percent, bench.book).length < 2);
  if (!isOneDay || signs.some((each) => each.length === 0)) return null;
  return signs.every((each) => each.every((sign) => sign === word.sign));
}

/** 增长了, it fell: the word of growth that a clause at the head of the text holds alone. */
function bareGrowth({ reading }: Bench): Token | null {
  const clauses = reading.parts[0]?.sentence.clauses.slice(0, 2) ?? [];
  for (const clause of clauses) {
    const words = clause.filter(({ kind }) => kind !== "fill" && kind !== "text");
    const [word] = words;
    if (words.length === 1 && word?.kind === "direction" && word.op === "growth") return word;
  }
  return null;
}

/** Reports such a word where neither the growth of the one measure asked for nor two periods of it that the text shows bear it out. */
function checkBareGrowth({ metrics, company }: AskedSides, bench: Bench): void {
  const word = metrics.length > 0 ? bareGrowth(bench) : null;
  if (word === null || metrics.some((id) => bench.input.lexicon.priceLike.has(id))) return;
  const signs = growthSigns(company, metrics.flatMap(bench.input.lexicon.growthOf), bench);
  if (signs.length > 0 && signs.every((each) => each === word.sign)) return;
  const said: Assertion = { token: word, company, sign: word.sign, metrics, grown: metrics, manner: "plain" };
  if (!isBorneOutByPeriods(said, bench)) bench.report(word, "direction_unsupported");
}

/** Reports a yes or no at the beginning of the text that is not what the claims say of the question. */
export function checkAnswer(asked: AskedSides, bench: Bench): void {
  checkBareGrowth(asked, bench);
  const answer = answerOf(bench.input.lower);
  if (answer === null) return;
  const truth = comparisonHolds(asked) ?? moveHolds(bench);
  const word = bench.input.tokens.find(({ end }) => end > answer.at);
  if (truth !== null && truth !== answer.isYes && word !== undefined) bench.report(word, "comparison_false");
}
