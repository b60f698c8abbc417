import { z } from "zod";
import {
  type Bilingual,
  type Claim,
  defineSkill,
  type Freshness,
  linesByCompany,
  maxQueries,
  type NumericClaim,
  type Operand,
  resolveCodes,
  type SkillContext,
  type SkillMiss,
  speaksOfForeignMoney,
  type ToolCall,
} from "#contract";
import { readArithmetic, readPriceArithmetic } from "./arithmetic.ts";
import { readBreakEven, readChange, readMove, readPercentOf, readPriceAfter } from "./change.ts";
import { payoutAfter, payoutOf, readDividend } from "./dividend.ts";
import { baseOf, stepOn } from "./follow-up.ts";
import { readGivenPrice } from "./given-price.ts";
import { readGrowth } from "./growth.ts";
import { readHeld } from "./held.ts";
import { asksGainAtLimit, asksGainOfOtherTime, readAverageCost, readFees, readHolding } from "./holding.ts";
import { factsOf, readLimit } from "./limit.ts";
import { affordable, smallestOrder } from "./lots.ts";
import { readAddedNow, readLots } from "./lots-together.ts";
import { freshness, metrics } from "./metrics.ts";
import { notes } from "./notes.ts";
import { type NoteName, operandOf, type Question, type Reading, readQuestion, type Sum } from "./question.ts";
import { orSharesBefore, readSeveral, totalsOf } from "./several.ts";
import { readSupposedHolding, readSupposedLevel } from "./supposed.ts";
import { readTarget } from "./target.ts";
import { untold } from "./untold.ts";

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
  readLimit,
  readArithmetic,
  readPercentOf,
  readGivenPrice,
  readAverageCost,
  (question) => readFees(question, false),
  readBreakEven,
  readTarget,
  readGrowth,
  readChange,
  readMove,
];
const withPrice: readonly Rule[] = [
  readDividend,
  readPriceArithmetic,
  readGivenPrice,
  readAverageCost,
  readAddedNow,
  (question) => readFees(question, true),
  readTarget,
  readSupposedHolding,
  readHolding,
  readPriceAfter,
  readSupposedLevel,
];

function read(question: Question, rules: readonly Rule[]): Reading | null {
  for (const rule of rules) {
    const reading = rule(question);
    if (reading !== null) return reading;
  }
  return null;
}

/** Lots are of one company. */
const readAbout = (question: Question, codes: readonly string[]): Reading | null =>
  read(
    question,
    codes.length === 0 ? alone : [...withPrice, ...(codes.length === 1 ? [readLots] : []), ...alone],
  );

/** What is told of a price that is not today's is shown beside today's. */
const besidePrice: ReadonlySet<NoteName> = new Set(["supposed", "to_supposed", "target"]);

const isAtPrice = ({ buysFor, dividendOn, sums, notes = [] }: Reading): boolean =>
  buysFor !== undefined ||
  dividendOn !== undefined ||
  notes.some((name) => besidePrice.has(name)) ||
  sums.some(({ operands }) => operands.some((operand) => operand === "price" || operand === "change"));

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

/** Nothing is left to recover where the price is above the cost. */
const isRecovered = ({ metric, value }: NumericClaim): boolean => metric === "calc_break_even" && value < 0;

async function computeAll(reading: Reading, price: Price | null, context: SkillContext): Promise<Computed> {
  const claims = await Promise.all(reading.sums.map((sum) => compute(sum, price, context)));
  const found = claims.filter((claim) => claim !== null);
  const shown = found.filter((claim) => !isRecovered(claim));
  return {
    claims: shown,
    facts: factsOf(reading, context),
    missing: found.length === claims.length ? [] : [{ code: "NOT_COMPUTABLE" }],
    ...(shown.length === found.length ? {} : { notes: [notes.in_profit] }),
  };
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
  if (buysFor === undefined || amount === null) {
    const ordered = await smallestOrder(code, reading.sums, context);
    if (ordered === null) return computeAll(reading, price, context);
    const { sums, facts, notes: remarks } = ordered;
    return { ...(await computeAll({ ...reading, sums }, price, context)), facts, notes: remarks };
  }
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

const distinctNotes = (all: readonly Computed[]): readonly Bilingual[] => [
  ...new Set(all.flatMap((each) => each.notes ?? [])),
];

const isNumber = ({ subject = "" }: SkillMiss, { numbers }: SkillContext): boolean =>
  numbers.some(({ literal }) => literal === subject);

/** The digits of a company's code are no number of the question. */
function questionOf(queries: readonly string[], codes: readonly string[], context: SkillContext): Question {
  const digits = codes.map((code) => code.slice(0, 6));
  const names = queries.filter((query) => codes.includes(query) || digits.includes(query));
  return readQuestion(context.message.text, context.numbers, [...names, ...digits]);
}

interface Understood {
  readonly reading: Reading | null;
  readonly codes: readonly string[];
}

/** What the question comes to, by itself or with the sum before it, and the companies it is about then. */
function understand(
  question: Question,
  { codes, unclear }: { codes: readonly string[]; unclear: boolean },
  context: SkillContext,
): Understood {
  if (unclear && codes.length === 0)
    // A formula is about no company, also where the turn before left one open.
    return { reading: readArithmetic(question) ?? read(question, withPrice), codes };
  const payout = payoutAfter(question, context);
  if (payout !== null) return { reading: payout, codes };
  return stepOn(question, codes, baseOf(context, readAbout), readAbout);
}

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness,
  template: linesByCompany,
  async run({ codes: queries = [] }, context) {
    const { codes: named, missing, question: unclear } = await resolveCodes(queries, context.tools);
    const question = questionOf(queries, named, context);
    if (asksGainAtLimit(question.words)) return { kind: "refusal", code: "GAIN_AT_LIMIT" };
    if (asksGainOfOtherTime(question.words)) return { kind: "refusal", code: "GAIN_OF_OTHER_TIME" };
    const told = orSharesBefore(question, named, context);
    const held = unclear === null ? await readHeld(question, named, context, readAbout) : null;
    if (held?.kind === "untold")
      return { kind: "refusal", code: held.lacksCost ? "COST_NEEDED" : "SUM_NOT_UNDERSTOOD" };
    const several = held?.readings ?? (await readSeveral(told, named, context));
    const { reading, codes } =
      several === null
        ? understand(question, { codes: named, unclear: unclear !== null }, context)
        : { reading: [...several.values()][0] ?? null, codes: [...several.keys()] };
    const needsPrice = reading !== null && isAtPrice(reading);
    if (codes.length === 0 && unclear !== null && (reading === null || needsPrice))
      return { kind: "question", ...unclear };
    if (reading === null)
      return untold(
        question,
        {
          only: codes.length === 0 ? missing[0] : undefined,
          lacksCompany: queries.length === 0 && read(question, withPrice) !== null,
        },
        context,
      );
    const isMoney = needsPrice || reading.sums.some(({ metric }) => metrics[metric]?.default_unit === "CNY");
    if (isMoney && speaksOfForeignMoney(context.message.text))
      return { kind: "refusal", code: "NO_EXCHANGE_RATE" };
    const isAlone = codes.length === 1;
    const all =
      needsPrice && codes.length > 0
        ? await Promise.all(
            codes.map((code) => computeFor(code, several?.get(code) ?? reading, context, isAlone)),
          )
        : [await computeAll(reading, null, context)];
    const totals = await totalsOf(
      told.question.words,
      all.map(({ claims }) => claims),
      context,
    );
    return {
      kind: "answer",
      claims: [...totals, ...all.flatMap((each) => each.claims), ...distinctFacts(all)],
      notes: [...distinctNotes(all), ...(reading.notes ?? []).map((name) => notes[name])],
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
