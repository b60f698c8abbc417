/** Which measures the text and the question speak of, for a number that names none itself. */
import type { Lexicon } from "../lexicon/lexicon.ts";
import { metricsIn, type Token } from "../tokens/token.ts";

export interface Spoken {
  /** True where the text or the question names the measure, or a move or growth that it may be. */
  isSpokenOf(metric: string): boolean;
  /** True where they name measures other than prices, and not this one. */
  isPassedOver(metric: string): boolean;
}

export interface SpokenInput {
  /** The tokens of the user's message. */
  readonly question: readonly Token[];
  /** The text, whose words say which stretches of time it speaks of. */
  readonly tokens: readonly Token[];
  readonly lower: string;
  readonly lexicon: Lexicon;
}

/** Words that name no measure and yet say which it is: 0.31% of its shares changed hands, both trade below book. */
const tellingWords: readonly (readonly [of: RegExp, words: RegExp])[] = [
  [
    /成交|换手|turnover|volume/,
    /成交|换手|交易了|易手|changed hands|changing hands|turned over|(?<![a-z])traded(?![a-z])/,
  ],
  [/市净|p\/b|book/, /净资产|破净|(?<![a-z])book(?![a-z])/],
  [/市盈|p\/e/, /盈利|利润|earnings/],
  [/净利润|net profit/, /赚|挣|(?<![a-z])(?:earned|made|makes|earns)(?![a-z])/],
  [/派|分红|股息|divid/, /派|分红|股息|paid|pays|payout/],
];

/** The measures that the tokens name, those that a word of move, growth or loss may mean among them. */
function spokenMeasures(tokens: readonly Token[], lexicon: Lexicon): ReadonlySet<string> {
  const named = metricsIn(tokens);
  const ops = new Set(
    tokens.flatMap(({ kind, op }) => (kind === "direction" ? [op] : kind === "growth" ? ["growth"] : [])),
  );
  const { percent, amount } = lexicon.changes;
  return new Set([
    ...named,
    ...(ops.has("growth") ? named.flatMap(lexicon.growthOf) : []),
    ...(ops.has("loss") ? [...lexicon.flows, ...lexicon.profits] : []),
    ...(ops.has("market") || ops.has("flat") ? [...percent, ...amount] : []),
  ]);
}

/** Reads the text and the question once, and only if it is asked. */
export function spokenIn({ question, tokens, lower, lexicon }: SpokenInput): Spoken {
  let known: ReadonlySet<string> | null = null;
  const measures = (): ReadonlySet<string> => {
    known ??= spokenMeasures([...question, ...tokens], lexicon);
    return known;
  };
  const told = new Map<string, boolean>();
  const isTold = (metric: string): boolean => {
    if ([metric, ...lexicon.keysOf(metric)].some((key) => measures().has(key))) return true;
    const own = lexicon.wordsOf(metric);
    return tellingWords.some(([of, words]) => own.some((word) => of.test(word)) && words.test(lower));
  };
  // Once a measure: the words are looked for in the whole text.
  const isSpokenOf = (metric: string): boolean => {
    const before = told.get(metric) ?? isTold(metric);
    told.set(metric, before);
    return before;
  };
  const isPassedOver = (metric: string): boolean =>
    !isSpokenOf(metric) && [...measures()].some((named) => !lexicon.priceLike.has(named));
  return { isSpokenOf, isPassedOver };
}
