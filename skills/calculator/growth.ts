import { constant, type Given, type Question, type Reading, type Sum, stated } from "./question.ts";

const rateWords =
  "年化|年利率|利率|年息|复利|单利|年收益|年回报|每年|annual(?:ly|i[sz]ed)?|per year|a year|compound(?:ed)?";
const rateFirst = new RegExp(
  `(?:${rateWords}|\\bat)(?:收益率?|回报率?|利率|return|为|是|约|按|涨|增长|\\s|的)*⟨(\\d+)⟩`,
  "g",
);
const rateLast = new RegExp(`⟨(\\d+)⟩\\s*(?:的|\\s)*(?:${rateWords})`, "g");

const years = (letter: string): readonly [expression: string, needed: Sum["operands"][number]] => [
  `(${letter}/z)`,
  constant("days_per_year"),
];

interface Facts {
  readonly rate: Given | undefined;
  readonly term: Given | undefined;
  readonly amounts: readonly Given[];
}

function factsOf(question: Question): Facts | null {
  const numbers = stated(question);
  const terms = numbers.filter(({ kind }) => kind === "term");
  const rates = numbers.filter(({ kind }) => kind === "percent");
  const amounts = numbers.filter(({ kind }) => kind === "amount");
  const isWhole = terms.length + rates.length + amounts.length === numbers.length;
  if (!isWhole || terms.length !== 1 || rates.length > 1) return null;
  return { rate: rates[0], term: terms[0], amounts };
}

/** True where the percentage is said to be one of every year. */
function isYearly({ words, given }: Question, rate: Given): boolean {
  const places = [rateFirst, rateLast].flatMap((pattern) =>
    [...words.matchAll(pattern)].map(([, place]) => Number(place)),
  );
  return places.some((place) => given[place] === rate);
}

/** Expression letters by operand; `z` is turned into the letter of the last operand. */
function sum(metric: string, expression: string, operands: Sum["operands"]): Sum {
  const last = String.fromCharCode(96 + operands.length);
  return { metric, expression: expression.replaceAll("z", last), operands };
}

/** 10万年化8%三年复利: what it grows to. */
function grown({ rate, term, amounts: [amount] }: Facts, isSimple: boolean): Reading | null {
  if (rate === undefined || term === undefined) return null;
  const [n, perYear] = years("b");
  const factor = isSimple ? `(c+a*${n})` : `((c+a)^${n})`;
  const operands = [rate, term, constant("one"), perYear];
  if (amount === undefined)
    return {
      sums: [sum("calc_multiple", factor, operands), sum("calc_total_return", `${factor}-c`, operands)],
    };
  const all = [rate, term, constant("one"), amount, perYear];
  return {
    sums: [sum("calc_final", `d*${factor}`, all), sum("calc_gain", `d*(${factor}-c)`, all)],
    ...(isSimple ? { notes: ["simple"] as const } : {}),
  };
}

/** 每月定投: paid in at each month's end. */
function annuity({ rate, term, amounts: [amount] }: Facts): Reading | null {
  if (rate === undefined || term === undefined || amount === undefined) return null;
  const operands = [
    amount,
    rate,
    term,
    constant("one"),
    constant("months_per_year"),
    constant("days_per_year"),
  ];
  const final = "a*(((d+b/e)^(c/z*e)-d)/(b/e))";
  return {
    sums: [sum("calc_final", final, operands), sum("calc_gain", `${final}-a*(c/z*e)`, operands)],
    notes: ["annuity"],
  };
}

/** 90天赚了5%年化多少, 10万三年变成13万年化多少. */
function annualised({ rate, term, amounts: [from, to] }: Facts, isLoss: boolean): Reading | null {
  if (term === undefined) return null;
  if (rate !== undefined && from === undefined) {
    const operands = [rate, term, constant("one"), constant("days_per_year")];
    const growth = isLoss ? "(c-a)" : "(c+a)";
    return { sums: [sum("calc_annualised", `${growth}^(z/b)-c`, operands)] };
  }
  if (rate !== undefined || from === undefined || to === undefined) return null;
  const operands = [from, to, term, constant("one"), constant("days_per_year")];
  return { sums: [sum("calc_annualised", "(b/a)^(z/c)-d", operands)] };
}

const asksForYearly =
  /(?:年化|年均|复合增长)[^⟨]{0,8}(?:多少|几|是)|(?:多少|几)[^⟨]{0,4}年化|cagr|annuali[sz]ed|(?:annual|yearly) (?:return|rate)/;

/** Growth over a term: compound and simple interest, saving plans, and the yearly rate behind a total. */
export function readGrowth(question: Question): Reading | null {
  const facts = factsOf(question);
  if (facts === null) return null;
  const { words } = question;
  const { rate, amounts } = facts;
  if (/定投|每月|monthly|every month|per month/.test(words))
    return amounts.length === 1 ? annuity(facts) : null;
  const yearly = rate !== undefined && isYearly(question, rate);
  if (!yearly && asksForYearly.test(words)) return annualised(facts, /亏|跌|lost|loss|fell|down/.test(words));
  if (!yearly || amounts.length > 1) return null;
  return grown(facts, /单利|simple interest/.test(words));
}
