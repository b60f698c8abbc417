import type { SkillAnswer, SkillContext, TemplateInput } from "../ports/skill.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { comparedBy } from "./differences.ts";
import { codeOf } from "./lines-by-company.ts";
import { asksWhether, ledBy, yesOrNo } from "./yes-or-no.ts";

/** Beside which company: 比五粮液, than Wuliangye, 跑赢五粮液. */
const beside =
  /[比较較](?![亚亞例率重值价價])|有[^,，。?？]{1,12}[高大多贵貴强強]|超过|超過|超越|反超|[跑打][赢贏输輸]|不如|\b(?:than|compared (?:to|with)|relative to)\b|\b(?:passed|overtaken|overtook|exceed(?:ed|s)?|outperform(?:ed|s|ing)?|underperform(?:ed|s|ing)?|beat(?:en|s|ing)?)\b/i;
const above =
  /[比较較](?![亚亞例率重值价價]).*?(?:[高大多强強快猛好长長]|[贵貴](?![州阳陽广廣航研绳])|厉害)|有[^,，。?？]{1,12}[高大多贵貴强強]|超过|超過|超越|反超|[跑打][赢贏]|\b(?:more|higher|bigger|larger|greater|stronger|better|faster|dearer|pricier)\b|\b(?:passed|overtaken|overtook|exceed(?:ed|s)?|outperform(?:ed|s|ing)?|beat(?:en|s|ing)?)\b/i;
const below =
  /[比较較](?![亚亞例率重值价價]).*?(?:[低小少弱慢差]|便宜)|[跑打][输輸]|不如|\b(?:less|lower|smaller|fewer|weaker|worse|slower|cheaper|underperform(?:ed|s|ing)?)\b/i;
/** How far, which of them, why, what will be, or a comparison that is denied, is another question. */
const asksElse =
  /多少|几|幾|谁|誰|哪|还是|還是|为什么|为啥|怎么|会|將|将来|未来|不比|(?<!有)没有.{0,12}[高大多低小少]|\b(?:how|which|who|why|will|would|should|could|or)\b/i;
/** 和五粮液比,茅台…: the company named first is the one beside which the other is set. */
const namedAfter =
  /^\s*(?:[和跟与與同].{1,12}?(?:相?比|对比|比较|比起来)(?![亚亞])|比起|相比|相较|比(?![亚亞])|(?:compared|relative|next) (?:to|with))/i;
/** Is it dear or cheap: of the price or of the valuation, which the words leave open. */
const isOpen = /[贵貴](?![州阳陽广廣航研绳])|便宜|\b(?:cheap|dear|pric[ei]|expensive)/i;
const figured =
  /市盈|市净|市淨|市销|市值|股价|股價|价格|價格|本益比|\bp\/?[ebs]\b|(?<![a-z])p[ebs](?![a-z])|price|valu|market cap/i;
/** Compared with Wuliangye, is …: the question begins behind the company that is named first. */
const askedBehind = /[,，] ?(?:is|are|was|does|did|has|have) /i;
const growth = /增速|增长|增長|同比|\bgrow/i;
const fall = /(?<!抗)跌(?!幅榜)|下滑|下降|\b(?:f[ae]ll|fallen|drop(?:ped)?|declin(?:e|ed)|los[te]|down)\b/i;
const bothWays = /涨跌|漲跌/;
const ofPrice =
  /[涨漲跌强強弱]|[跑打][赢贏输輸]|\b(?:ris|rose|gain|up|(?:out|under)?perform|better|worse|beat|climb)/i;

const fell: Bilingual = { zh: "没有,都跌了:\n", en: "No, all of them fell:\n" };
const rose: Bilingual = { zh: "没有,都涨了:\n", en: "No, all of them rose:\n" };

/** 比五粮液贵吗 names no figure: said is by which. */
const byRatio = (lead: Bilingual): Bilingual => ({
  zh: `按市盈率看,${lead.zh}`,
  en: `By P/E, ${lead.en.toLowerCase()}`,
});

/** Amounts are shown in their scale by two decimals, and so is all else. */
const shownStep = (value: number, unit: string | undefined): number =>
  unit === "CNY" && Math.abs(value) >= 10_000 ? Math.abs(value) * 0.005 : 0.01;

const isChange = (metric: string): boolean => metric === "pct_chg" || metric.startsWith("move_");

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** The figure that is compared: the first that each company has once, of growth where growth is asked about. */
function figuresOf(
  codes: readonly string[],
  claims: readonly NumericClaim[],
  text: string,
): readonly NumericClaim[] | null {
  const metrics = [...new Set(claims.map(({ metric }) => metric))].filter(
    (metric) => comparedBy(metric) === null,
  );
  const grown = growth.test(text) ? metrics.filter((metric) => metric.endsWith("_yoy")) : [];
  const changes = ofPrice.test(text) || fall.test(text) ? metrics.filter(isChange) : [];
  const [metric] = grown.length > 0 ? grown : changes.length > 0 ? changes : metrics;
  const found = codes.map((code) => claims.filter((each) => each.metric === metric && codeOf(each) === code));
  const ones = found.flatMap((each) => (each.length === 1 ? each : []));
  const [first] = ones;
  const isOneTime = ones.every(
    ({ as_of, period }) => as_of.slice(0, 10) === first?.as_of.slice(0, 10) && period === first.period,
  );
  return ones.length === codes.length && isOneTime ? ones : null;
}

/** Which way the words ask for the first company's value to be from the others'; 0 where they do not say. */
function wayOf(text: string): 1 | -1 | 0 {
  const isAbove = above.test(text);
  if (isAbove === below.test(text)) return 0;
  return isAbove ? 1 : -1;
}

function leadOf(values: readonly NumericClaim[], text: string): Bilingual | null {
  const way = wayOf(text);
  const [first, ...others] = values;
  if (way === 0 || first === undefined || others.length === 0) return null;
  const isOfMove = isChange(first.metric);
  if (isOfMove && bothWays.test(text)) return null;
  const isFall = isOfMove && fall.test(text);
  if (isOfMove && /[涨漲跌]|\b(?:ris|rose|f[ae]ll|gain|drop)/i.test(text)) {
    if (isFall && values.every(({ value }) => value > 0)) return rose;
    if (!isFall && values.every(({ value }) => value < 0)) return fell;
  }
  const sign = isFall ? -way : way;
  const isClear = others.every(
    ({ value }) => value === first.value || Math.abs(value - first.value) >= shownStep(value, first.unit),
  );
  if (!isClear) return null;
  const isSo = others.every(({ value }) => sign * (first.value - value) > 0);
  return isSo ? yesOrNo.yes : /了[吗嗎没沒么]/.test(text) ? yesOrNo.no : yesOrNo.notSo;
}

/** What a comparison is asked of. */
interface Asked {
  /** The companies in the order in which the message names them; without them that of the claims. */
  readonly codes?: readonly string[];
  /** True where the figures are of the day that is asked about. */
  readonly isOfDay?: boolean;
}

const ownersOf = (claims: readonly Claim[]): readonly string[] => [
  ...new Set(claims.map(codeOf).filter((code) => code !== "")),
];

/**
 * Yes or no to 比五粮液低吗, of the first company beside the others; null where nothing of the kind is asked, where some company lacks the
 * figure, where the figures are of different times, and where what is shown would not bear it out.
 */
export function wayBeside(
  codes: readonly string[],
  claims: readonly Claim[],
  text: string,
  isOfDay = true,
): Bilingual | null {
  if (
    codes.length < 2 ||
    !(asksWhether(text) || askedBehind.test(text)) ||
    !beside.test(text) ||
    asksElse.test(text)
  )
    return null;
  const values = figuresOf(
    namedAfter.test(text) ? codes.toReversed() : codes,
    claims.filter(isNumeric),
    text,
  );
  if (values === null || (!isOfDay && values.some(({ metric }) => isChange(metric)))) return null;
  const lead = leadOf(values, text);
  const isByRatio = isOpen.test(text) && !figured.test(text);
  if (lead === null || (isByRatio && values[0]?.metric !== "pe_ttm")) return null;
  return isByRatio ? byRatio(lead) : lead;
}

/** 市盈率比五粮液低吗, is its P/E lower than Wuliangye's: yes or no in front of the values, as the draft of an answer. */
function comparedDraft(
  claims: readonly Claim[],
  { codes = ownersOf(claims), isOfDay = true }: Asked,
  { message: { text } }: Pick<SkillContext, "message">,
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const lead = wayBeside(codes, claims, text, isOfDay);
  return lead === null ? null : ledBy(lead, claims, template);
}

const whichMoved = /谁|哪|\b(?:which|who)\b/i;
const rises = /[涨漲](?!跌)|\b(?:ris|rose|gain|climb|up )/i;
const noneFell: Bilingual = { zh: "都涨了:\n", en: "None of them fell, all rose:\n" };
const noneRose: Bilingual = { zh: "都跌了:\n", en: "None of them rose, all fell:\n" };

/** 哪个跌得多 of companies that all rose: said first; null where some of them went that way. */
function noneOfThat(
  claims: readonly Claim[],
  { codes = ownersOf(claims), isOfDay = true }: Asked,
  text: string,
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const [isFall, isRise] = [fall.test(text), rises.test(text)];
  if (!isOfDay || codes.length < 2 || !whichMoved.test(text) || bothWays.test(text) || isFall === isRise)
    return null;
  const changes = claims.filter(isNumeric).filter(({ metric }) => isChange(metric));
  const isOneEach = codes.every((code) => changes.filter((each) => codeOf(each) === code).length === 1);
  if (!isOneEach || !changes.every(({ value }) => (isFall ? value > 0 : value < 0))) return null;
  return ledBy(isFall ? noneFell : noneRose, claims, template);
}

/** The same as the answer's own draft, where it has none. */
export function withCompared(
  answer: SkillAnswer,
  asked: Asked,
  context: Pick<SkillContext, "message">,
  template: (view: TemplateInput) => string,
): SkillAnswer {
  if (answer.draft !== undefined || (answer.missing ?? []).length > 0 || answer.question !== undefined)
    return answer;
  const draft =
    comparedDraft(answer.claims, asked, context, template) ??
    noneOfThat(answer.claims, asked, context.message.text, template);
  return draft === null ? answer : { ...answer, draft };
}
