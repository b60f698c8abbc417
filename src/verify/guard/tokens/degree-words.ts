/** 后者稍高, 要低一些, 贵了一点, 茅台大:…: an adjective that sets what stands before it beside another. */
import { type Token, token } from "./token.ts";

const end = "(?=$|[\\s,，。;；:：!！?？)）(（、\\n])";
const more = "高大多快贵强";
const less = "低小少慢弱";
const graded = new RegExp(
  `^(?:(?:要|还要|则|却)?(?:略微?|稍微?|还?要|更)(?:(?<a>[${more}])|(?<b>[${less}]|便宜))(?:了?一?些|了?一点|点)?|(?:(?<c>[${more}])|(?<d>[${less}]))(?:了?一些|了?一点|了些|了点|些|不少|得多))${end}`,
);
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
