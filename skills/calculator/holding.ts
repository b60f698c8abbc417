import { levelOf } from "./level.ts";
import { constant, type Given, type Lot, type Question, type Reading, type Sum, stated } from "./question.ts";

const costWords = /成本|买的|买入|买进|建仓|均价|入手|持仓|买了|bought|cost|basis|paid|\bat\b|entry/;
const askProfit = /赚|亏|赔|盈|收益|浮|回报|涨|跌|profit|loss|gain|return|\bup\b|\bdown\b/;
const askValue = /值|市值|我有|持有|手[里上头]有?|worth|value/;

/** 赚了多少, how much did I make: a gain that needs to know what was paid. */
export const asksOwnGain =
  /[赚亏赔]了?(?:多少|几|吗|没)|盈亏|浮[盈亏]|\b(?:make|made|lose|lost|profit|gain)\b/;

/** 涨停我200股赚多少: a gain at a limit price that has not come (涨停了赚多少 is one at the price of now). */
export const asksGainAtLimit = (words: string): boolean =>
  /[涨跌]停(?!了)|limit[- ]?(?:up|down)/.test(words) &&
  /[赚亏赔盈]|\b(?:make|lose|profit|loss|gain)\b/.test(words);

/** Words of a sale; also inside 买卖. */
export const sells = /[卖抛]|出手|清仓|\b(?:sell|sold|selling)\b/;
/** 2000卖200股: the price of a sale is no cost. */
const isSaleAt = /⟨(\d+)⟩\s*(?:的?价格?)?(?:就|时|再)?(?:卖|抛|出手|清仓)/;
const askShares =
  /(?:能|可以|够|可)买(?:得?)(?:到|起)?(?:多少|几)|买得起(?:多少|几)|买[^,，。]{0,10}够|够(?:不够)?买|how many (?:[a-z]+ )?(?:shares|lots)|afford/;

/** Up to today is since the purchase. */
const askDay = /(?<![到至])(?:今[天日儿]|当[天日])|(?<!(?:until|till|up to|as of) )\btoday/;
const dayGain = /[赚亏盈赔涨跌]|profit|loss|lose|lost|gain|ma[dk]e\b/;

/** 今天赚了多少: of the day alone, not since the purchase. */
export const asksDayGain = (words: string): boolean => askDay.test(words) && dayGain.test(words);

const otherTime =
  /(?:昨[天日儿]|前[天日]|[上这本]个?(?:周|星期|礼拜|月|季度?)|近[^,，。]{1,5}[天日周月])[^,，。买入]{0,6}[赚亏盈赔]|\b(?:made?|make|lose|lost|gain(?:ed)?|profit|loss)\b[^,.]{0,12}\b(?:yesterday|(?:this|last) (?:week|month|quarter))\b/;

/** 昨天赚了多少, how much did I make this week: a gain of a time of which neither the beginning nor the end is known as a price paid or of now. */
export const asksGainOfOtherTime = (words: string): boolean => otherTime.test(words);
/** What is sold or was bought today has gained since it was bought, not since yesterday's close. */
const tradesToday =
  /(?:今[天日儿]|当[天日])[^,，。;；]{0,8}(?:买|卖|抛|出手|清仓|入手|建仓)|\b(?:sell|sold|bought|buy)\b[^,.;]{0,24}\btoday|\btoday\b[^,.;]{0,16}\b(?:sell|sold|bought|buy)\b/;
export const asksBreakEven = /回本|保本|解套|break[- ]?even|recover/;

interface Facts {
  readonly quantities: readonly Given[];
  readonly amounts: readonly Given[];
}

function factsOf(question: Question): Facts | null {
  const numbers = stated(question);
  const quantities = numbers.filter(({ kind }) => kind === "quantity");
  const amounts = numbers.filter(({ kind }) => kind === "amount");
  return quantities.length + amounts.length === numbers.length ? { quantities, amounts } : null;
}

const lotOf = (quantity: Given | undefined, cost?: Given): readonly Lot[] =>
  quantity === undefined ? [] : [{ quantity, ...(cost === undefined ? {} : { cost }) }];

/** What a share or a holding has gained at the price, beside what was paid for a share. */
export function profitOf(cost: Given, quantity: Given | undefined): readonly Sum[] {
  const rate: Sum = { metric: "calc_return", expression: "(a-b)/b", operands: ["price", cost] };
  if (quantity === undefined)
    return [rate, { metric: "calc_profit_per_share", expression: "a-b", operands: ["price", cost] }];
  return [
    { metric: "calc_profit", expression: "(a-b)*c", operands: ["price", cost, quantity] },
    rate,
    { metric: "calc_value", expression: "a*b", operands: ["price", quantity] },
  ];
}

/** How far the price is from what was paid, and how far it has to rise to be there again. */
export const costAndPrice = (cost: Given): Reading => ({
  sums: [
    { metric: "calc_return", expression: "(a-b)/b", operands: ["price", cost] },
    { metric: "calc_break_even", expression: "(b-a)/a", operands: ["price", cost] },
  ],
  notes: ["fees"],
});

/** What a number of shares costs or is worth, what a holding has gained, how many shares an amount buys: at the company's price. */
export function readHolding(question: Question): Reading | null {
  const facts = factsOf(question);
  if (facts === null) return null;
  const { words } = question;
  const { quantities, amounts } = facts;
  const [quantity, ...moreQuantities] = quantities;
  const [amount, ...moreAmounts] = amounts;
  if (moreQuantities.length > 0 || moreAmounts.length > 0) return null;
  if (askShares.test(words) && amount !== undefined && quantity === undefined)
    return { sums: [], buysFor: { amount, inLots: /手|lots/.test(words) }, notes: ["fees"] };
  // 今天亏了多少 is no gain since the purchase.
  if (quantity !== undefined && asksDayGain(words) && (amount === undefined || !tradesToday.test(words)))
    return {
      sums: [{ metric: "calc_day_profit", expression: "a*b", operands: ["change", quantity] }],
      lots: lotOf(quantity, amount),
      notes: ["fees"],
    };
  if (amount !== undefined) {
    if (costWords.test(words) && asksBreakEven.test(words)) return costAndPrice(amount);
    if (!costWords.test(words) && !(quantity !== undefined && askProfit.test(words))) return null;
    if (question.given[Number(isSaleAt.exec(words)?.[1])] === amount) return null;
    return { sums: profitOf(amount, quantity), lots: lotOf(quantity, amount), notes: ["fees"] };
  }
  // What was paid before is needed for 补仓100股成本降到多少.
  if (quantity === undefined || /补仓|摊薄|均摊|成本[^,，。]{0,2}降/.test(words)) return null;
  // What a holding costs or is worth is no gain.
  if (asksOwnGain.test(words) && !/值|worth/.test(words)) return null;
  const metric = askValue.test(words) || sells.test(words) ? "calc_value" : "calc_cost";
  return {
    sums: [{ metric, expression: "a*b", operands: ["price", quantity] }],
    lots: lotOf(quantity),
    notes: ["fees"],
  };
}

/** 1000股成本10元,再买500股8元: what a share has cost on average. */
export function readAverageCost(question: Question): Reading | null {
  const facts = factsOf(question);
  if (facts === null || !/平均成本|摊薄|均价|补仓|均摊|average cost/.test(question.words)) return null;
  const [q1, q2, ...moreQuantities] = facts.quantities;
  const [c1, c2, ...moreAmounts] = facts.amounts;
  if (q1 === undefined || q2 === undefined || c1 === undefined || c2 === undefined) return null;
  if (moreQuantities.length > 0 || moreAmounts.length > 0) return null;
  const operands = [q1, c1, q2, c2];
  return {
    sums: [{ metric: "calc_average_cost", expression: "(a*b+c*d)/(a+c)", operands }],
    notes: ["fees"],
  };
}

export const feeWords =
  /手续费|佣金|税(?![前后率])|过户费|交易费|费用|commission|\bfees?\b|stamp|\btax(?:es)?\b/;
const rateInTenThousand = /(万|千)分?之?\s*⟨(\d+)⟩/;

interface Rate {
  readonly given: Given;
  readonly scale: "ten_thousand" | "thousand" | null;
}

/** The broker's rate as the user tells it: 万2.5, 千1, 0.03%. */
function rateOf({ words, given }: Question): Rate | null {
  const match = rateInTenThousand.exec(words);
  const told = given[Number(match?.[2])];
  if (match !== null && told !== undefined)
    return { given: told, scale: match[1] === "万" ? "ten_thousand" : "thousand" };
  const percent = given.find(({ kind }) => kind === "percent");
  return percent === undefined ? null : { given: percent, scale: null };
}

const writtenRate: Readonly<Record<NonNullable<Rate["scale"]>, string>> = {
  ten_thousand: "万",
  thousand: "千",
};

const stampDuty = /印花税|stamp/;
const buys = /买|buy|purchas|bought/;

/** The sum before that fees are asked of, and what it was about. */
interface Traded {
  readonly question: Question;
  readonly isOfFees: boolean;
  /** Where neither is said: what is held is sold, what is afforded is bought. */
  readonly isHeld: boolean;
  readonly isBought: boolean;
  /** The price that is supposed, which is no amount of the trade. */
  readonly level: Given | undefined;
}

/** Which side of a trade a question is told to be; empty where neither is. */
const sideOf = (words: string): "" | "买入" | "卖出" =>
  sells.test(words) ? "卖出" : buys.test(words) ? "买入" : "";

/**
 * 佣金呢, 万二的佣金, 卖呢, 30万呢: fees of what was traded before, or of another amount, at the broker's rate that is told now or was before;
 * null where the question asks for none. 印花税呢 behind a purchase stays one of a purchase, which bears none.
 */
export function feesAfter(
  own: Question,
  { question: before, isOfFees, isHeld, isBought, level }: Traded,
): Question | null {
  const rate = rateOf(own) ?? rateOf(before);
  const [amount, ...others] = stated(own).filter((each) => each !== rate?.given && each !== level);
  const isEllipsis = /^(?:那|要是|如果)?⟨\d+⟩(?:块钱?|元)?[呢?？。! ]*$/.test(own.words.trim());
  const isTurned =
    isOfFees && /^(?:那|要是|如果)?[买卖](?:出|入|掉)?(?:的话)?[呢?？。! ]*$/.test(own.words.trim());
  const asks = feeWords.test(own.words) || own.words.includes("税") || isTurned;
  if (
    others.length > 0 ||
    (amount === undefined ? !asks : !(isOfFees && isEllipsis && amount.kind === "amount"))
  )
    return null;
  const told = stated(before).filter((each) => each !== rate?.given);
  const traded =
    amount ?? told.find(({ kind }) => kind === "quantity") ?? told.find(({ kind }) => kind === "amount");
  const [sideBefore, side] = [sideOf(before.words), sideOf(own.words)];
  // 1800涨到1900是百分之几 is about no trade.
  const isTrade = isOfFees || isHeld || isBought || traded?.kind === "quantity";
  if (traded === undefined || !(isTrade || sideBefore !== "")) return null;
  const assumed = isHeld ? "卖出" : sideBefore !== "" ? sideBefore : isBought ? "买入" : "";
  const written = rate === null ? "" : `${rate.scale === null ? "" : writtenRate[rate.scale]}⟨1⟩`;
  return {
    words: `${side === "" ? assumed : side}⟨0⟩${stampDuty.test(own.words) ? "印花税" : "手续费"}${written}`,
    given: rate === null ? [traded] : [traded, rate.given],
  };
}

/** The rate of the commission as an expression of the operands that are put in. */
function commission({ given, scale }: Rate, put: (operand: Sum["operands"][number]) => string): string {
  const rate = put(given);
  return scale === null ? rate : `${rate}/${put(constant(scale))}`;
}

/** What is traded: an amount of money, or shares at the company's price; null where that is unclear. */
function tradedOf(others: readonly Given[], hasPrice: boolean): Sum["operands"] | null {
  const [base, ...more] = others;
  if (base === undefined || more.length > 0) return null;
  if (base.kind === "amount") return [base];
  return base.kind === "quantity" && hasPrice ? [base, "price"] : null;
}

/** Fees and taxes of one trade of an amount of money, or of shares at the company's price. */
export function readFees(question: Question, hasPrice: boolean): Reading | null {
  const { words } = question;
  if (!feeWords.test(words)) return null;
  const rate = rateOf(question);
  const level = levelOf(question)?.level;
  const others = stated(question).filter((each) => each !== rate?.given && each !== level);
  // 涨到2000卖掉手续费多少: a price is no amount that is traded.
  const isOfShares = others.length === 1 && others[0]?.kind === "quantity";
  const traded = level === undefined ? tradedOf(others, hasPrice) : isOfShares ? [...others, level] : null;
  if (traded === null) return null;
  const operands = [...traded];
  const put = (operand: Sum["operands"][number]) => String.fromCharCode(96 + operands.push(operand));
  const turnover = traded.length > 1 ? "(a*b)" : "a";
  const isSale = /卖|sell|sale|sold/.test(words);
  const isPurchase = buys.test(words);
  const rates: (readonly [metric: string, rate: string])[] = [];
  if (rate !== null) rates.push(["calc_commission", commission(rate, put)]);
  if (isSale || !isPurchase) rates.push(["calc_stamp_duty", put(constant("stamp_duty_rate"))]);
  rates.push(["calc_transfer_fee", put(constant("transfer_fee_rate"))]);
  if (rate !== null) rates.push(["calc_fees", rates.map(([, each]) => each).join("+")]);
  // 买100股要多少钱,手续费万2.5 asks for both.
  const asksCost = traded.length > 1 && !isSale && /多少钱|花多少|how much/.test(words);
  const cost: readonly Sum[] = asksCost ? [{ metric: "calc_cost", expression: "a*b", operands: traded }] : [];
  const isUnclear = !isSale && (!isPurchase || stampDuty.test(words));
  return {
    sums: [
      ...cost,
      ...rates.map(([metric, each]) => ({ metric, expression: `${turnover}*(${each})`, operands })),
    ],
    notes: [
      rate === null ? "commission" : "minimum",
      ...(isUnclear ? (["side"] as const) : []),
      ...(level === undefined ? [] : (["supposed"] as const)),
    ],
  };
}
