/** 八成, 2个点: the per cent that a user's question speaks of, and that its answer says again, as a number. */
import type { Token } from "../token.ts";

const half = /^[一二三四五六七八九](?![\u4e00-\u9fff\d])/;
const digits = "零一二三四五六七八九";
/** Decimals of the per cent, so that no rounded value is taken for it. */
const decimals = 4;

/** The per cent and where its words end; null for other words. */
function percentAt({ number, end }: Token, lower: string): readonly [number, number] | null {
  const unit = number?.unit?.dimension;
  if (number !== null && number.sign === "" && number.shown.exponent === 0) {
    const size = Number(number.shown.digits) / 10 ** number.shown.decimals;
    if (unit === "tenths") {
      const more = half.exec(lower.slice(end, end + 2))?.[0] ?? "";
      return [size * 10 + Math.max(0, digits.indexOf(more || "零")), end + more.length];
    }
    if (unit === "个" && lower.charAt(end) === "点") return [size, end + 1];
  }
  return null;
}

const mayHold = /成|个点/;

/** The tokens with such words as numbers; `held` says which of them may be, all where it is null. */
function withPercents(
  tokens: readonly Token[],
  lower: string,
  held: ReadonlySet<number> | null,
): readonly Token[] {
  if (held?.size === 0 || !mayHold.test(lower)) return tokens;
  let taken = 0;
  return tokens.flatMap((each) => {
    if (each.start < taken) return [];
    const found = percentAt(each, lower);
    if (found === null || held?.has(found[0]) === false) return [each];
    const [percent, end] = found;
    taken = end;
    const shown = { digits: BigInt(Math.round(percent * 10 ** decimals)), decimals, exponent: 0 };
    const number = { shown, sign: "" as const, unit: { dimension: "part", exponent: -2 }, malformed: false };
    return [{ ...each, kind: "number" as const, op: "", end, number }];
  });
}

/** The user's message, its spoken per cents as numbers. */
export const readAskedPercents = (tokens: readonly Token[], lower: string): readonly Token[] =>
  withPercents(tokens, lower, null);

/** The answer, those of the user's message as numbers too: 没到八成. */
export function readSpokenPercents(
  tokens: readonly Token[],
  lower: string,
  question: readonly Token[],
): readonly Token[] {
  const held = new Set(
    question.flatMap(({ number }) =>
      number?.unit?.dimension === "part" && number.unit.exponent === -2
        ? [Number(number.shown.digits) / 10 ** number.shown.decimals]
        : [],
    ),
  );
  return withPercents(tokens, lower, held);
}
