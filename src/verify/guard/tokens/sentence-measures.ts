/** Measures that the rest of their sentence makes one of two: traded between … over the past 52 weeks, the 23.5th percentile. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const dayRange = "~range_day";
const yearRange = ["~range_52w"];
const ofYear = /(?:52|fifty-two)[- ]weeks?(?![a-z])|52周/;
const rangeReach = 80;

/** Over the past 52 weeks it has traded between…: the range of the stretch that its sentence names. */
function isOfYear({ start, end, metrics }: Token, lower: string): boolean {
  if (!metrics.includes(dayRange)) return false;
  const before =
    lower
      .slice(Math.max(0, start - rangeReach), start)
      .split(/[。;；!?\n]|\.(?!\d)/)
      .at(-1) ?? "";
  const after = lower.slice(end, end + rangeReach).split(/[。;；!?\n]|\.(?!\d)/)[0] ?? "";
  return ofYear.test(before) || ofYear.test(after);
}

const isPercentile = ({ metrics }: Token): boolean =>
  metrics.includes("~pe_percentile") && metrics.includes("~pb_percentile");
/** Tokens before a percentile among which the measure that it ranks may stand. */
const rankReach = 14;

/** 市净率处于历史23.5%分位: the percentile of the measure that its sentence names last; of another than P/E and P/B none is known. */
function rankedBy(tokens: readonly Token[], at: number, lexicon: Reading["lexicon"]): Token | null {
  const each = tokens[at];
  if (each === undefined || !isPercentile(each)) return null;
  const near = tokens.slice(Math.max(0, at - rankReach), at);
  const own = near.slice(1 + near.findLastIndex(({ kind }) => kind === "break" || kind === "line"));
  const ranked = own.findLast(
    (one) => one.kind === "foreign" || (one.kind === "metric" && !one.op.endsWith("verb")),
  );
  if (ranked?.kind !== "metric" || isPercentile(ranked)) return null;
  const isOf = (word: string) => {
    const metrics = lexicon.match(word, 0)?.entry.metrics ?? [];
    return ranked.metrics.some((metric) => metrics.includes(metric));
  };
  if (isOf("p/e")) return { ...each, metrics: ["~pe_percentile"] };
  return isOf("p/b") ? { ...each, metrics: ["~pb_percentile"] } : { ...each, kind: "foreign", metrics: [] };
}

/** The token with the one measure that its sentence makes it, or null where it stays what it is. */
export function toldBySentence(
  tokens: readonly Token[],
  at: number,
  { lower, lexicon }: Pick<Reading, "lower" | "lexicon">,
): Token | null {
  const each = tokens[at];
  if (each !== undefined && isOfYear(each, lower)) return { ...each, metrics: yearRange };
  return rankedBy(tokens, at, lexicon);
}
