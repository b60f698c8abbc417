import type { Claim } from "#contract";

export interface WarmUpScene {
  readonly question: string;
  readonly now: string;
  readonly prose: string;
  readonly claims: readonly Claim[];
}

/**
 * The claim of a row: `metric@code[~window]=value unit, as_of, source[, fetched_at]`, or `k: fact | id`. Claims come with and without
 * a name and a table, in either order of their fields, so that the code compiled for one form is not thrown out for the next.
 */
function claimOf(row: string, now: string, at: number): object {
  const [, fact, id] = /^k: (.*) \| (.*)$/.exec(row) ?? [];
  if (fact !== undefined)
    return { kind: "knowledge", claim: fact, cite: { kind: "competence", competence_id: id } };
  const [what = "", as_of, source, fetched_at = now] = row.split(/,\s*/);
  const [, metric, owner, window, number, unit] =
    /^(\w+)@([^\s~=]+)(?:~([^\s=]+))?=(\S+) ?(.*)$/.exec(what) ?? [];
  const code = owner === "null" ? null : owner;
  const value = Number(number);
  const tool_call_id = `tc_${at}`;
  if (at % 2 === 0) {
    const cite = { kind: "tool", source, table: "daily", fetched_at, tool_call_id, served_by: source };
    return { kind: "numeric", value, metric, code, name: owner, window, as_of, unit, cite };
  }
  const cite = { kind: "tool", source, fetched_at, tool_call_id };
  return { kind: "numeric", metric, code, window, value, unit, as_of, cite };
}

/** The scene of a line: question, now, prose and the rows of its claims, with tabs between them. */
export function sceneOf(line: string, at: number): WarmUpScene {
  const [question = "", now = "", prose = "", ...rows] = line.split("\t");
  // From JSON, as claims come: V8 tells such objects from those that a program builds.
  const claims: readonly Claim[] = JSON.parse(JSON.stringify(rows.map((row) => claimOf(row, now, at))));
  return { question, now, prose, claims };
}
