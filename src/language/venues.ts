import type { Mention } from "./directory.ts";

/** Listed companies that people know as the app or site in which they look at quotes. */
const knownAsApps: ReadonlySet<string> = new Set([
  "300033.SZ", // 同花顺
  "300059.SZ", // 东方财富
  "300803.SZ", // 指南针
  "601519.SH", // 大智慧
]);

/** Stands for a name, so that 同花顺上茅台 shows what follows. */
const named = "\uE000";

const app = "(?:财富|炒股|股票|证券)?(?:app|软件|客户端|手机版|网站)";
const seen = `[ ,，:：]*(?:我)?(?:看|查|搜|显示|写|说|标|给|报的|是|的|${named})`;

/** What stands behind the name of a place where something was seen: 同花顺上看到, 东财APP里写, 大智慧显示. */
const asPlace = new RegExp(
  `^(?:${app})?(?:(?:上面?|里面?|那边|那里)(?=${seen})|显示|看到|查到|写[着的]|[看说]的?(?=[ ]*${named}))|^${app}(?=${seen})`,
  "iu",
);
/** In front of it: 用同花顺看, 从东方财富查的. */
const inPlace = /(?:在|用|从|拿|打开) ?$/;

/** 我看同花顺是1799, 和同花顺不一样: a number told of it, or what was told here set against it. */
const isToldThere = (before: string, behind: string): boolean =>
  (/(?:看|查)的?$/.test(before) &&
    /^[上里]?(?:面|的)?(?:价格?|股价)?(?:是|才|显示|为)?[ ¥¥]*\d/.test(behind)) ||
  (/[和跟与同]$/.test(before) &&
    /^[上里]?(?:面|的|显示的)?(?:数据?|价格?|股价)?(?:不一样|不同|对不上|不一致)/.test(behind));

/** Apps and sites that are no listed company, and the reader's own screen. */
const elsewhere =
  /雪球|通达信|富途|老虎证券|万得|腾讯自选股|新浪财经|百度股市通|券商|软件|客户端|炒股app|\bapp\b|网上|网站|别(?:的)?(?:处|地方|平台|人)|人家|我(?:这[里边儿]?|手机|电脑|屏幕)|\b(?:elsewhere|my (?:app|phone|screen|broker|terminal)|xueqiu|tonghuashun|wind|futu|google|yahoo|another (?:app|site))\b/i;
const shownThere =
  /(?:是|才|显示的?|写[着的]?|报|看到的?|[看说]的|为|\b(?:is|says?|shows?|has|quotes?|displays?|shown|at|i see|sees?))[^\d,，。;；]{0,6}\d/i;
const unlike =
  /不一样|不同|对不上|不一致|不相符|有出入|有差别|\b(?:different|differs?|not the same)\b|n't match|not match/i;

/** 我这里显示1799, 和同花顺不一样, my app shows 1799: what was told here is set against what was seen at another place. */
export const disputesByPlace = (text: string, namesVenue: boolean): boolean =>
  (namesVenue || elsewhere.test(text)) && (shownThere.test(text) || unlike.test(text));

/** It's different from Tonghuashun, 1799 on Tonghuashun, Tonghuashun says 1799. */
const isToldThereInEnglish = (before: string, behind: string): boolean =>
  (/\b(?:different|differs|not the same|n't match|not match)\b[^.?!]{0,24} $/i.test(before) &&
    /^(?:'s)?[ \w]{0,16}[.!?]*$/.test(behind)) ||
  (/\d[^.?!]{0,12} on $/.test(before) && /^[.!?]*$/.test(behind)) ||
  /^ (?:app )?(?:says|shows|is showing|displays) [^.?!\d]{0,12}\d/i.test(behind);

/** The companies that a text names only as where something was seen or is looked at. */
export function venuesOf(mentions: readonly Mention[], text: string): readonly Mention[] {
  const apps = mentions.filter(({ matches }) => knownAsApps.has(matches[0]?.code ?? ""));
  if (apps.length === 0) return apps;
  const units = text.split("");
  for (const { span } of mentions) units.fill(named, ...span);
  const masked = units.join("");
  return apps.filter(
    ({ span: [start, end] }) =>
      asPlace.test(masked.slice(end, end + 40)) ||
      inPlace.test(text.slice(0, start)) ||
      isToldThere(text.slice(0, start), text.slice(end, end + 40)) ||
      isToldThereInEnglish(text.slice(0, start), text.slice(end, end + 40)),
  );
}
