/** 历史最低值没有, 涨停记录没有查到, I can't say what the high is: a clause that only says what is not at hand, not known or not judged states nothing. */

import { rare } from "../../lexicon/rare-words.ts";
import { withoutListMark } from "../readers/marks.ts";
import { isBetween } from "../readers/side-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, lastOf, type Token, type TokenKind } from "../token.ts";
import { deniesAny, saysSo } from "./missing-words.ts";
import { asksWhen, isBorneOut } from "./presupposed.ts";

const borders: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "cell", "open", "close"]);
const stating = kindsOf("direction compare superlative event quantity derived forecast");
const mostTokens = 40;
const longest = 90;

/** 取决于后续经营, 如果您想看, depends on your view: beside it stands what is only asked. */
const asks =
  /取决于|要看|要等|[而另]定|^(?:如果|若|要是|假如|倘若|如)?(?:您|你)?(?:也|还|更)?(?:想|需要|希望|关心|关注)|^(?:等|直到)[^,，]{1,12}(?:之后|以后|后|时|再|才|$)|(?<![a-z])until(?![a-z])|(?<![a-z])(?:depends? on|hinges on|comes down to|for you to (?:decide|judge|say)|judge?ment call)(?![a-z])|^(?:if|in case) you(?:'d| would)? (?:also )?(?:like|want|need|care|wonder|wish|prefer)/;
/** 如果后续放量, if it crosses above the average later: what may come, before an offer. */
const condition =
  /^(?:如果|若|要是|假如|一旦|等|万一)(?:后续|之后|以后|接下来|未来|后面|日后|哪天|哪一天|将来|出现|再)|^(?:if|once|when|should) (?:it|the (?:stock|price|share price|shares?|volume)|that|prices?|volume|they) (?!is |are |was |has |have )/;
const offered =
  /^[^。.!！\n]{0,3}(?:我可以|我会|可以|再|欢迎|随时|告诉我|请)[^。.!！\n]{0,12}(?:查|看|问|核对|来|补|告诉|更新)|^, ?(?:i can|i'll|i could|just ask|ask me|let me know|tell me|come back|check again|feel free|that (?:would|might|could) (?:be|change)|the picture (?:would|might|could) change)(?![a-z])/;
const offerReach = 40;
const mayDeny = rare(
  /没|无|未|缺|不|需要|见仁|各家|因人|取决|[而另]定|要[看等]|[如若是假]|一旦|等|直到|您|你|想|n't|not|nothing|(?<![a-z])(?:no|nobody|if|once|when|should)(?![a-z])|up to you|your|matter of|until|depends?|hinges|comes down|for you to|ment call/,
);

/** Asked so that neither answer is given. */
const polarBefore =
  /(?:是否|是不是|万一|如果真|有没有|有无|算不算|能否(?![认定决])|能不能|会不会|要不要|可否|还是|是涨(?=是$))([^,，]{0,12})$/;
const polarEnglish = /(?<![a-z])(?:whether|if)((?: [a-z']+){0,6} ?)$/;
const polarAfter = /^(?:[会要是]?跌|与否|还是|了?没有?$|[^,，]{0,8}还是)/;
/** 能否继续上涨, whether its fall: what goes on has begun. */
const saysMore =
  /继续|仍|依旧|依然|进一步|再|持续|延续|加速|止|扭|逆转|反转|结束|您|你|为何|为什么|才|后|(?<![a-z])(?:you|that(?!'s)|further|continues?|keeps?|stays?|remains?|still|again|being|should|ought|because|why|who|(?<!hit )(?<!reached )the(?! (?:most|highest|lowest|largest|biggest|cheapest|best))|its|their|this|these|those)(?![a-z])/;
/** 低估是否会修复, 更贵是否合理, the halving is over: goes on to speak of it as of something that is there. */
const takenUp =
  /^(?:之?后|以后|势|的?原因|的?理由|了?多久|了?[^,，]{0,6}(?:是否|能否|会不会|有没有|能不能|要不要|可否|合理|过度|修复|打开|保住|站稳|结束|反转))|^[a-z]*(?: [a-z]+){0,4} (?:over|luck|done|justified|fair|right|temporary|stays?|ends?|ended|lasts?|hold|holds|reverses?|so)(?![a-z])/;
const whoAbove = /谁|哪|(?<![a-z])(?:which|who)(?![a-z])/;
const reachedNumber = /[破达超过站升]|[涨跌](?!幅)|(?<![查取得找拿])到/;
const whose = /谁|哪|怎么算|(?<![a-z])(?:what|which|who|whose|where|when)(?![a-z])/;
/** 创了新高, 突破: it was reached. */
const reached = /(?:创|刷新|突破|触及|达到|录得|处于|位于|属于|站上|进入)[^,，。;；]{0,6}$/;
/** Asked of what is there: how long, why. */
const presumed =
  /何时|什么时候|多久|原因|为何|为什么|为啥|理由|解释|否认|反驳|改变|推翻|打破|超越|取代|(?<![a-z])(?:how long|why|when|reasons?|causes?|stays?|remains?|explain|deny|longer|erase|recoup|recover|regain|pare|extend|resume|keep|hold|lasts?|ends?|over|being|beat|came from|luck|matters?|others)(?![a-z])/;
/** 是最贵的, a more expensive one: said to be, and no thing that is asked for. */
const saidToBe =
  /(?<![不还])是$|(?<![a-z])(?:at|as|to|of its|which of|hit|hits|reached|set|touched|made|more|less|any|other|another|such an?|is|are|was|were) (?:[a-z]+ )?$/;
/** The extreme as a thing that has a value: 最低值, the high. */
const isThing =
  /^(?:值|价|点|[涨跌振]幅|位|水平|记录|纪录|数|线|区间?|标准|门槛|的?(?:数据|数值|记录|价格|位置|时候)|$|[,，。;；]|[ .]?(?:$|[,.;]| ?(?:is|was|data|figures?|levels?|prices?)(?![a-z])))/;
const neutralMove = /^(?:增速|增幅|增长率?|涨跌幅?|升降|减|加|变动|变化|growth)$/;
/** 高速增长的比例: said to be so. */
const graded = /(?:高速|快速|大幅|明显|显著|稳步|持续|强劲|迅速|连续|加速)$/;
/** 回撤幅度没有数据: from whatever it is reckoned. */
const ofSetback = /^(?:回撤|回调)(?:的?(?:幅度|比例|空间|数据))/;
const sizeOfMove = /^[涨跌升降](?:幅|了多少|多少)|^(?:了?多少|了?几|停)/;
const given = /(?:(?<![a-z])(?:the|its|their|this|that|these|those|such)|'s)(?: [a-z]+)? ?$|[这那]$/;
const reach = 24;

const mayState = ({ kind }: Token): boolean => kind === "number" || stating.has(kind);

/** One clause, and what may be looked up for its words. */
interface Scene {
  readonly own: readonly Token[];
  readonly text: string;
  /** What only stands before an offer, whatever it speaks of. */
  readonly isCondition: boolean;
  /** The clause denies something itself, and does not only ask. */
  readonly isDenied: boolean;
  /** It does, or asks what the next clause denies. */
  readonly isUntold: boolean;
  readonly lower: string;
  readonly reading: Reading;
  /** Every token of the text. */
  readonly all: readonly Token[];
}

const isAsked = ({ kind, op, sign }: Token, { reading }: Scene): boolean =>
  reading.question.some((each) => each.kind === kind && each.op === op && each.sign === sign);

/** No change of the claims went the other way. */
const isNotTurned = (sign: number, { reading: { claims, lexicon } }: Scene): boolean =>
  claims.every(
    (claim) =>
      claim.kind !== "numeric" ||
      !lexicon.changes.percent.includes(claim.metric) ||
      Math.sign(Number(claim.value)) === sign,
  );

const isDigit = (each: Token, { reading }: Scene): boolean =>
  reading.question
    .slice(0, mostBefore)
    .some(
      ({ kind, number }) =>
        kind === "number" && number !== null && number.shown.digits === each.number?.shown.digits,
    );

function isIdleMove(each: Token, scene: Scene): boolean {
  const { lower, text } = scene;
  const word = lower.slice(each.start, each.end);
  if (graded.test(lower.slice(Math.max(0, each.start - reach), each.start))) return false;
  if (neutralMove.test(word) || ofSetback.test(lower.slice(each.start, each.start + 6))) return true;
  if (given.test(lower.slice(Math.max(0, each.start - reach), each.start))) return false;
  if (isOpen(each, scene)) return true;
  if (isAsked(each, scene) && /谁|哪[只家个天年]/.test(text)) return true;
  if (/谁[^,，]{0,6}$/.test(lower.slice(Math.max(0, each.start - reach), each.start)))
    return isNotTurned(each.sign, scene);
  const isSize = sizeOfMove.test(word) || sizeOfMove.test(lower.slice(each.end, each.end + 3));
  return isSize && /^[涨跌升降]/.test(word) && isNotTurned(each.sign, scene);
}

/** Asked so that neither answer is given: whether, 是否 or 与否 is said of the word itself. */
function isOpen({ start, end }: Token, { lower }: Scene): boolean {
  const before = lower.slice(Math.max(0, start - 2 * reach), start);
  const after = lower.slice(end, end + 2 * reach);
  if (takenUp.test(after)) return false;
  const asked = polarBefore.exec(before.slice(-reach)) ?? polarEnglish.exec(before);
  if (asked !== null) return !saysMore.test(asked[1] ?? "");
  const word = lower.slice(start, end);
  return polarAfter.test(after) || after.startsWith(`不${word}`) || before.endsWith(`${word}不`);
}

/** How many tokens of the text are looked through for it; the limit keeps the work linear. */
const mostBefore = 200;

/** whether it will erase its losses: what can only go on or be undone has begun. */
const begun = /^(?:sell-?off|(?:recoup|regain|recover|erase|pare|extend)[a-z]*(?![a-z]))/;

/** 明天, 预测: when and how what is not told would be told. */
const ofTimes =
  /^(?:明[天日年]|下[周月]|未来|后市|预[测估]|tomorrow|next (?:week|month|year)|forecasts?|predicts?|will|would|could|might|may)$/;
const sizeBehind = /^(?:了|出)?(?:多少|几[倍成])/;
const sizeBefore = /(?<![a-z])(?:how (?:much|far)|by how (?:much|many)(?: [a-z]+){0,3}) $/;
/** 会涨到哪里, 后面涨多少: where it will go. */
const toCome =
  /(?:^|[会能将]|能够|未来|以后|之后|后[面续市]|接下来|后期|日后|将来)(?:股价|价格|继续|还|再|[会能将要])*$/;
const howFar =
  /(?<![a-z])how (?:much|far|high|low)(?: further)?(?: (?:it|they|the (?:stock|price|share price|shares)))? (?:will|would|could|might|can|may) $/;
const between = /(?<![a-z])(?:gap|difference|spread|distance) $/;
const reckoned = /(?<![a-z])(?:no|on|any) $/;

/** 高出多少没有数据, 哪天跌破的没有记录: a size of nobody, or the beginning of what the claims say is so. */
function isPresupposed(each: Token, { own, text, lower, reading, isUntold }: Scene): boolean {
  const before = lower.slice(Math.max(0, each.start - reach), each.start);
  const word = lower.slice(each.start, each.end);
  if (!isUntold) return false;
  if (each.kind === "number") return /^[一1]/.test(word) && before.endsWith("哪");
  if (word === "record") return reckoned.test(before);
  if (each.kind !== "compare" && each.kind !== "direction") return false;
  // 明天会涨会跌, 会涨到多少, how far it will rise
  const isToCome =
    own.some((one) => one.kind === "forecast" && one.start < each.start) || toCome.test(before);
  const isHowFar = /^(?:到|去)?(?:多少|哪|什么|几|何)/.test(lower.slice(each.end, each.end + 4));
  if (isToCome && (isHowFar || howFar.test(before) || /[会要]涨[会要]$/.test(before))) return true;
  if (between.test(before)) return isBetween(each);
  const isSize = sizeBehind.test(lower.slice(each.end, each.end + 4)) || sizeBefore.test(before);
  if (isSize && (each.kind === "compare" || each.op === "comparative"))
    return !own.some(({ kind }) => kind === "company");
  return (isSize || asksWhen.test(text)) && isBorneOut(each, own, reading);
}

/** Whether the word says nothing there: it is asked, or names a thing that has no value here. */
function isIdle(each: Token, scene: Scene): boolean {
  const { lower, text } = scene;
  const before = lower.slice(Math.max(0, each.start - reach), each.start);
  const after = lower.slice(each.end, each.end + 2 * reach);
  if (each.kind === "derived" || scene.isCondition) return true;
  if (each.kind === "forecast") return scene.isUntold && ofTimes.test(lower.slice(each.start, each.end));
  if (isPresupposed(each, scene)) return true;
  if (each.kind === "event" && begun.test(lower.slice(each.start, each.end))) return false;
  const isQuestion = isOpen(each, scene);
  if (!isQuestion && !scene.isDenied) return false;
  if (!isQuestion && (presumed.test(text) || takenUp.test(after))) return false;
  if (each.kind === "number") return isQuestion || !reachedNumber.test(text);
  if (each.kind === "compare")
    return (
      isQuestion ||
      // 没有可比的历史数据
      (each.op === "than" && /[可相]$/.test(before) && /^的/.test(after)) ||
      (whoAbove.test(text.slice(0, each.start - (scene.own[0]?.start ?? 0))) &&
        each.op !== "than" &&
        deniesAny(after))
    );
  if (each.kind === "direction") return isIdleMove(each, scene);
  if (isQuestion) return true;
  if (
    reached.test(before) ||
    saidToBe.test(before) ||
    /^(?:more|less) /.test(lower.slice(each.start, each.end))
  )
    return false;
  if (isThing.test(after)) return true;
  // 超卖的程度, the undervalued stock: spoken of as something that is there.
  if (after.startsWith("的") || (each.kind === "event" && given.test(before))) return false;
  if (isAsked(each, scene)) return true;
  return each.kind === "superlative"
    ? whose.test(text) || after.startsWith("多少")
    : (each.kind === "quantity" && /多少|how (?:much|many)/.test(text)) ||
        /^ (?:company|stock|name|one|firm)(?![a-z])/.test(after);
}

/** The words of such clauses taken for what they are there, which is nothing that a claim would have to bear out. */
export function withoutUnstated(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower } = reading;
  if (!mayDeny.test(lower) || !tokens.some(mayState)) return tokens;
  const isBorder = (each: Token | undefined): boolean =>
    each === undefined || (borders.has(each.kind) && !/^["“”]$/.test(each.op)) || each.op === ":";
  const result: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (!isBorder(tokens[to])) to++;
    const own = tokens.slice(from, to);
    const scene = unstated(own, tokens, reading);
    for (const each of own) {
      const isNothing = scene !== null && mayState(each) && isIdle(each, scene);
      result.push(
        isNothing ? { ...each, kind: "licensed", op: "", sign: 0, metrics: [], number: null } : each,
      );
    }
    const border = tokens[to];
    if (border !== undefined) result.push(border);
    from = to + 1;
  }
  return result;
}

/** The clause, where it says that something is not at hand, not known or not judged, and shows no value. */
function unstated(point: readonly Token[], all: readonly Token[], reading: Reading): Scene | null {
  const own = withoutListMark(point, reading.lower);
  const [first, last] = [own[0], lastOf(own)];
  if (first === undefined || last === undefined || own.length > mostTokens) return null;
  if (last.end - first.start > longest || !own.some(mayState)) return null;
  const { lower } = reading;
  const text = lower.slice(first.start, last.end);
  const isCondition = condition.test(text) && offered.test(lower.slice(last.end, last.end + offerReach));
  const isDenied = deniesAny(text);
  // 什么时候能扭亏,要看后续经营: the next clause leaves it open.
  const next =
    asksWhen.test(text) || /多少|什么|哪[里儿]/.test(text)
      ? (/^[,，]([^,，。;；\n]*)/.exec(lower.slice(last.end, last.end + longest))?.[1] ?? "")
      : "";
  const isUntold = isDenied || deniesAny(next);
  const isLeft = asks.test(text) || asks.test(next) || isUntold;
  const scene: Scene = { own, text, lower, reading, all, isCondition, isDenied, isUntold };
  // The numbers first: most clauses have one that the question has not.
  if (!own.every((each) => each.kind !== "number" || isDigit(each, scene) || isPresupposed(each, scene)))
    return null;
  return (isCondition || isLeft) && !saysSo(text) ? scene : null;
}
