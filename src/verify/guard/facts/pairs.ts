/** What a text is about by its words alone, to be compared with another in the same language. */
import { matchesOf } from "../tokens/token.ts";

const numerals = /\d[\d.,:]*|[零一二两三四五六七八九十百千万亿]{2,}/g;

/** Words that say nothing of what a clause is about. */
const joining =
  /[的为是在了于和与及,，。:()%\s]+|(?<!\S)(?:the|an?|is|are|of|for|on|in|and|to|by|its?|at|as|or|per)(?!\S)/g;
/** 如果低于1倍,市场习惯叫"破净", of 低于1倍称为破净: how a thing is called, and on what condition. */
const naming =
  /所谓的?|如果|若|时?(?:需要|要(?![求点素约])|须)|(?:市场上?|业内|习惯上?|一般|通常|常)*(?:被?称[为作之]?|叫[做作]?|俗称)|["“”「」'‘’]/g;

/** A word of English, without its plural; two neighbouring characters of Chinese. */
const units = /[a-z][a-z'-]*[a-z]|\S(?=(\S))/g;

/** What a text is about, to be compared with another. */
export function pairsOf(text: string): Set<string> {
  const words = text
    .replace(numerals, " ")
    .replace(/当天|今[天日]/g, "当日")
    .replace(/main-board/g, "main board")
    .replace(/个股/g, "股票")
    .replace(naming, " ")
    .replace(joining, " ");
  const pairs = new Set<string>();
  for (const [unit, next = ""] of matchesOf(units, words))
    pairs.add(next === "" ? unit.replace(/'s$|(?<!s)s'?$/, "") : unit + next);
  return pairs;
}

/** How many the two have in common. */
export const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0;
  for (const each of a) if (b.has(each)) count++;
  return count;
};

/** Fewer pairs of its own do not say what a clause is about: 100股为1手. */
export const fewPairs = 3;
