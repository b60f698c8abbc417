import {
  asksWhether,
  type Bilingual,
  type Claim,
  codeOf,
  ledByCompany,
  type NumericClaim,
  type TemplateInput,
  yesOrNo,
} from "#contract";
import { lossTurnIn, lossTurnLead } from "./loss-turns.ts";

const rise =
  /比(?:去年|上年)(?:同期)?(?:[赚賺挣掙]得?)?(?:[更还還要])?(?:[多高大好]|增)|增长|增長|增加|上升|提高|提升|上涨|上漲|改善|[涨漲][了没]|\b(?:gr[eo]w(?:n|ing|s)?|increas(?:e|ed|ing)|r[io]sen?|rising|rose|up|improv(?:e|ed|ing))\b/i;
const fall =
  /比(?:去年|上年)(?:同期)?(?:[赚賺挣掙]得?)?(?:[更还還要])?(?:[少低小差]|减)|下滑|下降|减少|減少|下跌|降低|降了|跌了|变差|恶化|\b(?:f[ae]ll(?:en|ing)?|drop(?:ped|ping)?|declin(?:e|ed|ing)|decreas(?:e|ed|ing)|shr[aiu]nk(?:ing)?|down)\b/i;
const either = /还是|還是|\bor\b/i;
const eitherWay = /是增是减|增了?还是减|是增还是减/;
/** How far, why, beside what, and what will be, is another question. */
const asksElse =
  /多少|几(?!乎)|幾|为什么|为啥|怎么|原因|会|將|将|未来|(?<![同环環])比(?!亚|亞|去年|上年|前年|例|率)|超过|放缓|加速|连续|增收|\d ?(?:%|倍|个?点)|\b(?:how|why|will|which|who|than|more|faster|slower|by)\b/i;
const asksWhen = /什么时候|什麼時候|何时|何時|哪[年个季]|[能可]|\b(?:when|can|could|might|should)\b/i;
const gained =
  /盈利了?[吗嗎没]|赚(?:到|了)?钱了?[吗嗎没]|賺錢了?嗎|有没有(?:盈利|赚钱)|是不是(?:盈利|赚钱)|在(?:盈利|赚钱)|\b(?:profitable|mak(?:e|ing) (?:money|a profit)|made (?:money|a profit)|in the black)\b/i;
const lost =
  /[亏虧][损損]?了?(?:[钱錢]了?)?[吗嗎没沒]|有没有亏|是不是亏|在亏|还亏|\b(?:los(?:e|ing|t) money|(?:make|made|making) a loss|loss-making|in the red)\b/i;

interface Figure {
  readonly words: RegExp;
  /** The metrics of its growth; of what the sources tell none, those of the figure itself: two years' values are set beside each other. */
  readonly metrics: readonly string[];
  /** As it is called where its way is told. */
  readonly name: Bilingual;
}

const figures: readonly Figure[] = [
  {
    words: /营收|營收|收入|营业额|销售额|\b(?:sales|revenues?|top[- ]line)\b/i,
    metrics: ["revenue_yoy", "total_revenue_yoy"],
    name: { zh: "营收", en: "Revenue" },
  },
  {
    words:
      /利润(?!率)|利潤(?!率)|净利(?!率|润率)|盈利(?!能力)|业绩|業績|[赚賺挣掙](?!扎)|\b(?:profits?|earnings|net income|bottom[- ]line|earn(?:ed|s|ing)?|ma(?:k(?:e|es|ing)|de)(?: more| less)? money)\b(?! margin)/i,
    metrics: ["net_profit_yoy"],
    name: { zh: "净利润", en: "Net profit" },
  },
  {
    words: /毛利(?!润)|gross margin/i,
    metrics: ["gross_margin"],
    name: { zh: "毛利率", en: "The gross margin" },
  },
  { words: /净利润?率|net margin/i, metrics: ["net_margin"], name: { zh: "净利率", en: "The net margin" } },
  {
    words: /净资产收益率|\broe\b|return on equity/i,
    metrics: ["roe", "roe_weighted"],
    name: { zh: "净资产收益率", en: "Return on equity" },
  },
  { words: /负债|負債|\bdebt/i, metrics: ["debt_ratio"], name: { zh: "负债率", en: "The debt ratio" } },
];

const yearAgo =
  "(?: (?:money|profit))? than (?:it did |in |that of )*(?:last year|a year (?:ago|earlier|before)|the (?:previous |prior )?year before|(?:the )?(?:previous|prior) year)";
const moreThanYearAgo = new RegExp(`\\b(?:more|higher|better|bigger)${yearAgo}\\b`, "i");
const lessThanYearAgo = new RegExp(`\\b(?:less|lower|worse|smaller)${yearAgo}\\b`, "i");

/** More money than last year is a rise of it. */
const plainly = (text: string): string =>
  text.replace(moreThanYearAgo, "money up").replace(lessThanYearAgo, "money down");

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** A report that is called better or worse without a figure of it: 一季报比去年增长了吗 asks for its profit. */
const ofReport = /[季年财財中][报報](?!道)/;
const profitOf = (text: string): readonly Figure[] =>
  ofReport.test(text) ? figures.filter(({ metrics }) => metrics.includes("net_profit_yoy")) : [];

const named = (text: string): readonly Figure[] => {
  const found = figures.filter(({ words }) => words.test(text));
  return found.length > 0 ? found : profitOf(text);
};

/** Which way a message asks whether figures went; null where it does not. */
function wayAsked(written: string): "rise" | "fall" | "either" | null {
  const text = plainly(written);
  if (asksElse.test(text)) return null;
  if (eitherWay.test(text)) return "either";
  const [isRise, isFall] = [rise.test(text), fall.test(text)];
  if (isRise && isFall) return either.test(text) ? "either" : null;
  if (!asksWhether(text)) return null;
  return isRise ? "rise" : isFall ? "fall" : null;
}

/** 毛利率下降了吗, 扭亏了吗: the sources tell no growth of it, or none that would say so, and the year before is to be shown. */
export const asksOfYearBefore = (text: string): boolean =>
  lossTurnIn(text) !== null ||
  (wayAsked(text) !== null &&
    named(text).length > 0 &&
    named(text).every(({ metrics }) => !metrics.some((metric) => metric.endsWith("_yoy"))));

const later = (a: NumericClaim, b: NumericClaim): number => (a.as_of < b.as_of ? 1 : -1);

/** By how much a figure of one company has grown, as its sign says; null where it is not told once, or what is shown would not bear it out. */
function signOf(claims: readonly NumericClaim[], metrics: readonly string[]): number | null {
  const [first, second, ...others] = claims.filter(({ metric }) => metrics.includes(metric)).toSorted(later);
  if (first === undefined || others.length > 0) return null;
  const isGrowth = first.metric.endsWith("_yoy");
  if (isGrowth !== (second === undefined) || (second !== undefined && second.metric !== first.metric))
    return null;
  const change = second === undefined ? first.value : first.value - second.value;
  return change !== 0 && Math.abs(change) < 0.01 ? null : Math.sign(change);
}

/** The rise of what stays below nothing is no growth. */
const noProfit: Bilingual = { zh: "没有盈利:", en: "There is no profit: " };

const isLossOf = ({ metrics }: Figure, claims: readonly NumericClaim[]): boolean =>
  metrics.includes("net_profit_yoy") &&
  claims.some(({ metric, value }) => metric === "net_profit_parent" && value < 0);

const notBoth: Bilingual = { zh: "不都是:", en: "Not both: " };

/** In front of a growth that is told with its sign the way stands on a line of its own. */
const wayOf = ({ name }: Figure, sign: number, [first]: readonly NumericClaim[]): Bilingual => {
  const end = first?.metric.endsWith("_yoy") === true ? "\n" : "";
  return sign > 0
    ? { zh: `${name.zh}在增长:${end}`, en: `${name.en} is growing: ` }
    : { zh: `${name.zh}在下滑:${end}`, en: `${name.en} is shrinking: ` };
};

function leadOf(
  asked: readonly Figure[],
  claims: readonly NumericClaim[],
  way: "rise" | "fall" | "either",
): Bilingual | null {
  const signs = asked.map(({ metrics }) => signOf(claims, metrics));
  const [figure, ...others] = asked;
  const [first] = signs;
  if (figure === undefined || first == null || signs.includes(null)) return null;
  if (way !== "fall" && first > 0 && isLossOf(figure, claims)) return others.length > 0 ? null : noProfit;
  if (way === "either") return others.length > 0 || first === 0 ? null : wayOf(figure, first, claims);
  const wanted = way === "rise" ? 1 : -1;
  const so = signs.filter((sign) => sign === wanted).length;
  return so === signs.length ? yesOrNo.yes : so === 0 ? yesOrNo.no : notBoth;
}

/** 亏损了吗: by the sign of the net profit, of one period. */
function profitLead(claims: readonly NumericClaim[], isLossAsked: boolean): Bilingual | null {
  const [only, ...others] = claims.filter(({ metric }) => metric === "net_profit_parent");
  if (only === undefined || others.length > 0 || only.value === 0) return null;
  return only.value < 0 === isLossAsked ? yesOrNo.yes : yesOrNo.no;
}

/**
 * 营收增长了吗, did its profit fall, 亏损了吗, 扭亏了吗: yes or no in front of each company's figures, as the draft of an answer; null where nothing of the kind
 * is asked, and where the figures of some company do not decide.
 */
export function growthDraft(
  claims: readonly Claim[],
  text: string,
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const isOfNow = asksWhether(text) && !asksElse.test(text) && !asksWhen.test(text);
  const turn = isOfNow ? lossTurnIn(text) : null;
  const way = turn === null ? wayAsked(text) : null;
  const asked = named(text);
  const [isGain, isLoss] = [gained.test(text), lost.test(text)];
  const isOfProfit = way === null && asksWhether(text) && isGain !== isLoss && !asksElse.test(text);
  if (turn === null && !isOfProfit && (way === null || asked.length === 0)) return null;
  const leads = new Map<string, Bilingual>();
  const codes = new Set(claims.filter(isNumeric).map(codeOf));
  for (const code of codes) {
    const own = claims.filter(isNumeric).filter((claim) => codeOf(claim) === code);
    const ofWay = way === null ? profitLead(own, isLoss) : leadOf(asked, own, way);
    const lead = turn === null ? ofWay : lossTurnLead(turn, own);
    if (lead === null) return null;
    leads.set(code, lead);
  }
  return leads.size === 0 ? null : ledByCompany(leads, claims, template);
}
