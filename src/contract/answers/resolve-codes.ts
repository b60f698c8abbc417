import type { SkillMiss, SkillQuestion } from "../ports/skill.ts";
import type { ResolvedSecurity } from "../ports/tool-values.ts";
import type { Tools } from "../ports/tools.ts";
import type { ErrorCode } from "../records/errors.ts";

/** What a list of codes and names came to. */
export interface ResolvedCodes {
  /** Canonical codes in the order asked, each once, at most `maxSecurities`. */
  readonly codes: readonly string[];
  readonly missing: readonly SkillMiss[];
  /** The first ambiguous name, to be asked back. */
  readonly question: Omit<SkillQuestion, "kind"> | null;
  /** Names and numbers that the companies had before; where the message uses one, the answer says so. */
  readonly formerNames: readonly string[];
}

/** The most stocks one action looks up; what goes beyond is told by name. TOO_MANY_SECURITIES says the number. */
export const maxSecurities = 6;

const missOf = {
  out_of_scope: "OUT_OF_SCOPE_MARKET",
  unsupported: "UNSUPPORTED_SECURITY",
  none: "UNKNOWN_SECURITY",
} as const satisfies Partial<Record<ResolvedSecurity["status"], ErrorCode>>;

/** Resolves what the user wrote to codes by `resolve_security`; what does not resolve to exactly one stock is told apart. */
export async function resolveCodes(queries: readonly string[], tools: Tools): Promise<ResolvedCodes> {
  const named = new Map<string, string>();
  const missing: SkillMiss[] = [];
  const formerNames: string[] = [];
  let question: ResolvedCodes["question"] = null;
  for (const query of queries) {
    const resolved = await tools.resolve_security({ query });
    if (!resolved.ok) {
      missing.push({ code: resolved.error.code, subject: query });
      continue;
    }
    const { status, matches, reason } = resolved.value;
    const [first] = matches;
    if (status === "several") question ??= { subject: query, candidates: matches };
    else if (status !== "one") missing.push({ code: reason ?? missOf[status], subject: query });
    else if (first !== undefined) {
      named.set(first.code, first.name);
      formerNames.push(...(first.former_names ?? []));
    }
  }
  const beyond = [...named.values()].slice(maxSecurities);
  if (beyond.length > 0) missing.push({ code: "TOO_MANY_SECURITIES", subject: beyond.join(", ") });
  return { codes: [...named.keys()].slice(0, maxSecurities), missing, question, formerNames };
}
