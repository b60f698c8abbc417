/**
 * 利润下滑, 营收和利润都在增长, 利润降幅: the profit alone, said to have grown or fallen, is the net profit; a number of its own keeps its own
 * measure. "from a profit of CNY 2.52 billion" beside a net loss is the net profit too.
 */

import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token, token } from "../token.ts";

/** What may stand right before: a border, a company, 营收 and what joins the two; 扣非 or 单季 would make it another profit. */
const apart = /(?:^|[\s,，。;；:：、(（|和与及而且但其的是]|营收|收入|不过|[于过比])$/;
const reach = 4;
const rises = "增长|增加|上升|提升|上涨|增速|增幅|涨幅|双增|双升|增|升|涨";
const falls = "下滑|下降|减少|下跌|降幅|跌幅|缩水|双降|双减|降|减|跌";
const grown = pattern`^(?:[和与及、](?:营收|(?:营业)?收入))?(?:端|方面|的|也|都|均|则|却|在|正|已经?|仍|还|同比|同样|双双|一起|明显|略有|小幅|大幅|有所|持续|继续){0,4}(?:${rises}|(?:${falls}))(?!多少|没有|原因|的?(?:原因|风险|可能|压力|预期)|[^,，。;；\n]{0,3}\d)|^(?:同比)?\s?[+-]\d[\d.]*%`;
const longest = 20;
/** 利润端亏损1.93亿元 names the loss, 利润端-1.93亿元 the profit. */
const side = /^端(?:(?:则|却|还|仍然?|依旧|继续)?(?=净?亏损)|(?:则|却|仍)?为?:?(?=-?\d))/;
const moved = pattern`^(?:(?:${rises})|(${falls}))`;

/** The word of move in an event (利润下滑). */
function moveIn({ start, end }: Token, lower: string): Token | null {
  const from = start + "利润".length;
  const found = moved.exec(lower.slice(from, end));
  if (found === null || from + found[0].length !== end) return null;
  return token("direction", from, end, { op: "growth", sign: found[1] === undefined ? 1 : -1 });
}

function isNetProfit({ kind, start }: Token, before: Token | undefined, lower: string): boolean {
  if ((kind !== "text" && kind !== "event") || !lower.startsWith("利润", start)) return false;
  return isApart({ start }, before, lower) && grown.test(lower.slice(start + "利润".length, start + longest));
}

/** No word before it makes it another profit. */
const isApart = ({ start }: Pick<Token, "start">, before: Token | undefined, lower: string): boolean =>
  before?.kind === "company" || apart.test(lower.slice(Math.max(0, start - reach), start));

/** Where 利润端 with its adverbs ends, ahead of a loss or of a number; null for other words. */
function sideOf({ start }: Token, lower: string): number | null {
  const from = start + "利润".length;
  const found = lower.startsWith("利润", start) ? side.exec(lower.slice(from, from + longest)) : null;
  return found === null ? null : from + found[0].length;
}

const article = /(?<![a-z])(?:an?|its|the|that|this) $/;
/** The loss covers one quarter, that profit is for the full year: spoken of again. */
const again =
  /^ (?:figure )?(?:covers?|is for|was for|is from|was from|reflects|relates to|refers to|comes from)(?![a-z])/;
const whether = /(?<![a-z])(?:whether|if) (?:the|its|that) $/;
const againReach = 24;
const articleReach = 6;

const others = kindsOf("company entity metric foreign number direction event");
const sentenceEnds = kindsOf("break line open");

/** That RMB 1.44 billion loss is the reported figure: right behind an amount, in a sentence that goes on to name nothing else. */
function isSaidOfSum(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.number?.unit?.dimension !== "CNY" || (tokens[at]?.start ?? 0) - before.end !== 1) return false;
  for (const { kind } of tokens.slice(at + 1, at + longest)) {
    if (others.has(kind)) return false;
    if (sentenceEnds.has(kind)) return true;
  }
  return at + longest >= tokens.length;
}

const mayBeProfit = rare(/(?<![a-z])net (?:profit|loss|income)/);

/** from a profit of CNY 2.52 billion in 2024, a loss of CNY 1.1 billion, where the text names a net profit or loss. */
function readEnglish(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  if (!mayBeProfit.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    const word = lower.slice(each.start, each.end);
    const isWord = (each.kind === "text" || each.kind === "metric") && (word === "profit" || word === "loss");
    const [of, number] = [tokens[at + 1], tokens[at + 2]];
    if (!isWord) return each;
    const isOfSum = isSaidOfSum(tokens, at);
    const isAgain =
      again.test(lower.slice(each.end, each.end + againReach)) ||
      whether.test(lower.slice(Math.max(0, each.start - againReach), each.start));
    if (!isAgain && !isOfSum && (of?.op !== "of" || number?.number?.unit?.dimension !== "CNY")) return each;
    if (!isOfSum && !article.test(lower.slice(Math.max(0, each.start - articleReach), each.start)))
      return each;
    return token("metric", each.start, each.end, {
      metrics: lexicon.profits,
      sign: word === "loss" ? -1 : 0,
    });
  });
}

export function readBareProfits(all: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, lexicon } = reading;
  if (lexicon.profits.length === 0) return all;
  const tokens = readEnglish(all, reading);
  if (!lower.includes("利润")) return tokens;
  const read: Token[] = [];
  let isChanged = false;
  for (const each of tokens) {
    const last = read.at(-1);
    // The second of the two characters that 利润 is read as.
    if (last !== undefined && each.start < last.end) continue;
    const aside =
      each.kind === "text" && (last?.kind === "date" || isApart(each, last, lower))
        ? sideOf(each, lower)
        : null;
    if (aside !== null) {
      const isOfLoss = lower.startsWith("亏损", aside) || lower.startsWith("净亏损", aside);
      read.push(
        token(isOfLoss ? "fill" : "metric", each.start, aside, isOfLoss ? {} : { metrics: lexicon.profits }),
      );
      isChanged = true;
      continue;
    }
    if (!isNetProfit(each, last, lower)) {
      // 每吨利润上升: another profit.
      const isOther =
        each.kind === "text" &&
        lower.startsWith("利润", each.start) &&
        grown.test(lower.slice(each.start + 2, each.start + longest));
      read.push(isOther ? token("foreign", each.start, each.start + 2) : each);
      isChanged ||= isOther;
      continue;
    }
    const move = each.kind === "event" ? moveIn(each, lower) : null;
    if (each.kind === "event" && move === null) {
      read.push(each);
      continue;
    }
    const end = each.start + "利润".length;
    read.push(token("metric", each.start, end, { metrics: lexicon.profits }));
    if (move !== null) read.push(move);
    isChanged = true;
  }
  return isChanged ? read : tokens;
}
