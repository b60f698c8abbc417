import { z } from "zod";
import {
  type Bilingual,
  type Claim,
  defineSkill,
  type Freshness,
  linesByCompany,
  maxQueries,
  type Operand,
  resolveCodes,
  type SkillContext,
  type SkillMiss,
  speaksOfForeignMoney,
  type ToolCall,
} from "#contract";
import { readArithmetic } from "./arithmetic.ts";
import { readBreakEven, readChange, readMove, readPercentOf, readPriceAfter } from "./change.ts";
import { payoutOf, readDividend } from "./dividend.ts";
import { readGrowth } from "./growth.ts";
import { readAverageCost, readFees, readHolding } from "./holding.ts";
import { affordable } from "./lots.ts";
import { freshness, metrics } from "./metrics.ts";
import { notes } from "./notes.ts";
import { operandOf, type Question, type Reading, readQuestion, type Sum, stated } from "./question.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them, where the sum is about a company's price."),
});

type Rule = (question: Question) => Reading | null;

/** The first that makes sense of the question. */
const alone: readonly Rule[] = [
  readArithmetic,
  readPercentOf,
  readAverageCost,
  (question) => readFees(question, false),
  readBreakEven,
  readGrowth,
  readChange,
  readMove,
];
const withPrice: readonly Rule[] = [
  readDividend,
  readAverageCost,
  (question) => readFees(question, true),
  readHolding,
  readPriceAfter,
];

function read(question: Question, rules: readonly Rule[]): Reading | null {
  for (const rule of rules) {
    const reading = rule(question);
    if (reading !== null) return reading;
  }
  return null;
}

/** A company's price, and how far it is from the close before. */
interface Price {
  readonly level: Operand;
  readonly change: Operand;
}

/** The claim of one sum; null where it cannot be computed (a division by nothing, units that do not fit). */
async function compute({ metric, expression, operands }: Sum, price: Price | null, context: SkillContext) {
  const known = operands.map(
    (operand) => operandOf(operand) ?? (operand === "change" ? price?.change : price?.level) ?? null,
  );
  const whole = known.filter((operand) => operand !== null);
  if (whole.length < known.length) return null;
  const result = await context.tools.calculate({ expression, operands: whole, metric });
  return result.ok ? context.select(result.call, `/${metric}`) : null;
}

interface Computed {
  readonly claims: readonly Claim[];
  readonly missing: readonly SkillMiss[];
  /** Remarks and registered facts of this company's own. */
  readonly notes?: readonly Bilingual[];
  readonly facts?: readonly Claim[];
  /** The day of a price that may be old: the stock has stopped trading. */
  readonly since?: string;
}

async function computeAll(reading: Reading, price: Price | null, context: SkillContext): Promise<Computed> {
  const claims = await Promise.all(reading.sums.map((sum) => compute(sum, price, context)));
  const found = claims.filter((claim) => claim !== null);
  return { claims: found, missing: found.length === claims.length ? [] : [{ code: "NOT_COMPUTABLE" }] };
}

const priceOf = ({ tool_call_id }: ToolCall, metric: string): Price => ({
  level: { tool_call_id, path: `/${metric}` },
  change: { tool_call_id, path: "/change" },
});

/** What is asked for at the company's price. */
async function computeAt(
  code: string,
  price: Price,
  { buysFor, ...reading }: Reading,
  context: SkillContext,
  isAlone: boolean,
): Promise<Computed> {
  const amount = buysFor === undefined ? null : operandOf(buysFor.amount);
  if (buysFor === undefined || amount === null) return computeAll(reading, price, context);
  const bought = await affordable(
    { code, amount, price: price.level, isAlone, inLots: buysFor.inLots },
    context,
  );
  return bought === null ? { claims: [], missing: [{ code: "NOT_COMPUTABLE" }] } : { ...bought, missing: [] };
}

async function computeFor(
  code: string,
  reading: Reading,
  context: SkillContext,
  isAlone: boolean,
): Promise<Computed> {
  if (reading.dividendOn !== undefined) return payoutOf(code, reading.dividendOn, context);
  const price = await context.tools.get_price({ code });
  if (!price.ok)
    return { claims: [], missing: [{ code: price.error.code, subject: price.error.subject ?? code }] };
  const { call, value } = price;
  const metric = "current_price" in value ? "current_price" : "close";
  const computed = await computeAt(code, priceOf(call, metric), reading, context, isAlone);
  const isOfDay = reading.sums.some(({ operands }) => operands.includes("change"));
  const beside = (isOfDay ? [metric, "change"] : [metric]).flatMap(
    (each) => context.select(call, `/${each}`) ?? [],
  );
  return {
    ...computed,
    claims: [...computed.claims, ...(computed.claims.length === 0 ? [] : beside)],
    missing: computed.missing.map((miss) => ({ ...miss, subject: code })),
    ...(value.suspended && call.as_of !== undefined ? { since: call.as_of.slice(0, 10) } : {}),
  };
}

/** A stopped stock's last close is not too old to reckon with. */
function freshnessOf(all: readonly Computed[]): Readonly<Record<string, Freshness>> {
  const oldest = all.flatMap(({ since }) => since ?? []).sort()[0];
  if (oldest === undefined) return {};
  const dated = Object.keys(freshness).filter((metric) => metric !== "current_price");
  return Object.fromEntries(dated.map((metric) => [metric, { since: oldest }]));
}

/** Companies of one board have one rule. */
const distinctFacts = (all: readonly Computed[]): readonly Claim[] => [
  ...new Map(all.flatMap(({ facts = [] }) => facts).map((fact) => [JSON.stringify(fact), fact])).values(),
];

const isNumber = ({ subject = "" }: SkillMiss, { numbers }: SkillContext): boolean =>
  numbers.some(({ literal }) => literal === subject);

const notUnderstood = { code: "SUM_NOT_UNDERSTOOD" } as const;

/** The digits of a company's code are no number of the question. */
function questionOf(queries: readonly string[], codes: readonly string[], context: SkillContext): Question {
  const digits = codes.map((code) => code.slice(0, 6));
  const names = queries.filter((query) => codes.includes(query) || digits.includes(query));
  return readQuestion(context.message.text, context.numbers, [...names, ...digits]);
}

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness,
  template: linesByCompany,
  async run({ codes: queries = [] }, context) {
    const { codes, missing, question: unclear } = await resolveCodes(queries, context.tools);
    const question = questionOf(queries, codes, context);
    const rules = codes.length > 0 ? [...withPrice, ...alone] : unclear === null ? alone : withPrice;
    // A formula is about no company, also where the turn before left one open.
    const reading = (codes.length === 0 ? readArithmetic(question) : null) ?? read(question, rules);
    const needsPrice =
      reading?.buysFor !== undefined ||
      reading?.dividendOn !== undefined ||
      reading?.sums.some(({ operands }) =>
        operands.some((operand) => operand === "price" || operand === "change"),
      ) === true;
    if (codes.length === 0 && unclear !== null && (reading === null || needsPrice))
      return { kind: "question", ...unclear };
    const [onlyMiss] = missing;
    // 手续费多少 gives nothing to reckon with: it asks for the rule.
    const told =
      reading === null && stated(question).length === 0 ? context.facts.find(context.message.text) : [];
    if (told.length > 0) return { kind: "answer", claims: told };
    if (reading === null)
      return {
        kind: "refusal",
        ...(codes.length === 0 && onlyMiss !== undefined ? onlyMiss : notUnderstood),
      };
    const isMoney = needsPrice || reading.sums.some(({ metric }) => metrics[metric]?.default_unit === "CNY");
    if (isMoney && speaksOfForeignMoney(context.message.text))
      return { kind: "refusal", code: "NO_EXCHANGE_RATE" };
    const all = needsPrice
      ? await Promise.all(codes.map((code) => computeFor(code, reading, context, codes.length === 1)))
      : [await computeAll(reading, null, context)];
    return {
      kind: "answer",
      claims: [...all.flatMap((each) => each.claims), ...distinctFacts(all)],
      notes: [
        ...all.flatMap((each) => each.notes ?? []),
        ...(reading.notes ?? []).map((name) => notes[name]),
      ],
      // Words that no list knows are no company where the numbers alone made sense, and a number of the sum is none.
      missing: [
        ...(needsPrice ? missing.filter((each) => !isNumber(each, context)) : []),
        ...all.flatMap((each) => each.missing),
      ],
      freshness: freshnessOf(all),
      ...(unclear === null || !needsPrice ? {} : { question: unclear }),
    };
  },
});
