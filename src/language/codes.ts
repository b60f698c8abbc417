import { type SecurityKind, wholeCode } from "#contract";
import { fold, isLatinOrDigit, unfold, type Written } from "./fold.ts";
import { readDigitRun } from "./numbers/chinese.ts";

export type { SecurityKind } from "#contract";

export interface CodeReading {
  /** Canonical `600519.SH`; six digits that fit no exchange stay bare. HK is `00700.HK`, US `AAPL.US`. */
  readonly code: string;
  readonly kind: SecurityKind;
}

export interface FoundCode extends CodeReading {
  /** UTF-16 units of the original text, end exclusive. */
  readonly span: readonly [number, number];
  /** The same in `fold(text).text`. */
  readonly folded: readonly [number, number];
  /** As the user wrote it. */
  readonly text: string;
  /** True for bare digits, whose exchange is guessed from the range. */
  readonly bare: boolean;
}

type Exchange = "SH" | "SZ" | "BJ" | "CSI";

const funds = {
  SH: /^(50[0-2568]|51\d|52\d|530|55[01]|56[0-3]|58[89])/,
  SZ: /^(150|159|16\d|18[04])/,
};
/** Convertible bonds by the blocks that have been issued; other bonds have no range of their own. */
const bonds = { SH: /^(1100|1110|1111|113|118)/, SZ: /^(123[0-2]|127[0-2]|128[01])/ };
/** Old numbers of the Beijing exchange (all 920 since 2025-10-09), shared with the NEEQ. */
const neeq = /^(43|8[2378])/;

/** What an exchange lists, first match wins (920 stands before 9xx). An index of `000` in Shanghai exists only if a list holds it. */
const ranges: Readonly<Record<Exchange, readonly (readonly [RegExp, SecurityKind])[]>> = {
  SH: [
    [/^(60[0135]|68[89])/, "stock"],
    [/^900/, "b_share"],
    [/^000/, "index"],
    [funds.SH, "fund"],
    [bonds.SH, "bond"],
  ],
  SZ: [
    [/^(00[0-3]|30[0-2])/, "stock"],
    [/^20[01]/, "b_share"],
    [/^399/, "index"],
    [funds.SZ, "fund"],
    [bonds.SZ, "bond"],
  ],
  BJ: [
    [/^920/, "stock"],
    [/^899/, "index"],
    [neeq, "neeq"],
  ],
  CSI: [[/^(000|93[0-2])/, "index"]],
};

/** The exchanges in the order in which bare digits are looked for: 000 is a stock of Shenzhen. */
const homes: readonly Exchange[] = ["BJ", "SZ", "SH", "CSI"];

/** Stocks that have left the exchanges trade on a board of the NEEQ. */
const delistedBoard = /^4[02]/;

const exchangeWords: Readonly<Record<string, Exchange>> = {
  sh: "SH",
  ss: "SH",
  xshg: "SH",
  shse: "SH",
  sse: "SH",
  sha: "SH",
  sz: "SZ",
  xshe: "SZ",
  szse: "SZ",
  sza: "SZ",
  bj: "BJ",
  bse: "BJ",
  csi: "CSI",
};

function kindOn(exchange: Exchange, digits: string): SecurityKind {
  return ranges[exchange].find(([range]) => range.test(digits))?.[1] ?? "unknown";
}

function bareCode(digits: string): CodeReading {
  const home = homes.find((exchange) => kindOn(exchange, digits) !== "unknown");
  if (home !== undefined) return { code: `${digits}.${home}`, kind: kindOn(home, digits) };
  return { code: digits, kind: delistedBoard.test(digits) ? "delisted" : "unknown" };
}

function exchangeCode(digits: string, word: string): CodeReading | null {
  const exchange = exchangeWords[word];
  return exchange === undefined ? null : { code: `${digits}.${exchange}`, kind: kindOn(exchange, digits) };
}

const hongKong = (digits: string): CodeReading => ({
  code: `${digits.padStart(5, "0")}.HK`,
  kind: "hk",
});

const exchanges = "xshg|xshe|shse|szse|sse|bse|sh|ss|sz|bj";
const wordEnd = "(?![a-z0-9])";
/** Digits read out one by one, as speech is written down: 六零零五一九. */
const saidDigits = "零〇一幺二三四五六七八九";
const digitSaid = `[${saidDigits}]`;
const numeral = `[${saidDigits}十百千万亿点两]`;

/** Every spelling, on folded text; the groups are read in `readMatch`. Each alternative is of bounded length, so reading is linear. */
const spelling = new RegExp(
  [
    `(?<prefix>${exchanges})[.:_ -]{0,2}(?<prefixed>\\d{6})`,
    `(?<suffixed>\\d{6})[.:_ -]{0,2}(?<suffix>${exchanges}|sha|sza|csi)${wordEnd}`,
    "hk[.:_ -]?(?<hkPrefixed>\\d{4,5})",
    `(?<hkSuffixed>\\d{1,6}(?=[.:]hk)|\\d{4,5}(?=[_-]?hk))[.:_-]?hk${wordEnd}`,
    `(?:us|nasdaq|nyse)[.:](?<usPrefixed>[a-z]{1,5})${wordEnd}`,
    `\\$(?<usDollar>[a-z]{1,5})${wordEnd}`,
    `(?<usSuffixed>[a-z]{1,5})[.:]us${wordEnd}`,
    "(?<six>\\d{6})",
    `(?<said>(?<!${numeral})${digitSaid}{6}(?!${numeral}))`,
    "(?<five>0\\d{4})",
  ].join("|"),
  "g",
);

function readMatch(groups: Readonly<Record<string, string | undefined>>): CodeReading | null {
  const { prefix, prefixed, suffix, suffixed, hkPrefixed, hkSuffixed, six, said, five } = groups;
  if (prefix !== undefined && prefixed !== undefined) return exchangeCode(prefixed, prefix);
  if (suffix !== undefined && suffixed !== undefined) return exchangeCode(suffixed, suffix);
  const hk = hkPrefixed ?? hkSuffixed ?? five;
  if (hk !== undefined) return hongKong(hk);
  if (six !== undefined) return bareCode(six);
  if (said !== undefined) {
    const reading = bareCode(readDigitRun(said, 0).digits);
    return reading.kind === "stock" ? reading : null;
  }
  const us = groups.usPrefixed ?? groups.usDollar ?? groups.usSuffixed;
  return us === undefined ? null : { code: `${us.toUpperCase()}.US`, kind: "us" };
}

/** True where the match is a piece of something longer: a word, a longer number, a decimal, a date. */
function isFragment(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  const after = text[end];
  if (isLatinOrDigit(before) || isLatinOrDigit(after)) return true;
  // Two codes may stand side by side as 600519/000858; only shorter digits can be part of a date or a phone number.
  const joints = end - start >= 6 ? "." : ".:/-";
  const isJoint = (character: string | undefined) => character !== undefined && joints.includes(character);
  if (isJoint(before) && /\d/.test(text[start - 2] ?? "")) return true;
  return isJoint(after) && /\d/.test(text[end + 1] ?? "");
}

/** No code is spelt without one of these. */
const codeSigns = new RegExp(`[\\d.:$]|${digitSaid}{6}`);

/** Every code in a text, in order, without overlaps. Linear. Whether a bare number is meant as a code is the directory's question. */
export function findCodes(written: Written): readonly FoundCode[] {
  const folded = fold(written);
  const { original, text } = folded;
  if (!codeSigns.test(text)) return [];
  const found: FoundCode[] = [];
  for (const match of text.matchAll(spelling)) {
    const start = match.index;
    const end = start + match[0].length;
    const reading = isFragment(text, start, end) ? null : readMatch(match.groups ?? {});
    if (reading === null) continue;
    const span = unfold(folded, start, end);
    const bare =
      match.groups?.six !== undefined || match.groups?.said !== undefined || match.groups?.five !== undefined;
    found.push({ ...reading, span, folded: [start, end], text: original.slice(...span), bare });
  }
  return found;
}

/** What may stand around a code that is the whole of a text: $SH600519$, (600519), “600519”. */
const wrapping = /^[\s$#()[\]{}"'“”‘’「」『』【】《》<>,.;:、。,;:*`]*$/;

/** The code that the whole text is, in any spelling of data-sources §4; null when it is no code. */
export function findWholeCode(written: Written): FoundCode | null {
  const folded = fold(written);
  const [first, ...others] = findCodes(folded);
  if (first === undefined || others.length > 0) return null;
  const { text } = folded;
  const around = text.slice(0, first.folded[0]) + text.slice(first.folded[1]);
  return wrapping.test(around) ? first : null;
}

/** The same, without its place. */
export function readCode(original: string): CodeReading | null {
  // As most are handed in.
  if (wholeCode.test(original)) return exchangeCode(original.slice(0, 6), original.slice(7).toLowerCase());
  const found = findWholeCode(original);
  return found === null ? null : { code: found.code, kind: found.kind };
}
