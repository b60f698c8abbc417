/** An index of the emulated market. Names and codes are real; every level is made up. */
export interface ListedIndex {
  readonly code: string;
  readonly name: string;
  /** Level on the eve of the first day, points. */
  readonly basePrice: number;
}

const table = `
000001.SH 上证指数 3872.40
399001.SZ 深证成指 12630.15
399006.SZ 创业板指 2711.88
000300.SH 沪深300 4520.36
000016.SH 上证50 3011.52
000905.SH 中证500 6188.07
000852.SH 中证1000 6540.90
000688.SH 科创50 1422.63
899050.BJ 北证50 1533.48
`;

export const indices: readonly ListedIndex[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [code = "", name = "", level] = line.split(" ");
    return { code, name, basePrice: Number(level) };
  });

/** What is traded in all constituents: shares at some fourteen yuan, nothing to do with the level. */
export function indexAmount(seed: number, share: number): { volume: number; amount: number } {
  const whole = 2e11 + (seed % 1_000_003) * 5e5;
  const volume = Math.floor((whole * share) / 14 / 100) * 100;
  return { volume, amount: Math.round(volume * 14.37 * 100) / 100 };
}
