import type { SkillMiss, SkillQuestion } from "./skill.ts";
import type { Tools } from "./tools.ts";

/** What a list of codes and names came to. */
export interface ResolvedCodes {
  /** Canonical codes in the order asked, each once. */
  readonly codes: readonly string[];
  readonly missing: readonly SkillMiss[];
  /** The first ambiguous name, to be asked back. */
  readonly question: Omit<SkillQuestion, "kind"> | null;
}

const missOf = {
  out_of_scope: "OUT_OF_SCOPE_MARKET",
  unsupported: "UNSUPPORTED_SECURITY",
  none: "UNKNOWN_SECURITY",
} as const;

/** Resolves what the user wrote to codes by `resolve_security`; what does not resolve to exactly one stock is told apart. */
export async function resolveCodes(queries: readonly string[], tools: Tools): Promise<ResolvedCodes> {
  const codes = new Set<string>();
  const missing: SkillMiss[] = [];
  let question: ResolvedCodes["question"] = null;
  for (const query of queries) {
    const resolved = await tools.resolve_security({ query });
    if (!resolved.ok) {
      missing.push({ code: resolved.error.code, subject: query });
      continue;
    }
    const { status, matches } = resolved.value;
    const [first] = matches;
    if (status === "several") question ??= { subject: query, candidates: matches };
    else if (status !== "one") missing.push({ code: missOf[status], subject: query });
    else if (first !== undefined) codes.add(first.code);
  }
  return { codes: [...codes], missing, question };
}
