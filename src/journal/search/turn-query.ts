import type { TurnState } from "#contract";
import type { Mark } from "./marks.ts";

/** What is looked for; everything given must fit. */
export interface TurnQuery {
  /**
   * `undelivered`: a part of the answer was given up; `refused`: the platform would not take one; `sent-since`: it failed or was canceled, and
   * a replay of it has been sent since. `failed` and `canceled` are those that nobody has answered.
   */
  readonly state?: TurnState | "undelivered" | "refused" | "sent-since";
  readonly marks?: readonly Mark[];
  /** Acceptance, epoch milliseconds, both included. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Words that stand in the message, whatever the case of ASCII letters. */
  readonly text?: string;
}

/** Looks at the candidates of the first set one by one, newest first. `seen`: how many; `next`: stopped there. */
export type Scan = (
  sets: readonly string[],
  query: TurnQuery,
  options: { readonly limit: number; readonly after: string; readonly most: number },
) => Promise<Scanned>;

export interface Scanned {
  readonly ids: readonly string[];
  readonly seen: number;
  readonly next?: string;
}
