import type { Claim } from "#contract";

/**
 * The claim of a scene's row: `metric@code[~window]=value unit, as_of, source[, fetched_at]`, or `k: fact | competence`. Fetched when the
 * scene plays where the row does not say when.
 */
export function claimOf(row: string, now: string, nameOf: (code: string) => string | undefined): Claim {
  const [, fact, competence_id] = /^k: (.*) \| (.*)$/.exec(row) ?? [];
  if (fact !== undefined && competence_id !== undefined)
    return { kind: "knowledge", claim: fact, cite: { kind: "competence", competence_id } };
  const [what = "", as_of = "", source = "", fetched_at = now] = row.split(/,\s*/);
  const [, metric = "", owner = "", window, value = "", unit = ""] =
    /^(\w+)@([^\s~]+?)(?:~(\S+?))?=(\S+) ?(.*)$/.exec(what) ?? [];
  const name = nameOf(owner);
  return {
    kind: "numeric",
    value: Number(value),
    metric,
    code: owner === "null" ? null : owner,
    ...(name === undefined ? {} : { name }),
    ...(window === undefined ? {} : { window }),
    unit: unit.trim(),
    as_of,
    cite: { kind: "tool", source, fetched_at, tool_call_id: `tc_${owner}_${metric}_${as_of}` },
  };
}
