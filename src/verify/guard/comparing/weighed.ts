/** hardly below, no longer above: neither that it is nor that it is not, which no claim bears out. */
import type { Token } from "../tokens/token.ts";

const weighed = /(?:hardly|barely|scarcely|no longer|anything but|far from|nowhere near) $/;
const reach = 14;

export const isWeighed = ({ start }: Token, lower: string): boolean =>
  weighed.test(lower.slice(Math.max(0, start - reach), start));
