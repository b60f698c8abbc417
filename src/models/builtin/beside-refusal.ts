import { newestTurn } from "#language";
import { clauseEnd, shortHint } from "./faint.ts";
import type { Message } from "./message.ts";
import type { Hit } from "./triggers.ts";

/** Whether hits lie in different clauses, so that one asks for something else than the other. */
export const apart = (text: string, a: Hit, b: Hit): boolean => {
  const [first, second] = a.span[0] < b.span[0] ? [a, b] : [b, a];
  const between = text.slice(first.span[1] - 1, second.span[0] + 1);
  return clauseEnd.test(between.slice(1, -1)) || /\p{Script=Han} +\p{Script=Han}/u.test(between);
};

/** 买入300股要多少钱, buy 300 shares how much: what an order would cost, not an order. */
const asksCost = /多少钱|how much|what (?:would|does|do|will) .{0,30}cost/i;
const orders: ReadonlySet<string> = new Set(["buy_shares", "买入_股", "买入_手", "买进", "sell_shares"]);
/** 涨到多少算涨停, 明天多少钱涨停 ask for a limit, which a rule fixes; whether it will be reached is another question. */
const asksLimit =
  /算[涨跌]停|[涨跌]停板?价|多少钱[涨跌]停|[涨跌]停板?(?:能|可以|会|要)?[涨跌]?[到是]?(?:多少|几)(?:钱|元|块)?(?!家|只|个)|\bwhat (?:will|would)\b[^.?!]{0,40}\b(?:limit[- ]?(?:up|down) price|price limit)/i;
const asksIfReached = /[会能][^,，。多几]{0,6}[涨跌]停/;
/** Words of a number that has not come. */
const ofFuture = /[涨跌到]|^>|\bwill\b/;

/** 我老婆买了200股: somebody's shares that are told are nothing to be kept from anybody. */
const tellsShares = /买了?[^,，。]{0,8}\d{1,9}(?:股|手)|\d(?:股|手)[^,，。]{0,8}买/;
const kin: ReadonlySet<string> = new Set(["我老婆", "我朋友…持", "我老板"]);
/** 成本1700,涨到多少能赚20%: what a cost comes to, not what a price will. */
const target = /(?:涨|跌|卖)到多少.{0,6}[赚亏赔].{0,4}\d|[赚亏赔].{0,4}\d.{0,10}(?:涨|跌|卖)到多少/;
const tellsCost = /成本|买的|买入|\b(?:cost|bought)\b/i;
const asksTarget = (text: string, isBehindSum: boolean): boolean =>
  target.test(text) && (isBehindSum || tellsCost.test(text));
/** 100股成本400,补仓100股均价多少: what shares have cost on average, and not whether to buy more. */
const asksAverage = /(?=.*\d)(?=.*(?:均价|平均成本|摊薄|均摊|成本[^,，。]{0,4}(?:多少|降到)))/;
const more: ReadonlySet<string> = new Set(["补仓", "加仓", "建仓"]);

/** 涨多少才能到2000 asks how far a level is, not whether it will be reached. */
const asksHowFar = /[涨跌](?:多少|几个点|百分之几)(?:才|就)?(?:能|可以|会)?[到回]/;

/** The words that are refused by themselves and here only say what is asked about. The message is read once, not for every word. */
export function besideIn({ text, facts }: Pick<Message, "text" | "facts">): (word: string) => boolean {
  const last = newestTurn(facts.session);
  const isBehind = (skill: string) => last.some((turn) => turn.skill === skill);
  const ofOwn = tellsShares.test(text);
  const ofTarget = asksTarget(text, isBehind("calculator"));
  const ofAverage = asksAverage.test(text);
  const ofList = isBehind("top-list");
  const ofCost = asksCost.test(text) && !/帮我|替我|给我|for me|please/i.test(text);
  const ofLimit = asksLimit.test(text) && !asksIfReached.test(text);
  const ofDistance = asksHowFar.test(text);
  return (word) =>
    (ofOwn && kin.has(word)) ||
    (ofAverage && more.has(word)) ||
    (ofList && word === "谁买") ||
    (ofTarget && /[涨跌]到多少/.test(word)) ||
    (ofCost && orders.has(word)) ||
    (ofDistance && /[涨跌到]/.test(word)) ||
    (ofLimit && ofFuture.test(word));
}

/** 还能涨吗 现在多少钱: the hint stands in a part of its own that asks for a day or for now. */
export function isPlainQuestion({ text }: Message, { strength, weight, span }: Hit): boolean {
  const part =
    text
      .slice(0, span[1])
      .split(/[,;.!?，；！？。\s]/)
      .at(-1) ?? "";
  return (
    strength === "hint" &&
    weight >= shortHint &&
    /现在|目前|当前|[今昨]天|\b(?:now|today|yesterday)\b/i.test(part)
  );
}
