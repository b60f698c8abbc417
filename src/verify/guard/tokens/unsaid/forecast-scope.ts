/**
 * What a word of forecast or condition (可能, 若, 应该, if, may) governs: the numbers behind it in its clause and, where its clause has none,
 * those of the clauses that follow. It governs none where its clause speaks of the conversation instead of the market: which
 * company is meant (可能指两家公司, if Ping An Bank is meant), what the reader wants to know, which source or measure is gone by
 * (if akshare's readings are taken), why data are missing, how much a move was (if modestly), or that nothing is foretold.
 */
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token, textOf } from "../token.ts";

const ofUser =
  /^(?:如果|假如|若|倘若|要是)(?:(?:您|你)?(?:也|还|更|又|同时|其实|另外|真正|主要)*(?:需要|需|想|要)|(?:您|你)(?:也|还|更|又|同时|其实|另外|真正|主要)*(?:关注|关心|希望|参考|有意|对[^,，。;；]{1,24}(?:感|有)兴趣))(?!.{0,8}(?:涨|跌|升|降|达|到))|^if (?:you|needed|required|helpful|useful|wanted)(?![a-z])|^should you (?:want|need|prefer|wish|like|be interested)(?![a-z])/;
const ofView = /^(?:如果|假如|若|要是)(?:只|单|仅|再|也|还|换)?(?:以|按|按照|依|从|用|看|论|比|说)(?![涨跌])/;
/** 如果您问的是中国平安, 如果更看重估值: whom or what the user means, in a clause that shows no value. */
const ofIntent =
  /^(?:如果|假如|若|倘若|要是)(?:您|你|有人|别人|谁)?(?:想|要|是想|真正|更|主要|最|只|主要是)?(?:问|指|说|查|找|看|看重|关心|关注|在意|在乎|侧重|注重|偏好|想知道|想了解|考虑)(?:的|的其实)?(?:是|就是|重)?(?![涨跌好空多])/;
const measuring = /^(?:if|assuming) (?:measured|judged|ranked|compared) (?:by|on) /;
/** 可能是数据尚未更新: of the data, whatever the numbers beside it are. */
const ofData =
  /^(?:可能|应该|或许)(?:是|是因为|因为|由于)?(?:该|这项|上游|数据源|当日|今日)?(?:的)?(?:数据|行情|接口|来源)(?:源)?(?:还|暂|尚)?(?:时)?(?:未|没有?|有延迟|延迟|滞后|缺失)/;
/** 行情可能有延迟, 可能有多种口径, the quote may be delayed: of how the data come. */
const ofFeed =
  /^(?:可能|也许|或许)(?:会|略|稍|都|还|也){0,2}(?:有|存在)(?:[几数一]?分钟|一定|少许|多种|不同|些许|一点|轻微|略微){0,2}的?(?:延[迟时]|滞后|时滞|差异|出入|误差|偏差|口径)|^(?:may|might|could) (?:still )?(?:be (?:slightly |a little |a few minutes |somewhat )?(?:delayed|late|out of date|behind|stale)|lag)(?![a-z])/;
/** 您可能把两家弄混了, you may have mixed up the two: of what the reader got wrong. */
const ofMistake =
  /^(?:可能|也许|或许)(?:是|已经?|就)?(?:把[^,，。;；]{1,10})?(?:[弄搞看记认听说拿][混错反岔串]|混淆|误会|误解)|^(?:may|might) (?:well )?(?:have (?:mixed up|confused|misread|mistaken|misremembered|misheard)|be (?:thinking of|confusing|mixing up|looking at|referring to))(?![a-z])/;
/** 一个可能的解释, the data may help: of what is said, not of what will be. */
const ofSpeech =
  /^可能的?(?:解释|原因|说法|理解|误会)|^(?:may|might|could|would|should)(?: not|n't)? (?:help|serve|do|be of use|suffice)(?![a-z])|^would(?:n't| not) help/;
/** 您可能关心, you may want the close: of what somebody would like to be told. */
const ofReader =
  /^(?:可能|应该|或许)(?:是|都|会|也|还|更|又|最|正|只|比较|特别)*(?:关[心注]|在[意乎]|好奇|感兴趣|(?:想|要|需要|希望)(?:问|知道|了解|查|看(?![到见涨跌好空多])|听|要的(?:是|那))|问[^题]|有兴趣|用得[上到])|^(?:may|might|could|would)(?: (?:also|well|still|just|now|prefer|like|want|wish|care|need|be (?:interested|curious|wondering|asking)))*(?: (?:wonder|ask|in|about|where|what|how|which|whether|the|a|its?|this|that|these|those|to (?:know|hear|learn|note|check|look|compare|have (?:the|a|this|that|it))|find (?:[a-z]+ )?(?:useful|helpful|interesting|handy|of use))(?![a-z])|[,:])/;
const isReader =
  /(?:(?<![a-z])(?:you|readers?|users?|investors?|some|people|anyone)(?: who)? |您|你|大家|各位|用户|读者|投资者|投资人|股民|朋友们?)(?:也|还|最|更|真正|现在|此刻|接下来)?$/;
/** 我不给买卖建议: no advice is given. */
const ofNoAdvice =
  /不(?:会|能|再)?(?:给出?|提供|做|作|构成|涉及|包含|含)(?:您|你)?(?:任何|具体)?的?(?:投资|买卖|操作|交易)?$/;
/** if modestly: the degree is judged with its move. */
const ofDegree =
  /^if (?:only |just |but |even )?(?:slightly|modestly|marginally|narrowly|barely|fractionally|a little|a touch|a bit|just)(?=[,.;)]|$)/;
/** if Gree is the one you're weighing: whom the user means. */
const ofYours =
  /^if (?:it's |it is )?[^,;.:]{1,40} (?:you're|you are|you) (?:now |really )?(?:weighing|considering|asking|after|looking at|eyeing|watching|interested|have in mind|mean|meant)(?: about| in)?,/;
/** 没有明天的数据, 未来价格无法预测: data that are not at hand, and what is said not to be foretold. */
const ofNoData =
  /(?:没有?|未|无|不|(?<![a-z])(?:no|not)(?![a-z])|n't).*(?:的(?:数据|行情|资料|信息)|(?<![a-z])data)$/;
/** 取决于您的目标, depends on your targets: the reader's own, and no price. */
const dependsOn =
  /(?:取决于?|[要得]看|因|视|结合)(?:您|你)(?:自己|个人)?的?[^,，。;；:：\d]{0,8}$|(?<![a-z])(?:depends? on|hinges on|comes? down to) your (?:[a-z]+(?:,| and| or)? ){0,4}$/;
const isGoal = /^目标(?![价位])|^targets?(?! (?:prices?|of|at|is|was)(?![a-z]))/;
const untold =
  /(?:无法|难以|不能|没法|无从|不好|不便|很难|谁也(?:无法|不能)?|不(?:做|作|提供|给出)(?:任何)?)(?:准确|提前|精准|可靠|去|对|给出|做出|作出)?[^,，。;；:：]{0,12}?(?:预测|预判|预知|判断|断言|说准|确定|保证|回答|展望|建议|猜测)|预测不了|说不准|不预测|不可预测|没人(?:能)?(?:知道|说得准)|(?<![a-z])(?:nobody|no one) (?:knows|can (?:say|tell))(?![a-z])|(?<![a-z])(?:cannot|can't|can not|unable to|impossible to|not able to|don't|do not|won't|no one can|nobody can)(?: be)?(?: reliably)? (?:predict|predicted|forecast|foretell|foretold|know|known|say|tell|told|guess)(?![a-z])/;

/** Words in which a clause can say which company or source is meant, and nothing else; □ is a company, § a source. */
const spoken =
  /^(?:可能|应该|或许|也许|没准|说不定|若|如果|假如|倘若|要是|if|assuming|may|might|could|would|should|perhaps|maybe|possibly|probably|presumably)$/;
const meaning =
  /名称|简称|全称|名字|公司|企业|股票|标的|同名|重名|歧义|理解|含义|混淆|笔误|以及|其实|真正|原本|实际|同时|分别|不同|别的|其他|其它|哪一?家|[那这另两几多一二三]?[家个只种]|可能|应该|的话|存在|对应|代表|仍然?|还|[您你它其这想要问指说查找看是为的也就或和与及即另有在其]|(?<![a-z])(?:means?|meant|refers?|referring|asking|thinking|ask|have|in mind|to|be|is|are|was|were|it|either|or|and|by|the|an?|both|of|for|about|one|two|compan(?:y|ies)|names?|firms?|stocks?|banks?|different|more than|instead|also|still|really|actually|you|your|question|that|this|as|may|might|could)(?![a-z])|[\s#□“”"'()、]/g;
const taking =
  /为准|采用|采纳|使用|参照|参考|依据|根据|数据|口径|行情|记录|读数|报价|[来去]?(?:算|计算|看|说)|而言|[取用按以照依的了为]|(?<![a-z])(?:we|one|go(?:es)?|going|by|takes?|taken|taking|uses?|used|using|follow(?:s|ed|ing)?|trusts?|trusted|relied on|reads?|readings?|figures?|data|numbers?|quotes?|records?|prints?|series|source|s|of|for|on|from|at|in|the|as|is|are|its|dated)(?![a-z])|[\s'()†§]/g;

const signs: Readonly<Partial<Record<Token["kind"], string>>> = {
  company: "□",
  pair: "□",
  count: "#□",
  source: "§",
  date: "†",
  relative: "†",
};
const asserting = kindsOf("number quantity direction");
const stating = kindsOf(
  "number quantity direction compare superlative event derived vague metric foreign window realtime",
);
const borders = kindsOf("clause break line cell");
const isBorder = ({ kind, op }: Token): boolean => borders.has(kind) || op === ":";
/** How far a phrase may reach behind its first word, in characters; and how long a clause of this kind is, in tokens. */
const reach = 40;
const mostTokens = 24;

/** What the clause says behind its word, companies, sources and dates as their signs; null where it states something or is too long. */
function saidIn(rest: readonly Token[], lower: string): string | null {
  const states = rest.some(({ kind, start, end }) => stating.has(kind) && lower.slice(start, end) !== "mean");
  if (states || rest.length > mostTokens) return null;
  let said = "";
  let from = rest[0]?.start ?? 0;
  for (const { kind, start, end } of rest) {
    said += lower.slice(from, start) + (signs[kind] ?? lower.slice(start, end));
    from = end;
  }
  return said;
}

/** …可能指两家公司, 若仍是东方财富, if baostock's readings are taken: whom or what source is meant. */
function saysWhich(word: string, rest: readonly Token[], lower: string): boolean {
  const said = spoken.test(word) ? saidIn(rest, lower) : null;
  if (said === null) return false;
  return said.includes("§")
    ? said.replace(taking, "") === ""
    : /[□歧]|mean|理解|公司|compan/.test(said) && said.replace(meaning, "") === "";
}

/** A way to look at it names a measure and no value in its clause. */
function isView(rest: readonly Token[], lower: string): boolean {
  const isMeasure = ({ kind, start, end }: Token) => kind === "metric" || lower.slice(start, end) === "增速";
  return rest.some(isMeasure) && !rest.some((each) => asserting.has(each.kind) && !isMeasure(each));
}

const dayOf = ({ date }: Token): number =>
  date?.day == null ? Number.NaN : (date.month ?? 0) * 100 + date.day + (date.year ?? 0) * 10_000;

/** 现在的价格我没有: the text says that it has none of now. */
const notNow =
  /不是(?:最新|实时|现价|今)|非实时|(?:现价|实时价?|今[天日]的?|现在的?)[^,，。;；]{0,8}(?:没|未|不到|暂缺)/;

/** A value and, in brackets right behind it, its day, which is before the day told ahead of it, or is told not to be now. */
function isDatedBehind(behind: readonly Token[], ahead: readonly Token[], lower: string): boolean {
  const value = behind.findIndex(({ kind }) => kind === "number");
  const close = behind.findIndex(({ kind }) => kind === "close");
  const isPlain = behind.slice(0, value).every(({ kind }) => kind === "metric" || kind === "fill");
  const own = behind.slice(value, close).find(({ date }) => date?.day != null);
  const isBracket = value >= 0 && isPlain && behind[value + 1]?.kind === "open";
  if (!isBracket || own === undefined || ahead.some((each) => dayOf(each) < dayOf(own))) return false;
  return ahead.some((each) => dayOf(each) > dayOf(own)) || notNow.test(lower);
}

function isIdle(tokens: readonly Token[], at: number, lower: string): boolean {
  const each = tokens[at];
  const next = tokens[at + 1];
  if (each?.kind !== "forecast") return false;
  const word = lower.slice(each.start, each.end);
  const phrase = lower.slice(each.start, each.start + reach);
  const before = lower.slice(Math.max(0, each.start - reach), each.start);
  if ([ofUser, ofData, ofFeed, ofSpeech, ofDegree].some((words) => words.test(phrase))) return true;
  if (ofYours.test(lower.slice(each.start, each.start + 2 * reach)) || isToldApart(tokens, at, lower))
    return true;
  if (isReader.test(before) && (ofReader.test(phrase) || ofMistake.test(phrase))) return true;
  if (isGoal.test(phrase) && dependsOn.test(before)) return true;
  if (word === "建议") return ofNoAdvice.test(before);
  // 此前2025年全年为…, 此前为1871.23元(2026-05-11): the date behind it is what is checked.
  if (/^(?:此前|之前)/.test(word))
    return (
      (next?.kind === "date" && next.start === each.end) ||
      isDatedBehind(tokens.slice(at + 1, at + 12), tokens.slice(Math.max(0, at - mostTokens), at), lower)
    );
  const ahead = tokens.slice(at + 1, at + 2 + mostTokens);
  const end = ahead.findIndex(isBorder);
  const rest = end < 0 ? ahead : ahead.slice(0, end);
  if (saysWhich(word, rest, lower)) return true;
  if ((ofView.test(phrase) || measuring.test(phrase)) && isView(rest, lower)) return end >= 0;
  const states = rest.some(({ kind }) => asserting.has(kind) || kind === "forecast");
  return end >= 0 && !states && ofIntent.test(phrase);
}

const modal = /^(?:may|might|could|would|will|可能|会)$/;
const endsPoint = kindsOf("clause break line cell");
const isPointEnd = ({ kind, op }: Token): boolean =>
  op === ":" || (endsPoint.has(kind) && !/^[,，]$/.test(op));
/** is at, closed at, 收盘: as it stands or stood. */
const asItIs =
  /收|现价|报|(?<![a-z])(?:is|was|are|were|has|stands|stood|trades|traded|closed|changed hands)(?! to | going)(?![a-z])/;
/** The clause is of what is seen or known, and not of how anything will fare. */
const ofSeeing =
  /[您你]|行情|软件|数据|报价|延迟|(?<![a-z])(?:your?|quotes?|prices? (?:may|might|could) have|feed|data|app|screen|this|when|where|whether|nobody|checking)(?![a-z])/;
const faring =
  /[涨跌高低贵赚亏]|(?<![a-z])(?:worth|more|less|better|worse|rich|higher|lower|gain|lose)(?![a-z])/;
const toCome = /到时|届时|(?<![a-z])(?:then|by then|next)(?![a-z])/;
const mostAhead = 12;

/** The quote may be delayed: Gree is at CNY 38.42: what may be is said in words alone, and behind a colon or semicolon the sentence tells what is. */
function isToldApart(tokens: readonly Token[], at: number, lower: string): boolean {
  const { start, end } = tokens[at] as Token;
  if (!modal.test(lower.slice(start, end))) return false;
  const from = tokens.slice(Math.max(0, at - mostTokens), at).findLastIndex(isPointEnd) + 1;
  const before = tokens.slice(Math.max(0, at - mostTokens), at).slice(from);
  const ahead = tokens.slice(at + 1, at + mostTokens);
  const border = ahead.findIndex(isPointEnd);
  if (border < 1 || !/^[:;；]$/.test(ahead[border]?.op ?? "")) return false;
  const states = [...before, ...ahead.slice(0, border)].some(
    ({ kind, op }) => asserting.has(kind) || (/^(?:compare|superlative|event)$/.test(kind) && op !== "than"),
  );
  const words = textOf([...before, tokens[at] as Token, ...ahead.slice(0, border)], lower);
  if (!ofSeeing.test(words) || faring.test(words)) return false;
  const told = ahead.slice(border + 1).concat(tokens.slice(at + mostTokens, at + mostTokens + mostAhead));
  const value = told.findIndex(({ kind }) => kind === "number");
  const said = value < 1 ? "" : lower.slice(told[0]?.start, told[value]?.start);
  return !states && asItIs.test(said) && !toCome.test(said);
}

/** The whole clause around the word, without a number or a company, says that it is not foretold or not at hand. */
function isUntold(tokens: readonly Token[], at: number, lower: string): boolean {
  const from = tokens.slice(Math.max(0, at - mostTokens), at).findLastIndex(isBorder);
  const start = Math.max(0, at - mostTokens) + from + 1;
  const ahead = tokens.slice(start, at + mostTokens);
  const end = ahead.findIndex((each, i) => start + i > at && isBorder(each));
  const own = end < 0 ? ahead : ahead.slice(0, end);
  if (own.some(({ kind }) => kind === "number" || kind === "company")) return false;
  const said = textOf(own, lower);
  return untold.test(said) || ofNoData.test(said);
}

/** may mean, you mean: the verb, and no average. */
const isMeant = (tokens: readonly Token[], at: number, lower: string): boolean =>
  lower.slice(tokens[at]?.start, tokens[at]?.end) === "mean" &&
  /^(?:forecast|user)$/.test(tokens[at - 1]?.kind ?? "");

/** Such words taken for what they say there, which is nothing. */
export function readForecastScope(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  const isNothing = ({ kind }: Token, at: number): boolean =>
    kind === "forecast"
      ? isIdle(tokens, at, lower) || isUntold(tokens, at, lower)
      : kind === "derived" && isMeant(tokens, at, lower);
  return revised(tokens, (each, at) => (isNothing(each, at) ? { ...each, kind: "licensed", op: "" } : each));
}
