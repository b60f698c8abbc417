/** Revenue growth slowed from 15.4% to 6.2%, 营收增速由15.4%降至6.2%: a growth that is spoken of as a measure of its own, which moved between two values. */
import { isAll, isCount } from "../readers/side-words.ts";
import { wayOf } from "../readers/tally-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, type Token, type TokenKind, token } from "../token.ts";

const noun = /^(?:growth(?: rate)?|增速|增幅|增长率|同比增速)$/;
const slower = /^(?:slowed(?: down)?|decelerated|cooled|eased|moderated|放缓|减速|减缓)$/;
const faster = /^(?:quickened|accelerated|sped up|picked up|加快|加速|提速)$/;
/** What the move begins at or leads to stands right behind it. */
const leads =
  /^(?:了)?(?:至|到|为)|^,? ?(?:sharply |slightly |further |a little )?(?:from|to) (?:about )?[-+]?\d/;
const borders = kindsOf("clause break line cell");
const longestLead = 24;
/** Between the growth and its move: 从2024年的15.4%, was 15.4% in 2024 and. */
const mostBetween = 12;
const owning = kindsOf("company text fill");

/** Which way the word says that a measure moved; 0 where it says nothing of it. */
function signOf({ kind, sign, op, start, end }: Token, lower: string): number {
  const word = lower.slice(start, end);
  if (kind === "direction" && (op === "market" || op === "growth") && !noun.test(word)) return sign;
  return kind !== "event" ? 0 : slower.test(word) ? -1 : faster.test(word) ? 1 : 0;
}

const isBareProfit = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "text" && /^(?:profits?|earnings)$/.test(lower.slice(start, end));

/** Whose growth it is: of the measure right before the word or behind it in "growth in Moutai's revenue", at the head of a sentence of the one that the claims have. */
function grownBy(
  tokens: readonly Token[],
  { at, move }: { readonly at: number; readonly move: number },
  { lower, lexicon, claims }: Reading,
): readonly string[] {
  const [before, growth] = [tokens[at - 1], tokens[at]];
  if (growth === undefined) return [];
  if (before?.kind === "metric") return lexicon.grownOf(before.metrics);
  if (before !== undefined && isBareProfit(before, lower)) return lexicon.grownOf(lexicon.profits);
  const behind = tokens.slice(at + 1, move);
  const measure = behind.findLastIndex(({ kind }) => kind === "metric");
  const isOf = /^ (?:in|of) /.test(lower.slice(growth.end, growth.end + 4));
  if (isOf && measure >= 0 && behind.slice(0, measure).every(({ kind }) => owning.has(kind)))
    return lexicon.grownOf(behind[measure]?.metrics ?? []);
  if (measure >= 0 || (before !== undefined && !/^(?:break|line)$/.test(before.kind))) return [];
  const held = new Set(claims.flatMap((claim) => (claim.kind === "numeric" ? claim.metric : [])));
  const own = [...held].filter((metric) => lexicon.basesOf(metric).length > 0);
  return own.length === 1 ? own : [];
}

/** Where what the move leads from and to ends; commas in brackets, and the one right behind the move, end nothing. */
function endBehind(tokens: readonly Token[], move: number): number {
  let depth = 0;
  for (let i = move + 1; i < tokens.length; i++) {
    const kind = tokens[i]?.kind;
    if (kind === "open") depth++;
    else if (kind === "close") depth = Math.max(0, depth - 1);
    else if (kind === "metric" || (depth === 0 && i > move + 1 && kind !== undefined && borders.has(kind)))
      return i;
  }
  return tokens.length;
}

/** The tokens, such a growth taken for the measure of its own that it is. */
export function readGrowthSubjects(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower } = reading;
  let changed: Token[] | null = null;
  for (const [move, each] of tokens.entries()) {
    const sign = signOf(each, lower);
    if (sign === 0 || !leads.test(lower.slice(each.end, each.end + longestLead))) continue;
    const from = Math.max(0, move - mostBetween);
    const at =
      from + tokens.slice(from, move).findLastIndex(({ start, end }) => noun.test(lower.slice(start, end)));
    if (at < from || tokens.slice(at, move).some(({ kind }) => borders.has(kind))) continue;
    // 增速提升至15.7%: from where is not said.
    const end = endBehind(tokens, move);
    const own = tokens.slice(at, end);
    if (own.filter(({ kind }) => kind === "number").length !== 2) continue;
    const metrics = grownBy(tokens, { at, move }, reading);
    const growth = tokens[at];
    if (metrics.length === 0 || growth === undefined) continue;
    changed ??= [...tokens];
    const named = tokens
      .slice(Math.max(0, at - 1), move)
      .find((one) => one.kind === "metric" || isBareProfit(one, lower));
    if (named !== undefined) changed[tokens.indexOf(named)] = { ...named, kind: "metric", op: "", metrics };
    changed[at] = token(named === undefined ? "metric" : "fill", growth.start, growth.end, {
      op: "",
      metrics,
    });
    changed[move] = { ...each, kind: "direction", op: "market", sign };
  }
  return changed ?? tokens;
}

const label = kindsOf("growth licensed fill");

/** 营收:13.9亿元⏎同比:+6.22%: a line that tells growth alone, of the one measure of the line above it. */
export function readGrowthLines(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  let above: readonly Token[] = [];
  let from = 0;
  const read: Token[] = [];
  for (const [at, each] of tokens.entries()) {
    if (each.kind === "line") [above, from] = [tokens.slice(from, at).slice(0, longestLine), at + 1];
    const own = each.kind === "number" ? tokens.slice(from, at) : [];
    const first = own.find(({ kind }) => kind === "growth");
    const isLabel = own.every(
      ({ kind, op, start, end }) =>
        label.has(kind) ||
        op === ":" ||
        (kind === "direction" && noun.test(lower.slice(start, end))) ||
        op === "-",
    );
    const named = above.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
    const metrics = named.length === 1 ? lexicon.grownOf(named[0]?.metrics ?? []) : [];
    if (first !== undefined && isLabel && metrics.length > 0 && each.number?.unit?.dimension === "part")
      read.splice(read.indexOf(first), 0, token("metric", first.start, first.start, { metrics }));
    read.push(each);
  }
  return read.length === tokens.length ? tokens : read;
}
/** A longer line holds more than a measure and its value. */
const longestLine = 12;

// Are both revenues down? Yes, both fell year on year: how something grew that only the question names.

const naming = kindsOf("metric foreign");
const clauseEnds = kindsOf("clause break line open close cell");
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
  const head = tokens.slice(0, growth).findLastIndex(({ kind }) => clauseEnds.has(kind)) + 1;
  const clause = tokens.slice(head, endOf(clauseEnds));
  const isOfAll = clause.some((each) => isAll(each) || isCount(each));
  if (isNamed || !isOfAll || clause.some(isUnknown)) return tokens;
  const { start } = tokens[head] as Token;
  return [...tokens.slice(0, head), token("metric", start, start, { metrics }), ...tokens.slice(head)];
}
