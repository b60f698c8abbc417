/** 茅台今天跌了,没记错吧? 没记错,…: a yes to a move that the question takes for granted and the claims contradict. */
import type { Bench } from "../bench.ts";
import { growthSigns, moveSigns } from "../rules/moves.ts";

const agreeing =
  /^[^,，。;；:：\n]{0,8}?(?:说得(?:没错|对|很对)|说对了|没(?:有)?记错|记得(?:没错|对|很准)|没问题|没毛病|(?:核实|核对|查证|确认)(?:过了?)?[,，]?(?:无误|属实|没错)|属实|确实如此|的确如此|确有其事|(?:完全)?(?:正确|准确)|可以确认|确认(?:无误|如此|是这样)?)(?:[,，。;；:：!！\n]|$)/;
const longestQuestion = 60;
const longestAnswer = 40;
/** Another thing that is asked with yes or no: what a yes is said to. */
const asksYes = /吗|是不是|有没有|了没|能不能|是否|可否|么$/;
const asksOfIt =
  /^(?:对|是|没错|我?没(?:有)?记错|没问题|我?说得对|我?说的|准确|属实|真的?|是真的|是这样|请?(?:帮我)?(?:核实|确认))/;
const denied = /[不没未别]$/;

/** False where the one move that the question supposes is not what any claim says; null for any other question. */
export function supposedHolds(bench: Bench): false | null {
  const { question, lexicon, asked } = bench.input;
  if (question.length > longestQuestion) return null;
  const moves = question.filter(
    ({ kind, op, sign, metrics }) =>
      sign !== 0 &&
      ((kind === "direction" && (op === "market" || op === "growth")) ||
        (kind === "metric" && op !== "noun" && metrics.some((id) => lexicon.changes.percent.includes(id)))),
  );
  const [word] = moves;
  if (word === undefined || moves.length > 1) return null;
  const barred = ["forecast", "negation", "window", "date", "compare", "superlative", "number"];
  if (question.some(({ kind, op }) => barred.includes(kind) || (kind === "relative" && op !== "today")))
    return null;
  if (denied.test(asked.slice(Math.max(0, word.start - 1), word.start)) || /会|能|要|为什么|怎么/.test(asked))
    return null;
  const clauses = asked.split(/[,，;；。?？!！]/);
  const own = clauses.findIndex((each) => each.includes(asked.slice(word.start, word.end)));
  if (clauses.some((each, i) => i !== own && asksYes.test(each) && !asksOfIt.test(each.trim()))) return null;
  const named = [...new Set(question.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])))];
  const [owner = bench.book.only] = named;
  if (named.length > 1) return null;
  const measure = question.findLast(({ kind, start }) => kind === "metric" && start < word.start);
  const isOfMeasure = word.op === "growth" && measure !== undefined;
  if (word.op === "growth" && !isOfMeasure) return null;
  const signs = isOfMeasure
    ? growthSigns(owner, lexicon.grownOf(measure.metrics), bench)
    : moveSigns(owner, bench);
  return signs.length > 0 && signs.every((sign) => sign === -word.sign) ? false : null;
}

/** 没记错, 核实无误 at the head of the text. */
export const agreesFirst = (lower: string, at: number): boolean =>
  agreeing.test(lower.slice(at, at + longestAnswer));
