/** 市盈率走低, margin balance slipped, 毛利率收窄: words of move and of width right behind a measure other than the price are of that measure. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import type { Reading } from "../reading.ts";
import type { Token } from "../token.ts";

const widths: readonly (readonly [words: RegExp, sign: number])[] = [
  [/^(?:扩大|放大|走阔|widened|widening)$/, 1],
  [/^(?:收窄|缩小|萎缩|narrowed|narrowing)$/, -1],
];
const between =
  /^(?:规模|体量)?(?:(?:较|比)(?:上年|去年)同期|同比)?(?:(?:也|都|均|则|还|仍|倒|却|是|在|正|已经?|有所|有|略微?|小幅|微幅|稍|明显|大幅|显著|出现|呈|往下|一共|又|继续|进一步|持续|了)*|(?: (?:ratio|multiple|rate|has|have|had|is|are|was|were|been|come|gone|moved|edged|ticked|still|also|slightly|then|since|modestly|marginally|sharply|further))* )$/;
const farthest = 120;
/** 营收在涨。: nothing says by how much. */
const bareEnd = /^[了着的]?(?:$|[,，。;；:：!！()（）\n]|\.(?: |\n|$))/;
/** …由92.14%降到91.96%,有所回落: a clause of its own, of what was said before. */
const alone = /[,，](?:已经?|也|均|都)*(?:有所|略有|稍有|小幅|微幅)$/;
const isAlone = ({ start, end }: Token, lower: string): boolean =>
  alone.test(lower.slice(Math.max(0, start - 8), start)) &&
  /^(?:$|[,，。;；(（\n])/.test(lower.slice(end, end + 1));

/** 掉了4.27%, 缩了4.27%, 下来了4.27%: in everyday words, right before the rate. */
const lessened = /^(?:[掉缩滑退少]|下来)了?(?=(?:约|大约|近)?\d[\d.]*(?:%|个百分点))/;

/** How prices, and not other measures, move. */
function isOfPrice({ metrics, op }: Token, { priceLike, changes }: Lexicon): boolean {
  const ofPrice = (id: string): boolean =>
    priceLike.has(id) || changes.percent.includes(id) || changes.amount.includes(id);
  return op.endsWith("verb") || metrics.length === 0 || metrics.some(ofPrice);
}

/** The word as one of how its measure grew; itself where it is of none. */
function ofMeasure(word: Token, before: Token | undefined, { lower, lexicon }: Reading): Token {
  // 营收跌幅: no move of the price.
  if (
    word.kind === "metric" &&
    word.op === "noun" &&
    before?.end === word.start &&
    !isOfPrice(before, lexicon)
  )
    return /^[涨跌]幅$/.test(lower.slice(word.start, word.end))
      ? { ...word, kind: "direction", op: "growth", sign: word.sign || 1, metrics: [] }
      : word;
  if (word.kind === "text" && before !== undefined && lessened.test(lower.slice(word.start, word.start + 16)))
    return between.test(lower.slice(before.end, word.start))
      ? { ...word, kind: "direction", op: isOfPrice(before, lexicon) ? "market" : "growth", sign: -1 }
      : word;
  if (word.kind !== "event" && !(word.kind === "direction" && word.op === "market")) return word;
  if (before === undefined || word.start - before.end > farthest) return word;
  const said = word.kind === "event" ? lower.slice(word.start, word.end) : "";
  const sign = said === "" ? word.sign : (widths.find(([words]) => words.test(said))?.[1] ?? 0);
  if (sign === 0 || isOfPrice(before, lexicon)) return word;
  // revenue declined by 2.1%: of its growth, which the word says as it is.
  const isBare = bareEnd.test(lower.slice(word.end, word.end + 3));
  if (said === "" && !isBare && before.metrics.some((id) => lexicon.growthOf(id).length > 0)) return word;
  const isBehind = between.test(lower.slice(before.end, word.start)) || isAlone(word, lower);
  if (!isBehind) return word;
  return { ...word, kind: "direction", op: "growth", sign };
}

export function readMeasureMoves(tokens: readonly Token[], reading: Reading): readonly Token[] {
  let measure: Token | undefined;
  let hasChanged = false;
  const read = tokens.map((each) => {
    const own = ofMeasure(each, measure, reading);
    if (own.kind === "metric") measure = own;
    hasChanged ||= own !== each;
    return own;
  });
  return hasChanged ? read : tokens;
}
