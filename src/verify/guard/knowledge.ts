import type { Claim } from "#contract";
import { contradicts, isDenial, sidesOf } from "./contrasts.ts";
import { normalise } from "./normalise.ts";

/** A clause of a registered fact: its numbers as written, its words as pairs of characters, and whom it speaks of. */
interface FactClause {
  readonly numbers: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
  /** What the clause itself tells apart, and the whole fact. */
  readonly own: readonly number[];
  readonly whole: readonly number[];
}

/** The first two characters of a clause that say what it is about. */
function headOf(clause: string): string {
  const words = clause.replace(/^(?:\s|根据|按照|规定|目前|其中|而|对于|对|在|the|a|in|for|currently)+/, "");
  return words.slice(0, 2);
}

const number = /\d[\d,.:]*\d|\d|[零〇一二两三四五六七八九十百千万亿点]{1,20}/g;
const unitAfter =
  /^\s*(?:%|个?百分点|万?亿?元|倍|手|股|日|天|年|个月|个交易日|点|x|lots|shares|percent|days|yuan)?/;

const numbersOf = (text: string): Set<string> => {
  const found = new Set<string>();
  for (const match of text.matchAll(number)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 14);
    found.add(`${match[0].replace(/\.$/, "")}${unitAfter.exec(after)?.[0].trim() ?? ""}`);
  }
  return found;
};

/** Neighbouring characters, numbers and joining words left out. */
function pairsOf(text: string): Set<string> {
  const words = text.replace(number, " ").replace(/[的为是在了于和与及,，。:()%\s]+/g, " ");
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < words.length; i++) {
    const pair = words.slice(i, i + 2);
    if (!pair.includes(" ")) pairs.add(pair);
  }
  return pairs;
}

const split = (text: string): string[] =>
  text.split(/[，,;；。\n]|\. /).filter((clause) => clause.trim() !== "");

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
};

/** The clauses of a fact; one without a number is also read as one with the next, whose subject it names. */
function clausesOf(fact: string): FactClause[] {
  const whole = sidesOf(fact);
  const clauses = split(fact);
  return clauses.flatMap((clause, i) => {
    const before = clauses[i - 1];
    const numbers = numbersOf(clause);
    const plain = { numbers, pairs: pairsOf(clause), own: sidesOf(clause), whole };
    return before === undefined || numbers.size === 0 || numbersOf(before).size > 0
      ? [plain]
      : [plain, { ...plain, pairs: pairsOf(`${before}${clause}`), own: sidesOf(`${before} ${clause}`) }];
  });
}

/** A clause of the text that may state a registered fact. */
export interface Stated {
  readonly clause: string;
  /** The measures and owners that it names, as written. */
  readonly measures: readonly string[];
  /** The clauses of its sentence that hold no number. */
  readonly beside: readonly string[];
}

/** Says whether all numbers of a clause are those of a registered fact about the same subject. */
export function createFacts(claims: readonly Claim[]): {
  readonly any: boolean;
  bears(stated: Stated): boolean;
} {
  const texts = claims
    .filter((claim) => claim.kind === "knowledge")
    .map((claim) => normalise(claim.claim).text.toLowerCase());
  const facts = texts.flatMap(clausesOf);
  const all = texts.join("\n");
  return {
    any: facts.length > 0,
    bears({ clause, measures, beside }) {
      if (facts.length === 0 || !measures.every((word) => all.includes(word))) return false;
      const pairs = pairsOf(clause);
      const head = headOf(clause);
      // What the clause begins with decides between facts about 主板 and 科创板.
      const scores = facts.map(
        (fact) =>
          shared(pairs, fact.pairs) / Math.max(1, Math.min(pairs.size, fact.pairs.size)) +
          (fact.pairs.has(head) ? 1 : 0),
      );
      const best = Math.max(...scores);
      if (best < 0.5) return false;
      const wanted = numbersOf(clause);
      const said = sidesOf(clause);
      const around = beside.filter((each) => !isDenial(each)).map(sidesOf);
      // The clause must be closest to the very fact that holds its numbers, not to one about another subject.
      return facts.some(
        ({ numbers, own, whole }, i) =>
          scores[i] === best &&
          [...wanted].every((each) => numbers.has(each)) &&
          !contradicts(said, own, whole) &&
          !around.some((each) => contradicts(each, whole, whole)),
      );
    },
  };
}
