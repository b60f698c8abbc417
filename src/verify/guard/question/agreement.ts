import type { Bench } from "../bench.ts";
import { valueFault } from "../claims/claim-book.ts";
import { growthSigns, moveSigns } from "../rules/moves/moves.ts";
import { isMove } from "../tokens/measures/moves-from-close.ts";
import { companiesIn, lastPower, sizeOf } from "../tokens/token.ts";
import { longestQuestion } from "./question.ts";

/** 与您说的一致, exactly what you said: true only where the text shows a number of the user's. */
const agrees =
  /(?:与|和|跟|同)(?:您|你)(?:刚才|之前)?的?(?:说|提|给|问|讲|看|记|数|印象|数字)[^,，。;；]{0,8}(?:一致|相同|一样|相符|吻合|没有出入|对得上)|(?:您|你)说(?:的是|得|的)?(?:没错|对|很对|准确)|(?<![a-z])(?:exactly (?:what|as) you|just as you (?:said|mentioned)|as you (?:correctly|rightly)|(?:matches|in line with|consistent with) (?:your|what you)|you(?:'re| are| were) (?:right|correct|spot on))(?![a-z])/;
/** Tokens of the question that are looked at. */
const mostAsked = 60;
/** Text that is read; longer ones agree with nobody at their end. */
const longest = 2000;

/** 与您提到的60倍不一致, differs from what you heard: false where a value that the text shows rounds to the user's number. */
const differs =
  /(?:您|你)(?:刚才|之前)?所?(?:说|提|给|问|讲|看|听|记)[^,，。;；:：]{0,16}(?:不(?:太|完全)?(?:一致|相同|一样|相符|吻合|符|同|对)|有出入|有误|有差异|有偏差|对不上)|(?<![a-z])(?:differs? from|different from|does(?: not|n't) match|not in line with) (?:your|what you|the (?:figure|number|value|one) you)(?![a-z])/;
const isDenied = /[不未](?:太|完全)?(?:一致|相同|一样|相符|吻合)$/;

/** Reports such words where the question holds numbers and the text shows none of them as a claim's, or one of them all the same. */
export function checkAgreement({ input, matches, question, report }: Bench): void {
  const asked = input.question.slice(0, mostAsked).flatMap(({ number }) => number ?? []);
  const user = asked.length > 0 ? input.tokens.find(({ kind }) => kind === "user") : undefined;
  if (user === undefined) return;
  const head = input.lower.slice(0, longest);
  const other = differs.exec(head);
  if (other !== null) {
    const [from, to] = [other.index, other.index + other[0].length];
    const word = input.tokens.find(({ end }) => end > from) ?? user;
    const inside = input.tokens.filter(({ start, end }) => start >= from && end <= to);
    const isShown = [...asked, ...inside.flatMap(({ number }) => number ?? [])].some((number) =>
      matches.some(({ quantity, options }) =>
        options.some((entry) => valueFault(entry, { ...quantity, number, direction: 0 }) === null),
      ),
    );
    if (isShown) report(word, "comparison_false");
  }
  const found = agrees.exec(head);
  if (
    found === null ||
    isDenied.test(found[0]) ||
    /[不没未]|not |n't/.test(input.lower.slice(Math.max(0, found.index - 6), found.index))
  )
    return;
  if (matches.some(({ quantity }) => question.holdsNumber(quantity.number))) return;
  // 38块多, shown as 38.66: the same but for its last digits.
  const isNear = asked.some((number) => {
    const [size, last] = [sizeOf(number), 10 ** lastPower(number)];
    return matches.some(({ options }) => options.some(({ base }) => Math.abs(base - size) < last));
  });
  if (isNear) return;
  report(input.tokens.find(({ end }) => end > found.index) ?? user, "comparison_false");
}

/** 茅台今天跌了,没记错吧? 没记错,…: a yes to a move that the question takes for granted and the claims contradict. */
const agreeing =
  /^[^,，。;；:：\n]{0,8}?(?:说得(?:没错|对|很对)|说对了|没(?:有)?记错|记得(?:没错|对|很准)|没问题|没毛病|(?:核实|核对|查证|确认)(?:过了?)?[,，]?(?:无误|属实|没错)|属实|确实如此|的确如此|确有其事|(?:完全)?(?:正确|准确)|可以确认|确认(?:无误|如此|是这样)?)(?:[,，。;；:：!！\n]|$)/;
const longestAnswer = 40;
const denied = /[不没未别]$/;

/** False where the one move that the question supposes is not what any claim says; null for any other question. */
export function supposedHolds(bench: Bench): false | null {
  const { question, lexicon, asked } = bench.input;
  if (question.length > longestQuestion) return null;
  const moves = question.filter(
    (each) =>
      each.sign !== 0 &&
      ((isMove(each, lexicon) && each.op !== "noun") || (each.kind === "direction" && each.op === "growth")),
  );
  const [word] = moves;
  if (word === undefined || moves.length > 1) return null;
  const barred = ["forecast", "negation", "window", "date", "compare", "superlative", "number"];
  if (question.some(({ kind, op }) => barred.includes(kind) || (kind === "relative" && op !== "today")))
    return null;
  if (denied.test(asked.slice(Math.max(0, word.start - 1), word.start)) || /会|能|要|为什么|怎么/.test(asked))
    return null;
  const [owner = bench.book.only, ...others] = companiesIn(question);
  if (others.length > 0) return null;
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
