import type { Claim, MetricRegistry, NameRegistry } from "#contract";

export interface GuardInput {
  readonly lang: "zh" | "en";
  readonly user_question: string;
  /** ISO 8601 with offset. */
  readonly now: string;
  /** Verified claims; the guard trusts them. */
  readonly claims: readonly Claim[];
  readonly prose: string;
  /** Codes bare or suffixed. Both registries must stay unchanged once used. */
  readonly names: NameRegistry;
  readonly metrics: MetricRegistry;
  /** Strings that code itself rendered and that hold digits but no claim, exactly as they stand in the prose. */
  readonly licensed?: readonly string[];
}

/** For each kind of claim the fields without which it cannot be read; one without a day is read and bears out nothing. */
const texts: Readonly<Record<string, readonly string[]>> = {
  numeric: ["metric"],
  text: ["value"],
  knowledge: ["claim"],
};

const wanting = (field: string, value: unknown): string =>
  `${field} ${value === undefined ? "is missing" : "is no string"}`;

/** Names the first field without which a claim says nothing, as `claims[1].claim`; null where all are there. */
export function missingField(claims: readonly Claim[]): string | null {
  for (const [at, claim] of claims.entries()) {
    const own: Readonly<Record<string, unknown>> = claim;
    for (const field of texts[claim.kind] ?? [])
      if (typeof own[field] !== "string")
        return `${wanting(`claims[${at}].${field}`, own[field])} (${claim.kind} claim)`;
    if (claim.kind === "numeric" && own.code !== null && typeof own.code !== "string")
      return `${wanting(`claims[${at}].code`, own.code)} (numeric claim; null where it has none)`;
    const { cite } = claim;
    if (cite.kind === "tool" && typeof cite.source !== "string")
      return wanting(`claims[${at}].cite.source`, cite.source);
  }
  return null;
}
