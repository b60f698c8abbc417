import type { Claim } from "#contract";
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "./token.ts";

/** The text, and what words of it may have to be read by. */
export interface Reading {
  /** The normal text in lower case; the places of its tokens are places in it. */
  readonly lower: string;
  readonly lexicon: Lexicon;
  readonly claims: readonly Claim[];
  /** Sources of the claims, in lower case. */
  readonly claimSources: ReadonlySet<string>;
  readonly question: readonly Token[];
}
