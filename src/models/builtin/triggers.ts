import type { SkillCard } from "#contract";
import { amountsInDigits, fold, saysIt } from "#language";
import { harmless } from "./harmless-words.ts";
import { createNearWords, type NearWords } from "./near-words.ts";
import { masks, readTrigger, type Strength, type Trigger } from "./pattern.ts";

type Span = readonly [number, number];

/** A trigger word found in a message. */
export interface Hit {
  readonly skill: string;
  readonly word: string;
  readonly strength: Strength;
  readonly weight: number;
  /** True where a number is a part of it. */
  readonly numbered: boolean;
  /** UTF-16 units of the original message; from the first literal part to the last. */
  readonly span: Span;
  /** Its literal parts. */
  readonly parts: readonly Span[];
  /** True where another word was written, which sounds or looks like it. */
  readonly near?: true;
}

/** What a message names beside words; triggers stand outside of it. */
export interface Named {
  readonly companies: readonly Span[];
  readonly indices: readonly Span[];
  readonly days: readonly Span[];
  readonly futureDays: readonly Span[];
}

export interface Triggers {
  /** In the order of the text; where several literal words begin, the longest counts. Linear in the text. */
  find(message: string, named: Named): readonly Hit[];
}

/** A longer message says no more in its later part than a router can use. */
const mostCharacters = 2_000;

/** Characters that say the same, so that a card need list only one of them. One for one, for spans are counted in them. */
const same: Readonly<Record<string, string>> = {
  "-": " ",
  啦: "了",
  喽: "了",
  咯: "了",
  挣: "赚",
  嘛: "吗",
  咗: "了",
};
/** 不 and 么 that end a question ask as 吗 does: 贵不, 是么. */
const asking = /不(?=[!?]?$)|(?<![什怎那这多])么(?=[!?]?$)/g;
/** 哪儿 asks where as 哪里 does. */
const where = /(?<=哪)儿/g;
const flat = (text: string): string =>
  text
    .replaceAll(/[-啦喽咯挣嘛咗]/g, (each) => same[each] ?? each)
    .replaceAll(asking, "吗")
    .replaceAll(where, "里");

/** True where a Latin word or a number would be cut: `pe` does not stand in `people`, but `rsi` does in `rsi14`. */
function cuts(text: string, start: number, end: number): boolean {
  const joined = (left: number) => /^(?:[a-z]{2}|\d{2})$/.test(text.slice(Math.max(left, 0), left + 2));
  return joined(start - 1) || joined(end - 1);
}

/** Folding would make three full stops of the ellipsis. */
const foldTrigger = (written: string): string =>
  written
    .split("…")
    .map((part) => flat(fold(part).text))
    .join("…");

const plural = /^([a-z][a-z -]*[a-z]{3}[a-rt-xz])(\??)$/;

/** The same words as they are said: 啥 for 什么, 咋 for 怎么, candles for candle where the word alone decides nothing; and as a message is read, 1 lot for one lot. */
const asSaid = (written: string): readonly string[] => [
  ...new Set([
    written,
    written.replaceAll("什么", "啥"),
    written.replaceAll("怎么", "咋"),
    written.replace(plural, "$1s$2"),
    amountsInDigits(written.replaceAll("-", " ")),
  ]),
];

interface Owned extends Trigger {
  readonly skill: string;
}

interface OwnedPattern extends Owned {
  readonly pattern: RegExp;
  /** What a text must hold before the pattern is worth trying. */
  readonly needs: string;
  /** In the order of the cards. */
  readonly place: number;
}

const longestLiteral = (word: string): string =>
  word
    .split(/[…_@#~>^$]/u)
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "");

interface Book {
  readonly literals: ReadonlyMap<string, readonly Owned[]>;
  /** Lengths of the literal words by their first character, longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
  /** By the first unit of what they need: there are a thousand, and a message holds few of these. */
  readonly patterns: ReadonlyMap<string, readonly OwnedPattern[]>;
  readonly near: () => NearWords;
}

function createBook(cards: readonly SkillCard[]): Book {
  const literals = new Map<string, Owned[]>(harmless.map((word) => [flat(word), []]));
  const patterns: OwnedPattern[] = [];
  for (const { name: skill, triggers } of cards) {
    for (const written of new Set(triggers.flatMap(asSaid).map(foldTrigger))) {
      const trigger = readTrigger(written);
      if (trigger === null) continue;
      if (trigger.pattern === undefined)
        literals.set(trigger.word, [...(literals.get(trigger.word) ?? []), { ...trigger, skill }]);
      else
        patterns.push({
          ...trigger,
          pattern: trigger.pattern,
          needs: longestLiteral(trigger.word),
          skill,
          place: patterns.length,
        });
    }
  }
  const lengths = new Map<string, number[]>();
  for (const word of literals.keys()) {
    const known = lengths.get(word.charAt(0)) ?? [];
    lengths.set(
      word.charAt(0),
      [...new Set([...known, word.length])].sort((a, b) => b - a),
    );
  }
  let near: NearWords | undefined;
  const words = [...literals].filter(([, owners]) => owners.length > 0).map(([word]) => word);
  const byFirst = Map.groupBy(patterns, ({ needs }) => needs.charAt(0));
  return { literals, lengths, patterns: byFirst, near: () => (near ??= createNearWords(words)) };
}

/** 我想知道茅台赚了多少: who wants to know is nobody that anything is asked of. */
const asker =
  /我(?=[就只也还很]?(?:想要?|要|需要)(?:问|知道|了解|查|看|晓得|请教))|(?<![a-z])i(?= (?:just )?(?:want|would like|wish|need|wanted) to (?:know|ask|see|check|look))/g;
const withoutAsker = (folded: string): string => folded.replace(asker, " ");

interface Masked {
  readonly text: string;
  /** The original span of a folded one. */
  readonly original: (start: number, end: number) => Span;
}

function maskMessage(message: string, named: Named): Masked {
  const folded = fold(message);
  const text = withoutAsker(flat(folded.text)).split("");
  const masked: (string | undefined)[] = new Array(message.length);
  const cover = (spans: readonly Span[], mask: string) => {
    for (const [start, end] of spans) masked.fill(mask, start, end);
  };
  cover(named.days, masks.day);
  cover(named.futureDays, masks.futureDay);
  cover(named.companies, masks.company);
  cover(named.indices, masks.index);
  for (let at = 0; at < text.length; at++) text[at] = masked[folded.at[at] ?? -1] ?? text[at] ?? "";
  return {
    text: text.join("").slice(0, mostCharacters),
    original: (start, end) => [folded.at[start] ?? 0, folded.at[end] ?? message.length],
  };
}

interface Literals {
  readonly hits: readonly Hit[];
  /** The text with every known word covered that is more than a hint, harmless ones too. */
  readonly rest: string;
}

function readLiterals({ text, original }: Masked, { literals, lengths }: Book): Literals {
  const hits: Hit[] = [];
  const rest = text.split("");
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    for (const length of lengths.get(text.charAt(start)) ?? []) {
      const owners = literals.get(text.slice(start, start + length));
      if (owners === undefined || start + length > text.length || cuts(text, start, start + length)) continue;
      end = start + length;
      const isHint = owners.length > 0 && owners.every(({ strength }) => strength === "hint");
      if (!isHint) rest.fill(masks.company, start, end);
      const span = original(start, end);
      hits.push(...owners.map((owner) => hitOf(owner, span, [span])));
      break;
    }
    start = end;
  }
  return { hits, rest: rest.join("") };
}

const hitOf = ({ skill, word, strength, weight }: Owned, span: Span, parts: readonly Span[]): Hit => ({
  skill,
  word,
  strength,
  weight,
  numbered: word.includes("_"),
  span,
  parts,
});

function patternHits({ text, original }: Masked, { patterns }: Book): Hit[] {
  const firsts = new Set(["", ...text.split("")]);
  const candidates = [...firsts]
    .flatMap((first) => patterns.get(first) ?? [])
    .filter(({ needs }) => text.includes(needs))
    .sort((a, b) => a.place - b.place);
  return candidates.flatMap((owner) => {
    owner.pattern.lastIndex = 0;
    const match = owner.pattern.exec(text);
    if (match?.indices === undefined) return [];
    const parts = match.indices.slice(1).flatMap((part) => (part === undefined ? [] : [original(...part)]));
    const [first, last] = [parts[0], parts.at(-1)];
    const span: Span = first === undefined || last === undefined ? [0, 0] : [first[0], last[1]];
    return [hitOf(owner, span, parts)];
  });
}

const inside = (inner: Span, outer: Span): boolean => inner[0] >= outer[0] && inner[1] <= outer[1];

/** A word within a part of a weightier one of another skill is not meant for itself: 推荐 in 机构推荐. */
const covered = (hit: Hit, hits: readonly Hit[]): boolean =>
  hits.some(
    (other) =>
      other.skill !== hit.skill &&
      other.weight > hit.weight &&
      hit.parts.every((part) => other.parts.some((whole) => inside(part, whole))),
  );

const denial =
  /(?:(?<!是)不是|(?<!要)不要|(?<!用)不用|(?<!想)不想|(?<!特|区|差|分|级|个)别|(?<!看)不看|不问|没问|无需|不需要|除了|\bnot|\bno|don't (?:need|want|show)|without)(?:再|想|给我|是|问|看|查|知道|要|the|its?|your)? ?(?:的|它的)? ?$/u;

const isDenied = (hit: Hit, message: string): boolean =>
  hit.strength !== "decides" &&
  denial.test(message.slice(Math.max(0, hit.span[0] - 10), hit.span[0]).toLowerCase());

/** Two characters of like sound are too little to go by, unless nothing else is known of what is asked about a company. */
function nearHits(masked: Masked, rest: string, book: Book, mayBeShort: boolean): Hit[] {
  return book
    .near()
    .find(rest)
    .filter(({ word, by }) => by === "letters" || word.length > 2 || mayBeShort)
    .flatMap(({ word, span }) => {
      const original = masked.original(...span);
      const owners = book.literals.get(word) ?? [];
      return owners.map((owner): Hit => ({ ...hitOf(owner, original, [original]), near: true }));
    });
}

/**
 * What nearly a longer word stands for is itself where all but a character of it stands literally: 到底多少钱 does not say 得多少钱,
 * 多少员工 not 多少元; but 市直多少 says 市值多少.
 */
const stands = (near: Hit, literal: readonly Hit[]): boolean =>
  literal.some(
    ({ span, word }) =>
      (span[1] - span[0] >= 3 || near.word.includes(word)) &&
      near.word.length - word.length < 2 &&
      inside(span, near.span),
  );

export function createTriggers(cards: readonly SkillCard[]): Triggers {
  const book = createBook(cards);
  return {
    find(message, named) {
      const masked = maskMessage(message, named);
      const literal = readLiterals(masked, book);
      const all = [...literal.hits, ...patternHits(masked, book)];
      const kept = all.filter((hit) => !covered(hit, all) && !isDenied(hit, message));
      const isAbout = named.companies.length + named.indices.length > 0 || saysIt(message);
      const mayBeShort = isAbout && kept.every(({ strength, weight }) => strength === "hint" && weight <= 2);
      const hits = kept.some(({ strength }) => strength !== "hint")
        ? kept
        : [
            ...kept,
            ...nearHits(masked, literal.rest, book, mayBeShort).filter((near) => !stands(near, kept)),
          ];
      return hits.sort((a, b) => a.span[0] - b.span[0]);
    },
  };
}
