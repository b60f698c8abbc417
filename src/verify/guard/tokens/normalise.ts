import { simplify } from "../../../language/fold.ts";
import { htmlEntities } from "./html-entities.ts";

/** A text as the guard reads it. `origin[i]` is the index in the prose from which character `i` comes. */
export interface NormalText {
  readonly text: string;
  readonly origin: Uint32Array;
  /** Spans of the prose that hide or reverse what is shown, or link through markup. */
  readonly suspicious: readonly { readonly start: number; readonly end: number; readonly reason: string }[];
}

const blockTags = new Set([
  "br",
  "p",
  "div",
  "tr",
  "li",
  "ul",
  "ol",
  "table",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "pre",
  "blockquote",
  "thead",
  "tbody",
  "section",
  "caption",
]);
const cellTags = new Set(["td", "th"]);
const inlineTags = new Set([
  "b",
  "strong",
  "i",
  "em",
  "u",
  "s",
  "del",
  "ins",
  "code",
  "span",
  "font",
  "small",
  "sub",
  "sup",
  "mark",
  "tg-spoiler",
  "a",
  "big",
  "html",
  "body",
  "label",
  "center",
  "tfoot",
  "img",
]);
/** Characters whose own normal form would change the meaning of punctuation here. */
const direct: Readonly<Record<string, string>> = {
  〇: "〇",
  "，": "，",
  "；": ";",
  "：": ":",
  "（": "(",
  "）": ")",
  "［": "[",
  "］": "]",
  "【": "[",
  "】": "]",
  "〔": "(",
  "〕": ")",
  "￥": "¥",
  "−": "-",
  "－": "-",
  "‐": "-",
  "‑": "-",
  "–": "-",
  "﹣": "-",
  "‒": "-",
  "⁻": "-",
  "―": "—",
  "％": "%",
  "﹪": "%",
  "＋": "+",
  "．": ".",
  "。": "。",
  "｜": "|",
  "～": "~",
  "〜": "~",
  "∼": "~",
  "！": "!",
  "？": "?",
  "“": "“",
  "”": "”",
  "‘": "'",
  "’": "'",
  "…": "…",
  "×": "x",
  "│": "|",
  "┃": "|",
  "´": "'",
  "、": "、",
};
const invisible =
  /\u034F|[\uFE00-\uFE0F]|[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2060-\u2064\u206A-\u206F\uFEFF\u3164\uFFA0\u{E0000}-\u{E0FFF}]/u;
const reversing = /[\u202A-\u202E\u2066-\u2069]/;
/** Marks of a list: ① reads as (1). */
const circledNumbers = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳";
const decimalDigit = /^\p{Nd}$/u;
const otherNumber = /^[\p{Nl}\p{No}]$/u;
const punctuation = /^[!-/:-@[-`{-~]$/;
const [firstHan, lastHan] = [0x4e00, 0x9fa5];
/** For each Han character 1 where it is no traditional form of another: most of a text, asked once a character. */
const plainHan = Uint8Array.from({ length: lastHan - firstHan + 1 }, (_, at) => {
  const char = String.fromCharCode(firstHan + at);
  return simplify(char) === char ? 1 : 0;
});

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
  const given = direct[char];
  if (given !== undefined) return given;
  const simple = simplify(char);
  if (simple !== char) return simple;
  if (invisible.test(char)) return "";
  const circled = circledNumbers.indexOf(char);
  if (circled >= 0) return `(${circled + 1})`;
  const nfkc = char.normalize("NFKC");
  if (decimalDigit.test(nfkc)) return nfkc.charCodeAt(0) < 128 ? nfkc : digitValue(nfkc.codePointAt(0) ?? 48);
  if (nfkc.length < 8 && nfkc !== char && /^[\x20-\x7e]+$/.test(nfkc)) return nfkc;
  if (otherNumber.test(char)) return "\uE000";
  return nfkc.length === 1 ? nfkc : char;
}

interface Sink {
  readonly out: string[];
  readonly origin: number[];
  readonly suspicious: { start: number; end: number; reason: string }[];
}

function emit(sink: Sink, text: string, from: number): void {
  for (let i = 0; i < text.length; i++) {
    sink.out.push(text.charAt(i));
    sink.origin.push(from);
  }
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** An HTML tag at `<`: shown as a line break, a cell border or nothing. Returns the index after it, or `at` if it is none. */
function readTag(prose: string, at: number, sink: Sink): number {
  if (prose.startsWith("<!--", at)) {
    const close = prose.indexOf("-->", at);
    return close < 0 ? at : close + 3;
  }
  let end = at + (prose.charAt(at + 1) === "/" ? 2 : 1);
  const nameStart = end;
  while (end - nameStart < 12 && (isLetter(prose.charCodeAt(end)) || /[0-9-]/.test(prose.charAt(end)))) end++;
  const name = prose.slice(nameStart, end).toLowerCase();
  const isBlock = blockTags.has(name);
  if (!isBlock && !cellTags.has(name) && !inlineTags.has(name)) return at;
  const limit = Math.min(prose.length, end + 2000);
  while (end < limit && prose.charAt(end) !== ">") end++;
  if (prose.charAt(end) !== ">") return at;
  const attributes = prose.slice(nameStart + name.length, end);
  if (/href|src|title|alt|on[a-z]+=/i.test(attributes))
    sink.suspicious.push({ start: at, end: end + 1, reason: "link" });
  if (isBlock) emit(sink, "\n", at);
  if (cellTags.has(name)) emit(sink, "|", at);
  return end + 1;
}

function readEntity(prose: string, at: number): { readonly text: string; readonly end: number } | null {
  const close = prose.indexOf(";", at);
  if (close < 0 || close - at > 12) return null;
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
  if (char === "~" && next === "~") return at + 2;
  if (char === "<") return readTag(prose, at, sink);
  if (char !== "&") return at;
  const entity = readEntity(prose, at);
  if (entity === null) return at;
  for (const each of entity.text) emit(sink, each < "\x80" ? each : foldCharacter(each), at);
  return entity.end;
}

// The characters that `readMarkup` may consume; all others skip the call.
const markupStarts = new Set([..."*`\\_~<&"].map((char) => char.charCodeAt(0)));

/** Folds widths, scripts of digits, entities, tags, emphasis and invisible characters away; linear in the prose. */
export function normalise(prose: string): NormalText {
  const sink: Sink = { out: [], origin: [], suspicious: [] };
  let at = 0;
  while (at < prose.length) {
    const code = prose.charCodeAt(at);
    if (code < 128) {
      const after = markupStarts.has(code) ? readMarkup(prose, at, sink) : at;
      if (after === at && code !== 13) {
        sink.out.push(prose.charAt(at));
        sink.origin.push(at);
      }
      at = after === at ? at + 1 : after;
      continue;
    }
    // Most of a Chinese text stands as it is.
    if (code >= firstHan && code <= lastHan && plainHan[code - firstHan] === 1) {
      sink.out.push(prose.charAt(at));
      sink.origin.push(at);
      at++;
      continue;
    }
    const char = String.fromCodePoint(prose.codePointAt(at) ?? 0xfffd);
    if (reversing.test(char)) sink.suspicious.push({ start: at, end: at + 1, reason: "hidden_text" });
    else emit(sink, foldCharacter(char), at);
    at += char.length;
  }
  return { text: sink.out.join(""), origin: Uint32Array.from(sink.origin), suspicious: sink.suspicious };
}

/** The text as the guard reads it, for what is to be found in it. */
export const fold = (text: string): string => normalise(text).text.toLowerCase();
