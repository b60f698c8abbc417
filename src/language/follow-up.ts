import type { NameRegistry, Session, SessionTurn } from "#contract";
import { readSmallNumber } from "./dates/numerals.ts";
import { keyOf, simplify } from "./fold.ts";
import { joinsEarlier, type Placed } from "./set-beside.ts";

type Candidates = readonly { readonly code: string; readonly name: string }[];

/** Words that point back to what was spoken of. */
const pointsBack =
  /它|[他她]们|[这那][只支家两几三些]|上面|上述|前面[的两几]|该股|这个股|那个股|这股|那股|前者|后者|刚才|刚刚|上一个|同一天|那天|当天|一样|再查|也查|^那|^还有|呢[?？。!！~ ]*$|\b(?:its?|that one|this one|them|they|their|both|th(?:e|ese|ose) two|of (?:these|those)|(?:these|those) (?:stocks|companies|ones)|the (?:former|latter)|same|what about|how about|and then|that day|there)\b|^(?:and|also) /i;
const why =
  /^(?:那|是)?(?:为什么|为啥|为何|怎么回事|咋回事|啥情况|什么情况|原因|什么原因|why)(?:呢|啊|呀| so| is that)?[^\p{L}\p{N}]*$/iu;
/** A list of the user's own that is asked about, not one that something is put on or taken off. */
const ownList =
  /^(?!.*(?:它|[这那][只支个家]|[删移踢]|取消|去掉)).*(?<![加放添][入进到上在]*(?:我的?)?)自选|^(?!.*\b(?:add|put|save|remove|delete|drop|take|it)\b).*\bwatch ?list/i;
/** The market as a whole, or a list of the user's own, which no earlier company stands for. */
const wholeMarket =
  /北向|北上资金|南向|两市|市场|(?<!跑[得不]?[赢输][了过]?|[和跟与同比])大盘|板块|行业有|全市|A股|(?<!跑[得不]?[赢输][了过]?|[和跟与同比])沪深|港股|美股|概念股|开市|开盘[吗么嘛]|开不开盘|开门[吗么]|休市|哪些(?:股票|个股)|(?:涨停|跌停)的?(?:股票|个股|股有|都?有(?:哪|什么|谁|多少|几))|(?<![上前]一?个?)交易日|放假|放几天|放不放|休几天|休假|节假日|长假|几只股票|多少[只家]|涨停家数|星期几|周几|礼拜几|[今明昨后前][天日](?:的日期)?是?(?:几月)?几[号日]|几号了|现在几点|(?:[今昨前]天|[今昨]日|最新|当天)的?龙虎榜(?!.*[吗没])|龙虎榜(?:上?[都有]{0,2}(?:哪些|谁|什么)|名单|前[几十])|day of the week|which weekday|what (?:week)?day is|(?:list (?:for |of )?(?:today|yesterday)|(?:today|yesterday)'s) ?(?:dragon.tiger|$)|dragon.tiger list (?:today|yesterday)|northbound|southbound|(?<!(?:beat|perform)(?:ed|s|ing)? the )\bmarket\b(?! cap)|sector|watchlist$/i;

/** 跑赢大盘没有: a move of before is set against the market's. */
export const setsAgainstMarket = (text: string): boolean =>
  /跑[得不]?[赢输]|\b(?:out|under)perform|\bbeat(?:ing|en|s)?\b/i.test(simplify(text));

const sameAgain =
  /^(?:请|麻烦|帮我|你|那)*(?:再|重新|重)(?:查询?|看看?|试试?|来|问|刷新)(?:一?[下遍次回])?[吧呗。!！ ]*$|^(?:刷新|更新)(?:一下|下)?[吧。!！ ]*$|^(?:please )?(?:try|check|look|ask)(?: it| that)?(?: up)? again(?: please)?[.! ]*$|^(?:refresh|again|once more)(?: please)?[.! ]*$/i;

/** 重新查一下, try again: the question before, as it was. */
export const asksForSame = (raw: string): boolean => sameAgain.test(simplify(raw).trim());

/** True where words of a message point back to what was spoken of, if it is not of the whole market. */
export function hasWordsBack(raw: string): boolean {
  const text = simplify(raw);
  return pointsBack.test(text) || why.test(text.trim()) || sameAgain.test(text.trim());
}

/** True where a message leans on the turns before it: 它的市盈率呢, 那昨天呢, why. */
export const pointsToEarlier = (text: string): boolean =>
  (!speaksOfWholeMarket(text) && hasWordsBack(text)) || joinsEarlier(text);

const standsForCompany =
  /它|[他她]们|[这那][只支家两几三些]|^两[个只家支](?:的|各|分别|放|摆|一起|都|对|比|哪|谁|$)|上面[的两几三那]|上述|前面[的两几]|该股|该公司|这个股|那个股|这股|那股|前者|后者|第[一二三][个只家支](?!季|月|年|交)|\b(?:the (?:first|second|third) one|its?|that one|this one|them|they|their|both(?! of)|th(?:e|ese|ose) two|of (?:these|those)|(?:these|those) (?:stocks|companies|ones)|the (?:former|latter))\b/i;
/** True where a message gives the last question another company: 再看看五粮液, 五粮液的, 换成五粮液. */
export const asksAgain = (raw: string): boolean =>
  /^(?:再|也)[看说来算瞧]|^(?:(?:不是|不对|(?:说|搞|打|问|弄)?错了)[,，。! ]*)?(?:我?[要想]?(?:问|说|查|看)的是|不是|换成|改成)|\w's[?.! ]*$|(?:的|也(?:要|来一?[个份]|查[查看]?|看看?|瞧瞧?|一样)(?:一?下)?吧?)[?？。!！~ ]*$/.test(
    simplify(raw).trim(),
  );

const ofNow =
  /现在|目前|当前|眼下|今[天日年]|实时|最新|价格|股价|多少钱|点位|行情|[涨跌](?![跌幅停])|\b(?:now|today|currently|latest|price|quote|trading|up|down)\b/i;

/** False for a long message, and where its words ask how things are now: 股价, 涨了吗; 成交额 and 涨跌幅 are figures of any day. */
export const mayBeOfDayBefore = (text: string): boolean =>
  text.trim().length <= 24 && !ofNow.test(simplify(text));

/** True where a message says nothing but names: 五粮液, behind 茅台主力资金, asks the same about that one. */
export function namesOnly(
  text: string,
  mentions: readonly { readonly span: readonly [number, number] }[],
): boolean {
  const units = text.split("");
  for (const { span } of mentions) units.fill(" ", ...span);
  return mentions.length > 0 && !/[\p{L}\p{N}]/u.test(units.join(""));
}

/** True where a word of the message, outside of the names in it, stands for the company of the turns before. */
export const saysIt = (text: string, mentions: readonly Placed[] = []): boolean =>
  standsForCompany.test(simplify(text)) || joinsEarlier(text, mentions);

/** True where a message without a subject cannot mean the company of the turn before. */
export const speaksOfWholeMarket = (text: string): boolean =>
  wholeMarket.test(simplify(text)) || speaksOfOwnList(text);

/** True where a message asks about the list of stocks that its writer keeps. */
export const speaksOfOwnList = (raw: string): boolean => {
  const text = simplify(raw);
  // Nothing is taken off it by a guess at which.
  return ownList.test(text) || /^(?:取消|删除?|移[出除])(?:我的)?自选股?[。!！ ]*$/.test(text.trim());
};

const answerFrame =
  /^(?:the|我?(?:说的|要的?|选的?|查的?|问的?)?(?:是|就)?)(.*?)(?:吧|啊|呀|哦|谢谢|please|one)?[.。!！,,]?$/i;
const ordinals: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 };

/** The number in 1, 2., 第二个, 选3, second. Null when the text is more than such an answer. */
function readPick(key: string): number | null {
  const match = /^(?:第|选|no\.?|#)?([0-9一二两三四五])(?:个|只|家|项|号)?[.。、)]?$/.exec(key);
  if (match !== null) return readSmallNumber(match[1] ?? "");
  return Object.hasOwn(ordinals, key) ? (ordinals[key] ?? null) : null;
}

/** 银行那个, the bank: what of a candidate's name tells it from the others. */
const partFrame =
  /^(?:the |我?(?:说的|要的?|问的?)?(?:是)?)(.*?)(?:的)?(?:那个|那只|那家|这个|one)?(?:吧|啊|呀|哦|please)?[.。!！]?$/i;

function byPart(text: string, candidates: Candidates, names: NameRegistry): string | null {
  const part = keyOf(partFrame.exec(text.trim())?.[1] ?? "");
  if (part.length < 2 || candidates.length < 2) return null;
  const found = candidates.filter(({ code, name }) =>
    [name, ...(names[code] ?? [])].some((each) => keyOf(each).includes(part)),
  );
  return found.length === 1 ? (found[0]?.code ?? null) : null;
}

/** Which candidate of an open question back a message names, by number, name or code; null when it says something else. */
export function readChoice(text: string, candidates: Candidates, names: NameRegistry = {}): string | null {
  const key = keyOf(answerFrame.exec(keyOf(text))?.[1] ?? text);
  const pick = readPick(key);
  if (pick !== null) return candidates[pick - 1]?.code ?? null;
  const named = candidates.filter(({ code, name }) => {
    const folded = code.toLowerCase();
    return (
      key === keyOf(name) ||
      key === folded ||
      key === folded.slice(0, 6) ||
      key === `${keyOf(name)}(${folded})`
    );
  });
  return named.length === 1
    ? (named[0]?.code ?? null)
    : named.length === 0
      ? byPart(text, candidates, names)
      : null;
}

/** A longer message says more than which of the candidates is meant. */
const longestAnswer = 20;

/** The candidate that a message picks from the open question of the turn before: by its answer, or by the only name in a short one. */
export function answersQuestion(
  text: string,
  session: Session,
  named: readonly string[],
  names: NameRegistry = {},
): string | null {
  const candidates = newestTurn(session).findLast((turn) => turn.candidates !== undefined)?.candidates;
  if (candidates === undefined) return null;
  const choice = readChoice(text, candidates, names);
  if (choice !== null || text.length > longestAnswer || named.length !== 1) return choice;
  return candidates.find(({ code }) => code === named[0])?.code ?? null;
}

/** What the newest message was about, one entry an action. */
export const newestTurn = (session: Session): Session => {
  const last = session.at(-1);
  return last === undefined ? [] : session.filter(({ turnId }) => turnId === last.turnId);
};

/**
 * The companies that a turn was about: where it named one and showed others beside it, as its peers are, that one unless several are
 * meant; among several those too that were refused or not found, and these alone where nothing else was spoken of.
 */
function spokenOf(turn: SessionTurn, wanted: number): readonly string[] {
  const asked = askedWords(turn);
  const [only, ...others] = asked;
  if (wanted > 1 || turn.codes.length === 0) return [...new Set([...turn.codes, ...asked])];
  const isOne = only !== undefined && others.length === 0 && turn.codes.includes(only);
  return isOne ? [only] : turn.codes;
}

const askedWords = ({ input }: SessionTurn): readonly string[] =>
  Array.isArray(input.codes) ? input.codes.filter((code) => typeof code === "string") : [];

/** 差多少, 高几个点, how much higher: nothing but how far two companies of before are apart. */
const isApart =
  /^(?:那|那么|所以|具体|相|他们|它们)*(?:差(?:了|出|着)?(?:多少|几|距)|差[价额]|(?:[多少高低大小贵强弱快慢]|便宜)(?:了|出)?(?:多少|几个?(?:点|百分点|块|元|亿)))|^(?:so |and )?(?:by how much|how (?:much|many points) (?:more|less|higher|lower|bigger|larger|smaller|cheaper|dearer|pricier|better|worse)|(?:what's |what is )?(?:the )?(?:difference|gap))\b/i;

/** True where a message asks nothing but how far those spoken of are apart. */
export const asksHowFarApart = (raw: string): boolean => isApart.test(simplify(raw).trim());

/** How many earlier companies a message means (这两只, both); one turn's where it does not say. */
function countMeant(text: string): number {
  if (/[这那上前][面述]?[的]?(?:这|那)?三[只家个支]/.test(text)) return 3;
  return asksHowFarApart(text) ||
    /^(?:那|来|再)?(?:比比|比一比|比较|对比|pk)(?:一下|看看|看|一?比)?[吧呢。!！?？ ]*$|[这那][两俩几]|^两[个只家支]|^(?:那么?|所以)?(?:谁|哪[一]?[个只家支])|(?:谁|哪一?[个只家支])(?:的?更|更|比较)?[高低多少大小贵强弱](?:一?[点些])?[了呢啊?？。!！ ]*$|^(?:(?:so|and) )?(?:which (?:one|is|has|had|of|fell|rose|gained|dropped|lost|did|was)|who(?:se|'s|s)? )|[这那][几些]|[上前]面(?:的|这|那)?[两俩几]|[它他她]们|它俩|他俩|[两俩]者|前者|后者|\b(?:both|them|they|their|th(?:e|ese|ose) two|of (?:these|those)|(?:these|those) (?:stocks|companies|ones)|the former|the latter)\b/i.test(
      text,
    )
    ? 2
    : 1;
}

/**
 * The companies that the newest turn with any was about: all actions of that one message; where the message means more of them, those
 * of the turns before it too. Where it ended in a question back or a refusal, the user's own words, so that a follow-up without an answer
 * is asked back or refused again and never guessed.
 */
export function earlierCodes(session: Session, message = ""): readonly string[] {
  if (session.length === 0) return [];
  const text = simplify(message);
  const wanted = countMeant(text);
  const isOpen = ({ candidates, claims, answered = claims.length > 0 }: SessionTurn) =>
    candidates !== undefined && !answered;
  const turnIds = [
    ...new Set(
      session
        .filter((turn) => turn.codes.length + askedWords(turn).length > 0 || turn.candidates !== undefined)
        .map(({ turnId }) => turnId),
    ),
  ];
  let codes: readonly string[] = [];
  for (const turnId of turnIds.toReversed()) {
    const same = session.filter((turn) => turn.turnId === turnId);
    const own = same.flatMap((turn) => (isOpen(turn) ? askedWords(turn) : spokenOf(turn, wanted)));
    codes = [...new Set([...own, ...codes])];
    if (codes.length >= wanted) break;
  }
  return pickOne(text, codes);
}

const places: readonly RegExp[] = [
  /第一[个只家支](?!季|月|年|交)|\bthe first(?: one| stock| company)?(?= *(?:$|[?.,!'’]|'s\b))/i,
  /第二[个只家支](?!季|月|年|交)|\bthe second(?: one| stock| company)?(?= *(?:$|[?.,!'’]|'s\b))/i,
  /第三[个只家支](?!季|月|年|交)|\bthe third(?: one| stock| company)?(?= *(?:$|[?.,!'’]|'s\b))/i,
];

/** 前者 and the latter mean one of two, the first one and 第二个 one of several. */
function pickOne(text: string, codes: readonly string[]): readonly string[] {
  if (codes.length < 2) return codes;
  const place = places.findIndex((words) => words.test(text));
  if (place >= 0) return codes.slice(place, place + 1);
  const former = /前者|\bthe former\b/i.test(text);
  const latter = /后者|\bthe latter\b/i.test(text);
  if (codes.length !== 2 || former === latter) return codes;
  return former ? codes.slice(0, 1) : codes.slice(1);
}

const denial = /(?:不是|不要|不看|不问|没问|别看|\bnot)(?:说|问|指|看|查|要)?(?:的是)? ?$/i;

/** True where the words before a name deny it: 不是茅台,是五粮液. */
export const isDenied = (raw: string, start: number): boolean =>
  denial.test(simplify(raw.slice(Math.max(0, start - 8), start)));
