/** 52周最高价1950.50元、最低价1380.20元, a 52-week high of …, and its low: the second is of the stretch that the first has named. */
import type { Reading } from "./reading.ts";
import type { Token, TokenKind } from "./token.ts";

const stretch =
  /^(?:近|过去|最近)?(?:\d{1,3}|[一两三五十]{1,3}) ?(?:周|日|天|年|个?月|-?(?:week|day|month|year) ?)/;
/** What stands between the two: the value of the first, and what joins them. */
const between: ReadonlySet<TokenKind> = new Set([
  "number",
  "join",
  "clause",
  "fill",
  "open",
  "close",
  "date",
  "source",
]);
const mostBetween = 8;

/** There are claims of the measure. */
const isClaimed = (metrics: readonly string[], { claims, lexicon }: Reading): boolean =>
  claims.some(
    (each) =>
      each.kind === "numeric" &&
      (metrics.includes(each.metric) || lexicon.keysOf(each.metric).some((key) => metrics.includes(key))),
  );

export function readSharedStretches(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, lexicon } = reading;
  let said = "";
  let passed = 0;
  let changed: Token[] | null = null;
  for (const [at, each] of tokens.entries()) {
    if (each.kind !== "metric") {
      passed++;
      if (passed > mostBetween || !between.has(each.kind)) said = "";
      continue;
    }
    const word = lower.slice(each.start, each.end);
    const own = stretch.exec(word)?.[0];
    if (own !== undefined) {
      [said, passed] = [own, 0];
      continue;
    }
    if (said === "" || isClaimed(each.metrics, reading)) continue;
    const found = lexicon.match(said + word, 0);
    if (found?.entry.kind !== "metric" || found.end !== said.length + word.length) continue;
    if (!isClaimed(found.entry.metrics, reading)) continue;
    changed ??= [...tokens];
    changed[at] = { ...each, metrics: found.entry.metrics };
  }
  return changed ?? tokens;
}
