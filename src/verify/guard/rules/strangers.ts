/** China Life closed at…, 国轩高科营业收入: a name in the place of a number's owner that is no way to call any company of the claims. */

import { oncePer } from "#contract";
import { companyKey } from "../../security-code.ts";
import type { Bench } from "../bench.ts";
import type { Sentence } from "../binding/structure.ts";
import { rare } from "../lexicon/rare-words.ts";
import { kindsOf, type Token } from "../tokens/token.ts";

const isHan = (char: string): boolean => char >= "\u4e00" && char <= "\u9fff";

/** Words of Chinese that stand before a measure or behind a company and name nobody. */
const plainHan =
  /这[家只个][\u4e00-\u9fff]{1,4}?[股票司行]|(?:技术|基本|盘|资金|消息|估值|业绩)面|估值|盈利能力?|能力|[交创做报发拿]出|发布|公[布告]|披露|预告|斩获|拿下|创下|取得|完成|贡献|揽[入获]|收获|净?[狂豪大小净]赚|一般|虽然|尽管|因为|由于|反[遭获]|反倒|反而|变成|变为|转为|恰好|刚好|正好|确实|其实|准确|精确|自己|自身|本身|身上|大幅|小幅|微幅|温和|继续|持续|依旧|依然|一如既往|逆势|顺势|震荡|振荡|宽幅|窄幅|平稳|缓慢|快速|迅速|再度|再次|随后|其后|之[后前]|此[后前时]|开盘后|收盘后|午[后间盘]|上午|下午|早[间盘上]|晚[上间]|中午|半[日天]|尾盘|盘[中初后]|集合竞价|应声|率先|意外|逐步|稳步|直线|强势|弱势|整体|总体|综合|合并|合计|合共|同[期日样步向比]|当[期前时天日季]|本[期次]|期[间末]|年[报底末度]|全[天日年]|季[末度]|[一二三半]季报|半年报|财报|报告期?|截[至止]|目前|最[后终新近]|走势|盘面|一度|单[边日季看说]|不断|轻微|略微|较为|相对|总的|来[看说]|简单[说讲]|今[天日早]|昨[天日]|这[天里边次个份批些只家支]|那[天里边次个只家]|已经|则是|有所|出现|录得|实现|呈现|保持|处于|其中|两[者家只]|三[者家只]|[二前后]者|这家|公司|该股|个股|股票|股价|手[头上里]|接口|工具|系统|数据[源库]?|来源|存档|记录|返回|显示|查到|取到|拿到|给出|可查|可见|所示|所列|以[上下]|上述|具体|实际|对应|相应|大[约概致]|约[为合]?|共计|累计|更细|一点|口径|读数|数[字值]|小数|按|就|论|从|以|但|而|不过|不仅|另外?|此外|目前|现在?|价格?|报价|行情|指标|项目|每股|市场|短期|长期|更|仅|只|没错|是的?|对的?|嗯|答案?|结果|补充|说明|提醒|注意|先|查|看|为|截|小|仍|还|却|则|便|又|再|总|偏|都|也|均|在|里|中|内|了|着|的|地|得|且|它|该|其|这|那|只|家|支|哦|呢|啦|嘛|吧|呀|哈|您|你|我们?|于|与|和|及|由|被|遭|获|将|把|给|请|说|算|计|至|到|由|自|共|一|两|三|第|用|收|报|成|末|额|幅度|规模|亏|赚|负|正|净|元|价|合|折|后|前|不|没|未|无|需|要|会|能|可|转|下|上|关|大|多|高|低|最|每|各|单|双|同|跌|涨|回|落|站|夹|介|居|位|距|离|达|过|近|超|逾|比|较|比较|换|写|另|所|有|如|若|当|时|日|天|年|月|周|季|期/g;

/** English words with a capital that begin a sentence, a label or a heading and name nobody. */
const plainEnglish: ReadonlySet<string> = new Set(
  "a i we you he she they it its his her their our your my this that these those there here what which who when where why how yes no not none nothing nobody everything everyone each either neither both all any some most more many much few less other another such same different the an and or but so if as at by for from in of on to with without under over among between after before since until during while although though because hence thus therefore however meanwhile separately elsewhere overall altogether again also still then now today yesterday once only just even note notes sure hello hi hey yeah ok okay thanks sorry please let don did do does is are was were have has had can could will would should may might got get take set use see look give ask compare comparing compared set setting turning using based judged measured expressed rounded queried fetched checked added updated retrieved quoted stated reported shown listed given seen found main data figures figure results result readings reading prices price quote quotes values value numbers number table list item items step part rank code ticker name date period year quarter month week day stamp source sources provider footer header metric metrics measure indicator level line unit units currency yuan cny rmb hkd usd answer question summary snapshot overview recap wrap quick brief briefly key facts details detail highlights latest last recent current closing opening open close high low daily weekly monthly annual quarterly intraday trading trade session market markets stock stocks share shares company companies firm firms bank banks distiller distillers maker makers money fund funds flow flows capital volume turnover activity valuation valuations multiples profitability earnings profit profits income revenue sales growth margin margins gross net operating total average averages technicals technical momentum movers move moves change changes gain gains loss losses fees tax taxes orders investors traders buyers sellers holders people analysts big negative positive short long earlier later previous next first second third former latter neutral near far further beyond behind above below ahead apart heads tails position status update performance comparison fiscal fy h q ytd ttm qoq yoy ma ema rsi macd kdj boll pe pb ps roe roa eps p e b s r w n t k d j x main-force force institutional time times new york shanghai shenzhen beijing hong kong exchange board star chinext sse szse shse bse csi sci a-share a-shares share-price mainland china chinese asia index indices industry sector hardly barely nearly roughly about around exactly precisely correct right wrong true false good great fine well better worse best worst higher lower up down flat unchanged clearly simply put say said according per via out off back against versus vs despite due given january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday".split(
    " ",
  ),
);

/** What a firm's Chinese name has behind its short name, and the English for it: Gree Electric Appliances, Sany Heavy Industry. */
const parts: readonly (readonly [han: RegExp, english: RegExp])[] = [
  [/集团/, /^group$/],
  [/电器/, /^(?:electric|electrical|appliances?|home)$/],
  [/重工/, /^(?:heavy|industry|industries)$/],
  [/绿能/, /^(?:green|energy|technology)$/],
  [/医药|药/, /^(?:pharma|pharmaceuticals?|medicine|medical)$/],
  [/矿业/, /^mining$/],
  [/化学/, /^chemicals?$/],
  [/银行/, /^bank$/],
  [/平安|保险/, /^insurance$/],
  [/电力/, /^(?:electric|power)$/],
  [/办公/, /^(?:office|software)$/],
  [/时代/, /^technology$/],
  [/财富/, /^(?:information|wealth)$/],
  [/老窖|汾酒|茅台|五粮液|酒/, /^(?:liquor|distillery|wine|yibin)$/],
  [/海康|讯飞|东方/, /^(?:digital|technology|technologies)$/],
  [/中芯/, /^(?:semiconductor|manufacturing|international)$/],
];
const ofAnyFirm = /^(?:co|company|corp|corporation|inc|ltd|limited|plc|class|a)$/;

/** Tokens before a number in which its owner is looked for; the limit keeps the work linear. */
const reach = 32;
/** Behind these the owner of a number has been passed. */
const borders = kindsOf("company entity number break line cell pair user");
const measures = kindsOf("metric direction growth");

/** Every letter of the short form stands in the name, in its order: 招行 of 招商银行. */
function isShortOf(short: string, name: string): boolean {
  let at = 0;
  for (const char of name) if (char === short.charAt(at)) at++;
  return at === short.length;
}

/** The names of the companies of the claims, in lower case. */
const namesOf = oncePer(({ input: { claims, names }, book }: Bench): readonly string[] => {
  const codes = new Set(book.all.map(({ company }) => company));
  const registered = Object.entries(names).flatMap(([code, own]) => (codes.has(companyKey(code)) ? own : []));
  const claimed = claims.flatMap((claim) => (claim.kind === "numeric" ? (claim.name ?? []) : []));
  return [...registered, ...claimed].map((each) => each.toLowerCase());
});

/** Words that touch, as one: Chinese characters, or English words each with a capital and parted by a blank. */
interface Run {
  readonly first: Token;
  readonly text: string;
  readonly before: Token | undefined;
  readonly next: Token | undefined;
  readonly isHan: boolean;
}

/** 三一重能, 亿纬锂能: beginnings of names that are numerals elsewhere. */
const isNumeralName = (word: string): boolean => /^(?:[万亿][\u4e00-\u9fff]|三一)$/.test(word);

function runsIn(tokens: readonly Token[], { written, lower }: Bench["input"]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as Token;
    const isName = isHan(lower.charAt(first.start));
    const mayBe = ({ kind, op, start, end }: Token): boolean =>
      isName
        ? isHan(lower.charAt(start)) &&
          (kind === "text" || op === "的" || isNumeralName(lower.slice(start, end)))
        : kind === "text" && /[A-Z]/.test(written.charAt(start));
    if (!mayBe(first)) continue;
    let last = at;
    for (let next = tokens[last + 1]; next !== undefined; next = tokens[last + 1]) {
      if (!mayBe(next) || next.start - (tokens[last]?.end ?? 0) !== (isName ? 0 : 1)) break;
      last++;
    }
    const text = lower.slice(first.start, tokens[last]?.end);
    runs.push({ first, text, before: tokens[at - 1], next: tokens[last + 1], isHan: isName });
    at = last;
  }
  return runs;
}

/** Kinds behind which a name may begin. */
const beginnings = kindsOf("clause open join line cell break sourceMark relative date licensed");
const times = kindsOf("relative date time window realtime");

const otherBank = /^[中农建交]行$/;

const isBlank = (lower: string, from: number, to: number): boolean => lower.slice(from, to).trim() === "";

/** 国轩高科一季度营业收入: what the name is followed by, times apart, is a measure. */
function leadsToMeasure({ first, text, next }: Run, tokens: readonly Token[], lower: string): boolean {
  let end = first.start + text.length;
  for (let at = next === undefined ? tokens.length : tokens.indexOf(next); at < tokens.length; at++) {
    const each = tokens[at] as Token;
    if (!isBlank(lower, end, each.start)) return false;
    if (!times.has(each.kind)) return each.kind === "metric";
    end = each.end;
  }
  return false;
}

function isStrangerHan(run: Run, tokens: readonly Token[], bench: Bench): boolean {
  const { text, before, next, first } = run;
  const { lower } = bench.input;
  const begins =
    before === undefined ||
    before.op === ":" ||
    beginnings.has(before.kind) ||
    !isBlank(lower, before.end, first.start);
  const isBehindName = before?.kind === "company" && before.end === first.start && !before.byCode;
  const own = namesOf(bench).filter((name) => isHan(name.charAt(0)));
  if ((!begins && !isBehindName) || own.length === 0) return false;
  const isBeforeNumber = next?.kind === "number" && next.start === first.start + text.length && !isBehindName;
  if (!leadsToMeasure(run, tokens, lower) && !isBeforeNumber) return false;
  const rest = isNumeralName(text.slice(0, 2)) || otherBank.test(text) ? text : text.replace(plainHan, "");
  return rest.length > 1 && !own.some((name) => isShortOf(text.replace(/的$/, ""), name));
}

function isStrangerEnglish({ text, before, next, first }: Run, bench: Bench): boolean {
  const words = text.split(" ");
  const isBehindName = before?.kind === "company" && first.start - before.end === 1 && !before.byCode;
  const own = namesOf(bench);
  const isPart = (word: string): boolean =>
    parts.some(([han, english]) => english.test(word) && own.some((name) => han.test(name)));
  const isOwn = (word: string): boolean =>
    plainEnglish.has(word) ||
    ofAnyFirm.test(word) ||
    own.some((name) => name.split(" ").some((each) => each === word)) ||
    isPart(word);
  // Zijin Bank, where the claims are of Zijin Mining.
  const isNamesake =
    words.some((word) => /^(?:bank|capital)$/.test(word) && !isPart(word)) &&
    (isBehindName || !words.every((word) => plainEnglish.has(word)));
  if (isNamesake) return own.some((name) => /[a-z]/.test(name));
  if (next?.kind === "company" || words.every(isOwn) || !own.some((name) => /[a-z]/.test(name))) return false;
  // The first word of a sentence has a capital whatever it is: a name is followed by what it has or does.
  const begins = before === undefined || beginnings.has(before.kind) || before.op === ":";
  const isOwner = next !== undefined && (measures.has(next.kind) || next.op === "'" || next.kind === "fill");
  return isBehindName || words.length > 1 || !begins || isOwner;
}

/** Revenue of the lithium battery industry was… */
const ofTrade =
  /^(?:of|for|across) the (?:[a-z-]{2,18} ){0,3}?(?:industry|sector)(?! (?:average|median))(?![a-z])/;
const longestTrade = 80;

const placesIn = oncePer(({ tokens }: Sentence) => new Map(tokens.map((each, at) => [each, at] as const)));

const asName = /(?:即|也就是|亦即|(?<![a-z])(?:i\.e\.|namely|also known as)) ?$/;
const nameReach = 16;

const mayRename = rare(/即|也就是|i\.e\.|namely|known as/);

/** 平安收盘价11.35元,即中国平安: the name that a company of the claims is said to have is of one that they do not hold. */
function checkNamed({ input: { tokens, lower }, book, report, matches }: Bench): void {
  if (matches.length === 0 || !mayRename.test(lower)) return;
  const held = new Set(book.all.map(({ company }) => company));
  for (const each of tokens) {
    const isNamed =
      each.kind === "company" && asName.test(lower.slice(Math.max(0, each.start - nameReach), each.start));
    if (isNamed && !held.has(each.op)) report(each, "unbound");
  }
}

const kin =
  /^(?:'s (?:[a-z-]+ )?(?:subsidiary|parent|unit|arm|brand|affiliate|shareholder|owner|spin-off)|(?:的)?旗下的?|的?(?:全资|控股)?(?:子公司|母公司|大股东|股东|品牌)(?:的|是|为)?|(?:控股|收购|参股|投资)的) ?$/;
const kinWord = /^(?:subsidiary|子公司|母公司|控股股东)$/;
const longestKin = 24;

/** 美的集团旗下的格力电器: what no claim tells of two companies. */
function checkKin({ input: { tokens, lower }, report, isFact, reading }: Bench): void {
  const named = tokens.filter(
    ({ kind, start, end }) =>
      kind === "company" || (kind === "entity" && !kinWord.test(lower.slice(start, end))),
  );
  for (const [at, { end, op }] of named.entries()) {
    const next = named[at + 1];
    if (next === undefined || next.op === op || next.start - end > longestKin) continue;
    const clause = reading.parts
      .flatMap(({ sentence: { clauses } }) => clauses)
      .find((each) => each.includes(next));
    if (next.kind === "company" && kin.test(lower.slice(end, next.start)) && !isFact(clause))
      report(next, "unbound");
  }
}

/** Reports such names in the sentences of numbers that show a claim. */
export function checkStrangers(bench: Bench): void {
  checkNamed(bench);
  checkKin(bench);
  const { input, report, matches } = bench;
  for (const { quantity, part } of matches) {
    const { tokens } = part.sentence;
    const at = placesIn(part.sentence).get(quantity.token) ?? 0;
    const stretch = tokens.slice(Math.max(0, at - reach), at);
    const border = stretch.findLastIndex(({ kind }) => borders.has(kind));
    const own = stretch.slice(Math.max(0, border));
    const trade = own.find(({ start }) => ofTrade.test(input.lower.slice(start, start + longestTrade)));
    if (trade !== undefined) report(trade, "unbound");
    for (const run of runsIn(own, input))
      if (run.isHan ? isStrangerHan(run, own, bench) : isStrangerEnglish(run, bench))
        report(run.first, "unbound");
  }
}
