/** What a clause without a number says the reverse of: 当日可以卖出 of 次一交易日才能卖出, 资金也要T+1 of what is said of shares. */
import { matchesOf } from "../tokens/token.ts";
import { type Bits, contradicts, sidesOf } from "./concepts.ts";
import { readable } from "./fact-numbers.ts";
import { denies, doneOf, isOfMoney, saysLeave, sellsThen, timeOf, turnsLeave } from "./fact-polarity.ts";
import { turnsFormula } from "./formulas.ts";
import type { Statement } from "./statements.ts";

/** A clause of a fact as its words stand. */
interface Worded {
  readonly fact: string;
  readonly text: string;
  readonly pairs: ReadonlySet<string>;
  /** What the clause itself tells apart, and the whole fact. */
  readonly own: Bits;
  readonly whole: Bits;
}

/** The clauses of a fact, each also as one with the clause before. */
function wordedOf(fact: string, statements: readonly Statement[], whole: Bits): Worded[] {
  return statements.flatMap(({ start, end, sides, numbers }, i) => {
    const text = fact.slice(start, end);
    const plain = { fact, text, whole, own: sides, pairs: pairsOf(text) };
    const before = statements[i - 1];
    if (before === undefined || numbers.length === 0 || before.numbers.length > 0) return [plain];
    const both = `${fact.slice(before.start, before.end)} ${text}`;
    return [plain, { ...plain, pairs: pairsOf(both), own: sidesOf(both) }];
  });
}

/** Less in common, and a clause without a number is about something that no fact speaks of. */
const leastAlike = 0.5;

function turnsOne(facts: readonly Worded[], text: string): boolean {
  const own = pairsOf(text);
  if (own.size < fewPairs) return false;
  const said = sidesOf(text);
  // 今天买的今天就能卖: in other words than those of the fact.
  const saysDeed = timeOf(text) !== null && (doneOf(text) !== "" || sellsThen(text));
  let best = leastAlike;
  let isTurned = false;
  for (const fact of facts) {
    if (saysDeed && (!saysLeave(fact.text) || isOfMoney(fact.text) !== isOfMoney(text))) continue;
    const alike = shared(own, fact.pairs) / Math.min(own.size, Math.max(fewPairs, fact.pairs.size));
    const likeness = saysDeed && doneOf(fact.fact) !== "" ? Math.max(alike, leastAlike) : alike;
    if (likeness < best) continue;
    best = likeness;
    const isOther = contradicts(said, fact.own, fact.whole);
    // Shares bought today cannot be sold today: the times decide.
    const isTimed = timeOf(fact.text) === "later" && timeOf(text) !== null;
    isTurned =
      turnsLeave(text, fact.text, fact.fact) || (!isOther && !isTimed && denies(text) && !denies(fact.fact));
  }
  return isTurned;
}

const edge = /^[\s,，;；。.:：!！?？]*$/;
/** True where the clause is one of the fact, or several, as they stand. */
function repeats(fact: string, clause: string): boolean {
  const own = clause.trim();
  const at = own === "" ? -1 : fact.indexOf(own);
  return at >= 0 && edge.test(fact.charAt(at - 1)) && edge.test(fact.charAt(at + own.length));
}

/** 资金也要T+1, and so does the cash: the rule of a fact, said of something. */
const asWell =
  /t\+\d|[也同样都](?:要|须|需|得|能|可|不|实行|适用|是)|(?<![a-z])(?:so (?:do|does|is|are|can|must)|(?:as well|too|likewise)(?![a-z]))/;

export interface TurnedFacts {
  /** True where a clause without a number says the reverse of a fact. */
  turns(clause: string): boolean;
  /** True where it says that a rule also holds of what no fact names: 资金也要T+1. */
  widens(clause: string): boolean;
}

export function turnedFacts(
  facts: readonly {
    readonly text: string;
    readonly statements: readonly Statement[];
    readonly whole: Bits;
  }[],
): TurnedFacts {
  let all: readonly Worded[] | null = null;
  const worded = (): readonly Worded[] => {
    all ??= facts.flatMap(({ text, statements, whole }) => wordedOf(text, statements, whole));
    return all;
  };
  return {
    turns(clause) {
      if (facts.some(({ text }) => repeats(text, clause))) return false;
      const said = readable(clause);
      if (facts.some(({ statements }) => turnsFormula(said, statements))) return true;
      return (
        saysLeave(clause) &&
        [clause, ...(clause.includes(":") ? clause.split(":") : [])].some((each) => turnsOne(worded(), each))
      );
    },
    widens(clause) {
      if (!asWell.test(clause) && !(saysLeave(clause) && timeOf(clause) !== null)) return false;
      const said = sidesOf(clause);
      return worded().every(
        ({ own, whole }) => contradicts(said, own, whole) && contradicts(said, whole, whole),
      );
    },
  };
}

// What a text is about by its words alone, to be compared with another in the same language.

const numerals = /\d[\d.,:]*|[零一二两三四五六七八九十百千万亿]{2,}/g;

/** Words that say nothing of what a clause is about. */
const joining =
  /[的为是在了于和与及,，。:()%\s]+|(?<!\S)(?:the|an?|is|are|of|for|on|in|and|to|by|its?|at|as|or|per)(?!\S)/g;
/** 如果低于1倍,市场习惯叫"破净", of 低于1倍称为破净: how a thing is called, and on what condition. */
const naming =
  /所谓的?|如果|若|时?(?:需要|要(?![求点素约])|须)|(?:市场上?|业内|习惯上?|一般|通常|常)*(?:被?称[为作之]?|叫[做作]?|俗称)|["“”「」'‘’]/g;

/** A word of English, without its plural; two neighbouring characters of Chinese. */
const units = /[a-z][a-z'-]*[a-z]|\S(?=(\S))/g;

/** What a text is about, to be compared with another. */
export function pairsOf(text: string): Set<string> {
  const words = text
    .replace(numerals, " ")
    .replace(/当天|今[天日]/g, "当日")
    .replace(/main-board/g, "main board")
    .replace(/个股/g, "股票")
    .replace(naming, " ")
    .replace(joining, " ");
  const pairs = new Set<string>();
  for (const [unit, next = ""] of matchesOf(units, words))
    pairs.add(next === "" ? unit.replace(/'s$|(?<!s)s'?$/, "") : unit + next);
  return pairs;
}

/** How many the two have in common. */
const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
};

/** Fewer pairs of its own do not say what a clause is about: 100股为1手. */
const fewPairs = 3;
