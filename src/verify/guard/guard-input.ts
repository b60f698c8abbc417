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
