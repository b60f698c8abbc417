import { type FoundCode, findCodes } from "./codes.ts";
import { type FoldedText, fold, isLatinOrDigit, unfold, type Written } from "./fold.ts";
import { type MatchRank, type NameHit, type NameIndex, rankOf } from "./name-index.ts";
import { narrowerIndexAt } from "./narrower-index.ts";
import { otherCompanyAt } from "./other-company.ts";
import type { SecurityEntry } from "./securities.ts";
import { type ShareClass, shareClassAt } from "./share-class.ts";

/** A stretch of a text that speaks of securities, before it is decided which. */
export interface RawMention {
  /** UTF-16 units of the original text. */
  readonly span: [number, number];
  /** Set where the user wrote a code. */
  readonly code?: FoundCode;
  /** Securities of the best rank that the words may mean. */
  readonly entries: readonly SecurityEntry[];
  /** How the words came to stand for them. */
  readonly rank: MatchRank | "code";
  /** Set where the words behind a name make it another security, of which no list is at hand. */
  readonly other?: Exclude<ShareClass["kind"], "topic">;
  /** True where the words are more than the name in them and so may be another company's: 美的置业. */
  readonly doubtful?: true;
  /** True where the words are a whole name or alias, not a short form or initials. */
  readonly whole: boolean;
}

interface Compact {
  readonly text: string;
  /** Where each unit stands in the folded text. */
  readonly at: readonly number[];
}

function compact(folded: FoldedText): Compact {
  let text = "";
  const at: number[] = [];
  for (let index = 0; index < folded.text.length; index++) {
    const character = folded.text[index];
    if (character === undefined || character === " ") continue;
    text += character;
    at.push(index);
  }
  return { text, at };
}

const tradeWord = /^(?:macd|kdj|rsi|boll|ma|pe|pb|ps|roe|eps|k(?=\p{Script=Han}))(?:\d*)(?![a-z])/u;

/** 万科AMACD: the letter ends a Chinese name, and what follows is a whole word of the trade. */
const isBeforeTradeWord = (text: string, last: number): boolean =>
  /^\p{Script=Han}[a-z]$/u.test(text.slice(last - 1, last + 1)) &&
  tradeWord.test(text.slice(last + 1, last + 8));

/** A shorter name with an s behind it may be a word. */
const shortestOwner = 3;
const bareGenitive = /^s(?![a-z0-9])/;

/** Where a Latin name ends that has the s of its genitive right behind it: byds price. */
const endOfOwner = (text: string, end: number): number =>
  /[a-z]/.test(text[end - 1] ?? "") && bareGenitive.test(text.slice(end, end + 2)) ? end + 1 : end;

/** Refuses keys that would cut a Latin word or a number in the text as the user spaced it. */
function fitsIn(folded: FoldedText, dense: Compact): (start: number, end: number) => boolean {
  const joined = (left: number) => isLatinOrDigit(folded.text[left]) && isLatinOrDigit(folded.text[left + 1]);
  return (start, end) => {
    const last = dense.at[end - 1] ?? 0;
    if (joined((dense.at[start] ?? 0) - 1)) return false;
    if (!joined(last) || isBeforeTradeWord(folded.text, last)) return true;
    return end - start >= shortestOwner && endOfOwner(folded.text, last + 1) > last + 1;
  };
}

const better = (a: NameHit, b: NameHit): boolean =>
  a.length > b.length || (a.length === b.length && rankOf(a.rank) < rankOf(b.rank));

interface Placed extends NameHit {
  readonly start: number;
}

/** Whole names beat short forms they overlap; the longer beats the shorter; two equal ones that overlap are both meant. */
function chooseHits(hits: readonly (NameHit | null)[]): readonly Placed[] {
  const chosen: Placed[] = [];
  for (let start = 0; start < hits.length; start++) {
    const hit = hits[start];
    if (hit === undefined || hit === null) continue;
    let end = start + hit.length;
    let entries = hit.entries;
    let beaten = false;
    for (let other = start + 1; other < end && !beaten; other++) {
      const rival = hits[other];
      if (rival === undefined || rival === null || other + rival.length <= end) continue;
      if (
        rival.rank === hit.rank &&
        rival.length === hit.length &&
        hit.rank !== "beyond" &&
        hit.rank !== "word"
      ) {
        entries = [...new Set([...entries, ...rival.entries])];
        end = other + rival.length;
        break;
      }
      beaten = rankOf(rival.rank) < rankOf(hit.rank) || better(rival, hit);
    }
    if (beaten) continue;
    chosen.push({ ...hit, entries, start, length: end - start });
    start = end - 1;
  }
  return chosen;
}

/** Words right after a number that make it an amount of something. */
const amountAfter =
  /^ ?(元|块|股(?![价票息权东本])|手|万|亿|千|百|%|个|点|份|张|美元|港元|港币|shares|yuan|rmb|cny|usd|dollars|lots)/;
const amountBefore = /([¥$€£约]|赚了?|亏了?|花了?|投了?|有|共|成本|本金|数量|rmb|cny|usd) ?$/;
/** Before what is to be spent, where a purchase is spoken of: compare CATL with 600000 names a code, buy CATL with 600000 none. */
const spentBefore = /(?:用|拿|花|(?<![a-z])(?:with|spend|spending|invest|investing|have|got|for)) ?$/;
const tradedBefore = /[买卖]了? ?$/;
/** Before an amount whose fees are asked for. */
const chargedBefore = /(?:[买卖][入出]?|(?<![a-z])(?:sell|selling|sold|buy|buying|bought)) ?$/;
const speaksOfFees = /税|佣金|手续费|(?<![a-z])(?:tax(?:es)?|fees?|commission|stamp duty)(?![a-z])/;
/** What is spent is a round number; a listed code that is none stays one: 卖出600519的佣金. */
const roundEnd = "000";
const speaksOfBuying = /买|(?<![a-z])(?:buy|afford|purchase)(?![a-z])/;

/** True for six digits that a person more likely wrote as a month or a day: 202605, 260430. */
function looksLikeDate(digits: string): boolean {
  const first = Number(digits.slice(0, 2));
  const middle = Number(digits.slice(2, 4));
  const last = Number(digits.slice(4));
  const yearMonth = /^(19|20)/.test(digits) && last >= 1 && last <= 12;
  return yearMonth || (first >= 20 && first <= 35 && middle >= 1 && middle <= 12 && last >= 1 && last <= 31);
}

/** Whether bare digits are meant as a code: known ones unless they count something ($600519 is a tag); unknown ones only as a clear subject. */
function meansCode(found: FoundCode, text: string, known: boolean): boolean {
  if (!found.bare) return true;
  const [start, end] = found.folded;
  if (found.kind !== "unknown" && text.trim() === text.slice(start, end)) return true;
  const before = text.slice(Math.max(0, start - 10), start);
  if (amountAfter.test(text.slice(end, end + 10))) return false;
  const mayBeTag = known && before.endsWith("$") && !text.slice(start, end).endsWith(roundEnd);
  if (!mayBeTag && amountBefore.test(before.slice(-5))) return false;
  const mayBeAmount = !known || text.slice(start, end).endsWith(roundEnd);
  if (mayBeAmount && spentBefore.test(before) && speaksOfBuying.test(text)) return false;
  if (mayBeAmount && tradedBefore.test(before)) return false;
  if (mayBeAmount && chargedBefore.test(before) && speaksOfFees.test(text)) return false;
  return known || !looksLikeDate(text.slice(start, end));
}

/** Initials in Latin words: three letters only as the whole message, no vowel that is a word's rather than a syllable's. */
function initialsIn(
  folded: FoldedText,
  names: NameIndex,
): readonly { start: number; end: number; entries: readonly SecurityEntry[] }[] {
  const words = [...folded.text.matchAll(/(?<![a-z0-9])[a-z]{3,8}(?![a-z0-9])/g)];
  const alone = words.length === 1 && folded.text.trim() === words[0]?.[0];
  const chinese = /\p{Script=Han}/u.test(folded.text);
  return words.flatMap((match) => {
    const [word] = match;
    if (!alone && (word.length < 4 || (!chinese && /[aeo]/.test(word)))) return [];
    const entries = names.initials(word);
    return entries.length === 0 ? [] : [{ start: match.index, end: match.index + word.length, entries }];
  });
}

const isListedHere = (entries: readonly SecurityEntry[]): boolean =>
  entries.some(({ kind }) => kind === "stock" || kind === "index");

/** What the words right behind a name make of it, other than the security of that name. */
function otherKindAt(text: string, end: number, entries: readonly SecurityEntry[]): ShareClass | null {
  if (!isListedHere(entries)) return null;
  const narrower = entries.every(({ kind }) => kind === "index") ? narrowerIndexAt(text, end) : 0;
  return narrower > 0 ? { length: narrower, kind: "index" } : shareClassAt(text, end);
}

/**
 * Scans a whole text for codes, names, short forms and initials: no overlaps, longest first, in the order of the text. Linear in the
 * text's length, whatever the number of names.
 */
export function scanMentions(
  written: Written,
  names: NameIndex,
  entriesOfCode: (found: FoundCode) => readonly SecurityEntry[],
): readonly RawMention[] {
  const folded = fold(written);
  const mentions: RawMention[] = [];
  const taken = new Uint8Array(folded.text.length + 1);
  for (const code of findCodes(folded)) {
    const entries = entriesOfCode(code);
    if (!meansCode(code, folded.text, entries.length > 0)) continue;
    taken.fill(1, code.folded[0], code.folded[1]);
    mentions.push({ span: [code.span[0], code.span[1]], code, entries, rank: "code", whole: true });
  }
  const dense = compact(folded);
  const fits = fitsIn(folded, dense);
  const free = (start: number, end: number) =>
    fits(start, end) && !taken[dense.at[start] ?? 0] && !taken[dense.at[end - 1] ?? 0];
  const hits = dense.at.map((_, start) => names.longestAt(dense.text, start, free));
  for (const hit of chooseHits(hits)) {
    const nameStart = dense.at[hit.start] ?? 0;
    if (taken[nameStart] === 1) continue;
    const nameEnd = endOfOwner(folded.text, (dense.at[hit.start + hit.length - 1] ?? 0) + 1);
    const isName = hit.rank !== "beyond" && hit.rank !== "word";
    const shares = isName ? otherKindAt(folded.text, nameEnd, hit.entries) : null;
    const longer =
      isName && shares === null && hit.entries.some(({ kind }) => kind === "stock")
        ? otherCompanyAt(folded.text, { ...hit, start: nameStart, end: nameEnd })
        : null;
    const [from, end] = longer ?? [nameStart, nameEnd + (shares?.length ?? 0)];
    const start = taken[from] === 1 ? nameStart : from;
    taken.fill(1, start, end);
    if (!isName || shares?.kind === "topic") continue;
    const { entries, rank } = hit;
    mentions.push({
      span: unfold(folded, start, end),
      entries,
      rank,
      whole: rank !== "short",
      ...(shares === null ? {} : { other: shares.kind }),
      ...(longer === null ? {} : { doubtful: true }),
    });
  }
  for (const { start, end, entries } of initialsIn(folded, names)) {
    if (taken[start] === 1) continue;
    mentions.push({ span: unfold(folded, start, end), entries, rank: "initials", whole: false });
  }
  return mentions.sort((a, b) => a.span[0] - b.span[0]);
}
