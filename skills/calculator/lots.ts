import type { Bilingual, Claim, Operand, SkillContext } from "#contract";
import { constant, operandOf, type Sum } from "./question.ts";

interface Board {
  /** The registered constant with the fewest shares of one order. */
  readonly fewest: string;
  /** True where an order grows by single shares above that; else it is a multiple of it. */
  readonly single: boolean;
  /** The registered fact that says so. */
  readonly fact: string;
}

/** How many shares an order may be for, by the code's board. */
const boards: readonly (readonly [code: RegExp, board: Board])[] = [
  [/^68[89]\d{3}\.SH$/, { fewest: "shares_of_star_order", single: true, fact: "lot-star" }],
  [/\.BJ$/, { fewest: "shares_per_lot", single: true, fact: "lot-beijing" }],
  [/./, { fewest: "shares_per_lot", single: false, fact: "lot-main-boards" }],
];

const tooDearForSome: Bilingual = {
  zh: "这笔钱不够买其中一些公司的最低申报数量;这些公司的所需金额是买最低申报数量的钱。",
  en: "For some of the companies that amount does not buy the smallest order; the amount needed of these is for the smallest order.",
};

const tooDear: Bilingual = {
  zh: "这笔钱不够买最低的申报数量,所需金额是买最低申报数量的钱。",
  en: "That amount does not buy the smallest order; the amount needed is for the smallest order.",
};

/** What an amount buys of one company. */
export interface Affordable {
  /** The number of shares, and what they cost; where it is none, what the smallest order costs. */
  readonly claims: readonly Claim[];
  readonly facts: readonly Claim[];
  readonly notes: readonly Bilingual[];
}

interface Purchase {
  readonly code: string;
  readonly amount: Operand;
  readonly price: Operand;
  readonly isAlone: boolean;
  /** Whether lots are asked for, beside the shares that they are. */
  readonly inLots: boolean;
}

const belowSmallest: Bilingual = {
  zh: "一手不到该公司的最低申报数量,所需金额是买最低申报数量的钱。",
  en: "A lot is less than the company's smallest order; the amount needed is for the smallest order.",
};

const boardOf = (code: string): Board | undefined => boards.find(([pattern]) => pattern.test(code))?.[1];

const ruleOf = ({ fact }: Board, { facts }: SkillContext): readonly Claim[] =>
  facts.find("最少买多少股").filter(({ cite }) => cite.competence_id === fact);

/** A purchase by lots, and what is said of it. */
export interface Ordered extends Pick<Affordable, "facts" | "notes"> {
  readonly sums: readonly Sum[];
}

/** 买一手: the cost of the board's smallest order where a lot is less than that; null where the lots can be bought as they are. */
export async function smallestOrder(
  code: string,
  sums: readonly Sum[],
  context: SkillContext,
): Promise<Ordered | null> {
  const board = boardOf(code);
  const lots = sums
    .filter(({ metric }) => metric === "calc_cost")
    .flatMap(({ operands }) => operands)
    .find((operand) => typeof operand === "object" && "unit" in operand && operand.unit === "手");
  const count = lots === undefined ? null : operandOf(lots);
  if (board === undefined || count === null) return null;
  const fewest = constant(board.fewest);
  const orders = await context.tools.calculate({
    expression: "[a/b]",
    operands: [count, { ...fewest, origin: "constant" }],
    metric: "calc_shares",
  });
  if (!orders.ok || context.select(orders.call, "/calc_shares")?.value !== 0) return null;
  return {
    sums: sums.map((sum) => ({
      ...sum,
      operands: sum.operands.map((each) => (each === lots ? fewest : each)),
    })),
    facts: ruleOf(board, context),
    notes: [belowSmallest],
  };
}

/** How many shares an amount buys as an order may be, by the rule of the company's board; null where that cannot be computed. */
export async function affordable(
  { code, amount, price, isAlone, inLots }: Purchase,
  context: SkillContext,
): Promise<Affordable | null> {
  const board = boardOf(code);
  if (board === undefined) return null;
  const fewest: Operand = { constant: board.fewest, origin: "constant" };
  const count = (expression: string, operands: readonly Operand[]) =>
    context.tools.calculate({ expression, operands: [...operands], metric: "calc_shares" });
  const wholeOrders = await count("[a/(b*c)]*c", [amount, price, fewest]);
  if (!wholeOrders.ok) return null;
  const isNone = context.select(wholeOrders.call, "/calc_shares")?.value === 0;
  const shares = board.single && !isNone ? await count("[a/b]", [amount, price]) : wholeOrders;
  if (!shares.ok) return null;
  const found: Operand = { tool_call_id: shares.call.tool_call_id, path: "/calc_shares" };
  const derive = async (expression: string, operands: readonly Operand[], metric: string) => {
    const derived = await context.tools.calculate({ expression, operands: [...operands], metric });
    return derived.ok ? context.select(derived.call, `/${metric}`) : null;
  };
  const claims = [
    inLots && !board.single ? await derive("a", [found], "calc_lots") : null,
    context.select(shares.call, "/calc_shares"),
    await derive("a*b", [price, isNone ? fewest : found], "calc_cost"),
  ];
  return {
    claims: claims.filter((claim) => claim !== null),
    facts: ruleOf(board, context),
    notes: isNone ? [isAlone ? tooDear : tooDearForSome] : [],
  };
}
