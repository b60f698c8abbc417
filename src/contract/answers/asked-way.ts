import type { SkillContext, TemplateInput } from "../ports/skill.ts";
import type { PriceValue } from "../ports/tool-values.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import type { ToolCall } from "../records/trace.ts";
import { comparesWithTime } from "./compares-with-time.ts";
import { saysEveryDay } from "./every-day.ts";
import { codeOf } from "./lines-by-company.ts";
import { ledByCompany } from "./measured-against.ts";
import { isMove } from "./price-moves.ts";
import type { AskedDay } from "./resolve-day.ts";
import { asksWhether, ledBy, yesOrNo } from "./yes-or-no.ts";

const bothWays =
  /[涨漲]了?还是[要在]?跌|跌了?还是[要在]?[涨漲]|是[涨漲]是跌|[红紅]的?(?:还|還)是[绿綠]|[绿綠]的?(?:还|還)是[红紅]|是跌是[涨漲]|\b(?:red or green|green or red|up or down|down or up|r[io]se or f[ae]ll|risen or fallen|fallen or risen|rising or falling|gained or lost)\b/i;
const rise =
  /[涨漲](?:了|过)?(?:吗|嗎|没|沒|么|木有|[?？])|有[没沒]有上?[涨漲]|[涨漲][没沒][涨漲]|是不是上?[涨漲]|是否上?[涨漲]|\b(?:is|are|did|has|have|was)\b.{1,40}\b(?:up|rise|risen|rising|rose|gain(?:ed)?|climb(?:ed)?)\b/i;
const fall =
  /跌(?:了|过)?(?:吗|嗎|没|沒|么|木有|[?？])|有[没沒]有下?跌|跌[没沒]跌|是不是下?跌|是否下?跌|\b(?:is|are|did|has|have|was)\b.{1,40}\b(?:down|fall|fallen|falling|fell|drop(?:ped)?|lost)\b/i;
const deniedWay = /[没沒](?:有)?[涨漲跌]了?(?:吧|[,，]? ?(?:对|是)[吧吗嗎])/;
/** How far, to which level, why, and whether it will is another question. */
const asksElse =
  /\d|[涨跌]停|涨到|跌到|多少|几|最(?!近)|为什么|为啥|怎么|比(?!亚)|跑[赢输]|还会|[会能]再?[涨跌]|还[要能]?[涨跌]|抗跌|\b(?:how|why|will|more|most|than|limit|still|high|low|to|from|below|above)\b/i;

/** 600519, 沪深300: the number is a name's. */
const numberedNames =
  /(?<!\d)\d{6}(?!\d)(?:\.[a-z]{2})?|(?:沪深|中证|上证|科创|国证|\bcsi|\bsse|\bstar) ?\d{2,4}(?!\d)/gi;

/** 最近5天, the last 3 weeks: the number counts the days. */
const countedTimes =
  /\d{1,3} ?(?:个?(?:交易日|工作日|[天日周月年])|(?:trading )?(?:days?|sessions?|weeks?|months?|years?)\b)/gi;

/** Without the digits that count the days of a stretch. */
export const withoutCountedTimes = (text: string): string => text.replaceAll(countedTimes, " ");

/** Without the digits that belong to a security's name or code. */
export const withoutNumberedNames = (text: string): string => text.replaceAll(numberedNames, " ");

const directions = {
  up: { zh: "涨了:", en: "Up: " },
  down: { zh: "跌了:", en: "Down: " },
  flat: { zh: "没有涨跌:", en: "Unchanged: " },
} as const;

/** 涨了, 跌了 in front of a security's values. */
export const directionOf = (value: number): Bilingual =>
  value > 0 ? directions.up : value < 0 ? directions.down : directions.flat;

const ofPrice = {
  up: { zh: "股价涨了:", en: "The share price rose: " },
  down: { zh: "股价跌了:", en: "The share price fell: " },
  flat: { zh: "股价没有涨跌:", en: "The share price is unchanged: " },
} as const;

/** Figures of a company that may go up or down too: 涨了还是跌了,市盈率呢. */
const otherFigures =
  /市[盈净淨销值]|估值|换手|成交|营收|營收|利[润潤]|毛利|股息|[净淨]流|资金|(?<![a-z])p\/?[ebs](?![a-z])|\b(?:valuation|market cap|turnover|volume|revenue|profit|earnings|margin|dividend|flow)/i;

/** The way a price went, said of the price where the message asks for another figure beside it. */
function wayTold(value: number, text: string): Bilingual {
  if (!otherFigures.test(text)) return directionOf(value);
  return value > 0 ? ofPrice.up : value < 0 ? ofPrice.down : ofPrice.flat;
}

const higher =
  /[高贵貴涨漲](?:了|过)?(?:吗|嗎|没|沒|么|[?？]|$)|\b(?:higher|more expensive|up|risen|r[io]se)\b/i;
const lower =
  /(?:[低跌]|便宜)(?:了|过)?(?:吗|嗎|没|沒|么|[?？]|$)|\b(?:lower|cheaper|down|fallen|f[ae]ll)\b/i;
/** How far, of what else, and why is another question. */
const asksElseOfTime =
  /\d ?%|[涨跌]停|多少|几|为什么|为啥|怎么|最(?!近)|\b(?:how|why|will|most|highest|lowest|which|who)\b/i;

/** 比昨天高吗, higher than a week ago: the price beside an earlier one; null where a message asks about none. */
function wayFromTime(text: string): "rise" | "fall" | null {
  if (!comparesWithTime(text) || !asksWhether(text)) return null;
  if (asksElseOfTime.test(text) || otherFigures.test(text)) return null;
  const isHigher = higher.test(text);
  return isHigher === lower.test(text) ? null : isHigher ? "rise" : "fall";
}

/** A move ends with the newest close, and what is asked for may be the price of now. */
const byCloses = (lead: Bilingual): Bilingual => ({
  zh: `按所示收盘,${lead.zh}`,
  en: `By the closes shown, ${lead.en.toLowerCase()}`,
});

const ofDayBefore = /昨|前一?[天日](?!前)|上一?个?交易日|\byesterday|previous (?:close|day|session)/i;

/** Which way a message asks about: 涨了吗, 跌没跌, 是涨是跌; null where it asks about none. */
function wayAsked(text: string): "rise" | "fall" | "either" | null {
  if (saysEveryDay(text) || asksElse.test(withoutCountedTimes(withoutNumberedNames(text)))) return null;
  // 没涨吧: a yes would be one to either.
  if (bothWays.test(text) || deniedWay.test(text)) return "either";
  const isRise = rise.test(text);
  if (!asksWhether(text) || isRise === fall.test(text)) return null;
  return isRise ? "rise" : "fall";
}

/** True where a message asks whether a price rose or fell: 涨了吗, is it up this week; not beside an earlier time (比上周高吗). */
export const asksWay = (text: string): boolean => !comparesWithTime(text) && wayAsked(text) !== null;

const isWay = (claim: Claim): claim is NumericClaim =>
  claim.kind === "numeric" && (claim.metric === "pct_chg" || isMove(claim.metric));

/** What stands in front of several that all went the same way. */
const ofAll = {
  rise: {
    yes: { zh: "是,都涨了:\n", en: "Yes, all of them rose:\n" },
    no: { zh: "没有,都跌了:\n", en: "No, all of them fell:\n" },
  },
  fall: {
    yes: { zh: "是,都跌了:\n", en: "Yes, all of them fell:\n" },
    no: { zh: "没有,都涨了:\n", en: "No, all of them rose:\n" },
  },
} as const satisfies Record<string, Record<string, Bilingual>>;

const saysToday = /今[天日]|\btoday\b/i;

/**
 * Whether quotes speak of the day that a message asks about: not where an older close stands in for it. Where no day is named that is today,
 * and on a day without trading the newest one.
 */
export function isOfAskedDay(
  calls: readonly ToolCall[],
  day: AskedDay,
  { message: { text }, now }: Pick<SkillContext, "message" | "now">,
): boolean {
  if (day.closed !== undefined) return false;
  return calls.every(({ value, as_of = now }) => {
    const { gap, phase } = value as Partial<Pick<PriceValue, "gap" | "phase">>;
    if (gap !== undefined && gap !== "suspended") return false;
    if (day.date !== undefined || gap === "suspended" || as_of.slice(0, 10) === now.slice(0, 10)) return true;
    return phase === "closed_day" && !saysToday.test(text);
  });
}

/**
 * 涨了吗, 是涨是跌: yes or no, or the way, in front of what was found, as the draft of an answer; of several it is said of each, and of all
 * together where they went the same way. Null where no way is asked about, and where some company has none, or several.
 */
export function ledByWay(
  text: string,
  claims: readonly Claim[],
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const ways = claims.filter(isWay);
  // A day's change is that from the close before.
  const isFromTime = ways.every(({ metric }) => isMove(metric)) || ofDayBefore.test(text);
  const plain = wayAsked(text);
  const asked = plain ?? (isFromTime ? wayFromTime(text) : null);
  const codes = new Set(claims.filter(({ kind }) => kind !== "knowledge").map(codeOf));
  const owners = new Set(ways.map(codeOf));
  const [way] = ways;
  if (asked === null || way === undefined || ways.length > owners.size || owners.size < codes.size)
    return null;
  if (owners.size > 1) {
    const isUp = ways.every(({ value }) => value > 0);
    const isDown = ways.every(({ value }) => value < 0);
    if (asked !== "either" && (isUp || isDown))
      return ledBy(ofAll[asked][isUp === (asked === "rise") ? "yes" : "no"], claims, template);
    const leads = new Map(ways.map((each) => [codeOf(each), directionOf(each.value)]));
    return ledByCompany(leads, claims, template);
  }
  if (asked === "either") return ledBy(wayTold(way.value, text), claims, template);
  const isSo = asked === "rise" ? way.value > 0 : way.value < 0;
  const lead = isSo ? yesOrNo.yes : yesOrNo.no;
  return ledBy(plain === null && isMove(way.metric) ? byCloses(lead) : lead, claims, template);
}
