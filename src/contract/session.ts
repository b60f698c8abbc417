import type { Claim } from "./claim.ts";
import type { JsonObject } from "./json.ts";

/** What is remembered of one turn of a conversation: enough for 它, 那昨天呢 and 这个数哪来的. */
export interface SessionTurn {
  readonly turnId: string;
  /** Canonical codes the turn was about, in the order of mention. */
  readonly codes: readonly string[];
  readonly skill: string;
  readonly input: JsonObject;
  /** ISO date asked about, if any. */
  readonly date?: string;
  readonly claims: readonly Claim[];
  /** Open question back: the candidates the user may now name. */
  readonly candidates?: readonly { readonly code: string; readonly name: string }[];
  /** Market time. */
  readonly at: string;
}

/** Newest last, at most 10. */
export type Session = readonly SessionTurn[];

export const maxSessionTurns = 10;
