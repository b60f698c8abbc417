import { isNamedIn, type SessionTurn, type SkillContext } from "#contract";
import { asksDividend } from "./dividend.ts";
import { questionOfTurn, type Read, stepOn, sumsBefore } from "./follow-up.ts";
import { asksOwnGain, feeWords, readHolding } from "./holding.ts";
import { readTogether } from "./lots-together.ts";
import { type Lot, type Question, type Reading, stated } from "./question.ts";
import { asksTotal, readSeveral } from "./several.ts";
import type { Base } from "./supposed.ts";

/** What the sums before tell of each company: its shares, by code. */
type Held = ReadonlyMap<string, Reading>;

async function heldAfter(turns: readonly SessionTurn[], context: SkillContext, read: Read): Promise<Held> {
  const held = new Map<string, Reading>();
  let base: Base | null = null;
  for (const turn of turns) {
    const { codes, said = "" } = turn;
    const question = questionOfTurn(turn, context);
    base = stepOn(question, codes, base, read).base;
    const several = await readSeveral({ question, text: said }, codes, context);
    const [code, ...others] = base?.codes ?? [];
    const told: Iterable<readonly [string, Reading]> =
      several ?? (base === null || code === undefined || others.length > 0 ? [] : [[code, base.reading]]);
    for (const [company, reading] of told) if ((reading.lots ?? []).length > 0) held.set(company, reading);
  }
  return held;
}

const ofToday = /今[天日儿]|当[天日]|\btoday/;

/** What a share has cost on average is of one company, and no part of what all come to. */
const atPrice = ({ sums, ...rest }: Reading): Reading => ({
  ...rest,
  sums: sums.filter(({ operands }) => operands.includes("price")),
});

const isCost = ({ sums }: Reading): boolean => sums.some(({ metric }) => metric === "calc_cost");

/** What is asked of the shares of one company; null where that cannot be told of them. */
function readOne(words: string, lots: readonly Lot[], asCost: boolean): Reading | null {
  const [first, ...others] = lots;
  if (first === undefined || feeWords.test(words)) return null;
  if (others.length > 0)
    return asksDividend(words) || ofToday.test(words) ? null : atPrice(readTogether(lots));
  if (asksDividend(words)) return { sums: [], dividendOn: first.quantity };
  const { quantity, cost } = first;
  const said = cost === undefined ? (asCost ? "" : "持有") : "成本";
  return readHolding({
    words: `${words} ${said}`,
    given: cost === undefined ? [quantity] : [quantity, cost],
  });
}

/** What all the holdings of a conversation come to: of each its own sum, or why there is none. */
export type AllHeld =
  | { readonly kind: "readings"; readonly readings: Held }
  | { readonly kind: "untold"; readonly lacksCost: boolean };

/**
 * 总共赚多少 behind a holding of each of several companies: about all of them, or those of them that are meant. Null where no total is asked
 * for, the message has numbers or names a company of its own, or fewer than two were told.
 */
export async function readHeld(
  question: Question,
  codes: readonly string[],
  context: SkillContext,
  read: Read,
): Promise<AllHeld | null> {
  if (stated(question).length > 0 || !asksTotal.test(question.words)) return null;
  const turns = sumsBefore(context.session);
  if (turns.length === 0 || (codes.length === 1 && (await isNamedIn(context.message.text, codes, context))))
    return null;
  const held = await heldAfter(turns, context, read);
  if (codes.some((code) => !held.has(code))) return null;
  const meant = [...held].filter(([code]) => codes.length < 2 || codes.includes(code));
  if (meant.length < 2) return null;
  const asCost = meant.every(([, reading]) => isCost(reading));
  const lacksCost = meant.some(([, { lots = [] }]) => lots.some(({ cost }) => cost === undefined));
  const isOfCost = asksOwnGain.test(question.words) && !ofToday.test(question.words);
  const readings = new Map(
    meant.flatMap(([code, { lots = [] }]) => {
      const reading = readOne(question.words, lots, asCost);
      return reading === null ? [] : [[code, reading] as const];
    }),
  );
  const isWhole = readings.size === meant.length && !(isOfCost && lacksCost);
  return isWhole ? { kind: "readings", readings } : { kind: "untold", lacksCost: isOfCost && lacksCost };
}
