import { type Claim, type NumericClaim, placeOf, type SkillContext } from "#contract";
import { readDividend } from "./dividend.ts";
import { feeWords, readHolding } from "./holding.ts";
import { type Given, type Question, type Reading, readQuestion, stated } from "./question.ts";

/** The companies in the order in which the message names them; as they were handed in where it has another name for one of them. */
async function inOrder(
  text: string,
  codes: readonly string[],
  context: SkillContext,
): Promise<readonly string[]> {
  const places = await Promise.all(
    codes.map(async (code) => {
      const resolved = await context.tools.resolve_security({ query: code });
      const name = resolved.ok ? (resolved.value.matches[0]?.name ?? "") : "";
      return { code, place: placeOf(text, code, name) };
    }),
  );
  if (places.some(({ place }) => place < 0)) return codes;
  return places.toSorted((a, b) => a.place - b.place).map(({ code }) => code);
}

/** 我100股茅台成本1700,200股五粮液成本150: a holding of each company, in the order of the companies; null where it is none of each. */
function holdingsOf(question: Question, count: number): readonly Reading[] | null {
  const numbers = stated(question);
  const quantities = numbers.filter(({ kind }) => kind === "quantity");
  const amounts = numbers.filter(({ kind }) => kind === "amount");
  const isEach = quantities.length === count && (amounts.length === 0 || amounts.length === count);
  if (!isEach || quantities.length + amounts.length < numbers.length) return null;
  const readings = quantities.map((quantity, at): Reading | null => {
    const given: readonly Given[] = [quantity, ...amounts.slice(at, at + 1)];
    const own = { ...question, given };
    return readDividend(own) ?? (feeWords.test(question.words) ? null : readHolding(own));
  });
  const known = readings.filter((reading) => reading !== null);
  return known.length === count ? known : null;
}

/** A question, and the text in which its numbers stand beside the companies. */
export interface Told {
  readonly question: Question;
  readonly text: string;
}

/** What is asked of several companies, by code: of each its own sum. Null where the message gives no sum of each. */
export async function readSeveral(
  { question, text }: Told,
  codes: readonly string[],
  context: SkillContext,
): Promise<ReadonlyMap<string, Reading> | null> {
  if (codes.length < 2) return null;
  const readings = holdingsOf(question, codes.length);
  if (readings === null) return null;
  const ordered = await inOrder(text, codes, context);
  return new Map(
    readings.flatMap((reading, at) => {
      const code = ordered[at];
      return code === undefined ? [] : [[code, reading] as const];
    }),
  );
}

/** 我有3手茅台2手五粮液, 今天赚了多少: the shares told before, where the message tells none and is about the same companies. */
export function orSharesBefore(
  question: Question,
  codes: readonly string[],
  { message, session, numbersOf }: Pick<SkillContext, "message" | "session" | "numbersOf">,
): Told {
  const last = session.findLast(({ skill }) => skill === "calculator");
  const isOfThem = last !== undefined && codes.length > 1 && codes.every((code) => last.codes.includes(code));
  if (stated(question).length > 0 || !isOfThem || last.said === undefined)
    return { question, text: message.text };
  const digits = codes.map((code) => code.slice(0, 6));
  const before = readQuestion(last.said, numbersOf(last.said), digits);
  return {
    question: { words: `${question.words} ${before.words}`, given: before.given },
    text: last.said,
  };
}

const totals: Readonly<Record<string, string>> = {
  calc_value: "calc_total_value",
  calc_cost: "calc_total_cost",
  calc_profit: "calc_total_profit",
  calc_day_profit: "calc_total_day_profit",
};

export const asksTotal =
  /一共|总共|总|合计|合起来|加起来|加一起|共|全部|所有|\b(?:total|altogether|in all|overall|combined|together|sum|all of (?:it|them))\b/;

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** The sums over all companies of what each has; empty where no total is asked for, or one of them is missing. */
export async function totalsOf(
  words: string,
  all: readonly (readonly Claim[])[],
  context: SkillContext,
): Promise<readonly Claim[]> {
  if (all.length < 2 || !asksTotal.test(words)) return [];
  const summed = Object.entries(totals).map(async ([metric, total]) => {
    const operands = all.flatMap((claims) => {
      const cite = claims.filter(isNumeric).find((claim) => claim.metric === metric)?.cite;
      return cite?.kind === "tool" && cite.path !== undefined
        ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
        : [];
    });
    if (operands.length < all.length) return null;
    const expression = operands.map((_, at) => String.fromCharCode(97 + at)).join("+");
    const result = await context.tools.calculate({ expression, operands, metric: total });
    return result.ok ? context.select(result.call, `/${total}`) : null;
  });
  return (await Promise.all(summed)).filter((claim) => claim !== null);
}
