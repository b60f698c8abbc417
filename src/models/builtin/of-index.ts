import { type Action, asksWhy } from "#contract";
import { readCode } from "#language";
import type { Message } from "./message.ts";

const ofWholeMarket = /a股|股市|大盘|市场|\bmarket\b/i;
const ofReports = /研报|研究|报告|目标|评级|机构|券商|\b(?:report|research|target|rating|analyst)/i;

/** 大盘为什么跌了, 上证指数上周最高多少: there are no headlines or reports of an index, and its move is the market's. */
export function ofIndex(action: Action, { text, has }: Message): Action {
  const codes = Array.isArray(action.input.codes) ? action.input.codes.map(String) : [];
  const isOfIndices =
    codes.length > 0 ? codes.every((code) => readCode(code)?.kind === "index") : ofWholeMarket.test(text);
  const isMeant =
    (action.skill === "news" && asksWhy(text)) ||
    (action.skill === "research-reports" && !ofReports.test(text));
  return isMeant && isOfIndices && has("market") ? { ...action, skill: "market" } : action;
}
