import { type FoldedText, unfold } from "./fold.ts";
import { judge, type Listing, merelyProbable, nothing, type Verdict } from "./judge.ts";

/** The beginnings of A-share codes, as far as five digits tell them; what begins with 00 is a code of Hong Kong's length. */
const beginning = "(?:60[0135]|68[89]|30[0-2]|920)";
/** Five digits that stand alone and count nothing. */
const written = new RegExp(
  `(?<![\\da-z.,:/¥$-])${beginning}\\d{2}(?![\\da-z.,:/%-])(?! ?(?:元|块|股(?!价|票)|手|万|亿|千|百|个|点|份|张|yuan|rmb|cny|usd|shares|lots))`,
);
const amountBefore = /(?:有|共|花了?|投了?|买了?|卖了?|赚了?|亏了?|成本|本金|数量|rmb|cny|usd) ?$/;

/** A code of which the last digit is missing: 60051. */
export interface ShortCode {
  /** UTF-16 units of the text. */
  readonly span: readonly [number, number];
  readonly digits: string;
}

/** The only such code of a folded text; null where there is none. Round sums (60000) are amounts. */
export function findShortCode(folded: FoldedText): ShortCode | null {
  const match = written.exec(folded.text);
  if (match === null || match[0].endsWith("00")) return null;
  if (amountBefore.test(folded.text.slice(Math.max(0, match.index - 6), match.index))) return null;
  return { span: unfold(folded, match.index, match.index + match[0].length), digits: match[0] };
}

/** As many as a question back can list. */
const mostCandidates = 5;

/** The listed stocks that five digits begin, to be asked about where they are few; else that a digit is missing. */
export function judgeShortCode({ byCode }: Listing, digits: string): Verdict {
  const entries = [...byCode.values()].filter(
    ({ code, kind, listed }) => kind === "stock" && listed !== false && code.startsWith(digits),
  );
  return entries.length > 0 && entries.length <= mostCandidates
    ? merelyProbable(judge(entries))
    : { ...nothing, reason: "CODE_TOO_SHORT" };
}
