import type { Bilingual, Claim, EventRow, EventsValue, Operand, SkillContext, SkillMiss } from "#contract";
import { feeWords, sells } from "./holding.ts";
import { type Given, type Question, type Reading, readQuestion, stated } from "./question.ts";

const namesDividend =
  /分红(?!率)|派息(?!率)|派现|股息(?!率)|红利(?!税)|分到?多少|dividends?(?! yield)|payout(?! ratio)/;
const asksWhatComes = /能?[拿领]到?多少/;

/** 能分红多少, 能拿多少; what a sale brings (卖了能拿多少) is none. */
export const asksDividend = (words: string): boolean =>
  namesDividend.test(words) || (asksWhatComes.test(words) && !sells.test(words));

/** 100股茅台能分红多少: a number of shares and nothing else to reckon with. */
export function readDividend(question: Question): Reading | null {
  const [quantity, ...others] = stated(question);
  if (quantity?.kind !== "quantity" || others.length > 0 || !asksDividend(question.words)) return null;
  return { sums: [], dividendOn: quantity };
}

const isEllipsis = ({ words }: Question): boolean =>
  (!/多少|几|值|买|卖/.test(words) && !feeWords.test(words)) || asksDividend(words);

/**
 * 茅台一股分多少钱, 我有200股呢: behind a dividend a number of shares asks what they are paid, and behind that 五粮液呢 what as many of
 * another company are.
 */
export function payoutAfter(
  question: Question,
  { session, numbersOf }: Pick<SkillContext, "session" | "numbersOf">,
): Reading | null {
  const last = session.at(-1);
  const told = new Set(
    last?.claims.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.metric])) ?? [],
  );
  if (!told.has("dividend_per_10") || !isEllipsis(question)) return null;
  const [own, ...others] = question.given.filter(({ kind }) => kind === "quantity");
  if (stated(question).some(({ kind }) => kind !== "quantity") || others.length > 0) return null;
  if (own !== undefined) return { sums: [], dividendOn: own };
  const [before] = told.has("calc_dividend")
    ? readQuestion(last?.said ?? "", numbersOf(last?.said ?? ""), []).given
    : [];
  return before?.kind === "quantity" ? { sums: [], dividendOn: before } : null;
}

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const beforeTax = note(
  "按税前派现计算,未扣红利税。",
  "Counted before tax; the tax on dividends is not deducted.",
);

/** What the amount rests on, by where the dividend stands in the list. */
const bases = {
  coming: note(
    "按已公告实施、还没有除权的分红计算。",
    "Counted by the dividend that is announced and not yet ex.",
  ),
  planned: note(
    "按还没有实施的分红方案计算,金额可能变。",
    "Counted by a plan that is not carried out yet; its amount may change.",
  ),
  past: note("按最近一次已实施的分红计算。", "Counted by the last dividend that was carried out."),
} as const;

/** The dividend ahead, else the newest plan, else the last one paid; null where none of them is in cash. */
function dividendIn(value: EventsValue): { readonly list: keyof typeof bases; readonly path: string } | null {
  for (const list of ["coming", "planned", "past"] as const) {
    const at = value[list].findIndex((row: EventRow) => typeof row.dividend_per_10 === "number");
    if (at >= 0) return { list, path: `/${list}/${at}` };
  }
  return null;
}

/** What one company pays. */
export interface Payout {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
}

const missed = (miss: SkillMiss): Payout => ({ claims: [], notes: [], missing: [miss] });

/** What a number of shares of a company is paid, with the dividend that it is counted by. */
export async function payoutOf(code: string, shares: Given, context: SkillContext): Promise<Payout> {
  const found = await context.tools.get_events({ code, kind: "dividends" });
  if (!found.ok) {
    const { code: fault, subject = code } = found.error;
    return missed({ code: fault === "NOT_OFFERED" ? "NO_EVENT_DATA" : fault, subject });
  }
  const { call, value } = found;
  const dividend = dividendIn(value);
  if (dividend === null) return missed({ code: "NO_DATA", subject: code });
  const { list, path } = dividend;
  const operands: Operand[] = [
    { literal: shares.literal, origin: "user" },
    { tool_call_id: call.tool_call_id, path: `${path}/dividend_per_10` },
    { constant: "shares_per_dividend", origin: "constant" },
  ];
  const paid = await context.tools.calculate({ expression: "a*b/c", operands, metric: "calc_dividend" });
  const amount = paid.ok ? context.select(paid.call, "/calc_dividend") : null;
  if (amount === null) return missed({ code: "NOT_COMPUTABLE", subject: code });
  const label = context.language === "zh" ? "paid_for_zh" : "paid_for_en";
  const claims = [
    amount,
    context.quote(call, `${path}/${label}`, "label"),
    context.select(call, `${path}/dividend_per_10`),
    context.quote(call, `${path}/ex_date`, "date"),
  ];
  return {
    claims: claims.filter((claim) => claim !== null),
    notes: [bases[list], beforeTax],
    missing: [],
  };
}
