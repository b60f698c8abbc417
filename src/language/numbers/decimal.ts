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
  const [mantissa = "0", power = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function roundHalfUp(digits: bigint, places: number): bigint {
  const unit = 10n ** BigInt(places);
  const size = digits < 0n ? -digits : digits;
  const rounded = (size * 2n + unit) / (unit * 2n);
  return digits < 0n ? -rounded : rounded;
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
  const exact = toDecimal(value);
  const places = exact.exponent + shift - shown.exponent + shown.decimals;
  if (places > 400 || places < -400) return false;
  const expected = places >= 0 ? exact.digits * 10n ** BigInt(places) : roundHalfUp(exact.digits, -places);
  return expected === (negative ? -shown.digits : shown.digits);
}
