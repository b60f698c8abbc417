import { newestTurn, readCode, saysIt } from "#language";
import type { Ruling } from "./follow-up.ts";
import type { Message } from "./message.ts";

const longest = 24;

/** Words around a class of stocks that ask for those of it, or how they do. */
const lead =
  /^(?:那么?|请问|今天|今日|现在|目前|最近|当前|市场上|A股|沪深|还|都|有没有|有?哪[些几](?:只|家|个)?|有(?:什么|啥|多少|几[只家个]?)|查一?下|看一?下|看看|列一?下|列出)+/i;
const tail =
  /(?:都|还|里面?|中|现在|目前|今天)*(?:有(?:哪[些几](?:只|家|个)?|什么|啥|多少[只家个]?|几[只家个])|是?哪些|是什么|名单|一览|列表|大全|呢|怎么样|怎样|如何|行情|表现|走势|[涨跌]得?(?:怎么样|如何|了|多少))?(?:股票)?[吗呢啊呀?？。!！ ]*$/;
/** 银行股, 低市盈率银行股, 连板股, 新能源概念股. */
const stocks = /^\p{Script=Han}{1,10}股(?:票)?$/u;
/** What ends in 股 and is no class of stocks, or is one of another market. */
const noClass =
  /(?:港|美|[ahb]|自选|控|持|入|送|配|炒|每|总|原始|正|参|增|减|[个一二两三四五六七八九十百千万半]|这|那|该|几|多少|此|发行|流通|限售|我的?|买|卖|选)股(?:票)?$|[它她他我你这那是]|什么|意思|怎么|荐|好股|牛股|股价|股东|股息率?$/i;
const ofBoard =
  /(?:有|包括|包含|都有)?哪[些几](?:只|家)?(?:股票|个股|票|公司)|有(?:什么|啥)(?:股票|个股|公司)/;

/** 连板股有哪些, 低市盈率银行股, 创业板有哪些股票: those of a class of stocks, which no source lists. */
export function listsGroup({ text, subjects, hits, has }: Message): Ruling | null {
  const words = text.trim();
  if (!has("market") || words.length > longest || saysIt(text)) return null;
  if (hits.some(({ skill, strength }) => skill === "refuse" && strength !== "hint")) return null;
  const ruling = {
    actions: [{ skill: "market", input: { ranking: true } }],
    reason: "lists a class of stocks",
  };
  const isOfBoards = subjects.mentions.every(
    ({ matches }) => readCode(matches[0]?.code ?? "")?.kind === "index",
  );
  if (subjects.mentions.length > 0) return isOfBoards && ofBoard.test(words) ? ruling : null;
  const group = words.replace(tail, "").replace(lead, "");
  return stocks.test(group) && !noClass.test(group) ? ruling : null;
}

const sector =
  /^(?:那么?|今天|今日|现在|目前|最近|这几天)*(?:[\p{Script=Han}a-z\d]{1,8}|哪[个些])(?:板块|行业|概念|赛道)/iu;
/** What a sector is made of, or where a company stands in it, is another question. */
const noMove = /属于|什么行业|同行|平均|排名|龙头|区别|意思|是什么|有哪些|分类/;

/** 白酒板块呢, 哪个行业跌得惨: how a sector does, which no source tells. */
export function ofSector({ text, subjects, hits, has }: Message): Ruling | null {
  const isOf = sector.test(text.trim()) && !noMove.test(text) && subjects.mentions.length === 0;
  const isFaint = hits.every(({ strength }) => strength === "hint");
  if (!has("market") || !isOf || !isFaint || text.trim().length > longest) return null;
  return { actions: [{ skill: "market", input: {} }], reason: "how a sector does" };
}

/** 跌得多的呢, 哪个涨的多, 贵的那个: of several companies of the answer before, by a figure. */
const ofThem =
  /^(?:那|今天|现在|是|哪[个只家支]|谁)*(?:[涨跌][得的]?(?:更|比较|最)?[多少狠惨猛凶]|[涨跌]幅(?:更|比较|最)?[大小])(?:一点|点|些)?的?(?:那?[个只家支]|是?(?:哪[个只家支]|谁))?[呢吗啊?？。!！ ]*$/;

export function amongThem({ text, subjects, facts, has }: Message): Ruling | null {
  const last = newestTurn(facts.session);
  const isOf = ofThem.test(text.trim()) && subjects.mentions.length === 0;
  const codes = [...new Set(last.flatMap((turn) => turn.codes))];
  const isStocks = codes.length > 1 && codes.every((code) => readCode(code)?.kind === "stock");
  if (!has("peers") || !isOf || !isStocks) return null;
  return { actions: [{ skill: "peers", input: { codes } }], reason: "one of those before" };
}
