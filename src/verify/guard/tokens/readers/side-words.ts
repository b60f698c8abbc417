import type { Token } from "../token.ts";

/** The words of 在MA20与MA5之间 and between its averages. */

/** Operators of the word behind the two (之间) and before them (between). */
export const betweenAfter = "between-after";
export const betweenBefore = "between-before";

/** What begins such a phrase: 在, 介于, 位于. */
export const opensBetween = ({ kind, op }: Token): boolean =>
  (kind === "fill" && /^(?:在|站在|位于|处于|处在|落在|介于|夹在|居于)$/.test(op)) ||
  (kind === "text" && op === "介");

/** 收在两线之间, 收于MA20线上: what such a word beside a price begins, too. */
export const opensPlace = (each: Token, lower: string): boolean =>
  opensBetween(each) ||
  ((each.kind === "fill" || each.kind === "metric") &&
    /^[收报]?[在于]$/.test(lower.slice(each.start, each.end)));

/** The word that parts the two. */
export const joinsBetween = ({ kind, op }: Token): boolean =>
  kind === "join" || (kind === "fill" && (op === "and its" || op === "以及其"));

export const isBetween = ({ kind, op }: Token): boolean =>
  kind === "compare" && (op === betweenAfter || op === betweenBefore);

/** Words that say a move of all: 均, 双双, both. */
const ofAll: ReadonlySet<string> = new Set(
  "均|都|双双|齐齐|齐|全部|全线|悉数|集体|无一不|both|all|each|every one".split("|"),
);
const ofOnly: ReadonlySet<string> = new Set("只有|仅有|唯有|仅|only".split("|"));
const ofNone: ReadonlySet<string> = new Set("无一|没有一只|没有一家|none".split("|"));

/** How far after such a word its move may stand, in tokens. */
export const collectiveReach = 7;

export const isNone = ({ op }: Token): boolean => ofNone.has(op);
export const isOnly = ({ kind, op }: Token): boolean => kind === "fill" && ofOnly.has(op);
/** 唯一, 一家, 有一家, one of */
export const isOnlyOne = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "licensed" && /^(?:唯一|一[家只个]|有一|one of)$/.test(lower.slice(start, end));
export const isAll = ({ kind, op }: Token): boolean => kind === "fill" && (ofAll.has(op) || ofNone.has(op));
/** Neither BYD nor CATL grew: its second half denies what it lists. */
export const isNeither = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "negation" && lower.slice(start, end) === "neither";
/** A count that a move is said of, not the whole of which a part is named. */
export const isCount = ({ kind, op }: Token): boolean => kind === "count" && op !== "among";

const rest: ReadonlySet<string> = new Set("另外|其余|其他|其它|剩下|余下|other|remaining".split("|"));

/** 另外两家都在涨: the tokens up to a word of all speak of those that were not named yet. */
export const isOfRest = (tokens: readonly Token[]): boolean =>
  tokens
    .slice(-collectiveReach)
    .some(
      ({ op, kind }, at, near) =>
        kind === "fill" &&
        rest.has(op) &&
        near.slice(at + 1, at + 4).some(({ kind: next }) => next === "count"),
    );

/** Words before the level that a move leads to: 跌至, fell to. */
export const levelWords: ReadonlySet<string> = new Set(["至", "到", "到了", "于", "to", "at", "报"]);
