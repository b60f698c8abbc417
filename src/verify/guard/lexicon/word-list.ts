import type { TokenKind } from "../tokens/token.ts";

/** Words the guard knows whatever the registries hold: kind, operator or sign, and the words, split at `|`. */
export interface WordList {
  readonly kind: TokenKind;
  readonly op?: string;
  readonly sign?: number;
  readonly words: string;
}
