/** Losses in words: its loss widened; of others, of another stretch or of a part. */

import { type Bench, companyAt, shownByDay } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { type Clause, type Token, upTo } from "../../tokens/token.ts";

// Its loss widened: the net losses of the same period of two years, both shown.

const after =
  /^(?: ?(?:has|have|had|also))* (?:(widened|grew|deepened|increased)|(?:narrowed|shrank|shrunk|eased))(?![a-z])(?! (?:by|to|sharply|slightly|further|again)(?![a-z]))/;
const before = /(?<![a-z])loss(?:es)?(?: (?:has|have|had|also))* $/;
const reach = 32;

/** Null for any other word, or where no two such losses are shown. */
export function judgeLossWidth(token: Token, part: Part, bench: Bench): boolean | null {
  const { start, end } = token;
  const { lower, lexicon } = bench.input;
  const isLoss = /^(?:net )?loss(?:es)?$/.test(lower.slice(start, end));
  const from = isLoss ? end : before.test(lower.slice(Math.max(0, start - reach), start)) ? start - 1 : -1;
  const word = isLoss ? start : lower.lastIndexOf("loss", start);
  if (!/(?:its|the|their|net|'s|annual|full-year) (?:net )?$/.test(lower.slice(Math.max(0, word - 16), word)))
    return null;
  const found = from < 0 ? null : after.exec(lower.slice(from, from + reach));
  if (found === null) return null;
  if (part.sentence.tokens.some(({ kind }) => kind === "entity")) return null;
  const shown = shownByDay(companyAt(token, part, bench), (id) => lexicon.profits.includes(id), bench);
  const [first, second, ...more] = new Map(shown.map((entry) => [entry.asOf.day, entry])).values();
  if (first === undefined || second === undefined || more.length > 0) return null;
  if (
    first.base >= 0 ||
    second.base >= 0 ||
    first.claim.as_of.slice(4, 10) !== second.claim.as_of.slice(4, 10)
  )
    return null;
  return found[1] !== undefined ? second.base < first.base : second.base > first.base;
}

// 万科股东亏了钱, lost money every day, an operating loss: of others, of another stretch or of a part, which the company's own result does not say.

const zh =
  /每[天日周月年季个]|天天|长期|多年|一直|不断亏|(?<![一二三四1-4])季度?(?:亏|赔)|季度?(?:又|也|都|再)(?:亏|赔)|股东|散户|投资者|股民|基民|持有人|您|你|的人|海外|国内|业务|子公司|母公司|房企|同行|企业都|公司都|卖房|再次亏|连年|转为|转而|由盈转|扭盈/;
const en =
  /(?<![a-z])(?:for years|every|each|daily|monthly|weekly|last quarter|last month|last week|since|the whole|throughout|opened|turned|became|may|might|could|stay|operating|operations|segment|parent|lenders?|bondholders?|shareholders?|investors?|holders|clients?|suppliers?|savers|keeps|had lost|expected|likely|will|business|again|becomes?|on the year|for the (?:week|month|year)|this (?:week|month)|(?:money|loss-making|unprofitable) (?:today|this morning)|still lost|customers|homebuilders|developers|regions?|overseas|units?|subsidiar(?:y|ies)|you|territory for the)(?![a-z])/;
const longest = 200;

/** True where the clause, its brackets aside, speaks of such a loss. */
export function isOfOtherLosers(clause: Clause, lower: string): boolean {
  if (clause.length > longest) return false;
  const own = upTo(clause, ({ kind }) => kind === "open");
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return false;
  return speaksOfOthers(lower.slice(first.start, last.end));
}

export const speaksOfOthers = (text: string): boolean => zh.test(text) || en.test(text);

const unknown =
  /(?:没有|算不[了出]|无法|[给拿]不出)[^,，。;；]*(?:您|你)的?(?:亏损|浮亏)|(?:您|你)的?(?:亏损|浮亏)[^,，。;；]*(?:没有|算不[了出]|无法|[给拿]不出)|(?:(?<![a-z])(?:no|not|cannot|unable to)|n't)(?: [a-z]+){1,6} your (?:paper |unreali[sz]ed |exact )?loss/;

/** I have no figure for your loss: that the user has one is not said of the company. */
export function isUnknownLoss({ start, end }: Token, lower: string): boolean {
  const said = lower.slice(Math.max(0, start - reach), end + reach);
  return unknown.test(said.split(/[.。;；\n]/).find((part) => part.includes(lower.slice(start, end))) ?? "");
}
