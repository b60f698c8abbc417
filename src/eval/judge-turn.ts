import { type Claim, type Language, recordedAt, type Turn } from "#contract";
import type { AnswerKind, Expectation } from "./case.ts";

/** The claims that the answer shows: those of the written attempt that the Verifier let through. */
export function shownClaims(turn: Turn): readonly Claim[] {
  const withheld = new Set(recordedAt(turn, "verify")?.failures.map(({ claim_index }) => claim_index));
  return (recordedAt(turn, "execute")?.claims ?? []).filter((_, index) => !withheld.has(index));
}

/** What an ended turn came to. */
export function kindOf(turn: Turn, shown: readonly Claim[]): AnswerKind | "canceled" {
  if (turn.state === "input-required") return "question";
  if (turn.state !== "completed") return turn.state === "canceled" ? "canceled" : "failure";
  if (shown.length > 0) return "numbers";
  return turn.error === undefined ? "words" : "refusal";
}

const codeOf = (claim: Claim): string | undefined =>
  claim.kind === "knowledge" ? undefined : (claim.code ?? undefined);

const listed = (values: Iterable<string | undefined>): string =>
  [...new Set([...values].filter((value) => value !== undefined))].sort().join(" ");

const sets = (what: string, wanted: readonly string[] | undefined, found: Iterable<string | undefined>) =>
  wanted === undefined || listed(wanted) === listed(found)
    ? []
    : [`${what} ${listed(found) || "none"} instead of ${listed(wanted) || "none"}`];

function missing(what: string, wanted: readonly string[] = [], found: readonly string[]): string[] {
  return wanted.filter((each) => !found.includes(each)).map((each) => `${what} ${each} is missing`);
}

function proseFaults({ says = [], never = [] }: Expectation, prose: string): string[] {
  return [
    ...says.filter((text) => !prose.includes(text)).map((text) => `does not say ${JSON.stringify(text)}`),
    ...never.filter((text) => prose.includes(text)).map((text) => `says ${JSON.stringify(text)}`),
  ];
}

/** What about a finished turn is not as expected, a few words each; empty when all is well. */
export function judgeTurn(turn: Turn, expect: Expectation, lang: Language): readonly string[] {
  const shown = shownClaims(turn);
  const kind: string = kindOf(turn, shown);
  const route = recordedAt(turn, "route");
  const executed = recordedAt(turn, "execute");
  const dates = shown.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.as_of.slice(0, 10)]));
  const metrics = shown.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.metric]));
  return [
    ...(expect.answer.some((right) => right === kind)
      ? []
      : [
          `${kind}${turn.error === undefined ? "" : ` (${turn.error})`} instead of ${expect.answer.join(" or ")}`,
        ]),
    ...(route === undefined || route.plan.language === lang ? [] : [`in ${route.plan.language}`]),
    ...(expect.error === undefined || turn.error === expect.error
      ? []
      : [`error ${turn.error ?? "none"} instead of ${expect.error}`]),
    ...sets("skills", expect.skills, route?.plan.actions.map(({ skill }) => skill) ?? []),
    ...sets("codes", expect.codes, shown.map(codeOf)),
    ...(expect.date === undefined ? [] : sets("date", [expect.date], dates)),
    ...missing("metric", expect.metrics, metrics),
    ...missing("tool", expect.tools, executed?.trace.map(({ tool }) => tool) ?? []),
    ...proseFaults(expect, turn.reply?.text ?? ""),
  ];
}
