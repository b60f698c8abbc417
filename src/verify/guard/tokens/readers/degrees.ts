import { pattern } from "../../lexicon/patterns.ts";
import { isWord, lastOf, type Token, token } from "../token.ts";

/** 后者稍高, 要低一些, 贵了一点, 茅台大:…: an adjective that sets what stands before it beside another. */
const end = "(?=$|[\\s,，。;；:：!！?？)）(（、\\n])";
const more = "高大多快贵强";
const less = "低小少慢弱";
const graded = pattern`^(?:(?:要|还要|则|却)?(?:略微?|稍微?|还?要|更)(?:(?<a>[${more}])|(?<b>[${less}]|便宜))(?:了?一?些|了?一点|点)?|(?:(?<c>[${more}])|(?<d>[${less}]))(?:了?一些|了?一点|了些|了点|些|不少|得多))${end}`;
const alone = /^(?:(?<a>[高大多贵])|(?<b>[低小少]))(?=[:：])/;
/** 涨得高一些, 请快一点, 多一点耐心: of the move before, or of no value. */
const otherBefore = /[得请更较比很太最些点]$/;
const longest = 12;

export const degreeStarts = `要还则却略稍更${more}${less}`;

export function readDegree(lower: string, at: number, before: readonly Token[]): Token | null {
  if (otherBefore.test(lower.slice(Math.max(0, at - 1), at))) return null;
  const ahead = lower.slice(at, at + longest);
  const [last, prior] = [before.at(-1), before.at(-2)];
  const isOwner = last?.kind === "company" && last.end === at && prior?.op !== "than";
  const found = graded.exec(ahead) ?? (isOwner ? alone.exec(ahead) : null);
  if (found === null) return null;
  const { a, b, c, d } = found.groups ?? {};
  const isMore = a !== undefined || c !== undefined;
  return isMore || b !== undefined || d !== undefined
    ? token("compare", at, at + found[0].length, { op: isMore ? ">adj" : "<adj" })
    : null;
}

/** 跌得更多, fell further: by how much more something moved, right after the word of its move. */
const han =
  /^(?:得(?:更|较|比较|相对|略|要|还)?|更|较|更为|相对)(?:(多|大|深|狠|猛|凶|厉害|惨|快|明显)|(?:少|小|浅|慢|轻))(?:一些|一点|些|点)?(?=$|[,，。;；:：)(\s的了])/;
const english = /^(?:the )?(?:(more|further|harder|deeper|faster)|(?:less))(?= of the two|\s?[.,:;()\n]|$)/;
const longestSize = 20;

const isMove = (each: Token | undefined): boolean =>
  each !== undefined &&
  each.sign !== 0 &&
  (each.kind === "direction" || (each.kind === "metric" && !each.op.endsWith("noun")));

export const sizeStarts = "得更较相tmfhdl";

/** The size of the move that was said right before. */
export function readSize(lower: string, at: number, before: readonly Token[]): Token | null {
  const move = lastOf(before);
  if (!isMove(move) || move === undefined) return null;
  const first = lower.charAt(at);
  const isHan = move.end === at && "得更较相".includes(first);
  const isEnglish = at - move.end === 1 && "tmfhdl".includes(first) && !isWord(lower.charCodeAt(at - 1));
  if (!isHan && !isEnglish) return null;
  const found = (isHan ? han : english).exec(lower.slice(at, at + longestSize));
  if (found === null) return null;
  return token("compare", at, at + found[0].length, { op: found[1] === undefined ? "<adj" : ">adj" });
}
