/** Registered facts, and whether a text tells them: each number as in the fact, said of what the fact says it of. */
import type { Claim } from "#contract";
import { agrees, isOfNow, plainSides, refuses } from "./agreement.ts";
import { bearersOf, isToldApart } from "./bearers.ts";
import { questions } from "./concept-questions.ts";
import { type Bits, conceptsOf, contradicts, isDenial, isOther } from "./concepts.ts";
import { besideOf, either, isKnown, known, noSides, orElse, readFact, union } from "./fact-model.ts";
import { factNumbers, readable } from "./fact-numbers.ts";
import { type Statement, statementsOf } from "./statements.ts";
import { type TurnedFacts, turnedFacts } from "./turned-facts.ts";

/** What a text says near a statement, nearest first: the words behind and before it, its heading, the question. */
export interface Around {
  readonly heads: readonly string[];
  readonly asked: string;
}

const narrowOf = (sides: Bits): Bits => sides.map((bits, i) => (questions[i]?.isNarrow === true ? bits : 0));

/** What may be said of any rule and names no measure: 收, 披露, 比例. */
const common: ReadonlySet<string> = new Set(
  ["收取", "披露", "报价", "称为", "比例", "组成", "调整", "比较", "除以"].flatMap((word) =>
    conceptsOf(word).named.map(({ id }) => id),
  ),
);

/** What stands around a statement with numbers. */
interface Surroundings {
  /** The words right before and behind it, those behind it, and all others of its sentence; all without numbers. */
  readonly near: readonly Statement[];
  readonly behind: readonly Statement[];
  readonly beside: readonly Statement[];
  /** What was said before in the sentence, and above it; the question. */
  readonly far: readonly Statement[];
  /** The features of what stands around it, nearest first. */
  readonly contexts: readonly ReadonlySet<string>[];
  /** What it is said of, by its own words or else by those before it. */
  readonly saidOf: Bits;
}

function surroundingsOf(
  statements: readonly Statement[],
  at: number,
  headings: readonly Statement[],
  question: readonly Statement[],
): Surroundings {
  const near = besideOf(statements, at, true);
  const start = statements[at]?.start ?? 0;
  const earlier = statements.slice(0, at).toReversed();
  const sides = [...earlier, ...headings]
    .filter(({ text }) => !isDenial(text))
    .reduce((known, each) => orElse(known, each.sides), statements[at]?.sides ?? noSides);
  return {
    near,
    behind: near.filter((each) => each.start > start),
    beside: statements.filter(({ numbers }, i) => numbers.length === 0 && i !== at),
    far: [...earlier, ...headings, ...question],
    contexts: [near, earlier, headings, question].map((some) => union(some.map((each) => each.features))),
    saidOf: orElse(sides, narrowOf(question.map((each) => each.sides).reduce(either, noSides))),
  };
}

/** More words of its own that no fact knows, and a statement is about something else. */
const mostUnknown = 1.5;

/** 10-day is a number that is judged as one, 600519 is none. */
const isOfUnits = (word: string): boolean =>
  !/\d/.test(word) || factNumbers(readable(word)).every(({ kind }) => kind !== "");

export interface Facts extends TurnedFacts {
  readonly any: boolean;
  /** Whether the statements that stand in a stretch of the sentence are those of facts. */
  reader(sentence: string, around: Around): (start: number, end: number) => boolean;
  /** Whether a word for a measure or an owner is one that the facts speak of, as it stands in the clause. */
  speaksOf(word: string, clause: string): boolean;
}

/** Says of the clauses of a text whether they tell what registered facts say. */
export function createFacts(claims: readonly Claim[]): Facts {
  const facts = claims.flatMap((claim) => (claim.kind === "knowledge" ? [readFact(claim.claim)] : []));
  const rivals = facts.flatMap(({ numbered }) => numbered);
  const all = facts.map(({ text }) => text).join("\n");
  const features = union(facts.map((fact) => fact.features));
  const cut = new Map<string, readonly Statement[]>();
  /** The heading of a list and the question stand around many statements. */
  const cutOnce = (text: string): readonly Statement[] => {
    const statements = cut.get(text) ?? statementsOf(text);
    cut.set(text, statements);
    return statements;
  };

  function tellsQuietly(said: Statement): boolean {
    return facts.some(
      (fact) =>
        isKnown(known(said, fact)) &&
        (!said.denies || refuses(fact.text)) &&
        !contradicts(plainSides(said.sides, fact), fact.whole, fact.whole),
    );
  }

  function tells(said: Statement, { near, behind, beside, far, contexts, saidOf }: Surroundings): boolean {
    return facts.some((fact) => {
      const own = known(said, fact);
      // 北交所30%: what it is about the words around it say.
      const isElliptic = own.own < 1 || own.shared === 0;
      const isAbout = isElliptic
        ? own.own - own.shared < mostUnknown && [...near, ...far].some((each) => isKnown(known(each, fact)))
        : isKnown(own);
      return (
        isAbout &&
        bearersOf(fact, said).some(
          (each) =>
            !isOther(plainSides(saidOf, fact), each.held) &&
            agrees(said, each, beside, behind) &&
            isToldApart(said, each, rivals, contexts),
        )
      );
    });
  }

  return {
    any: facts.length > 0,
    ...turnedFacts(facts),
    reader(sentence, { heads, asked }) {
      const statements = cutOnce(sentence);
      const isTold = (said: Statement, at: number): boolean =>
        said.numbers.length === 0
          ? !isOfNow(said.text) && tellsQuietly(said)
          : tells(said, surroundingsOf(statements, at, heads.flatMap(cutOnce), cutOnce(asked)));
      const known = new Map<number, boolean>();
      return (start, end) => {
        let isAny = false;
        for (const [at, each] of statements.entries()) {
          if (each.end <= start || each.start >= end) continue;
          const judged = known.get(at) ?? isTold(each, at);
          known.set(at, judged);
          if (!judged) return false;
          isAny = true;
        }
        return isAny;
      };
    },
    speaksOf(word, clause) {
      if (all.includes(word)) return true;
      const { named, isWhole } = conceptsOf(readable(word));
      const isCommon = named.every(({ id }) => common.has(id));
      if (isWhole && named.length === 0 && isOfUnits(word)) return true;
      if (isWhole && named.length > 0 && (isCommon || named.some(({ id }) => features.has(id)))) return true;
      // The price of a fixed price, the limit of a price limit.
      return conceptsOf(readable(clause)).named.some(
        ({ id, word: phrase }) => phrase.includes(word) && features.has(id),
      );
    },
  };
}
