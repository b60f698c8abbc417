/** Which clauses of a text say what a registered fact says, and which dates are those of such facts. */
import type { KnowledgeClaim } from "#contract";
import { readMoment } from "../../moment.ts";
import type { Bench, InspectionInput } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Reading } from "../binding/reading.ts";
import type { Clause } from "../binding/structure.ts";
import { isDay } from "../claims/calendar-match.ts";
import type { Token } from "../tokens/token.ts";
import { factAnswer } from "./fact-answers.ts";
import { citesOf, isFact } from "./fact-cites.ts";
import { doneOf, leaveOf } from "./fact-polarity.ts";
import { createFacts } from "./knowledge.ts";

const measureKinds: ReadonlySet<string> = new Set(["metric", "foreign", "company", "entity"]);

/** A longer clause states no fact; the limit keeps the work linear. */
const longestFact = 300;

/** 佣金方面,税率为…: the clause without a number that says what the next one is about. */
function topicsOf(parts: readonly Part[]): ReadonlyMap<Clause, Clause> {
  const topics = new Map<Clause, Clause>();
  for (const { sentence } of parts)
    for (const [at, clause] of sentence.clauses.entries()) {
      const before = sentence.clauses[at - 1];
      const isTopic =
        at === 1 &&
        before !== undefined &&
        before.length <= 6 &&
        !before.some(({ kind }) => kind === "number");
      if (isTopic) topics.set(clause, before);
    }
  return topics;
}

/** For each clause the one before it in its sentence, where that holds no number. */
function beforeOf(parts: readonly Part[]): ReadonlyMap<Clause, Clause> {
  const before = new Map<Clause, Clause>();
  for (const { sentence } of parts)
    for (const [at, clause] of sentence.clauses.entries()) {
      const last = sentence.clauses[at - 1];
      if (last !== undefined && !hasNumber(last)) before.set(clause, last);
    }
  return before;
}

/** More clauses in one sentence state no fact; the limit keeps the work linear. */
const mostBeside = 8;

interface Quiet {
  readonly all: readonly Clause[];
  readonly behind: readonly Clause[];
}

const hasNumber = (clause: Clause): boolean => clause.some(({ kind }) => kind === "number");

/** For each clause the others of its sentence that hold no number (由卖方单边缴纳), and those of them right behind it. */
function quietOf(parts: readonly Part[]): ReadonlyMap<Clause, Quiet> {
  const quiet = new Map<Clause, Quiet>();
  for (const { sentence } of parts) {
    const { clauses } = sentence;
    const all = clauses.filter((clause) => !hasNumber(clause)).slice(0, mostBeside);
    for (const [at, clause] of clauses.entries()) {
      const rest = clauses.slice(at + 1, at + 1 + mostBeside);
      const next = rest.findIndex(hasNumber);
      quiet.set(clause, { all, behind: next < 0 ? rest : rest.slice(0, next) });
    }
  }
  return quiet;
}

const citeOpener = /\(?\s*(?:(?:数据)?来源|出处|依据|source)?[:：\s]*$/;

/** A clause without the cite that ends it: (来源:market_rules. Where a clause holds a cite, what follows belongs to the cite. */
function withoutCite(clause: string, facts: readonly KnowledgeClaim[]): string {
  const at = Math.min(...facts.flatMap((fact) => citesOf(clause, fact)).map(({ start }) => start));
  return Number.isFinite(at) ? clause.slice(0, at).replace(citeOpener, "") : clause;
}

const besideId = /^[,，;；、\s]*(?:as of|截至|更新于|更新|版本|日期)?[:：\s]*$/;

/** For each date right behind the id of a registered fact whether it is the fact's own; a fact without a date has none. */
export function datesOfFacts({ claims, lower, tokens, now }: InspectionInput): ReadonlyMap<Token, boolean> {
  const found = new Map<Token, boolean>();
  const facts = claims.filter(isFact);
  const moment = facts.length === 0 ? null : readMoment(now);
  if (moment === null) return found;
  for (const claim of facts) {
    const asOf = readMoment(claim.as_of);
    const ends = new Set(citesOf(lower, claim).map(({ end }) => end));
    for (const [i, each] of tokens.entries()) {
      if (each.kind !== "date" || each.date === null) continue;
      const from = tokens.slice(Math.max(0, i - 4), i).find(({ end }) => ends.has(end));
      if (from === undefined || !besideId.test(lower.slice(from.end, each.start))) continue;
      const isOwn = asOf !== null && isDay(each.date, asOf.day, moment);
      found.set(each, isOwn || found.get(each) === true);
    }
  }
  return found;
}

/** Says of a clause whether the registered facts hold its numbers, of the same subject and measures, once per clause; and whether it says the reverse of one. */
export function factReader(input: InspectionInput, { parts }: Reading): Pick<Bench, "isFact" | "turnsFact"> {
  const { claims, lower, tokens } = input;
  const facts = createFacts(claims);
  const answer = facts.any ? factAnswer(input) : null;
  // No, …: the answer to the question is nothing that the fact is to say.
  const from = answer?.isTrue === true ? answer.end : 0;
  const topics: ReadonlyMap<Clause, Clause> = facts.any ? topicsOf(parts) : new Map();
  const known = new Map<Clause, boolean>();
  const before: ReadonlyMap<Clause, Clause> = facts.any ? beforeOf(parts) : new Map();
  const cited = claims.filter(isFact);
  const quiet = facts.any ? quietOf(parts) : new Map<Clause, Quiet>();
  const textOf = (clause: Clause): string =>
    lower.slice(Math.max(from, clause[0]?.start ?? 0), clause.at(-1)?.end ?? 0);
  const textsOf = (clauses: readonly Clause[] = []): readonly string[] =>
    clauses.map((each) => textOf(each).slice(0, longestFact));
  const judge = (clause: Clause): boolean => {
    const topic = topics.get(clause);
    const text = topic === undefined ? textOf(clause) : `${textOf(topic)} ${textOf(clause)}`;
    const measures = clause.filter(
      (each) => measureKinds.has(each.kind) || (each.kind === "source" && each.op === "exchange"),
    );
    return (
      text.length <= longestFact &&
      facts.bears({
        clause: withoutCite(text, cited),
        before: textOf(before.get(clause) ?? []).slice(0, longestFact),
        measures: measures.map((each) => lower.slice(each.start, each.end)),
        beside: textsOf(quiet.get(clause)?.all),
        behind: textsOf(quiet.get(clause)?.behind),
      })
    );
  };
  const isFactOf: Bench["isFact"] = (clause) => {
    if (!facts.any || clause === undefined) return false;
    const judged = known.get(clause);
    if (judged !== undefined) return judged;
    const result = judge(clause);
    known.set(clause, result);
    return result;
  };
  const denied = answer?.isTrue === false ? tokens[0] : undefined;
  const turnsFact: Bench["turnsFact"] = (clause) => {
    if (denied !== undefined && clause.includes(denied)) return true;
    if (!facts.any || clause.some(({ kind }) => kind === "number")) return false;
    const text = withoutCite(textOf(clause), cited);
    // 今天买入的股票,今天就能卖出
    const done = textOf(before.get(clause) ?? []);
    const told = doneOf(done) === "" || leaveOf(done).sign !== 0 ? [text] : [text, `${done} ${text}`];
    return told.some((each) => each.length <= longestFact && (facts.turns(each) || facts.widens(each)));
  };
  return { isFact: isFactOf, turnsFact };
}
