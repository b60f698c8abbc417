import type { TokenKind } from "../tokens/token.ts";

/** What a word of the lexicon stands for. */
export interface Entry {
  readonly kind: TokenKind;
  readonly op: string;
  readonly sign: number;
  readonly metrics: readonly string[];
  readonly exchange: string | undefined;
  /** The source that the same word names, where a company shares its name with a source. */
  readonly source: string;
  /** The operator of the superlative that the same word is, where a registry has 最高 as a measure's word. */
  readonly rank: string;
}
