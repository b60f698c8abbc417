import { fold, isLatinOrDigit, unfold } from "./fold.ts";

/** What a code stands for by its number range (data-sources §4). `unknown`: no range of today's market holds it. */
export type SecurityKind = "stock" | "index" | "fund" | "bond" | "b_share" | "hk" | "us" | "unknown";

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

/** Prefix ranges an exchange lists, first match wins (920 stands before 9xx). */
const ranges: Readonly<Record<Exchange, readonly (readonly [RegExp, SecurityKind])[]>> = {
  SH: [
    [/^(60[0135]|68[89])/, "stock"],
    [/^900/, "b_share"],
    [/^000/, "index"],
    [/^5[0-35688]/, "fund"],
    [/^11/, "bond"],
  ],
  SZ: [
    [/^(00[0-3]|30[0-2])/, "stock"],
    [/^200/, "b_share"],
    [/^399/, "index"],
    [/^1[568]/, "fund"],
    [/^12/, "bond"],
  ],
  BJ: [
    [/^920/, "stock"],
    [/^899/, "index"],
  ],
  CSI: [[/^(000|93[0-2])/, "index"]],
};

/** Which exchange bare digits belong to; 43 82 83 87 88 are old numbers of the BSE or NEEQ, kind `unknown`. */
const homes: readonly (readonly [RegExp, Exchange])[] = [
  [/^920/, "BJ"],
  [/^(60[0135]|68[89]|900|5[0-35688]|11)/, "SH"],
  [/^(00[0-3]|30[0-2]|200|399|1[568]|12)/, "SZ"],
  [/^93[0-2]/, "CSI"],
  [/^(899|43|82|83|87|88)/, "BJ"],
];

const exchangeWords: Readonly<Record<string, Exchange>> = {
  sh: "SH",
  ss: "SH",
  xshg: "SH",
  sse: "SH",
  sz: "SZ",
  xshe: "SZ",
  szse: "SZ",
  bj: "BJ",
  bse: "BJ",
  csi: "CSI",
};

function kindOn(exchange: Exchange, digits: string): SecurityKind {
  return ranges[exchange].find(([range]) => range.test(digits))?.[1] ?? "unknown";
}

function bareCode(digits: string): CodeReading {
  const home = homes.find(([range]) => range.test(digits))?.[1];
  return home === undefined
    ? { code: digits, kind: "unknown" }
    : { code: `${digits}.${home}`, kind: kindOn(home, digits) };
}

function exchangeCode(digits: string, word: string): CodeReading | null {
  const exchange = exchangeWords[word];
  return exchange === undefined ? null : { code: `${digits}.${exchange}`, kind: kindOn(exchange, digits) };
}

const hongKong = (digits: string): CodeReading => ({
  code: `${digits.replace(/^0+(?=\d{5})/, "").padStart(5, "0")}.HK`,
  kind: "hk",
});

/** Every spelling, on folded text; the groups are read in `readMatch`. No alternative can match a prefix of another's middle. */
const spelling = new RegExp(
  [
    "(?<prefix>xshg|xshe|szse|sse|bse|sh|ss|sz|bj)[.: ]?(?<prefixed>\\d{6})",
    "(?<suffixed>\\d{6})[.:](?<suffix>xshg|xshe|csi|sh|ss|sz|bj)",
    "hk[.: ]?(?<hkPrefixed>\\d{4,5})",
    "(?<hkSuffixed>\\d{1,5})[.:]hk",
    "us[.:](?<usPrefixed>[a-z]{1,5})",
    "\\$(?<usDollar>[a-z]{1,5})",
    "(?<usSuffixed>[a-z]{1,5})[.:]us",
    "(?<six>\\d{6})",
    "(?<five>0\\d{4})",
  ].join("|"),
  "g",
);

function readMatch(groups: Readonly<Record<string, string | undefined>>): CodeReading | null {
  const { prefix, prefixed, suffix, suffixed, hkPrefixed, hkSuffixed, six, five } = groups;
  if (prefix !== undefined && prefixed !== undefined) return exchangeCode(prefixed, prefix);
  if (suffix !== undefined && suffixed !== undefined) return exchangeCode(suffixed, suffix);
  const hk = hkPrefixed ?? hkSuffixed ?? five;
  if (hk !== undefined) return hongKong(hk);
  if (six !== undefined) return bareCode(six);
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

/** Every code in a text, in order, without overlaps. Linear. Whether a bare number is meant as a code is the directory's question. */
export function findCodes(original: string): readonly FoundCode[] {
  const folded = fold(original);
  const { text } = folded;
  const found: FoundCode[] = [];
  for (const match of text.matchAll(spelling)) {
    const start = match.index;
    const end = start + match[0].length;
    const reading = isFragment(text, start, end) ? null : readMatch(match.groups ?? {});
    if (reading === null) continue;
    const span = unfold(folded, start, end);
    const bare = match.groups?.six !== undefined || match.groups?.five !== undefined;
    found.push({ ...reading, span, folded: [start, end], text: original.slice(...span), bare });
  }
  return found;
}

/** The code that the whole text is, in any spelling of data-sources §4; null when it is no code. */
export function readCode(original: string): CodeReading | null {
  const trimmed = original.trim();
  const [first, ...others] = findCodes(trimmed);
  if (first === undefined || others.length > 0) return null;
  const whole = first.folded[0] === 0 && first.folded[1] === fold(trimmed).text.length;
  return whole ? { code: first.code, kind: first.kind } : null;
}
