import { pattern } from "../lexicon/patterns.ts";
import type { NumberRead, Token } from "../tokens/token.ts";
import type { Window } from "./context.ts";

/**
 * Words that no list knows, between an owner or a measure and a number. Most of them are harmless (帮您查到, finished): they
 * name nothing that could be measured, and the number after them is still bound by company, unit, sign and exact value, so an
 * open class may pass. What must not pass is an unknown *measure* (市占率25.89%): that class is told by the morpheme or the
 * noun it ends in, or by where it stands, right before 为, 是, `:` or `of` and the number.
 */
const hanMeasure =
  /(?:率|价|额|量|值|比|数|润|益|线|息|债|金|费|款|税|幅|度|位|股|仓|单|户|险|份|收入|成本|资产|产能|库存|权重|得分|目标|预期|区间|门槛|上限|下限|关口|支出|敞口)$/;

/** Measure-like endings of words that measure nothing. */
const hanHarmless =
  /(?:数据|全部|部分|程度|一度|角度|速度|态度|季度|年度|月度|制度|单位|各位|几位|定位|到位|身份|年份|月份|股份|个股|一股|简单|清单|名单|用户|客户|账户|散户|此数|读数|多数|总额|净值)$/;

export const latinMeasure =
  /^(?:share|stake|ratio|rate|margin|margins|yield|cost|costs|output|production|capacity|debt|holding|holdings|inflation|spending|orders|order|delivery|deliveries|users|payout|price|prices|value|quota|weight|weighting|score|budget|capex|inventory|inventories|leverage|liabilities|reserve|reserves|provision|deposits|loans|loan|nav|premium|discount|fee|fees|tax|bonus|salary|funding|backlog|revenue|income|profit|profits|loss|losses|expense|expenses|cash|dividend|coverage|penetration|utilization|utilisation|return|returns|cap|ceiling|floor|threshold|bid|ask|offer|strike|level|levels|band|range|multiple|multiples|estimate|consensus|guidance|valuation|entry|exit|stop|limit|average|avg|minimum|maximum|min|max|peak|trough|bottom|probability|chance|odds|count|number|volume|turnover|size|headcount|stores|units|tonnes|tons|mw|gwh|kwh)$/;

/** Words before `of` or a colon that only carry the number: a total of, a pace of, what I see: */
const carriers: ReadonlySet<string> = new Set(
  "total|pace|tune|file|order|sum|amount|print|tally|mark|reading|quote|fix|finish|settlement|advance|rise|fall|see|have|find|found|got|get|say|says|yes|no|does|do".split(
    "|",
  ),
);

/** 您问的净利润,答案是…: words in Chinese that do the same. */
const carriersHan =
  /^(?:所以|因此|那么)?(?:的|您问的|您要的|问题的)?(?:查询|检索|查到|得到|返回|最新|目前|具体|实际|准确)?的?(?:答?案|结[果论]|数值|数字|读数|记录|[这那一]笔)就?$/;

/** 更细的口径是1399.5亿元: the same again, with more digits. */
const preciser =
  /(?:更|较)(?:细|精确|准确|具体)(?:一点|一些)?的?(?:口径|数字|数值|数|值|说法)$|(?:精确|准确|具体|确切)的?(?:值|数字|数值)$/;

/** Which of two has more of what is spoken of; 高 and 低 alone are prices of the day too. */
const larger = /^(?:[大小多少贵]|便宜|(?:更|较)[大小多少高低贵]|更便宜)$/;

/** The last words up to the token, as one. */
const said = (tokens: readonly Token[], last: number): string =>
  tokens
    .slice(Math.max(0, last - longestWord), last + 1)
    .map(({ op }) => op)
    .join("");

const equating: ReadonlySet<string> = new Set(["为", "是", "则为", "即", "of", "is", "was", ":", "="]);
const quiet: ReadonlySet<string> = new Set(["approximate", "open", "realtime", "relative", "direction"]);
const isHan = (op: string): boolean => /^[\u4e00-\u9fff]$/.test(op);

/** Adverbs and times of the day: what is left of a run without them is a noun, if anything. */
const adverbWords =
  "虽然|尽管|因为|由于|反遭|反获|反倒|反而|遭遇|遭到|变成|变为|转为|转成|转|变|恰好|刚好|正好|正|准确|我这边|我这里|我查到|这边|这里|自己|自身|本身|身上|大幅|小幅|微幅|温和|继续|持续|依旧|依然|逆势|顺势|震荡|振荡|宽幅|窄幅|平稳|缓慢|快速|迅速|再度|再次|随后|其后|之后|此后|开盘后|午后|上午|下午|早间|早上|晚上|中午|应声|率先|意外|逐步|稳步|直线|强势|弱势|整体|总体|同期|当期|期间|全天|全日|截至|目前|股价|走势|盘面|最终|最后|随之|一度|合共|单边|不断|轻微|略微|较为|相对|总的|来看|来说|今天|今日|当天|已经|同步|同向|反而|倒是|则是|有所|出现|录得|实现|呈现|保持|处于|小|仍|还|却|则|便|就|先|后|又|再|总|共|约|略|偏|是|都|也|均|在|里|中|内|了|着|的|地|得|而|且|但|不过|其中|它|该|其|这|那|只|家|支|个|股|票|司|公|哦|呢|啦|嘛|吧|呀";
const adverbs = new RegExp(adverbWords, "g");
const adverbsAtEnd = pattern`(?:${adverbWords})+$`;

const longestWord = 16;

/** 出厂价最终45.12元: the noun before its adverbs. */
function namesMeasure(run: string): boolean {
  if (!isHan(run.charAt(0))) return latinMeasure.test(run);
  const ending = run.slice(-longestWord);
  return [ending, ending.replace(adverbsAtEnd, "")].some(
    (word) => hanMeasure.test(word) && !hanHarmless.test(word),
  );
}

/** The unknown words in the order of the text: characters that touch are one. */
function runsOf(tokens: readonly Token[]): { readonly run: string; readonly last: number }[] {
  const runs: { run: string; last: number }[] = [];
  let end = -1;
  for (let at = 0; at < tokens.length; at++) {
    const { kind, op, start, end: stop } = tokens[at] as Token;
    if (kind !== "text" || op === "s" || !/[\u4e00-\u9fffa-z]/.test(op)) continue;
    const before = runs.at(-1);
    if (before !== undefined && end === start && isHan(op) && isHan(before.run.slice(-1)))
      runs[runs.length - 1] = { run: before.run + op, last: at };
    else runs.push({ run: op, last: at });
    end = stop;
  }
  return runs;
}

/** The unknown words, those of Chinese without their adverbs. */
export const strippedRuns = (tokens: readonly Token[]): readonly string[] =>
  runsOf(tokens)
    .map(({ run }) => (isHan(run.charAt(0)) ? run.slice(-longestWord).replace(adverbs, "") : run))
    .filter((run) => run !== "");

/** True where a word before the number, unknown to every list, may name what the number measures. */
export function mayNameMeasure(tokens: readonly Token[]): boolean {
  if (!tokens.some(({ kind }) => kind === "text")) return false;
  return runsOf(tokens).some(({ run, last }) => {
    if (namesMeasure(run)) return true;
    const next = tokens[last + 1];
    // fair value, hurdle rate: the noun alone says nothing, with a word before it it is a measure.
    if (next?.kind === "fill" && !isHan(run.charAt(0)) && latinMeasure.test(next.op)) return true;
    if (next === undefined || !equating.has(next.op) || carriers.has(run) || carriersHan.test(run))
      return false;
    if (preciser.test(said(tokens, last))) return false;
    // 工商银行更大:2.51万亿元: the answer, then its value.
    if (next.op === ":" && larger.test(run)) return false;
    // 也就是4.13亿股: adverbs measure nothing.
    if (isHan(run.charAt(0)) && run.slice(-longestWord).replace(adverbs, "") === "") return false;
    return tokens.slice(last + 2).every(({ kind }) => quiet.has(kind));
  });
}

/** What may stand between a company and a number of lots, holders or the like that names no measure: trade and find. */
const ofCount: ReadonlySet<string> = new Set(
  "came amounted totalled totaled say trading follows follow below here figures volumes volume were are lots hands changed exchanged crossed turned over some far more less tune traders investors exchanged total today shares s total-volume 被 成交 交易 换手 合计 股东".split(
    " ",
  ),
);

/** Lots, holders, companies: units in which anything may be counted. */
const counting: ReadonlySet<string> = new Set(["shares", "户", "家", "条"]);

/** BYD bottled 32,100 lots, 回购39万手: an unknown verb before what many things are counted in says what was counted. */
export const countsOther = ({ unit }: NumberRead, tokens: readonly Token[]): boolean =>
  counting.has(unit?.dimension ?? "") &&
  runsOf(tokens).some(({ run }) =>
    isHan(run.charAt(0))
      ? run.slice(-longestWord).replace(adverbs, "") !== "" && !ofCount.has(run)
      : /^[a-z]{3,}$/.test(run) && !ofCount.has(run),
  );

const done =
  /^(?: of [a-z' ]{2,24}?)? (?:have|has|had|were|was|got|being)(?: been)? (?:(?:already|all|so far|now) )?([a-z]+)|^ ([a-z]+)/;

/** 365,432 lots of Gree were pledged: an unknown verb behind such a count does the same. */
export const isCountOfOther = ({ end, number }: Token, lower: string): boolean => {
  const found = number?.unit?.dimension === "shares" ? done.exec(lower.slice(end, end + 60)) : null;
  const verb = found?.[1] ?? found?.[2] ?? "traded";
  return /(?:ed|ght|ld|id|rn|en)$/.test(verb) && !ofCount.has(verb) && verb !== "traded";
};

/** 员工薪酬上涨1.83%: an unknown word right before a word of move is what moved, and it is not the price. */
export function hasUnknownSubject(tokens: readonly Token[]): boolean {
  const at = tokens.findLastIndex(
    ({ kind, sign }) => kind === "direction" || (kind === "metric" && sign !== 0),
  );
  const before = tokens[at - 1];
  if (before === undefined || before.kind !== "text" || !isHan(before.op)) return false;
  const run = runsOf(tokens.slice(0, at)).at(-1)?.run ?? "";
  return run.replace(adverbs, "").length > 1;
}

/** 市净率上限0.93倍, 毛利率要求91%: what the measure should be, or how far it may go, is not what it is. */
const norm =
  /^的?(?:计划|要求|上限|下限|预算|规划|承诺|红线|门槛|指引|标准|限额|考核|约定|设定|假设|底线|阈值|合理|公允|理论|参考)值?[为是在:]?$/;
export const isNorm = ({ named }: Window, { start }: Token, lower: string): boolean =>
  named?.kind === "metric" && start - named.end < 8 && norm.test(lower.slice(named.end, start));
