import { simplify } from "../../../../language/fold.ts";
import { closeGaps, isWideDigit, partsThousands } from "./gaps.ts";
import { blockTags, cellTags, htmlEntities, inlineTags } from "./html.ts";
import { drawTables } from "./layouts.ts";
import { withNoteStars } from "./note-stars.ts";

/** A text as the guard reads it. */
export interface NormalText {
  readonly text: string;
  /** The index in the prose from which the character at the index of the text comes; undefined outside the text. */
  originOf(index: number): number | undefined;
  /** Spans of the prose that hide or reverse what is shown, or link through markup. */
  readonly suspicious: readonly { readonly start: number; readonly end: number; readonly reason: string }[];
}

/** Characters by what they read as, where their own normal form would change the meaning of punctuation here. */
const readAs: Readonly<Record<string, string>> = {
  〇: "〇",
  "，": "，",
  ";": "；",
  ":": "：",
  "(": "（",
  ")": "）",
  "": "⁽⁾",
  "[": "［【〔",
  "]": "］】〕",
  "¥": "￥",
  "-": "−－‐‑–﹣‒⁻",
  "—": "―",
  "%": "％﹪",
  "+": "＋",
  ".": "．",
  "|": "｜│┃║",
  "\u3000": "\u3000",
  "~": "～〜∼",
  "!": "！",
  "?": "？",
  "'": "‘’´",
  "…": "…",
  x: "×",
};
const direct = new Map(Object.entries(readAs).flatMap(([to, all]) => [...all].map((from) => [from, to])));
const invisible =
  /\u034F|[\uFE00-\uFE0F]|[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2060-\u2064\u206A-\u206F\uFEFF\u3164\uFFA0\u{E0000}-\u{E0FFF}]/u;
const reversing = /[\u202A-\u202E\u2066-\u2069]/;
/** Marks of a list: ① reads as (1). */
const circledNumbers = ["①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", "❶❷❸❹❺❻❼❽❾❿", "➀➁➂➃➄➅➆➇➈➉", "➊➋➌➍➎➏➐➑➒➓"];
/** Marks of notes: ¹ reads as [1]. */
const raised = /^[⁰¹²³⁴-⁹ᵃᵇᶜᵈᵉᶠᵍⁱ]$/;
const decimalDigit = /^\p{Nd}$/u;
const otherNumber = /^[\p{Nl}\p{No}]$/u;
/** 📊, 📌: they part words and say nothing; those that answer (✅, ❌, 👍) or mark a question are left. */
const picture = /^(?![✅❌❓❔❗❕👍👎👌💯])\p{Emoji_Presentation}$|^[⚠ℹ✏]$/u;
const punctuation = /^[!-/:-@[-`{-~]$/;
const [firstHan, lastHan] = [0x4e00, 0x9fa5];
const carriageReturn = 13;
// The characters that `readMarkup` may consume.
const markupStarts = new Set([..."*`\\_~<&"].map((char) => char.charCodeAt(0)));
/**
 * For each code unit the one that it reads as; 0 where it is markup, no character of its own, or reads as none or several, and
 * for those beyond ASCII and plain Han until they have been met once.
 */
const single = new Uint16Array(0x10000);
for (let code = 1; code < 128; code++)
  if (code !== carriageReturn && !markupStarts.has(code)) single[code] = code;
for (let code = firstHan; code <= lastHan; code++) {
  const char = String.fromCharCode(code);
  if (simplify(char) === char) single[code] = code;
}

/** The value of a decimal digit of any script: its distance from the zero of its block, which Unicode keeps in tens. */
function digitValue(point: number): string {
  let zero = point;
  while (decimalDigit.test(String.fromCodePoint(zero - 1)) && point - zero < 9) zero--;
  return String((point - zero) % 10);
}

const known = new Map<string, string>();

/** What one character beyond ASCII reads as. Private U+E000 stands for a number that has no digits of its own. */
function foldCharacter(char: string): string {
  const before = known.get(char);
  if (before !== undefined) return before;
  const folded = computeFold(char);
  if (known.size < 20_000) known.set(char, folded);
  return folded;
}

function computeFold(char: string): string {
  const given = direct.get(char);
  if (given !== undefined) return given;
  const simple = simplify(char);
  if (simple !== char) return simple;
  if (invisible.test(char)) return "";
  if (picture.test(char)) return " ";
  const circled = Math.max(...circledNumbers.map((all) => all.indexOf(char)));
  if (circled >= 0) return `(${circled + 1})`;
  const nfkc = char.normalize("NFKC");
  if (raised.test(char)) return `[${nfkc}]`;
  if (decimalDigit.test(nfkc)) return nfkc.charCodeAt(0) < 128 ? nfkc : digitValue(nfkc.codePointAt(0) ?? 48);
  if (nfkc.length < 8 && nfkc !== char && /^[\x20-\x7e]+$/.test(nfkc)) return nfkc;
  if (otherNumber.test(char)) return "\uE000";
  return nfkc.length === 1 ? nfkc : char;
}

/** A stretch of the text: characters of the prose from `from` on as they stand, or what one character or mark at `from` reads as. */
interface Piece {
  /** Where it begins in the text. */
  readonly start: number;
  readonly from: number;
  readonly text: string;
  readonly isKept: boolean;
}

interface Sink {
  /** Joined at the end: a text put together bit by bit would be read more slowly by all who come after. */
  readonly pieces: Piece[];
  length: number;
  readonly suspicious: { start: number; end: number; reason: string }[];
  /** A comment was found that never ends, so that none after it does: asked once, which keeps the work linear. */
  hasOpenComment: boolean;
}

function put(sink: Sink, text: string, { from, isKept }: Pick<Piece, "from" | "isKept">): void {
  if (text === "") return;
  sink.pieces.push({ start: sink.length, from, text, isKept });
  sink.length += text.length;
}

const emit = (sink: Sink, text: string, from: number): void => put(sink, text, { from, isKept: false });

/** The index in the prose, by halving; most texts are never asked, so that no table of all characters is made. */
function originIn({ pieces, length }: Sink, index: number): number | undefined {
  if (index < 0 || index >= length) return undefined;
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  return piece === undefined ? undefined : piece.from + (piece.isKept ? index - piece.start : 0);
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** How far back the beginning of a table's row or cell is looked for; the limit keeps the work linear. */
const longestCell = 400;

/** Blanks and line breaks between the cells of a row, and at the ends of a cell, are of the markup alone. */
function trimEnd(sink: Sink): void {
  for (let last = sink.pieces.pop(); last !== undefined; last = sink.pieces.pop()) {
    const text = last.text.trimEnd();
    sink.length -= last.text.length - text.length;
    if (text === "") continue;
    sink.pieces.push({ ...last, text });
    return;
  }
}

/** | 收盘价<br>（akshare，2026-05-07） |, <th>收盘价<br>…</th>: the break at the index parts no rows. */
function isInCell(prose: string, at: number, end: number): boolean {
  const before = prose.slice(Math.max(0, at - longestCell), at);
  const next = /^\s*[^\s]/.exec(prose.slice(end, end + 8))?.[0].trim();
  const row = before.slice(before.lastIndexOf("\n") + 1).trim();
  if (row.startsWith("|")) return !row.endsWith("|") && next !== "|" && next !== undefined;
  const cell = before.toLowerCase();
  return Math.max(cell.lastIndexOf("<td"), cell.lastIndexOf("<th")) > Math.max(cell.lastIndexOf("</t"), -1);
}

/** An HTML tag at `<`: shown as a line break, a cell border or nothing. Returns the index after it, or `at` if it is none. */
function readTag(prose: string, at: number, sink: Sink): number {
  if (prose.startsWith("<!--", at)) {
    const close = sink.hasOpenComment ? -1 : prose.indexOf("-->", at);
    sink.hasOpenComment ||= close < 0;
    return close < 0 ? at : close + 3;
  }
  const isEnd = prose.charAt(at + 1) === "/";
  let end = at + (isEnd ? 2 : 1);
  const nameStart = end;
  while (end - nameStart < 12 && (isLetter(prose.charCodeAt(end)) || /[0-9-]/.test(prose.charAt(end)))) end++;
  const name = prose.slice(nameStart, end).toLowerCase();
  const isBlock = blockTags.has(name);
  if (!isBlock && !cellTags.has(name) && !inlineTags.has(name)) return at;
  const limit = Math.min(prose.length, end + 2000);
  while (end < limit && prose.charAt(end) !== ">") end++;
  if (prose.charAt(end) !== ">") return at;
  const attributes = prose.slice(nameStart + name.length, end);
  if (/href|src|title|alt|hidden|display|on[a-z]+=/i.test(attributes))
    sink.suspicious.push({ start: at, end: end + 1, reason: "link" });
  // <sup>1</sup>: the mark of a note.
  const note = name === "sup" ? /^(\d{1,2})<\/sup>/i.exec(prose.slice(end + 1, end + 9)) : null;
  if (note !== null) emit(sink, `[${note[1]}]`, at);
  if (note !== null) return end + 1 + note[0].length;
  if (isBlock) emit(sink, name === "br" && isInCell(prose, at, end + 1) ? " " : "\n", at);
  if (!cellTags.has(name) && name !== "tr") return end + 1;
  if (cellTags.has(name)) {
    if (isEnd) trimEnd(sink);
    emit(sink, name === "dt" && !isEnd ? "\n|" : "|", at);
  }
  if (name === "dd" || (isEnd && name === "tr")) return end + 1;
  let next = end + 1;
  while (/^\s$/.test(prose.charAt(next))) next++;
  return next;
}

function readEntity(prose: string, at: number): { readonly text: string; readonly end: number } | null {
  const length = prose.slice(at, at + 13).indexOf(";");
  if (length < 0) return null;
  const close = at + length;
  const name = prose.slice(at + 1, close);
  const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (numeric === null) {
    const text = Object.hasOwn(htmlEntities, name) ? htmlEntities[name] : undefined;
    return text === undefined ? null : { text, end: close + 1 };
  }
  const point = numeric[1] === undefined ? Number(numeric[2]) : Number.parseInt(numeric[1], 16);
  return point > 0x10ffff ? null : { text: String.fromCodePoint(point), end: close + 1 };
}

/** Handles markup at an ASCII character; returns the index after what it consumed, or `at` if it is plain text. */
function readMarkup(prose: string, at: number, sink: Sink): number {
  const char = prose.charAt(at);
  const next = prose.charAt(at + 1);
  if (char === "*" || char === "`") return at + 1;
  if (char === "\\" && punctuation.test(next)) {
    emit(sink, next, at + 1);
    return at + 2;
  }
  if (char === "_" && next === "_") return at + 2;
  // _2026-05-07, akshare_: italics at the ends of a line; inside it the character is a part of names.
  if (char === "_" && (at === 0 || prose.charAt(at - 1) === "\n" || next === "" || next === "\n"))
    return at + 1;
  if (char === "~" && next === "~") return at + 2;
  if (char === "<") return readTag(prose, at, sink);
  if (char !== "&") return at;
  const entity = readEntity(prose, at);
  if (entity === null) return at;
  for (const each of entity.text) emit(sink, each < "\x80" ? each : foldCharacter(each), at);
  return entity.end;
}

/** Reads what is no single character: markup, or a character that reads as none or several. Returns the index after it. */
function readOther(prose: string, at: number, sink: Sink): number {
  const code = prose.charCodeAt(at);
  if (code < 128) {
    const after = readMarkup(prose, at, sink);
    if (after !== at) return after;
    if (code !== carriageReturn) emit(sink, prose.charAt(at), at);
    return at + 1;
  }
  const char = String.fromCodePoint(prose.codePointAt(at) ?? 0xfffd);
  if (reversing.test(char)) sink.suspicious.push({ start: at, end: at + 1, reason: "hidden_text" });
  else {
    const folded = foldCharacter(char);
    // Of a pair the first half alone says nothing.
    if (folded.length === 1 && !isSurrogate(code)) single[code] = folded.charCodeAt(0);
    emit(sink, folded, at);
  }
  return at + char.length;
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Folds widths, scripts of digits, entities, tags, emphasis and invisible characters away; linear in the prose. */
export function normalise(written: string): NormalText {
  const prose = withNoteStars(written);
  const sink: Sink = { pieces: [], length: 0, suspicious: [], hasOpenComment: false };
  // Where the stretch began that is taken over as it stands.
  let from = 0;
  let at = 0;
  while (at < prose.length) {
    const code = prose.charCodeAt(at);
    const own = single[code] ?? 0;
    if (own === code && own !== 0) {
      at++;
      continue;
    }
    put(sink, prose.slice(from, at), { from, isKept: true });
    if (own === 0) at = readOther(prose, at, sink);
    else emit(sink, String.fromCharCode(own), at++);
    if (isWideDigit(code) && partsThousands(prose, at)) emit(sink, ",", at++);
    from = at;
  }
  put(sink, prose.slice(from, at), { from, isKept: true });
  const { text, before } = closeGaps(drawTables(sink.pieces.map((piece) => piece.text).join("")));
  return {
    text,
    originOf: (index) => originIn(sink, before(index)),
    suspicious: sink.suspicious,
  };
}

/** The text as the guard reads it, for what is to be found in it. */
export const fold = (text: string): string => normalise(text).text.toLowerCase();
