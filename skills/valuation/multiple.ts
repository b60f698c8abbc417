import {
  type Bilingual,
  type Claim,
  ledBy,
  type MetricRegistry,
  type NumericClaim,
  type SkillContext,
  type SkillResult,
  type TemplateInput,
  yesOrNo,
} from "#contract";

/** How many times as large the first company's figure is as the second's. */
export const metrics: MetricRegistry = {
  valuation_multiple: {
    default_unit: "x",
    zh: ["前者与后者之比"],
    en: ["ratio of the first to the second"],
    computed: true,
  },
  valuation_total: {
    default_unit: "CNY",
    zh: ["所列各家合计"],
    en: ["total of those listed"],
    computed: true,
  },
};

const asksTotal = /加起来|合起来|[加合]在一起|合计|总共|一共|\b(?:combined|together|in total|altogether)\b/i;
/** Of ratios there is no total. */
const summed: ReadonlySet<string> = new Set(["total_mv", "circ_mv"]);

/** 两家加起来市值多少: the sum of the values shown, of one day, stands before them. */
export async function withTotal(
  result: SkillResult,
  metric: string | undefined,
  context: SkillContext,
): Promise<SkillResult> {
  if (result.kind !== "answer" || metric === undefined || !asksTotal.test(context.message.text))
    return result;
  const values = result.claims.filter(isNumeric).filter((claim) => claim.metric === metric);
  const operands = values.flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  const isOneDay = new Set(values.map(({ as_of }) => as_of)).size === 1;
  const isEach = new Set(values.map(({ code }) => code)).size === operands.length && operands.length > 1;
  if (!summed.has(metric) || !isOneDay || !isEach || (result.missing ?? []).length > 0) return result;
  const computed = await context.tools.calculate({ expression: "sum", operands, metric: "valuation_total" });
  const claim = computed.ok ? context.select(computed.call, "/valuation_total") : null;
  return claim === null ? result : { ...result, claims: [claim, ...result.claims] };
}

const chinese: Readonly<Record<string, number>> = {
  半: 0.5,
  两: 2,
  兩: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};
const count = "几|幾|多少|[半两兩二三四五六七八九十]|\\d{1,3}(?:\\.\\d{1,2})?";
/** 是五粮液的几倍, 有五粮液两倍大, 抵得上三个五粮液, is half of Wuliangye. */
const inChinese = new RegExp(
  `[是为有抵顶頂](?:得?上)?(?!多少倍)[^,，。?？]{1,24}?(?<count>${count}) ?倍(?!市|利|净|p[eb])|[有抵顶頂](?:得?上)?(?<whole>${count}) ?[个個](?=[^,，。?？]{2,12}(?:大|[吗嗎?？]|$))|[是有](?:到|不到)?[^,，。?？]{1,12}的?一(?<half>半)`,
);
const inEnglish =
  /\b(?<word>twice|double|triple|half)\b[^,.?]{0,24}\b(?:as (?:big|large|much|valuable)|the (?:size|value|market)|of|that)|\b(?<many>how many|\d{1,3}(?:\.\d{1,2})?|two|three|four|five|ten) ?(?:x|times)\b/i;
const english: Readonly<Record<string, number>> = {
  twice: 2,
  double: 2,
  triple: 3,
  half: 0.5,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  ten: 10,
};

/** How many times as large the first is asked to be; null where a message asks how many times, undefined where it asks nothing of the kind. */
function factorAsked(text: string): number | null | undefined {
  if (/比值/.test(text)) return null;
  const { count, whole, half } = inChinese.exec(text)?.groups ?? {};
  const said = count ?? whole ?? half;
  if (said !== undefined) return chinese[said] ?? (/\d/.test(said) ? Number(said) : null);
  const { word, many } = inEnglish.exec(text)?.groups ?? {};
  const written = (word ?? many)?.toLowerCase();
  if (written === undefined) return undefined;
  return english[written] ?? (/\d/.test(written) ? Number(written) : null);
}

/** 有五粮液的两倍大吗 names no figure: how big a company is, is its market value. */
export const asksForMultiple = (text: string): boolean => factorAsked(text) !== undefined;

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** The two companies' figures of one metric and day; null where there are not exactly these. */
function pairOf(claims: readonly Claim[], metric: string): readonly [NumericClaim, NumericClaim] | null {
  const [first, second, ...others] = claims.filter(isNumeric).filter((claim) => claim.metric === metric);
  if (first === undefined || second === undefined || others.length > 0) return null;
  return first.code !== second.code && first.as_of === second.as_of ? [first, second] : null;
}

const asks = /[吗嗎么嘛?？]|有没有|有沒有|是不是|^(?:so |and )?(?:is|are|was|does) /i;
const beyondThat: Bilingual = { zh: "不止:", en: "Yes: " };
/** From here on it is not that many times but more. */
const muchMore = 1.1;

/** Yes or no to so many times; null where how many is asked, or what is shown would not bear it out. */
function leadOf(factor: number | null | undefined, ratio: number, text: string): Bilingual | null {
  if (factor == null || !asks.test(text) || Math.abs(ratio - factor) < 0.005) return null;
  if (ratio < factor) return yesOrNo.no;
  return ratio < factor * muchMore ? yesOrNo.yes : beyondThat;
}

/** 茅台市值是五粮液的几倍: the quotient of the two figures shown stands before them, and yes or no where so many times are asked about. */
export async function withMultiple(
  result: SkillResult,
  metric: string | undefined,
  context: SkillContext,
  template: (view: TemplateInput) => string,
): Promise<SkillResult> {
  const { text } = context.message;
  const factor = factorAsked(text);
  if (result.kind !== "answer" || metric === undefined || factor === undefined) return result;
  const operands = (pairOf(result.claims, metric) ?? []).flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  if (operands.length < 2) return result;
  const computed = await context.tools.calculate({
    expression: "a/b",
    operands,
    metric: "valuation_multiple",
  });
  const claim = computed.ok ? context.select(computed.call, "/valuation_multiple") : null;
  if (claim === null) return result;
  const claims = [claim, ...result.claims];
  const lead = leadOf(factor, claim.value, text);
  const { draft: _, ...rest } = result;
  return { ...rest, claims, ...(lead === null ? {} : { draft: ledBy(lead, claims, template) }) };
}
