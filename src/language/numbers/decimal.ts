/** A written number: `digits × 10^(exponent - decimals)`, where `decimals` of the digits stand after the point. */
export interface Shown {
  /** All digits, the point left out. */
  readonly digits: bigint;
  readonly decimals: number;
  /** Power of ten that a scale word adds: 4 for 万, 8 for 亿, 9 for billion. */
  readonly exponent: number;
  /** Index after the number in the text read. */
  readonly end: number;
}

/** A finite number as `digits × 10^exponent`, exactly as JSON writes it. */
export function toDecimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const text = String(value);
  const e = text.indexOf("e");
  const mantissa = e < 0 ? text : text.slice(0, e);
  const power = e < 0 ? 0 : Number(text.slice(e + 1));
  const point = mantissa.indexOf(".");
  if (point < 0) return { digits: BigInt(mantissa), exponent: power };
  const fraction = mantissa.slice(point + 1);
  return { digits: BigInt(mantissa.slice(0, point) + fraction), exponent: power - fraction.length };
}

function roundHalfUp(digits: bigint, places: number): bigint {
  const unit = 10n ** BigInt(places);
  const size = digits < 0n ? -digits : digits;
  const rounded = (size * 2n + unit) / (unit * 2n);
  return digits < 0n ? -rounded : rounded;
}

/**
 * True where floating point alone shows that the two differ by more than any rounding, whatever their signs: most numbers that a
 * text shows are none of the other claims'. Its own error is a millionth of the margin.
 */
function isFarFrom(value: number, shift: number, shown: Omit<Shown, "end">): boolean {
  const scaled = Math.abs(value) * 10 ** (shift - shown.exponent + shown.decimals);
  const size = Number(shown.digits < 0n ? -shown.digits : shown.digits);
  return Number.isFinite(scaled) && Math.abs(scaled - size) > 1 + size * 1e-6;
}

/** How far from a tie, in the last decimal shown, floating point alone tells how a value of fewer digits than this is rounded. */
const leastMargin = 1e-3;
const mostDigits = 1e11;

/** True where floating point alone shows that the value rounds to the written number, which is not 0. */
function isNear(value: number, shift: number, shown: Omit<Shown, "end">): boolean {
  const scaled = Math.abs(value) * 10 ** (shift - shown.exponent + shown.decimals);
  const size = Number(shown.digits < 0n ? -shown.digits : shown.digits);
  return size >= 1 && size < mostDigits && Math.abs(scaled - size) < 0.5 - leastMargin;
}

/**
 * True if `value × 10^shift`, rounded half-up (away from zero) to the decimals of the written number in its own
 * scale, is that number. All unit conversions of the product are powers of ten, so that this is exact.
 */
export function roundsTo(
  value: number,
  shift: number,
  shown: Omit<Shown, "end">,
  negative: boolean,
): boolean {
  if (isFarFrom(value, shift, shown)) return false;
  if (isNear(value, shift, shown)) return value < 0 === (negative !== shown.digits < 0n);
  const exact = toDecimal(value);
  const places = exact.exponent + shift - shown.exponent + shown.decimals;
  if (places > 400 || places < -400) return false;
  const expected = places >= 0 ? exact.digits * 10n ** BigInt(places) : roundHalfUp(exact.digits, -places);
  return expected === (negative ? -shown.digits : shown.digits);
}
