/** Which way words say that something went between two times: 走高, slowed, 流出扩大, and how much more they say than that. */
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Clause, Token } from "../tokens/token.ts";

export type Kind = "growth" | "activity" | "volume" | "flow" | "loss";

export interface Way {
  readonly sign: number;
  /** Of what, where no measure is named; null for words of any. */
  readonly of: readonly Kind[] | null;
  /** 扩大, smaller: of how large it is, whatever its sign. */
  readonly isSize: boolean;
}

const traded: readonly Kind[] = ["activity", "flow", "loss"];
const waysOf = (words: string, of: readonly Kind[], sign: number): readonly (readonly [string, Way])[] =>
  words.split("|").map((word) => [word, { of, sign, isSize: true }]);
const ways: ReadonlyMap<string, Way> = new Map([
  ...waysOf("放缓|减速|减缓|变慢|slowed|slowing|decelerated|decelerating", ["growth"], -1),
  ...waysOf("加快|加速|提速|变快|quickened|accelerated|accelerating", ["growth"], 1),
  ...waysOf("放大|扩大|widened|widening", traded, 1),
  ...waysOf("缩小|收窄|萎缩|narrowed|narrowing", traded, -1),
  ...waysOf("亏损收窄", ["loss"], -1),
  ...waysOf("亏损扩大", ["loss"], 1),
  ...waysOf("成交放大|量能放大", ["activity"], 1),
  ...waysOf("成交萎缩|量能萎缩", ["activity"], -1),
  ...waysOf("放量", ["volume"], 1),
  ...waysOf("缩量", ["volume"], -1),
]);

/** A loss that improved is smaller. */
const ofQuality = /改善|好转|恶化|转差|improv|worsen|deteriorat/;
/** Words of direction that say more than its sign. */
const strong =
  /大涨|飙|暴|大跌|跳水|surge|plung|collaps|plummet|crash|crater|tumble|soar|rall|jump|sank|slump|nosedive/;

/** Null for words that say no such thing, or more than a direction. */
export function wayOf({ kind, op, sign, start, end }: Token, lower: string): Way | null {
  const said = lower.slice(start, end);
  if (kind === "event") return ways.get(said) ?? null;
  // The registry's own words for the day's change.
  if (kind === "metric" && op === "" && /^[上下]?[涨跌]$/.test(said))
    return { sign, of: null, isSize: false };
  if (kind !== "direction" || sign === 0 || !/^(?:market|growth)$/.test(op) || strong.test(said)) return null;
  return ways.get(said) ?? { sign, of: null, isSize: false };
}

export const isOfQuality = ({ start, end }: Token, lower: string): boolean =>
  ofQuality.test(lower.slice(start, end));

/** 增速, 增幅, growth: the noun that a way is said of. */
export const isSpeed = ({ kind, start, end }: Token, lower: string): boolean =>
  kind === "growth" || /^(?:增速|增幅|growth)$/.test(lower.slice(start, end));

/** Whether a measure is of the kind. */
export function fitsKind(kind: Kind, lexicon: Lexicon): (metric: string) => boolean {
  if (kind === "growth") return (metric) => lexicon.basesOf(metric).length > 0;
  if (kind === "loss") return (metric) => lexicon.profits.includes(metric);
  if (kind === "flow") return (metric) => lexicon.flows.includes(metric);
  return (metric) =>
    lexicon.activity.includes(metric) && (kind === "activity" || /vol|amount|turnover/.test(metric));
}

/** 大幅增加, 连年增加, grew strongly: more than two values say. */
const more =
  /(?:大幅度?|显著|明显|猛|骤|急剧?|剧烈|断崖式|连年|连续|连日|连季|逐[年季月日步渐]|再度|再次|又|持续|不断|一路|屡|年年|稳步|快速|迅速|加速|温和|巨|继续|进一步|仍在|成倍|放出?|(?<![a-z])(?:again|far|much|sharply|[a-z]+ly) )$/;
const slightly =
  /(?:小幅度?|略有?|略微|稍有?|微幅?|(?:slightly|modestly|marginally|a little|a touch|edged) )$/;
const moreBehind =
  /^ ?(?:(?!slightly|modestly|marginally)[a-z]+ly(?![a-z])|again(?![a-z])|twice(?![a-z])|further(?![a-z]))/;
const filler = /(?:有所|出现|正在|在|呈|了|地|的)+$/;
const reach = 14;

/** How much the words around say beside the direction. */
export function degreeAt({ start, end }: Token, lower: string): "more" | "slight" | null {
  const ahead = lower.slice(Math.max(0, start - reach), start).replace(filler, "");
  const isSlight = slightly.test(ahead) || /^(?:微|edged|inched|ticked)/.test(lower.slice(start, end));
  if (moreBehind.test(lower.slice(end, end + reach)) || (!isSlight && more.test(ahead))) return "more";
  return isSlight ||
    /^ ?(?:slightly|modestly|marginally|a little|a touch|了?一点|了?一些)/.test(lower.slice(end, end + reach))
    ? "slight"
    : null;
}

/** Words between a number and its own date. */
const nearDate = 3;

/** The tokens of the sentence before the word since the last number, its date behind it, or the last way: what it may be said of. */
export function leadOf(tokens: Clause, at: number, lower: string): Clause {
  const from = tokens
    .slice(0, at)
    .findLastIndex(
      (each) => each.kind === "number" || (wayOf(each, lower) !== null && !isSpeed(each, lower)),
    );
  const lead = tokens.slice(from + 1, at);
  const date =
    tokens[from]?.kind === "number" ? lead.slice(0, nearDate).findIndex(({ kind }) => kind === "date") : -1;
  const isOwn = lead.slice(0, Math.max(0, date)).every(({ kind }) => kind === "fill" || kind === "open");
  return isOwn ? lead.slice(date + 1) : lead;
}
