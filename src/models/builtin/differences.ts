import { type Action, asksDifference, comparesWithTime } from "#contract";
import { readCode } from "#language";
import { distinct } from "./follow-up.ts";
import type { Message } from "./message.ts";

/** Skills whose figures of two companies are set against each other. */
const ofFigures: ReadonlySet<string> = new Set(["price", "valuation", "fundamentals", "peers"]);

const stocksOf = ({ input }: Action): readonly string[] =>
  Array.isArray(input.codes)
    ? input.codes.map(String).filter((code) => readCode(code)?.kind !== "index")
    : [];

const isSameList = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** 今天收盘价和4月30日差多少: the day is asked about beside now, in one answer. */
const withoutNow = (actions: readonly Action[]): readonly Action[] =>
  actions.filter(
    ({ skill, input }) =>
      input.date !== undefined ||
      !actions.some(
        (other) =>
          other.skill === skill &&
          other.input.date !== undefined &&
          isSameList(other.input.codes, input.codes),
      ),
  );

/** BYD net profit 2025 vs 2024: one company beside itself at another time is its own figure's. */
function ofOwnTime(
  actions: readonly Action[],
  { text, hits }: Pick<Message, "text" | "hits">,
): readonly Action[] {
  const figure = hits.find(
    ({ skill, strength }) => skill !== "peers" && ofFigures.has(skill) && strength === "topic",
  )?.skill;
  if (figure === undefined || !comparesWithTime(text)) return actions;
  return actions.map((action) =>
    action.skill === "peers" && stocksOf(action).length === 1 ? { ...action, skill: figure } : action,
  );
}

const setsBeside = /[和跟与同](?!同行|同业).{1,12}比|\b(?:vs\.?|versus|compared? (?:to|with))\b/i;

/** how did Moutai do last month vs the index: the same move of both, told by the skill of each. */
function againstMarket(
  actions: readonly Action[],
  { text, has }: Pick<Message, "text" | "has">,
): readonly Action[] {
  const [only, ...others] = actions;
  const isOne = only?.skill === "peers" && others.length === 0 && stocksOf(only).length === 1;
  if (only === undefined || !isOne || !has("price") || !has("market") || !theMarket.test(text))
    return actions;
  const { codes: _, ...rest } = only.input;
  return [
    { skill: "price", input: only.input },
    { skill: "market", input: rest },
  ];
}

const theMarket =
  /\b(?:vs\.?|versus|against|compared? (?:to|with)|than) (?:the )?(?:index|market|benchmark)\b/i;

const asksWhich = /[谁誰]|哪一?[个個家只支]|\bwhich\b/i;

/** 茅台负债率高吗 和五粮液比, 营收 茅台 五粮液 谁大: the second part names the other side of the first, and asks for nothing else. */
function joined(actions: readonly Action[], text: string): readonly Action[] {
  const [first, second, ...others] = actions;
  const isOther = second?.skill === "peers" && stocksOf(second).length === 1 && others.length === 0;
  const isCompared = setsBeside.test(text) || asksWhich.test(text);
  if (first === undefined || !isOther || !ofFigures.has(first.skill) || !isCompared) return actions;
  const codes = [...new Set([...stocksOf(first), ...stocksOf(second)])];
  return codes.length > 1 ? [{ ...second, input: { ...first.input, ...second.input, codes } }] : actions;
}

/** 茅台今天和昨天差多少: no figure and no other company, so that the days of its price are meant. */
const ofDays = (actions: readonly Action[]): readonly Action[] =>
  actions.some(({ input }) => input.date !== undefined)
    ? distinct(withoutNow(actions.map((action) => ({ ...action, skill: "price" }))))
    : actions;

/**
 * How far two companies is a comparison's, whatever the figure; how far one of them is from where it was is its own figure's,
 * and no question about its peers.
 */
export function ofDifference(
  actions: readonly Action[],
  { text, hits, has }: Pick<Message, "text" | "hits" | "has">,
): readonly Action[] {
  const own = ofOwnTime(againstMarket(joined(actions, text), { text, has }), { text, hits });
  if (!asksDifference(text)) return comparesWithTime(text) ? withoutNow(own) : own;
  const compared = own.map((action) =>
    has("peers") && ofFigures.has(action.skill) && stocksOf(action).length > 1
      ? { ...action, skill: "peers" }
      : action,
  );
  const isSaid = hits.some(({ skill, strength }) => skill === "peers" && strength !== "hint");
  const isOwn = (action: Action) => action.skill !== "peers" || isSaid || stocksOf(action).length > 1;
  const [figure] = compared.filter(isOwn);
  if (figure === undefined) return has("price") ? ofDays(compared) : compared;
  // The day that stands beside 差多少 is a day of the figure.
  const dated = compared.map((action) =>
    isOwn(action) ? action : { ...figure, input: { ...figure.input, ...action.input } },
  );
  return distinct(withoutNow(dated));
}
