/** 这是旧价, not live, so treat it as out of date: what a text says of the age of its own figures. */

import type { Lexicon } from "../lexicon/lexicon.ts";
import { rare } from "../lexicon/rare-words.ts";
import type { BookClaim, ClaimBook } from "./claim-book.ts";

/** In a clause of its own: no live quote; today's own may be none. */
const deniesNow =
  /(?:^|[。;；,，\n(])(?:注意:|这|这些|这个|以上|以下|均|都|但|但这)?(?:不是|并非|非)实时的?(?:数据|行情|报价|价格?)(?=$|[。;；,，):：!\n])|(?:^|[.;,(\n] ?)(?:(?:this|that|it|these figures|the (?:figures?|data|price|quote)) (?:is|are) not|not) (?:a )?(?:live|real-?time)(?: (?:data|quotes?|prices?|feed))?(?=$|[.;,)\n])/;

const ofToday = "(?:今[天日]|现在|当前|目前|最新|实时)";
const figures = "(?:价格?|股价|报价|行情|数据)";
/** 这不是今天的价, 今天的还没更新, 现在多少钱暂时不知道, I don't have today's price. */
const lacksNow = new RegExp(
  `(?:不是|并非|不代表|不等于)(?:${ofToday}的?${figures}?|现价)(?=$|[。;；,，):：!\\n])|(?:${ofToday}(?:的${figures}?|${figures}|多少钱|是多少)|现价)(?:我|这边|暂时|目前|还|尚|都|也|是){0,3}(?:没有?更新|未更新|没有?[拿取查]到|未能?[拿取查获][到取得]|[拿取查]不到|不知道|不清楚|无法获取)|(?<![a-z])(?:(?:not|isn't) today's|(?:do not|don't) have (?:today's|the current|a current|a live)) (?:price|quote|figure|data)(?![a-z])|(?<![a-z])no (?:current|live|up-to-date) (?:price|quote|figure)(?![a-z])`,
);

/** 请注意这不是今天的报价: of today's figures never so. */
const deniesToday = rare(
  /(?:^|[。;；,，\n(] ?)(?:请?注意[:，,]?|但|不过)*(?:这|这些|以上)?(?:不是|并非)今[天日]的?(?:数据|行情|报价|价格?)(?=$|[。;；,，):：!\n])|(?<![a-z])(?:this|that|it) is(?: not|n't) today's (?:price|quote|figure|data)(?![a-z])/g,
);

/** What may come of it, is asked or only supposed says nothing of the figures at hand. */
const open =
  /(?:可能|也许|容易|如|若|万一|避免|以免|防止|保证|承诺|会|是否|是不是|(?<![a-z])(?:may|might|could|can|will|would|if|when|whether|avoid|guarantee|promise|never|rather than))[^,，。;；]*$/;
const denied =
  /(?:不[是能可宜应要]?以?|(?:未必|不一定|不见得)|[勿别莫]|没有?|并非|未|非|(?<![a-z])(?:not|cannot|can't|never|isn't|aren't|no|than))(?:再|算|属于| yet| at all| a| an)*\s?$/;

const old = rare(
  /旧的?(?:价格?|报价|行情|数据|数字)(?!类|中心|更)|(?:价格?|报价|行情|数据|数字)(?:已经?|有些?|有点|比?较|偏|很|都|均)*旧(?=[了,，。;；:：)）!！\n]|$)|过时|过期(?:的)?(?:数据|行情|报价|价格)|(?:数据|行情|报价|价格)已?过期|(?<![a-z])(?:stale|out[- ]of[- ]date|outdated|old (?:price|quote|figure|data|number|reading))(?![a-z])/g,
);
/** Only where it is said, not where it is denied: 您提到的40元不是当前数据 tells of another number. */
const ofNow = rare(
  /(?<![视作当看认]|[要问想]的)(?:是|为|属于?)(?:现价|实时价|(?:目前|当前|眼下|现在|当下|此刻|最新|今[天日](?:上午|下午|早盘|盘中|当天)?)(?:市场上?|盘面上?)?的?(?:最新)?(?:市价|行情|价格?|报价|股价|成交价?|盘口|数据|数字)?)(?=[。,，;；!！()（）\n]|$)|(?:目前|现在|当前|眼下)(?:市场上?|盘面上?)?(?:也|仍|还)?就是这个?价|(?<![a-z])(?:the|it is the) (?:latest|newest|most recent) (?:price|quote) there is|you can still (?:buy|sell|get)(?: it)? (?:at|for) (?:that|this|it)|(?:现在|目前|今天)(?:也|还|仍|依然)是(?=[。,，;；!！\n]|$)|(?<![a-z])(?:that|this|it)(?: is|'s) (?:the going (?:price|rate)|where (?:it|the (?:stock|share)s?) (?:trades?|stands?|is)(?: right)? now|today's (?:[a-z]+ )?(?:price|quote|figure|data))(?![a-z])|(?<![a-z])current as of this (?:message|reply|moment)(?![a-z])/g,
);
const current = rare(
  /(?<!足以|难以)(?:(?:就|才|正|便|仍|还|也)是|即[为是]?|[当看][作成]|视[作为])(?:目前的?|当前的?|现在的?|最新的?)?(?:现价|实时(?:价|报价|行情)|当前价|最新价|现在的价格)|(?<![a-z])(?:(?:treat|take|read|regard|use) (?:it|this|that) as|(?:can be |may be |be )?(?:taken|treated|read|regarded|used) as|(?:it|this|that|which) is(?: still| also| nothing but)?) (?:current|live|up[- ]to[- ]date|fresh|(?:the|a|its) (?:current|live|real-time) (?:price|quote))(?![a-z])/g,
);
/** 非延时, no delay, refreshed every second, 与盘面同步. */
const undelayed = rare(
  /(?:无|非|零|没有?|未)(?:任何|明显|丝毫)?(?:的|有)?(?:延[时迟]|滞后|时滞)|每(?:隔)?(?:几|数|一)?秒(?:钟)?(?:都|就|会|自动)*(?:更新|刷新|推送|跳动)|(?:盘面|盘口|交易所|场内)(?:行情|数据|报价)?(?:保持|完全|实时)*同步(?![上下涨跌走])|(?<![a-z])(?:(?:no|zero|not|without|free of)[ -](?:any )?(?:delay(?:s|ed)?|lag)|(?:updat|refresh|stream)(?:es|ed|ing) (?:every|each|by the) (?:few )?seconds?|(?:synced|synchroni[sz]ed|in sync) with the (?:exchange|market|tape))(?![a-z])/g,
);

/** True where it is denied, so that the contrary is said; null where neither is. */
function isTurned(lower: string, at: number): boolean | null {
  const before = lower.slice(Math.max(0, at - 40), at);
  return open.test(before) ? null : denied.test(before);
}

/** What a text says of how old its figures are, and where. */
export interface ToldAge {
  readonly isOld: boolean;
  /** Where the word ends. */
  readonly end: number;
}

const ages = [old, deniesToday, current, ofNow, undelayed];

/** Every statement of age in the text. */
export function toldAges(lower: string): readonly ToldAge[] {
  return ages.flatMap((words) =>
    words.all(lower).flatMap((found) => {
      const isDenied = isTurned(lower, found.index);
      return isDenied === null || (isDenied && words === ofNow)
        ? []
        : [
            {
              isOld: (words === old || words === deniesToday) !== isDenied,
              end: found.index + found[0].length,
            },
          ];
    }),
  );
}

function agesOf(lower: string) {
  const at = lower.search(lacksNow);
  return {
    isOld: deniesNow.test(lower) || toldAges(lower).some(({ isOld }) => isOld),
    lacksNow: at >= 0 && isTurned(lower, at) === false,
  };
}

const known = new WeakMap<ClaimBook, ReturnType<typeof agesOf>>();

/** The text itself says that its figures are not of now, or, for one that is told with its day, that it has none of now; looked for once a text. */
export function saysNotNow(book: ClaimBook, lower: string, isDated = false): boolean {
  const found = known.get(book) ?? agesOf(lower);
  known.set(book, found);
  return found.isOld || (isDated && found.lacksNow);
}

// 眼下上涨2.37%, current turnover: what moves and adds up within one day, so that a word of now says that the day is today.

/** A change, a flow or trade. */
export const isDaily = (metric: string, { changes, flows, activity }: Lexicon): boolean =>
  [changes.all, flows, activity].some((ids) => ids.includes(metric));

/** As above and of a day alone, no stretch's. */
export const isOfDay = ({ claim: { metric }, window }: BookClaim, lexicon: Lexicon): boolean =>
  window === null && isDaily(metric, lexicon) && lexicon.stretchOfMove(metric) === null;
