/** Words of forecasts and conditions where nothing is foretold: 您问的应该是中国平安, 如果以营收增速衡量, if you need more digits. */
import { revised } from "../lists.ts";
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

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
const isWhom = /^(?:是|是指|是想问|想问的是|指的是|就是|为)?$/;
const words =
  /wouldn|may |might |could |would |should |如果|假如|若|要是|应该|可能|或许|此前|之前|建议|if |assuming /;
/** How far a phrase may reach behind its first word, in characters. */
const reach = 40;

const asserting: ReadonlySet<Token["kind"]> = new Set(["number", "quantity", "direction"]);
const borders: ReadonlySet<Token["kind"]> = new Set(["clause", "break", "line", "cell"]);

/** No number and no move in what is left of the clause. */
function statesNothing(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at + 1, at + 1 + 12);
  const end = rest.findIndex(({ kind }) => borders.has(kind));
  return end >= 0 && !rest.slice(0, end).some(({ kind }) => asserting.has(kind) || kind === "forecast");
}

/** A way to look at it names a measure and no value in its clause. */
function isView(tokens: readonly Token[], at: number, lower: string): boolean {
  const rest = tokens.slice(at + 1, at + 1 + 12);
  const end = rest.findIndex(({ kind }) => borders.has(kind));
  const own = end < 0 ? [] : rest.slice(0, end);
  const isMeasure = ({ kind, start, end }: Token) => kind === "metric" || lower.slice(start, end) === "增速";
  return own.some(isMeasure) && !own.some((each) => asserting.has(each.kind) && !isMeasure(each));
}

function isIdle(tokens: readonly Token[], at: number, lower: string): boolean {
  const each = tokens[at];
  const next = tokens[at + 1];
  if (each?.kind !== "forecast") return false;
  const phrase = lower.slice(each.start, each.start + reach);
  if (ofUser.test(phrase) || ofData.test(phrase) || ofSpeech.test(phrase)) return true;
  if (isReader.test(lower.slice(Math.max(0, each.start - 20), each.start)) && ofReader.test(phrase))
    return true;
  if ((ofView.test(phrase) || measuring.test(phrase)) && isView(tokens, at, lower)) return true;
  if (phrase.startsWith("建议"))
    return ofNoAdvice.test(lower.slice(Math.max(0, each.start - 14), each.start));
  if (ofIntent.test(phrase)) return statesNothing(tokens, at);
  // 此前2025年全年为…: the date right behind it is what is checked.
  if (/^(?:此前|之前)/.test(phrase)) return next?.kind === "date" && next.start === each.end;
  const whom = tokens.slice(at + 1, at + 4).find(({ kind }) => kind === "company");
  return (
    /^(?:应该|可能|或许)/.test(phrase) && whom !== undefined && isWhom.test(lower.slice(each.end, whom.start))
  );
}

/** Such words taken for what they say there, which is nothing. */
export function dropIdleForecasts(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!words.test(lower) || !tokens.some(({ kind }) => kind === "forecast")) return tokens;
  return revised(tokens, (each, at) =>
    isIdle(tokens, at, lower) ? { ...each, kind: "licensed", op: "" } : each,
  );
}
