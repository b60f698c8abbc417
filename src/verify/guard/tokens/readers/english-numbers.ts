/** One thousand four hundred and two yuan, seventeen point two six percent, minus RMB two billion: an amount in English words, as the number that it is. */
import { readEnglish, type Shown } from "../../../../language/numbers.ts";
import { isLetter, kindsOf, type Token } from "../token.ts";
import { readUnit } from "./units.ts";

const mayHold = /hundred|thousand|[mbr]illion|ty-|(?<![a-z])(?:point|per ?cent|yuan)(?![a-z])/;
const spoken = kindsOf("quantity text fill licensed count number");
const leading = /(?<![a-z])(minus |negative )?(rmb |cny )?$/;
const longestLead = 14;
/** One word alone is an amount before these, but for one yuan of profit; two companies and three times are counts. */
const ofOneWord: ReadonlySet<string> = new Set(["part", "points of %", "CNY"]);

/** Fifty-five billion is shown in billions; two thousand is exact. */
function scaled({ digits, ...rest }: Shown): Shown {
  const zeros = [9, 6].find((each) => rest.exponent === 0 && digits % 10n ** BigInt(each) === 0n) ?? 0;
  return { ...rest, digits: digits / 10n ** BigInt(zeros), exponent: rest.exponent + zeros };
}

/** The tokens with such words as numbers. */
export function readNumberWords(tokens: readonly Token[], lower: string): readonly Token[] {
  if (!mayHold.test(lower)) return tokens;
  const read: Token[] = [];
  let until = 0;
  for (const each of tokens) {
    if (each.start < until) continue;
    const { start, end } = each;
    const isWord = spoken.has(each.kind) && isLetter(lower.charCodeAt(start));
    const shown = isWord && !isLetter(lower.charCodeAt(start - 1)) ? readEnglish(lower, start) : null;
    const before = leading.exec(lower.slice(Math.max(0, start - longestLead), start));
    const amount = shown === null ? null : readUnit(lower, shown.end);
    const unit = amount?.unit ?? (before?.[2] === undefined ? null : { dimension: "CNY", exponent: 0 });
    const isAmount =
      (shown?.end ?? end) > end || (each.kind !== "licensed" && ofOneWord.has(unit?.dimension ?? ""));
    if (shown === null || amount === null || before === null || !isAmount) {
      read.push(each);
      continue;
    }
    until = amount.end;
    const from = start - before[0].length;
    while ((read.at(-1)?.start ?? -1) >= from) read.pop();
    const number = {
      shown: scaled({ ...shown, exponent: shown.exponent + amount.exponent }),
      sign: before[1] === undefined ? ("" as const) : ("-" as const),
      unit,
      malformed: false,
    };
    read.push({ ...each, kind: "number", start: from, end: until, op: "", number });
  }
  return read;
}
