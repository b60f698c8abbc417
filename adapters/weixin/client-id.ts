import { createHash } from "node:crypto";

/** The same id for the same words, in the shape of a UUID: a repeated send is recognised by the channel. */
export function clientIdOf(...words: readonly (string | number)[]): string {
  const hex = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  const variant = ["8", "9", "a", "b"][Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
