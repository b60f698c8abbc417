/** 超过3000亿了吗? 是的,…: a yes or no that the claims contradict. */

import type { Bench } from "../bench.ts";
import type { Assertion } from "../binding/quantity.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { type AskedSides, holds } from "../comparing/comparison-sides.ts";
import { pattern } from "../lexicon/patterns.ts";
import { wentBetween } from "../over-time/moves.ts";
import { growthSigns, moveSigns } from "../rules/moves/moves.ts";
import { isSignTold } from "../rules/predicates.ts";
import { isMove } from "../tokens/measures/moves-from-close.ts";
import { isAll } from "../tokens/readers/side-words.ts";
import { companiesIn, kindsOf, lastPower, onlyOf, sizeOf, type Token, upTo } from "../tokens/token.ts";
import { agreesFirst, supposedHolds } from "./agreement.ts";
import { levelHolds } from "./asked-levels.ts";
import { askedSides } from "./asked-sides.ts";
import { besideHolds, bookHolds, growthHolds, signHolds } from "./asked-truths.ts";
import { openingHolds } from "./head-moves.ts";
import { checkNamedAnswer } from "./named-answers.ts";
import { headingEnd, openerSays } from "./openers.ts";
import { checkConditionsMet, checkPosition, positionHolds } from "./position-verdicts.ts";
import { checkWholeAnswer } from "./whole-answers.ts";

const prefix = /^\s*(?:(?:(?:问|q)[:：]|>)[^\n]{1,80}\n\s*)?(?:(?:答|a)[:：]\s*)?/;
const opening =
  /^\s*(?:(?:(?:问|q)[:：]|>)[^\n]{1,80}\n\s*)?(?:(?:答|a)[:：]\s*)?(?:(?:您好|你好|hi|hello|thanks|嗯+|好的|核[对实](?:过|了|一下){1,2}|简单(?:地|来)?说|简短回答|结论|答案是?|直接说结论|(?:the )?(?:short|quick|simple) answer(?: is)?|in short|in a word|well|ok|okay)[,，。.!:：~\s]{1,3}){0,2}/;
/** What ends a yes or a no. */
const end = "(?=[,，。.;；:：!、~]|\\s?[—–-]|\\s*$|\\n)";
const affirming = pattern`^(?:(?:嗯+|是|是的|没错|不错|对|对的|的确|确实|当然|肯定|正确|属实|是这样|有的?(?=[,，:：])|有的|已经到了)(?:是|如此|这样|的|了|啊|呢|哦|没错){0,2}|(?:已经?)?(?:破|到|过|达到|超过?)了|(?:(?:i'm )?afraid so|unfortunately so|sadly(?: yes| so)|(?:sure|certainly|indeed) (?:has|did|does|is|was|have|are|do)|(?:it|they) (?:did|does|do|has|have|is|was|are|were) [a-z -]{2,32}, yes|yes|yep|yeah|yup|correct|right|indeed|true|sure|certainly|absolutely|definitely|exactly|of course|that's (?:right|correct|true)|that is (?:right|correct|true))(?: (?:it|they|so) (?:did|does|do|has|have|is|was|were|are))?|(?:(?:it|they|both|sure|certainly|yes it|indeed it) )+(?:certainly |indeed |really )?(?:did|does|do|has|have|is|was|were|are))${end}`;
const denying = pattern`^(?:(?:目前|暂时|现在|至今|截至目前|今天|今日|还|仍|并|尚|暂|都)*(?:没有?|未|不是|否|不|非也)(?:破|到|过|达到|超)?(?:的|呢|哦|啊|吧)?|(?:no|nope|nah|not (?:yet|so far|really|quite|at all|today|at the moment|right now|as of now))|(?:no )?(?:it|they|that|neither) (?:has|have|is|are|did|does|do|was|were)(?: not|n't)(?: yet| so far)?|(?:neither) (?:did|has|is|does|was))${end}`;
const longestOpening = 120;

/** Can you tell me whether it rose? Sure, …: what is granted there is the request. */
const granting = /^(?:当然|sure|certainly|of course|absolutely|definitely|ok)/;
const requesting =
  /帮|请|告诉|查一?下|看一?下|看看|(?<![a-z])(?:can you|could you|would you|please|tell me|show me|let me know)(?![a-z])/;

/** Where the answer begins, and whether it is a yes; null where it is neither. */
function answerOf(
  lower: string,
  asked: string,
  tokens: readonly Token[],
  from = 0,
): { readonly at: number; readonly isYes: boolean } | null {
  const head = lower.slice(from, from + longestOpening);
  const at = opening.exec(head)?.[0].length ?? 0;
  const rest = head.slice(at);
  if (granting.test(rest) && requesting.test(asked)) return null;
  if (affirming.test(rest)) return { at: from + at, isYes: true };
  if (denying.test(rest)) return { at: from + at, isYes: false };
  const start = prefix.exec(head)?.[0].length ?? 0;
  const says = openerSays(head.slice(start), tokens, from + start) ?? openerSays(rest, tokens, from + at);
  if (says !== null) return { at: from + start, isYes: says === "yes" };
  const behind = from === 0 ? headingEnd(head.slice(start)) : 0;
  return behind > 0 ? answerOf(lower, asked, tokens, start + behind) : null;
}

const closing =
  /[,，;；。.] ?(?:(?:and )?so |therefore |hence |所以|因此|可见)?(?:(yes|indeed|it did|it is|it has|是的?|确实如此|的确如此|确实|是这样的?|没错|答案是肯定的|对的?)|(no|it did not|it didn't|没有|不是|并没有|答案是否定的))[。.!！]?\s*$/;
const longestClosing = 32;

/** …, so yes: a yes or a no at the end of the text. */
function closingOf(lower: string): { readonly at: number; readonly isYes: boolean } | null {
  const found = closing.exec(lower.slice(-longestClosing));
  return found === null ? null : { at: 0, isYes: found[1] !== undefined };
}

/** True or false over the claims; null where they do not decide. */
function comparisonHolds({ op, left, right }: AskedSides): boolean | null {
  if (op === null || left === null || right === null || left.dimension !== right.dimension) return null;
  return onlyOf(left.values.flatMap((a) => right.values.map((b) => holds(op, a, b))));
}

/** 大涨了吗: no is no answer to whether it rose. */
const strong = /大|暴|飙|猛|surge|soar|jump|plunge|tumble|sharp|much|many/;
const barring = kindsOf(
  "number vague compare superlative window date forecast negation quantity entity foreign time",
);
const longestQuestion = 60;
/** 跌了这么多,资金抄底了没: the move is told, and another thing is asked; 跌了,对吗 asks of the move. */
const asksElse =
  /[,，;；。][^,，;；。?？]*(?:资金|抄底|主力|多少|为什么|为啥|原因|怎么|市盈率|市净率|成交|换手|现价|价格|股价)[^,，;；。?？]*$/;

/** Did it gain: the noun after such a word is the verb. */
const asksDid = /^(?:did|does|has|have|do)(?![a-z])/;

/** fell today, did it not? The move is said before it, and the denial is none. */
const tag =
  /[,，] ?(?:(?:did|is|has|does|was|are|have|do)(?:n't)? (?:it|they)(?: not)?|right|correct|am i right|is that right|no)[?？ ]*$/;

/** 两只都涨了吗, did both rise: all companies of the claims. */
const allOf = ({ book }: Bench): readonly (string | null)[] => [
  ...new Set(book.all.map(({ company }) => company)),
];

/** 涨了吗, did both fall: whether every company asked of moved so; null where the question asks anything else. */
function moveHolds(bench: Bench): boolean | null {
  const { lexicon, asked, question: whole } = bench.input;
  const isSaid = (each: Token): boolean =>
    isMove(each, lexicon) && (each.op !== "noun" || asksDid.test(asked));
  if (whole.length > longestQuestion || !whole.some(isSaid) || strong.test(asked)) return null;
  const tail = asked.search(tag);
  const question = tail < 0 ? whole : whole.filter(({ start }) => start < tail);
  if (question.some(({ kind, op }) => barring.has(kind) || (kind === "relative" && op !== "today")))
    return null;
  const moves = question.filter(isSaid);
  const [word] = moves;
  const isOther = question.some((each) => each.kind === "metric" && each !== word);
  if (word === undefined || moves.length > 1 || isOther) return null;
  if (asksElse.test(asked.slice(word.end).replace(/[?？]\s*$/, ""))) return null;
  const named = companiesIn(question);
  const owners = named.size > 0 ? [...named] : question.some(isAll) ? allOf(bench) : [bench.book.only];
  const signs = owners.map((owner) => moveSigns(owner, bench));
  const isOneDay = owners.every((owner) => claimsOf(owner, lexicon.changes.percent, bench.book).length < 2);
  if (!isOneDay || signs.some((each) => each.length === 0)) return null;
  return signs.every((each) => each.every((sign) => sign === word.sign));
}

const equating = /^(?:是|为|等于|在|到|of|is|at|really|=|了)$/;
const asksOnly = /^[^,，;；。]*(?:吗|么|\?|？)/;

/** 市盈率是35吗: whether the one claim of the measure that a number is right behind rounds to it; null for any other question. */
function equalityHolds({ input: { question, asked }, book }: Bench): boolean | null {
  if (question.length > longestQuestion) return null;
  const at = question.findIndex(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const end = question.findIndex(({ kind }, i) => i > at && kind === "number");
  const [measure, said] = [question[at], question[end]];
  const number = said?.number;
  if (measure === undefined || said === undefined || number == null || number.unit?.dimension === "part")
    return null;
  if (!question.slice(at + 1, end).every(({ op }) => equating.test(op))) return null;
  const rest = asked.slice(said.end);
  if (!asksOnly.test(rest) || /左右|以上|以下|多/.test(rest)) return null;
  const owner = question.slice(0, at).findLast(({ kind }) => kind === "company")?.op ?? null;
  const [only, ...more] = claimsOf(owner, measure.metrics, book);
  if (only === undefined || more.length > 0 || only.unit.dimension === "part") return null;
  return Math.abs(only.base - sizeOf(number)) <= 0.5000001 * 10 ** lastPower(number);
}

/** 增长了, it fell: the word of growth that a clause at the head of the text holds alone. */
function bareGrowth({ reading }: Bench): Token | null {
  const clauses = reading.parts[0]?.sentence.clauses.slice(0, 2) ?? [];
  for (const clause of clauses) {
    const words = upTo(clause, ({ op }) => op === ":").filter(
      ({ kind }) => kind !== "fill" && kind !== "text" && kind !== "negation",
    );
    const [word] = words;
    if (words.length === 1 && word?.kind === "direction" && word.op === "growth") return word;
  }
  return null;
}

/** Reports such a word where neither the growth of the one measure asked for nor two periods of it that the text shows bear it out. */
function checkBareGrowth({ metrics, company }: AskedSides, bench: Bench): void {
  const word = metrics.length > 0 ? bareGrowth(bench) : null;
  if (word === null || isSignTold(word, bench.input.lower)) return;
  if (metrics.some((id) => bench.input.lexicon.priceLike.has(id))) return;
  const { companies } = bench.question;
  const all = (companies.size > 1 ? [...companies] : [company]).map((each) =>
    growthSigns(each, bench.input.lexicon.grownOf(metrics), bench),
  );
  const signs = all.some((own) => own.length === 0) ? [] : all.flat();
  // 没降, 没有下滑, neither grew
  const said = bench.input.lower.slice(Math.max(0, word.start - longestOpening), word.start);
  const isDenied = /(?:没有?|未|不是|不|无一)$|(?:(?<![a-z])(?:neither|none|not)|n't)(?![a-z])[^,.;:]*$/.test(
    said,
  );
  if (signs.length > 0 && signs.every((each) => (each === word.sign) !== isDenied)) return;
  if (isDenied) {
    if (signs.length > 0) bench.report(word, "direction_unsupported");
    return;
  }
  const grown: Assertion = {
    token: word,
    company,
    sign: word.sign,
    metrics,
    grown: metrics,
    manner: "plain",
  };
  if (!wentBetween(grown, bench)) bench.report(word, "direction_unsupported");
}

const noLonger = /^ (?:no longer|not any ?more)(?=[,.:;])/;
const copula = /^(?:is|are|was|were|does|do|did)$/;

/** Wanhua is: CNY 63.12 …; Zijin is not (…): of a question of whether several are above a line, reported where the claims say the contrary of that one. */
function checkEllipses(bench: Bench): void {
  const { question, asked, lexicon, lower } = bench.input;
  const isOfSides = ({ kind, op }: Token): boolean =>
    kind === "compare" || (kind === "vague" && /^[<>]$/.test(op));
  if (!question.some(isOfSides)) return;
  const { book, settled } = bench;
  for (const clause of bench.reading.parts.flatMap(({ sentence }) => sentence.clauses)) {
    const [company, verb, third] = clause;
    if (company?.kind !== "company" || verb?.kind !== "fill" || !copula.test(verb.op)) continue;
    const isDenied = third?.kind === "negation" || noLonger.test(lower.slice(verb.end, verb.end + 16));
    const next = clause[isDenied ? 3 : 2];
    const isNamed = next !== undefined && !noLonger.test(lower.slice(verb.end, verb.end + 16));
    if (isNamed && next.kind !== "open" && next.op !== ":" && next.op !== "too") continue;
    const own = question.filter(({ kind, op }) => kind !== "company" || op === company.op);
    const sides = askedSides({ tokens: own, lower: asked, lexicon, book, settled });
    if (comparisonHolds(sides) === isDenied) bench.report(company, "comparison_false");
  }
}

/** The yes or no of the text; of what the question only supposes an outright yes at its head. */
function saidOf(lower: string, words: string, tokens: readonly Token[], isSupposed: boolean) {
  const head = lower.slice(0, longestOpening);
  const at = opening.exec(head)?.[0].length ?? 0;
  const start = prefix.exec(head)?.[0].length ?? 0;
  if (agreesFirst(head, at) || agreesFirst(head, start)) return { at, isYes: true };
  if (!isSupposed) return answerOf(lower, words, tokens) ?? closingOf(lower);
  return affirming.test(head.slice(at)) && !granting.test(head.slice(at)) ? { at, isYes: true } : null;
}

const colour = /^(?:是|收|飘|翻)?([红绿])(?:的|盘|了)?(?=[,，。:：;；!！~\s])/;

/** 红的还是绿的? 红的,…: red is up, green is down. */
function checkColour(bench: Bench): void {
  const { lower, asked, tokens } = bench.input;
  if (!asked.includes("红") || !asked.includes("绿")) return;
  const at = opening.exec(lower.slice(0, longestOpening))?.[0].length ?? 0;
  const said = colour.exec(lower.slice(at, at + 8))?.[1];
  if (said === undefined || tokens[0] === undefined) return;
  const [only] = bench.question.companies;
  const signs = moveSigns(only ?? bench.book.only, bench);
  if (signs.some((sign) => sign !== (said === "红" ? 1 : -1)))
    bench.report(tokens[0], "direction_unsupported");
}

/** Reports a yes, a no or a name at the beginning of the text that is not what the claims say of the question. */
export function checkAnswer(asked: AskedSides, bench: Bench): void {
  checkBareGrowth(asked, bench);
  checkEllipses(bench);
  checkColour(bench);
  checkNamedAnswer(bench);
  checkPosition(bench);
  checkWholeAnswer(bench);
  checkConditionsMet(bench);
  const truth =
    comparisonHolds(asked) ??
    moveHolds(bench) ??
    levelHolds(asked.left, bench) ??
    equalityHolds(bench) ??
    positionHolds(bench) ??
    besideHolds(bench) ??
    signHolds(bench) ??
    bookHolds(bench) ??
    growthHolds(bench) ??
    openingHolds(bench);
  const { lower, asked: words, tokens } = bench.input;
  const supposed = truth === null ? supposedHolds(bench) : truth;
  const answer = supposed === null ? null : saidOf(lower, words, tokens, truth === null);
  if (answer === null || supposed === answer.isYes || (truth === null && !answer.isYes)) return;
  const word = bench.input.tokens.find(({ end }) => end > answer.at);
  if (word !== undefined) bench.report(word, "comparison_false");
}
