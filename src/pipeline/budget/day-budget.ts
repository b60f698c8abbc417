import type { ModelUsage } from "#contract";

/** One call of a provider, as the limits of the day count it. */
export interface DayCall {
  /** The same for the same call of the same turn. */
  readonly id: string;
  /** `<platform>/<sender>`; null for a replay, which is the operator's. */
  readonly payer: string | null;
  readonly provider: string;
  readonly model: string;
  readonly usage: ModelUsage;
}

/** What users and the installation may still spend today. Throws AppError INTAKE_DOWN where that cannot be counted. */
export interface DayBudget {
  /** Sets `usage` aside, the most that the call may come to; false where it would pass a limit: then it must not be made. */
  reserve(call: DayCall): Promise<boolean>;
  /** What it came to, nothing where it failed. What is not set aside, or settled, is left alone. */
  settle(call: DayCall): Promise<void>;
}
