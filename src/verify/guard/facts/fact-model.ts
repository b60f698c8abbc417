/** A registered fact, cut into statements, each with what the rest of the fact says of it. */

import { fold } from "../tokens/text/normalise.ts";
import { type Bits, conceptsOf, isDenial } from "./concepts.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** A statement of a fact with what the rest of the fact says of it. */
export interface Told extends Statement {
  readonly fact: Fact;
  /** What it is said of: by its own words, those beside it, those before it, and the whole fact. */
  readonly held: Bits;
  /** What tells it from the other statements of facts. */
  readonly about: ReadonlySet<string>;
}

export interface Fact {
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly numbered: readonly Told[];
  /** What all of it is about, what it denies left aside. */
  readonly whole: Bits;
  readonly features: ReadonlySet<string>;
  readonly parameters: readonly string[];
}

/** The statements without a number right before and behind the one at `at`, in its sentence. */
export function besideOf(statements: readonly Statement[], at: number, isWhole = false): Statement[] {
  const own = statements[at];
  const walk = (step: 1 | -1): Statement[] => {
    const found: Statement[] = [];
    for (let i = at + step; ; i += step) {
      const next = statements[i];
      if (next === undefined || !(isWhole || next.sentence === own?.sentence) || next.numbers.length > 0)
        return found;
      found.push(next);
    }
  };
  return [...walk(-1).toReversed(), ...walk(1)];
}

/** Fewer features do not say what a statement is about. */
const fewest = 3;

function readAnew(claim: string): Fact {
  const text = fold(claim);
  const statements = statementsOf(text);
  const positive = statements.filter(({ text: said }) => !isDenial(said));
  const sidesIn = (some: readonly Statement[]) => some.map(({ sides }) => sides).reduce(either, noSides);
  const whole = orElse(sidesIn(positive), sidesIn(statements));
  const fact = {
    ...{ text, statements, whole, numbered: [] as Told[] },
    features: union(statements.map(({ features }) => features)),
    parameters: statements.flatMap(({ parameters }) => parameters),
  };
  let before = noSides;
  for (const [at, each] of statements.entries()) {
    if (each.numbers.length === 0) {
      before = orElse(each.sides, before);
      continue;
    }
    const beside = besideOf(statements, at);
    const near = either(each.sides, sidesIn(beside.filter(({ text: said }) => !isDenial(said))));
    const held = orElse(orElse(near, before), whole);
    const last = fact.numbered.at(-1);
    const said = union([each.features, ...beside.map(({ features }) => features)]);
    // 第6个交易日起为10%: what a short statement leaves unsaid the one before says.
    const isShort = [...said].filter((feature) => !isOfNumber(feature)).length < fewest;
    const unsaid = [...(isShort ? (last?.about ?? []) : [])].filter(
      (feature) => !isSide(feature) && !isOfNumber(feature),
    );
    const about = new Set([...said, ...unsaid, ...sideIds(orElse(near, before))]);
    fact.numbered.push({ ...each, ...{ fact, held }, about });
    before = orElse(near, before);
  }
  return fact;
}

/** Facts already read: a registry has few of them, and every text with one would read it anew. */
const factsRead = new Map<string, Fact>();
const mostFacts = 1000;

export function readFact(claim: string): Fact {
  const fact = factsRead.get(claim) ?? readAnew(claim);
  if (factsRead.size < mostFacts) factsRead.set(claim, fact);
  return fact;
}

/** Several statements of one fact as one. */
export function together(some: readonly Told[]): Told | null {
  const [first, ...rest] = some;
  if (first === undefined || rest.length === 0) return first ?? null;
  return {
    ...first,
    text: some.map(({ text }) => text).join(","),
    numbers: some.flatMap(({ numbers }) => numbers),
    features: union(some.map(({ features }) => features)),
    about: union(some.map(({ about }) => about)),
    sides: some.map(({ sides }) => sides).reduce(either),
    held: some.map(({ held }) => held).reduce(either),
    denies: some.some((each) => each.denies),
  };
}

/** The least part of what a text says that the fact must speak of too. */
const leastKnown = 0.5;
const isHan = (text: string): boolean => /[\u4e00-\u9fff]/.test(text);

/** How much of what is said the fact speaks of, and how much it does not; numbers left aside. */
export function known(
  { concepts }: Pick<Statement, "concepts">,
  fact: Fact,
): { readonly shared: number; readonly own: number } {
  const ids = new Set(concepts.named.map(({ id }) => id));
  let [shared, foreign] = [0, 0];
  for (const id of ids)
    if (fact.features.has(id)) shared += 1;
    else foreign += 0.5;
  for (const word of concepts.rest) {
    const isSameLanguage = isHan(word) === isHan(fact.text);
    const weight = isHan(word) ? 0.5 : 1;
    if (fact.features.has(word) || (isSameLanguage && fact.text.includes(word))) shared += weight;
    else foreign += isSameLanguage ? weight : weight / 3;
  }
  return { shared, own: shared + foreign };
}

export const isKnown = ({ shared, own }: ReturnType<typeof known>): boolean =>
  shared > 0 && shared >= leastKnown * own;

/** Features of statements: `3.1` is a side of a question, `t7` a topic, `bound up` and `4 month` are of numbers; the rest are words. */

export const either = (a: Bits, b: Bits): Bits => a.map((bits, i) => bits | (b[i] ?? 0));
export const orElse = (a: Bits, b: Bits): Bits => a.map((bits, i) => bits || (b[i] ?? 0));
export const noSides: Bits = conceptsOf("").sides;
export const union = (sets: Iterable<ReadonlySet<string>>): Set<string> => {
  const all = new Set<string>();
  for (const set of sets) for (const each of set) all.add(each);
  return all;
};

const isSide = (feature: string): boolean => /^\d+\.\d+$/.test(feature);
export const isOfNumber = (feature: string): boolean => /^-?\d\S* |^bound /.test(feature);
/** 0.1 for each side of each question. */
const sideIds = (sides: Bits): string[] =>
  sides.flatMap((bits, question) =>
    [...bits.toString(2)].toReversed().flatMap((bit, side) => (bit === "1" ? [`${question}.${side}`] : [])),
  );
/** How much a feature tells: a side of a question most. */
function weightOf(feature: string): number {
  if (isSide(feature)) return 4;
  return /^t\d+$|^bound |^-?\d/.test(feature) || /^[a-z]/.test(feature) ? 1 : 0.5;
}

export const weigh = (features: Iterable<string>, isCounted: (feature: string) => boolean): number => {
  let sum = 0;
  for (const each of features) if (isCounted(each)) sum += weightOf(each);
  return sum;
};
