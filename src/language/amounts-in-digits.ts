import { readEnglish } from "./numbers.ts";

/** Words without one of these hold no amount; which one and the first two count in passing. */
const scaled = /\b(?:hundred|thousand|million|billion)\b/;
const counted = /^ ?(?:%|(?:percent|per cent|yuan|rmb|cny|shares|lots?)(?![a-z]))/;

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && character >= "a" && character <= "z";

/** 25 with one decimal is 2.5. */
function written({ digits, decimals, exponent }: NonNullable<ReturnType<typeof readEnglish>>): string {
  if (exponent >= decimals) return `${digits}${"0".repeat(exponent - decimals)}`;
  const shift = decimals - exponent;
  const text = String(digits).padStart(shift + 1, "0");
  return `${text.slice(0, -shift)}.${text.slice(-shift)}`;
}

/** The text with its amounts in English words in digits: above three hundred, a hundred and fifty yuan, five percent. Linear. */
export function amountsInDigits(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return text;
  let result = "";
  let copied = 0;
  for (let at = 0; at < lower.length; at++) {
    if (!isLetter(lower[at]) || isLetter(lower[at - 1])) continue;
    const found = readEnglish(lower, at);
    if (found === null) continue;
    const words = lower.slice(at, found.end);
    if (scaled.test(words) || counted.test(lower.slice(found.end, found.end + 10))) {
      result += text.slice(copied, at) + written(found);
      copied = found.end;
    }
    at = found.end - 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
