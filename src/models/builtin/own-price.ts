import type { Claim } from "#contract";
import { newestTurn, readCode } from "#language";
import type { Ruling } from "./follow-up.ts";
import type { Message } from "./message.ts";

const limits =
  /[涨跌]停(?:板?价|板?(?:是|在|会是)?(?:多少|几)|在哪|到哪)|算[涨跌]停|limit[- ]?(?:up|down)|price limits?/i;

/** A price that the writer tells: 昨收10块, 10块的股票, a stock at 10. */
const told =
  /(?:收盘?价?|股价|现价|价格?)(?:是|为|在|于)?\s*\d|\d\s*(?:块钱?|元)?的(?:股|票)|\d\s*(?:块钱?|元)[,，的 ]*[^,，]{0,6}[涨跌]停|\b(?:clos(?:e|es|ed|ing)|price|priced|stock|share|trading)\b[^.?!]{0,16}\b(?:at|of|is|was) ?(?:¥|rmb|cny|yuan)? ?\d|\bif .{0,24}\d|\d+(?:\.\d+)?[- ](?:yuan|rmb) (?:stock|share)/i;

/** 跌停呢, and limit down? behind such a limit. */
const side =
  /^(?:那|那么|and |what about |how about )*(?:[涨跌]停板?价?|limit[- ]?(?:up|down))[是有呢多少]*[?？。! ]*$/i;

/** 创业板呢, and on STAR? behind such a limit. */
const board =
  /^(?:那|那么|如果是?|要是|and |what about |how about |if it is |on )*(?:the )?(?:创业板|科创板?|北交所|主板|\*?st股?|chinext|star(?: market)?|beijing)(?:的?股?票?)?(?:的话)?呢?[?？。! ]*$/i;

const isLimit = (claim: Claim): boolean =>
  claim.kind === "numeric" && /^calc_limit_(?:up|down)$/.test(claim.metric);

/** 昨收10块,涨停价是多少: the limit price that follows from a price of the writer's own, which is a sum and no company's price. */
export function limitOfOwnPrice({ facts, text, subjects, has }: Message): Ruling | null {
  // 创业板 is a board here, if an index elsewhere.
  if (subjects.mentions.some(({ matches }) => readCode(matches[0]?.code ?? "")?.kind !== "index"))
    return null;
  const isOfLimit = newestTurn(facts.session).some(({ claims }) => claims.some(isLimit));
  const isOfOwn =
    (limits.test(text) && told.test(text)) ||
    (isOfLimit && [board, side].some((words) => words.test(text.trim())));
  if (!isOfOwn || !has("calculator")) return null;
  return { actions: [{ skill: "calculator", input: {} }], reason: "a limit of the writer's own price" };
}
