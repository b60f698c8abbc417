import type { TokenKind } from "../tokens/token.ts";

/** Words the guard knows whatever the registries hold: kind, operator or sign, and the words, split at `|`. */
export interface WordList {
  readonly kind: TokenKind;
  readonly op?: string;
  readonly sign?: number;
  readonly words: string;
}

type ByOperator = Readonly<Record<string, string>>;

/** Lists of one kind and sign, each by its operator. */
export const signedLists = (kind: TokenKind, sign: number, byOperator: ByOperator): readonly WordList[] =>
  Object.entries(byOperator).map(([op, words]) => ({ kind, op, sign, words }));

export const listsOf = (kind: TokenKind, byOperator: ByOperator): readonly WordList[] =>
  signedLists(kind, 0, byOperator);

/** Lists of one kind that have no operator. */
export const plainLists = (kind: TokenKind, ...lists: readonly string[]): readonly WordList[] =>
  lists.map((words) => ({ kind, words }));
