/** (万元,akshare), (akshare, CNY million), volume, lots (akshare): the unit of the bare numbers, told once among what is told of them. */
import { lastOf } from "../lists.ts";
import type { Token, Unit } from "./token.ts";
import { token } from "./token.ts";
import { readUnitWord } from "./units.ts";

interface Seen {
  readonly lower: string;
  readonly tokens: readonly Token[];
  readonly claimSources: ReadonlySet<string>;
}

export const bracketUnitStarts = "百千万亿元手股倍%cyrmbtlsu";
const word = /^(?:unit: ?|units: ?)?([^()\d,;:，；：、]{1,16})(?=[),;，；])/;
const afterMeasure =
  /^(lots|shares|cny(?: (?:million|billion|bn|mn))?|rmb(?: (?:million|billion|bn|mn))?)(?= \(([a-z_.-]{2,40})|[:：])/;
/** How far back the bracket may have been opened, in tokens. */
const reach = 12;
const noted: ReadonlySet<string> = new Set(["CNY", "USD", "HKD", "shares", "times", "part"]);

const isInBracket = (tokens: readonly Token[]): boolean =>
  tokens.slice(-reach).findLast(({ kind }) => kind === "open" || kind === "close")?.kind === "open";

const note = (at: number, length: number, unit: Unit, scale: number): Token =>
  token("unitNote", at, at + length, {
    number: { shown: { digits: 1n, decimals: 0, exponent: scale }, sign: "", unit, malformed: false },
  });

/** The unit note that stands at the index, or null. */
export function readBracketUnit({ lower, tokens, claimSources }: Seen, at: number): Token | null {
  // (人民币) names the currency of a number that has its unit.
  if (!bracketUnitStarts.includes(lower.charAt(at))) return null;
  const last = lastOf(tokens);
  const isNext = last !== undefined && at - last.end <= 1;
  if (!isNext || (last.kind !== "open" && last.kind !== "clause")) return null;
  const isOfMeasure = last.kind === "clause" && tokens.at(-2)?.kind === "metric";
  const found = isInBracket(tokens)
    ? word.exec(lower.slice(at, at + 24))
    : isOfMeasure
      ? afterMeasure.exec(lower.slice(at, at + 40))
      : null;
  // Of the source that follows in a bracket, and not of a word that goes on: lots (of 100).
  if (found?.[2] !== undefined && !claimSources.has(found[2])) return null;
  const read = found?.[1] === undefined ? null : readUnitWord(found[1]);
  return found === null || read === null || !noted.has(read.unit.dimension)
    ? null
    : note(at, found[0].length, read.unit, read.scale);
}
