import { countWords } from "../common/count-words.ts";
import type { SkillContext, SkillResult, TemplateInput } from "../ports/skill.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { ledBy, yesOrNo } from "./yes-or-no.ts";

/** 一半 and twice are of multiples alone. */
const factors: Readonly<Record<string, number>> = {
  ...countWords,
  ...{ 半: 0.5, half: 0.5, twice: 2, double: 2, triple: 3 },
};
const count = "几|幾|多少|[半两兩二三四五六七八九十]|\\d{1,3}(?:\\.\\d{1,2})?";
/** 是五粮液的几倍, 有五粮液两倍大, 抵得上三个五粮液, is half of Wuliangye. */
const inChinese = new RegExp(
  `[是为有抵顶頂](?:得?上)?(?!多少倍)[^,，。?？]{1,24}?(?<count>${count}) ?倍(?!市|利|净|p[eb])|[有抵顶頂](?:得?上)?(?<whole>${count}) ?[个個](?=[^,，。?？]{2,12}(?:大|[吗嗎?？]|$))|[是有](?:到|不到)?[^,，。?？]{1,12}的?一(?<half>半)`,
);
const inEnglish =
  /\b(?<word>twice|double|triple|half)\b[^,.?]{0,24}\b(?:as (?:big|large|much|valuable)|the (?:size|value|market)|of|that)|\b(?<many>how many|\d{1,3}(?:\.\d{1,2})?|two|three|four|five|ten) ?(?:x|times)\b/i;
/** 贵多少倍, 高几倍; beside a ratio (市盈率高多少倍) it may be their difference. */
const timesMore = /[高大多贵貴强強](?:了|出)?(?:多少|几|幾) ?倍(?!市)/;
const ofRatio = /市[盈净淨销銷]|本益比|估值|(?<![a-z])p\/?[ebs](?![a-z])/i;

/** How many times as large the first is asked to be; null where a message asks how many times, undefined where it asks nothing of the kind. */
function factorAsked(text: string): number | null | undefined {
  if (/比值/.test(text) || (timesMore.test(text) && !ofRatio.test(text))) return null;
  const { count, whole, half } = inChinese.exec(text)?.groups ?? {};
  const said = count ?? whole ?? half;
  if (said !== undefined) return factors[said] ?? (/\d/.test(said) ? Number(said) : null);
  const { word, many } = inEnglish.exec(text)?.groups ?? {};
  const written = (word ?? many)?.toLowerCase();
  if (written === undefined) return undefined;
  return factors[written] ?? (/\d/.test(written) ? Number(written) : null);
}

/** 有五粮液的两倍大吗 names no figure: how big a company is, is its market value. */
export const asksForMultiple = (text: string): boolean => factorAsked(text) !== undefined;

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** The two companies' figures of one metric and day; null where there are not exactly these. */
function pairOf(claims: readonly Claim[], metric: string): readonly [NumericClaim, NumericClaim] | null {
  const [first, second, ...others] = claims.filter(isNumeric).filter((claim) => claim.metric === metric);
  if (first === undefined || second === undefined || others.length > 0) return null;
  // A loss is no multiple of anything.
  const isMeasurable = first.value > 0 && second.value > 0;
  return isMeasurable && first.code !== second.code && first.as_of === second.as_of ? [first, second] : null;
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

/** how many times the market cap of Wuliangye is Moutai: the one named last is measured by the one named first. */
const namesMeasureFirst =
  /\bhow many times (?:(?:bigger|larger|higher|greater|more) than |as \w+ as )?(?!(?:bigger|larger|higher|greater|more|as|is|are|was|does|did)\b)[^,.?]{2,60} (?:is|are|was) [^,.?]{2,40}[?.! ]*$/i;

/** The figure that is measured, then the one that it is measured by. */
function inOrder(pair: readonly [NumericClaim, NumericClaim] | null, text: string): readonly NumericClaim[] {
  if (pair === null) return [];
  return namesMeasureFirst.test(text) ? pair.toReversed() : pair;
}

/** What is known of a multiple: the metric of the two figures, and the one of their quotient, which the skill registers. */
export interface MultipleOf {
  readonly metric: string | undefined;
  readonly quotient: string;
}

/** 茅台市值是五粮液的几倍: the quotient of the two figures shown stands before them, and yes or no where so many times are asked about. */
export async function withMultiple(
  result: SkillResult,
  { metric, quotient }: MultipleOf,
  context: SkillContext,
  template: (view: TemplateInput) => string,
): Promise<SkillResult> {
  const { text } = context.message;
  const factor = factorAsked(text);
  if (result.kind !== "answer" || metric === undefined || factor === undefined) return result;
  const pair = inOrder(pairOf(result.claims, metric), text);
  const operands = pair.flatMap(({ cite }) =>
    cite.kind === "tool" && cite.path !== undefined
      ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
      : [],
  );
  if (operands.length < 2) return result;
  const computed = await context.tools.calculate({ expression: "a/b", operands, metric: quotient });
  const claim = computed.ok ? context.select(computed.call, `/${quotient}`) : null;
  if (claim === null) return result;
  // The first of the quotient stands first below it.
  const first = pair[0]?.code;
  const isFirst = (each: Claim) => each.kind !== "knowledge" && each.code === first;
  const shown = [...result.claims.filter(isFirst), ...result.claims.filter((each) => !isFirst(each))];
  const claims = [claim, ...shown];
  const lead = leadOf(factor, claim.value, text);
  const { draft: _, ...rest } = result;
  return { ...rest, claims, ...(lead === null ? {} : { draft: ledBy(lead, claims, template) }) };
}
