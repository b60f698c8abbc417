import type { NameRegistry } from "#contract";
import { companyKey } from "../../security-code.ts";

/** Halves of names that many firms and many other things bear. */
const common: ReadonlySet<string> = new Set(
  "中国 平安 东方 长江 科大 银行 财富 电力 电器 集团 矿业 化学 医药 重工 国际 办公 时代 证券 股份 科技 控股 能源 电子 汽车 绿能 上海 北京 深圳 广东 江苏 浙江 山西 贵州 四川 山东 福建 湖南 湖北 安徽 河南 河北 云南 广州 天津 重庆 新疆 西藏 华夏 兴业 交通 建设 农业 工商 招商 民生 光大 中信 国家 生物 药业 保险 通信 软件 传媒 航空 钢铁 水泥 食品 乳业 环境 环保 材料 智能 信息 网络 机场 高速 港口 发展 实业 投资 美的 金山 三一 威视".split(
    " ",
  ),
);

/** By every two characters the names that hold them, so that a half is not looked for in every name there is. */
function holdersOfHalves(names: NameRegistry): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>();
  for (const alias of Object.values(names).flat())
    for (let at = 0; at + 2 <= alias.length; at++) {
      const half = alias.slice(at, at + 2);
      const known = holders.get(half);
      if (known === undefined) holders.set(half, [alias]);
      else known.push(alias);
    }
  return holders;
}

/**
 * What people call a firm of four characters: 老窖, 汾酒, 隆基. Only halves that no other registered name holds and that are no
 * words of their own; the company's key by the half.
 */
export function shortNames(names: NameRegistry): ReadonlyMap<string, string> {
  const holders = holdersOfHalves(names);
  const found = new Map<string, string>();
  for (const [code, aliases] of Object.entries(names))
    for (const alias of aliases.filter((each) => /^[\u4e00-\u9fff]{4}$/.test(each)))
      for (const half of [alias.slice(0, 2), alias.slice(2)]) {
        const isOwn = holders.get(half)?.every((each) => aliases.includes(each)) === true;
        if (isOwn && !common.has(half)) found.set(half, companyKey(code));
      }
  return found;
}

/** Halves that are ordinary words within a phrase (完美的) and the firm where one begins. */
const atStart: ReadonlySet<string> = new Set(["美的"]);

/** Names of firms by such a half. */
export function startNames(names: NameRegistry): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [code, aliases] of Object.entries(names))
    for (const alias of aliases)
      if (/^[\u4e00-\u9fff]{4}$/.test(alias) && atStart.has(alias.slice(0, 2)))
        found.set(alias.slice(0, 2), companyKey(code));
  return found;
}

/** Syllables of which an English name is spelled as it is said in Chinese. */
const syllables =
  /^(?:(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:iang|iong|uang|ang|eng|ong|ing|iao|ian|uai|uan|ai|ei|ao|ou|an|en|ia|ie|iu|in|ua|uo|ui|un|ue|a|o|e|i|u)){2,3}$/;
/** Places and ordinary words that are spelled so too. */
const commonEnglish: ReadonlySet<string> = new Set(
  "china beijing shanghai tianjin chongqing guangdong guangzhou guizhou shenzhen jiangsu zhejiang shanxi shaanxi shandong sichuan fujian hubei hunan henan hebei anhui yunnan hainan gansu qinghai ningxia jilin liaoning dalian qingdao ningbo xiamen fuzhou suzhou hangzhou nanjing wuhan wuxi luzhou yibin changsha chengdu xinjiang huaxia yanghe media mining machine marine banana genie dairy wine lithium".split(
    " ",
  ),
);

/** Shanxi Fenjiu → Fenjiu, Luzhou Laojiao → Laojiao: of names of two words the one that no other firm bears and that is no place. */
export function shortEnglish(names: NameRegistry): ReadonlyMap<string, string> {
  const owners = new Map<string, Set<string>>();
  for (const [code, aliases] of Object.entries(names))
    for (const word of aliases.flatMap((each) => each.toLowerCase().split(" ")))
      owners.set(word, (owners.get(word) ?? new Set()).add(companyKey(code)));
  const found = new Map<string, string>();
  for (const [code, aliases] of Object.entries(names))
    for (const alias of aliases) {
      const words = alias.toLowerCase().split(" ");
      if (words.length !== 2 || !/^[a-z ]+$/i.test(alias)) continue;
      for (const word of words) {
        const isOwn = owners.get(word)?.size === 1 && word.length > 4 && word.length < 12;
        if (isOwn && syllables.test(word) && !commonEnglish.has(word)) found.set(word, companyKey(code));
      }
    }
  return found;
}

/** English names with a number in them, for a registry that has the firm without one: the number would be taken for an amount. */
const numbered: Readonly<Record<string, readonly string[]>> = {
  "601360": ["Qihoo 360", "360 Security Technology", "360 Security"],
};

/** Other ways to write the names that hold a number: Qihoo360, Qihoo-360. */
export function writtenForms(code: string, aliases: readonly string[]): readonly string[] {
  const hasOwn = aliases.some((alias) => /[a-z].*\d|\d.*[a-z]/i.test(alias));
  const added = hasOwn ? [] : (numbered[companyKey(code)] ?? []);
  const spaced = [...aliases, ...added].filter((alias) => /[a-z] \d/i.test(alias));
  return [...added, ...spaced.flatMap((alias) => ["", "-"].map((joint) => alias.replace(/ (?=\d)/, joint)))];
}
