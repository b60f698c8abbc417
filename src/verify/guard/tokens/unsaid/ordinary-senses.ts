/** Words of the lists in a sense of their own: a source that is a place to look, a participle, an index that a company is a member of. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { mayBeMemberOf } from "../owners/named-indices.ts";
import type { Reading } from "../reading.ts";
import { companiesIn, revised, type Token, type TokenKind } from "../token.ts";

const borders: ReadonlySet<TokenKind> = new Set(["clause", "break", "line", "cell"]);
/** How far on either side of a word its phrase may reach, in characters and in tokens. */
const reach = 60;
const mostTokens = 24;

const auxiliary =
  /(?<![a-z])(?:have|has|had|having|not|never|is|was|are|were|be|been|being|i|we|you|can be|(?:has|is|was|are|were|have|do|did|does)n't)(?: (?:also|yet|only|then|always|usually|normally|not|been))? $/;
const ofMethod = /^ (?:over|from|using|by dividing|by averaging|with|as the|on) /;
const article = /(?<![a-z])(?:an?|the|this|that|small|larger?|your|my|our|their|no|own|personal) $/;

/** Source ids that are words of everyday English, and where they are only that. */
const everyday: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  computed: (before, after) => auxiliary.test(before) || ofMethod.test(after),
  sample: (before, after) => article.test(before) && !/^ data(?![a-z])/.test(after),
  自行计算: (before) => /(?:请|可|可以|需|需要|您|你|得|自己)$/.test(before),
  choice: (before) => article.test(before),
  wind: (_, after) => /^ (?:power|farms?|energy|turbines?|speeds?|capacity)(?![a-z])/.test(after),
};

/** 请到上交所官网查阅, see the SSE website: where something may be read. */
const goTo =
  /(?:到|去|在|上|登录|访问|前往|查看|参见|查阅|或|和|、|(?<![a-z])(?:check|see|visit|on|at|via|from|or|and|consult|read|find)(?: the)? ?)$/;
const site =
  /^(?:官方网站|官网|网站|网|app|披露平台|'s (?:web)?site| (?:web)?site| web site|[上里中]?(?=查|下载|核对|阅读|了解|看))/;
const toRead =
  /查阅|查询|查看|查到|查找|下载|核对|阅读|了解|找到|看到|(?<![a-z])(?:check|see|visit|consult|read|find|refer|available|posted|published|filed)(?![a-z])/;
const ofNumbers =
  /以上|上述|数据|来源|取自|来自|源自|引自|显示|根据|据|数字|(?<![a-z])(?:data|source|figures?|numbers?|according|above|shows?)(?![a-z])/;

interface Phrase {
  readonly before: string;
  readonly after: string;
  /** The words of the clause around the token, itself included. */
  readonly own: readonly Token[];
  readonly text: string;
}

/** The clause around the token, as far as the reach goes; null where a bracket is open there. */
function phraseAt(tokens: readonly Token[], at: number, lower: string): Phrase | null {
  const each = tokens[at];
  if (each === undefined) return null;
  let [from, to] = [at, at + 1];
  while (from > 0 && at - from < mostTokens && !borders.has(tokens[from - 1]?.kind ?? "break")) from--;
  while (to < tokens.length && to - at < mostTokens && !borders.has(tokens[to]?.kind ?? "break")) to++;
  const own = tokens.slice(from, to);
  const [first, last] = [own[0] ?? each, own.at(-1) ?? each];
  const isBracketed =
    tokens.slice(from, at).findLast(({ kind }) => kind === "open" || kind === "close")?.kind === "open";
  return isBracketed
    ? null
    : {
        before: lower.slice(Math.max(first.start, each.start - reach), each.start),
        after: lower.slice(each.end, Math.min(last.end, each.end + reach)),
        own,
        text: lower.slice(first.start, last.end),
      };
}

const holdsValue = ({ own }: Phrase): boolean =>
  own.some(({ kind }) => kind === "number" || kind === "quantity" || kind === "direction");

const nothingThere =
  /^(?:这次|本次|今天|目前|暂时|接口|那边|方面|的?数据)?(?:没有?|未|未能|尚未|暂未|无法)(?:能|有)?(?:返回|取到|取得|查到|获取|响应|提供|更新|给出|连上|拿到)(?!错|误)|^(?:接口)?(?:超时|不可用|报错|取数失败|连接失败)|^ (?:did not|didn't|has not|hasn't) (?:return|respond|answer)(?:ed)?(?![a-z])|^ (?:returned nothing|timed out|was unavailable|is unavailable|failed)(?![a-z])/;
const longestNothing = 24;

/** baostock没有返回,用的是akshare: a source that gave nothing is none of what is shown. */
const gaveNothing = ({ op, end }: Token, lower: string, claimSources: ReadonlySet<string>): boolean =>
  !claimSources.has(op) && nothingThere.test(lower.slice(end, end + longestNothing));

const undone = /(?:have|has|had|having|not|never|n't|i|we|you) $/;

function isOrdinary(each: Token, phrase: Phrase, lower: string, claimSources: ReadonlySet<string>): boolean {
  const said = lower.slice(each.start, each.end);
  if (said === "computed" && /(?:not|never|n't) $/.test(phrase.before)) return true;
  const word = lower.slice(each.start, each.end);
  const sense = Object.hasOwn(everyday, word) ? everyday[word] : undefined;
  // 幅度请自行计算: asked of the user, whatever was said of prices before.
  if (word === "自行计算" && sense?.(phrase.before, phrase.after) === true) return true;
  if (holdsValue(phrase)) return false;
  if (sense?.(phrase.before, phrase.after) === true)
    return !claimSources.has(each.op) || undone.test(phrase.before);
  const isPlace = goTo.test(phrase.before) && site.test(phrase.after) && toRead.test(phrase.text);
  return isPlace && !ofNumbers.test(phrase.text);
}

const exchanges: ReadonlyMap<string, string> = new Map([
  ["上交所", "SH"],
  ["sse", "SH"],
  ["深交所", "SZ"],
  ["szse", "SZ"],
  ["北交所", "BJ"],
]);
const listedAfter = /^(?:的?(?:主板|科创板|创业板))?(?:上市|挂牌)/;
const listedBefore = /(?<![a-z])(?:listed|traded|trades) (?:in shanghai |in shenzhen )?on (?:the )?$/;

/** (SSE: 600519): the exchange ahead of a code of its own. */
function headsCode({ op, start, end }: Token, lower: string, lexicon: Lexicon): boolean {
  const code = op === "exchange" ? /^ ?: ?(\d{6})(?!\d)/.exec(lower.slice(end, end + 10))?.[1] : undefined;
  return code !== undefined && lexicon.exchange(code) === exchanges.get(lower.slice(start, end));
}

/** 三一重工在上交所主板上市: where the one company spoken of is listed, which its code tells. */
function isListing(each: Token, { before, after, own }: Phrase, lower: string, lexicon: Lexicon): boolean {
  const exchange = exchanges.get(lower.slice(each.start, each.end));
  if (exchange === undefined || !(listedAfter.test(after) || listedBefore.test(before))) return false;
  const codes = companiesIn(own);
  return codes.size === 1 && [...codes].every((code) => lexicon.exchange(code) === exchange);
}

const isIndex = (each: Token | undefined): boolean => each?.kind === "entity" && each.op !== "market";
const memberBefore = /(?:\(|是|为|属于?|作为|入选|纳入|列入)(?:了|同时|国内)?$/;
const memberVerb =
  /(?:是|为|属于?|作为|入选|纳入|列入)(?:了|同时|国内)?$|(?:an? )?(?:constituent|member|component|heavyweight|part)s?(?: stock)? (?:of|in) (?:both )?(?:the )?$/;
const chosenBefore = /(?:入选|纳入|列入)(?:了)?$/;
const memberAfter =
  /^(?:指数)?的?(?:一只|一个|重要)?(?:成[分份]股|权重股|样本股|成员|一员)(?:之一|公司|股票)?(?![\u4e00-\u9fff])/;
const englishMember =
  /(?<![a-z])(?:constituent|member|component|heavyweight|part)s?(?: stock)? (?:of|in) (?:both )?(?:the )?$/;
/** Said not to be a member, or to become one: 不是, 今日被纳入. */
const deniedBefore =
  /(?:不再|不|非|未|没有?)(?:是|为|属于?|被|能|再)?(?:[\u4e00-\u9fff]{2,3})?$|(?<![a-z])(?:not|never|no longer|isn't|n't)(?: [a-z]+){0,3} $/;
const changedBefore =
  /(?:今[日天年]|昨[日天]|近日|日前|刚|新|首次|再次|被|将|即将|获|重新|有望|月|日)[^,，。;；]{0,4}$/;
const indexAgain = /指数|大盘|(?<![a-z])(?:index|benchmark|indices)(?![a-z])/;
const longestRest = 400;

/** No company is said to be in more indices at once. */
const mostIndices = 4;

/** 沪深300和上证50, the CSI 300 and the SSE 50: where the index that joins this one stands, or 0. */
function nextIndex(tokens: readonly Token[], at: number): number {
  if (tokens[at + 1]?.kind !== "join") return 0;
  const next = tokens[at + 2]?.op === "the" ? at + 3 : at + 2;
  return isIndex(tokens[next]) ? next : 0;
}

/** 是沪深300和上证50的成分股: how many tokens from the index on name what the company is a member of, or 0. */
function membership(tokens: readonly Token[], at: number, lower: string): number {
  let last = at;
  for (let count = 1; count < mostIndices; count++) last = nextIndex(tokens, last) || last;
  const [first, end] = [tokens[at]?.start ?? 0, tokens[last]?.end ?? 0];
  const before = lower.slice(Math.max(0, first - reach), first);
  const after = lower.slice(end, end + reach);
  const isMember =
    (memberBefore.test(before) && memberAfter.test(after)) ||
    (chosenBefore.test(before) && /^(?:指数)?(?![\u4e00-\u9fff])/.test(after)) ||
    (englishMember.test(before) && !/^'s/.test(after));
  if (!isMember || deniedBefore.test(before.replace(memberVerb, ""))) return 0;
  if (chosenBefore.test(before) && changedBefore.test(before.replace(chosenBefore, ""))) return 0;
  if (!mayBeMemberOf(tokens, at, last, lower)) return 0;
  // 该指数上涨1.20% would be the index again.
  const isLeft = !indexAgain.test(lower.slice(end, end + longestRest).replace(/^ ?(?:指数|index)/, ""));
  return isLeft ? last - at + 1 : 0;
}

const mayGoTo =
  /[到去在上录问往看见阅或和、]$|(?:check|see|visit|on|at|via|from|or|and|consult|read|find)(?: the)? ?$/;
/** The longest of those words. */
const longestGoTo = 16;

/** Told by the word or what stands right before it; most sources are neither. */
const mayBeOrdinary = ({ start, end }: Token, lower: string): boolean =>
  Object.hasOwn(everyday, lower.slice(start, end)) ||
  mayGoTo.test(lower.slice(Math.max(0, start - longestGoTo), start));

/** The tokens, such words taken for what they say there, which is nothing that a claim would have to hold. */
export function inOrdinarySense(
  tokens: readonly Token[],
  { lower, claimSources, lexicon }: Reading,
): readonly Token[] {
  const mayBeMember = !tokens.some(({ kind }) => kind === "pair");
  let until = -1;
  return revised(tokens, (each, at) => {
    if (at < until && (isIndex(each) || each.kind === "join" || each.op === "the"))
      return { ...each, kind: "licensed", op: "" };
    if (each.kind !== "entity" && each.kind !== "source") return each;
    if (mayBeMember && isIndex(each)) {
      const count = membership(tokens, at, lower);
      if (count > 0) until = at + count;
      return count > 0 ? { ...each, kind: "licensed", op: "" } : each;
    }
    if (each.kind === "source" && (gaveNothing(each, lower, claimSources) || headsCode(each, lower, lexicon)))
      return { ...each, kind: "licensed", op: "" };
    if (each.kind !== "source" || !mayBeOrdinary(each, lower)) return each;
    const phrase = phraseAt(tokens, at, lower);
    if (phrase === null) return each;
    return isListing(each, phrase, lower, lexicon) || isOrdinary(each, phrase, lower, claimSources)
      ? { ...each, kind: "licensed", op: "" }
      : each;
  });
}
