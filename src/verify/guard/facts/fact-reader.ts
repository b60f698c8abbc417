/** Which clauses of a text say what a registered fact says, and which dates are those of such facts. */
import { type KnowledgeClaim, oncePer } from "#contract";
import { readMoment } from "../../moment.ts";
import type { Bench, InspectionInput } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Reading } from "../binding/reading.ts";
import { isDay } from "../claims/calendar-match.ts";
import { fold } from "../tokens/text/normalise.ts";
import type { Clause, Token } from "../tokens/token.ts";
import { factAnswer } from "./fact-answers.ts";
import { citesOf, isFact } from "./fact-cites.ts";
import { doneOf, leaveOf } from "./fact-polarity.ts";
import { withBefore } from "./formulas.ts";
import { createFacts } from "./knowledge.ts";

const measureKinds: ReadonlySet<string> = new Set(["metric", "foreign", "company", "entity"]);

/** Longer clauses and sentences state no fact; the limits keep the work linear. */
const longestFact = 300;
const longestSentence = 600;

const hasNumber = (clause: Clause): boolean => clause.some(({ kind }) => kind === "number");

/** How far back a list may have its heading, and how many lines of a table are read for the heads of its columns. */
const farthestHead = 12;
const mostHeads = 3;

/** For each clause its sentence, and the clause before it there. */
function placesOf(parts: readonly Part[]) {
  return new Map(
    parts.flatMap((part) => {
      const { clauses } = part.sentence;
      return clauses.map((clause, i) => [clause, { part, before: clauses[i - 1] }] as const);
    }),
  );
}

const citeOpener = /(?:(?:数据)?来源|出处|依据|知识库(?:条目)?|knowledge base|competence|source)?[:：\s]*$/;
const citeEnd = /^[^()\n。;；]{0,40}\)/;

/** A text with blanks where it cites a fact: (来源:market_rules,2026-01-15). */
function withoutCites(text: string, facts: readonly KnowledgeClaim[]): string {
  let blanked = text;
  for (const { start, end } of facts.flatMap((fact) => citesOf(text, fact))) {
    const opened = citeOpener.exec(text.slice(0, start))?.index ?? start;
    const close = text.charAt(opened - 1) === "(" ? citeEnd.exec(text.slice(end))?.[0].length : undefined;
    const [from, to] = close === undefined ? [opened, end] : [opened - 1, end + close];
    blanked = blanked.slice(0, from) + " ".repeat(to - from) + blanked.slice(to);
  }
  return blanked;
}

const modal =
  /^(?:如果|假如|若|倘若|要是|一旦|应该|可能(?:被|会被)|if|when|once|assuming|should|may|must|can|(?:will|would) be|会(?:被|临时|自动|触发|收到|暂停|停牌|终止|强制))/;

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
  if (!facts.any) return { isFact: () => false, turnsFact: () => false };
  const answer = factAnswer(input);
  // No, …: the answer to the question is nothing that the fact is to say.
  const from = answer?.isTrue === true ? answer.end : 0;
  const cited = claims.filter(isFact);
  const text = withoutCites(lower, cited);
  const places = placesOf(parts);
  const startOf = (clause: Clause): number => Math.max(from, clause[0]?.start ?? 0);
  const endOf = (clause: Clause): number => clause.at(-1)?.end ?? 0;
  const textOf = ({ sentence: { clauses } }: Part): string =>
    text.slice(startOf(clauses[0] ?? []), endOf(clauses.at(-1) ?? []));
  const headsOf = (place: number, { sentence: { line } }: Part): readonly string[] => {
    const heads: string[] = [];
    for (const head of parts.slice(Math.max(0, place - farthestHead), place).toReversed()) {
      if (heads.length === mostHeads) break;
      if (head.sentence.counts.number > 0) continue;
      heads.push(textOf(head).slice(0, longestFact));
      if (head.sentence.line !== line) break;
    }
    return heads;
  };
  const asked = input.asked.slice(0, longestFact);
  const readerOf = oncePer((part: Part) =>
    facts.reader(textOf(part), { heads: headsOf(parts.indexOf(part), part), asked }),
  );
  /** 如果低于1倍, should not exceed, the 业绩预告: what a fact says of a condition or a duty foretells nothing. */
  const mayForetell = ({ start, end }: Token): boolean =>
    modal.test(lower.slice(start, end + 12)) ||
    facts.speaksOf(lower.slice(start, end), lower.slice(start, end));
  const judge = oncePer((clause: Clause): boolean => {
    const place = places.get(clause);
    if (place === undefined || textOf(place.part).length > longestSentence) return false;
    const said = text.slice(startOf(clause), endOf(clause));
    const isHeld = clause
      .filter((each) => measureKinds.has(each.kind) || (each.kind === "source" && each.op === "exchange"))
      .every(({ start, end }) => facts.speaksOf(lower.slice(start, end), said));
    if (clause.some((each) => each.kind === "forecast" && !mayForetell(each))) return false;
    // its highest this year, beside a fact of a limit: a rank that no fact gives.
    const isWritten = ({ start, end }: Token): boolean =>
      cited.some(({ claim }) => fold(claim).includes(lower.slice(start, end)));
    if (!hasNumber(clause) && clause.some((each) => each.kind === "superlative" && !isWritten(each)))
      return false;
    const start = startOf(place.part.sentence.clauses[0] ?? []);
    return isHeld && readerOf(place.part)(startOf(clause) - start, endOf(clause) - start);
  });
  const denied = answer?.isTrue === false ? tokens[0] : undefined;
  const turnsFact: Bench["turnsFact"] = (clause) => {
    if (denied !== undefined && clause.includes(denied)) return true;
    if (hasNumber(clause)) return false;
    const said = (each: Clause): string => text.slice(startOf(each), endOf(each)).trim();
    const own = said(clause);
    // 今天买入的股票,今天就能卖出
    const before = places.get(clause)?.before ?? [];
    const done = hasNumber(before) ? "" : said(before);
    const whole = withBefore(own, done === "" ? undefined : done);
    const told = doneOf(done) === "" || leaveOf(done).sign !== 0 ? [whole] : [whole, `${done} ${own}`];
    return told.some((each) => each.length <= longestFact && (facts.turns(each) || facts.widens(each)));
  };
  return { isFact: (clause) => clause !== undefined && judge(clause), turnsFact };
}
