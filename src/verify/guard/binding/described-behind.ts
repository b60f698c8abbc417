import { stretchOf } from "../lexicon/stretches.ts";
import type { Token, TokenKind } from "../tokens/token.ts";
import { kindsOf } from "../tokens/token.ts";
import type { ClauseInput } from "./context.ts";

/** What a phrase behind a number says that the number is. */
export interface Description {
  readonly measure: Token | null;
  readonly window: Token | null;
  readonly company: string | null;
}

const opening =
  /^(?:这|此|该数|即|也就是|就是|(?:and )?(?:that|which|this|it)(?: is| was|'s| represents| marks)(?![a-z]))/;
const link = /^ ?(?:是|为|即|is|was)(?![a-z])/;
const border = /^\s*(?:[—–:-]\s*)+$/;

/** Kinds that make more of the phrase than a name for the number. */
const others: ReadonlySet<TokenKind> = kindsOf("number quantity compare superlative negation forecast");

/** Tokens of such a phrase; the limit keeps the work linear. */
const longest = 16;

/** The tokens of the phrase behind the number: 是…, :…, ——…, 这是…, that is …; up to a bracket. */
function phraseBehind({ clause, sentence, index, lower }: ClauseInput, at: number): readonly Token[] {
  const end = clause[at]?.end ?? 0;
  const next = clause[at + 1];
  if (next !== undefined)
    return next.op === ":" || link.test(lower.slice(end, end + 5)) ? clause.slice(at + 1) : [];
  const behind = sentence.clauses[index + 1] ?? [];
  const start = behind[0]?.start ?? end;
  const isPhrase = border.test(lower.slice(end, start)) || opening.test(lower.slice(start, start + 24));
  return isPhrase ? behind : [];
}

/** `8.35%,这是三一重工近20日的涨幅`, `62.3%: its P/E percentile over the past 10 years`: what the number is said to be; null where nothing is said so. */
export function describedBehind(input: ClauseInput, at: number): Description | null {
  const all = phraseBehind(input, at).slice(0, longest);
  const open = all.findIndex(({ kind }) => kind === "open");
  const phrase = open < 0 ? all : all.slice(0, open);
  if (phrase.length === 0 || phrase.some(({ kind }) => others.has(kind))) return null;
  const windows = phrase.filter(
    ({ kind, start, end }) => kind === "window" && stretchOf(input.lower.slice(start, end)) !== null,
  );
  const [window] = windows;
  if (window === undefined || windows.length > 1) return null;
  return {
    measure: phrase.findLast(({ kind }) => kind === "metric" || kind === "foreign") ?? null,
    window,
    company: phrase.findLast(({ kind }) => kind === "company")?.op ?? null,
  };
}
