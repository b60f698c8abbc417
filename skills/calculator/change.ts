import { asksBreakEven } from "./holding.ts";
import { constant, type Question, type Reading, stated } from "./question.ts";

const percentOf = /⟨(\d+)⟩\s*(?:的|\s+of\s+)\s*⟨(\d+)⟩/;

/** 1800的15%, 15% of 1800. */
export function readPercentOf(question: Question): Reading | null {
  const { words, given } = question;
  const match = percentOf.exec(words);
  const [a, b] = [given[Number(match?.[1])], given[Number(match?.[2])]];
  if (match === null || a === undefined || b === undefined || stated(question).length !== 2) return null;
  const pair = [a, b];
  if (pair.filter(({ kind }) => kind === "percent").length !== 1) return null;
  const metric = pair.some(({ unit }) => unit === "CNY") ? "calc_money" : "calc_number";
  return { sums: [{ metric, expression: "a*b", operands: [a, b] }] };
}

const fromTo =
  /⟨(\d+)⟩\s*(?:点|元)?\s*(?:上涨|下跌|涨|跌|升|降|变|增长|增加|减少|回落|反弹)?\s*(?:回到?|到|至|成|为|to|->|→)\s*⟨(\d+)⟩/;

/** 1800涨到1900是百分之几: the change in per cent and as a number. */
export function readChange(question: Question): Reading | null {
  const { words, given } = question;
  const match = fromTo.exec(words);
  const [from, to] = [given[Number(match?.[1])], given[Number(match?.[2])]];
  if (match === null || from === undefined || to === undefined || stated(question).length !== 2) return null;
  const isSound = from.kind !== "percent" && from.kind !== "term" && to.kind === from.kind;
  if (!isSound) return null;
  const money = from.unit === "CNY" || to.unit === "CNY";
  const operands = [from, to];
  return {
    sums: [
      { metric: "calc_change", expression: "(b-a)/a", operands },
      { metric: money ? "calc_money_difference" : "calc_difference", expression: "b-a", operands },
    ],
  };
}

/** 跌20%要涨多少才能回本; 本金5万亏了12%要涨多少回本, whatever the principal is. */
export function readBreakEven(question: Question): Reading | null {
  const numbers = stated(question);
  const loss = numbers.find(({ kind }) => kind === "percent");
  const others = numbers.filter((each) => each !== loss);
  const isPrincipal =
    others.length === 1 && others[0]?.kind === "amount" && /本金|投了?|买了?|principal/.test(question.words);
  const asks = asksBreakEven.test(question.words);
  if (!asks || loss === undefined || (others.length > 0 && !isPrincipal)) return null;
  const operands = [loss, constant("one")];
  return { sums: [{ metric: "calc_break_even", expression: "a/(b-a)", operands }] };
}

const rise = /涨|赚|盈利|增长|收益|\b(?:up|rises?|gains?|gained|profit|grows?|grew|increase)\b/;
const fall = /跌|亏|损失|下降|\b(?:down|falls?|fell|loses?|lost|loss|drops?|decrease)\b/;
/** 五粮液跌10%是多少钱: the company's price after one move. */
export function readPriceAfter(question: Question): Reading | null {
  const { words } = question;
  const [rate, ...others] = stated(question);
  if (rate?.kind !== "percent" || others.length > 0 || asksForGain.test(words)) return null;
  const [isRise, isFall] = [rise.test(words), fall.test(words)];
  if (isRise === isFall || !/多少|几|how much|what|where/.test(words)) return null;
  const expression = isRise ? "a*(c+b)" : "a*(c-b)";
  return { sums: [{ metric: "calc_price_after", expression, operands: ["price", rate, constant("one")] }] };
}

const asksForGain =
  /(?:赚|亏|亏损|盈利|损失|盈亏|收益)(?:了|掉)?(?:多少|几)|how much.{0,20}(?:gain|profit|lose|loss|make)/;

/** 100万买入涨15%赚多少, 1800涨5%是多少: an amount after one move. */
export function readMove(question: Question): Reading | null {
  const { words } = question;
  const numbers = stated(question);
  const rate = numbers.find(({ kind }) => kind === "percent");
  const amount = numbers.find(({ kind }) => kind === "amount");
  if (rate === undefined || amount === undefined || numbers.length !== 2) return null;
  const wanted = words.search(asksForGain);
  const before = wanted < 0 ? words : words.slice(0, wanted);
  const [isRise, isFall] = [rise.test(before), fall.test(before)];
  if (isRise === isFall) return null;
  const operands = [amount, rate];
  if (wanted >= 0)
    return { sums: [{ metric: "calc_gain", expression: isRise ? "a*b" : "-(a*b)", operands }] };
  const metric =
    amount.unit === "CNY" || /本金|万/.test(words + amount.literal) ? "calc_final" : "calc_number";
  const expression = isRise ? "a*(c+b)" : "a*(c-b)";
  return { sums: [{ metric, expression, operands: [...operands, constant("one")] }] };
}
