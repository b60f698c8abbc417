/** Are both revenues down? Yes, both fell year on year: how something grew that only the question names. */

import { isAll, isCount } from "../readers/side-words.ts";
import { wayOf } from "../readers/tally-words.ts";
import { kindsOf, type Reading, type Token, type TokenKind, token } from "../token.ts";

const naming = kindsOf("metric foreign");
const borders = kindsOf("clause break line open close cell");
const sentenceEnds = kindsOf("break line cell");
/** A longer question asks more than one thing. */
const longestQuestion = 60;

/** 同比, 两家均同比下滑 */
const saysGrowth = (each: Token): boolean => each.kind === "growth" || wayOf(each)?.of === "growth";

/** The one measure that the question names, where the registry has its growth; none for any other. */
function askedGrowing(question: readonly Token[], { grownOf }: Reading["lexicon"]): readonly string[] {
  if (question.length > longestQuestion) return [];
  const [own, ...more] = question.filter(({ kind }) => naming.has(kind));
  const isOne = own?.kind === "metric" && more.every(({ metrics }) => metrics.join() === own.metrics.join());
  return isOne && grownOf(own.metrics).length > 0 ? own.metrics : [];
}

/** 海外均同比增长: a word that no list knows may make it the measure of a part. */
const isUnknown = ({ kind, op }: Token): boolean =>
  kind === "entity" || (kind === "text" && /[\u4e00-\u9fffa-z]/.test(op));

/** The measure of the question put at the head of a clause that tells the growth of all, where neither the text before it nor its sentence names one. */
export function readAskedGrowth(tokens: readonly Token[], { question, lexicon }: Reading): readonly Token[] {
  const growth = tokens.findIndex(saysGrowth);
  const metrics = growth < 0 ? [] : askedGrowing(question, lexicon);
  if (metrics.length === 0) return tokens;
  const endOf = (ends: ReadonlySet<TokenKind>): number => {
    const found = tokens.findIndex(({ kind }, at) => at > growth && ends.has(kind));
    return found < 0 ? tokens.length : found;
  };
  const isNamed = tokens
    .slice(0, endOf(sentenceEnds))
    .some(({ kind, op }) => naming.has(kind) && !op.endsWith("verb"));
  const head = tokens.slice(0, growth).findLastIndex(({ kind }) => borders.has(kind)) + 1;
  const clause = tokens.slice(head, endOf(borders));
  const isOfAll = clause.some((each) => isAll(each) || isCount(each));
  if (isNamed || !isOfAll || clause.some(isUnknown)) return tokens;
  const { start } = tokens[head] as Token;
  return [...tokens.slice(0, head), token("metric", start, start, { metrics }), ...tokens.slice(head)];
}
