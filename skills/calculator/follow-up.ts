import type { SkillContext } from "#contract";
import { asksDividend } from "./dividend.ts";
import { asksBreakEven, costAndPrice, feeWords, readFees } from "./holding.ts";
import {
  constant,
  type Given,
  type Question,
  type Reading,
  readQuestion,
  type Sum,
  stated,
} from "./question.ts";

/** A sum as it was asked, and what it was read as. */
export interface Base {
  readonly question: Question;
  readonly reading: Reading;
  readonly codes: readonly string[];
}

/** Makes sense of a question about companies by itself. */
type Read = (question: Question, codes: readonly string[]) => Reading | null;

/** 要是…呢, 那…, what if: words that go on with the sum before rather than begin one. */
const goesOn = ({ words }: Question): boolean =>
  /^(?:那|要是|如果|假如|假设|万一|若|换成|改成|再)|呢[?？。!！~ ]*$|^(?:and|what if|what about|how about|if|then)\b/.test(
    words.trim(),
  );

const toLevel =
  /(?:到|至|成|回|破|以)了?\s*⟨0⟩|⟨0⟩\s*(?:卖|抛|出手|清仓|的时候)|(?:股价|价格|价|卖)[^⟨]{0,4}⟨0⟩|\b(?:to|at|hits?|reach(?:es)?)\s*⟨0⟩/;
const more = /^(?:那|要是|如果|我)*(?:再|又|加|补|追)|加仓|补仓|\b(?:more|add)\b/;
const rises = /涨|升|\b(?:up|rises?|gains?)\b/;
const falls = /跌|降|\b(?:down|falls?|drops?|loses?)\b/;

const onlyOf = (all: readonly Given[], kind: Given["kind"]): Given | undefined => {
  const [found, ...others] = all.filter((each) => each.kind === kind);
  return others.length === 0 ? found : undefined;
};

const isOfPrice = ({ operands }: Sum): boolean => operands.includes("price");

/** The sums with another operand in the price's place. */
const atLevel = (sums: readonly Sum[], level: Given): readonly Sum[] =>
  sums.map(({ metric, expression, operands }) => ({
    metric: metric === "calc_cost" ? "calc_value" : metric,
    expression,
    operands: operands.map((each) => (each === "price" ? level : each)),
  }));

/** The sums with the price moved by a percentage. */
const afterMove = (sums: readonly Sum[], rate: Given, sign: "+" | "-"): readonly Sum[] =>
  sums.map(({ metric, expression, operands }) => {
    const letterAt = (at: number) => String.fromCharCode(97 + at);
    const price = letterAt(operands.indexOf("price"));
    const moved = `(${price}*(${letterAt(operands.length + 1)}${sign}${letterAt(operands.length)}))`;
    return {
      metric: metric === "calc_cost" ? "calc_value" : metric,
      expression: expression.replaceAll(price, moved),
      operands: [...operands, rate, constant("one")],
    };
  });

/** 要是涨到2000呢, 再跌10%呢: what stands before, at a price that is supposed. */
function supposed(words: string, number: Given, { question, reading }: Base): Reading | null {
  const { sums } = reading;
  if (sums.length === 0 || !sums.every(isOfPrice)) return null;
  if (number.kind === "amount" && toLevel.test(words))
    return { sums: atLevel(sums, number), notes: ["supposed", "fees"] };
  const [up, down] = [rises.test(words), falls.test(words)];
  // A move of the sum's own is replaced, not moved again.
  const hasRate = stated(question).some(({ kind }) => kind === "percent");
  if (number.kind !== "percent" || up === down || hasRate) return null;
  return { sums: afterMove(sums, number, up ? "+" : "-"), notes: ["supposed", "fees"] };
}

/** 再加300股呢: more of the same, bought at today's price where it is told what the others cost. */
function added(number: Given, { question }: Base): Reading | null {
  const numbers = stated(question);
  const [quantity, cost] = [onlyOf(numbers, "quantity"), onlyOf(numbers, "amount")];
  if (quantity === undefined) return null;
  if (cost === undefined)
    return {
      sums: [{ metric: "calc_cost", expression: "a*(b+c)", operands: ["price", quantity, number] }],
      notes: ["fees"],
    };
  return {
    sums: [
      {
        metric: "calc_average_cost",
        expression: "(a*b+c*d)/(a+c)",
        operands: [quantity, cost, number, "price"],
      },
      { metric: "calc_cost", expression: "a*b", operands: ["price", number] },
    ],
    notes: ["bought_now", "fees"],
  };
}

const saysCost = (words: string): boolean => /成本|买的|买入|cost|bought/.test(words);

/** 成本1900的茅台亏了多少, 300股: what the sum before lacked of a holding. */
function joined(number: Given, { question }: Base): Question | null {
  const [own, ...others] = stated(question);
  if (own === undefined || others.length > 0) return null;
  const kinds = [own.kind, number.kind].toSorted().join(" ");
  const known = own.kind === "amount" && saysCost(question.words);
  const told = number.kind === "amount" && own.kind === "quantity";
  if (kinds !== "amount quantity" || !(known || told)) return null;
  const [cost, quantity] = own.kind === "amount" ? [own, number] : [number, own];
  return { words: "成本⟨0⟩,⟨1⟩", given: [cost, quantity] };
}

/** 200股呢, 20万呢, 8%呢: the same sum with another number in the place of its own of that kind. */
function replaced(number: Given, { question }: Base): Question | null {
  const numbers = stated(question);
  const isBare = number.unit === null && number.kind === "amount";
  const own = onlyOf(numbers, number.kind) ?? (isBare ? onlyOf(numbers, "quantity") : undefined);
  if (own === undefined || (isBare && numbers.length > 1 && own.kind === "quantity")) return null;
  const given = question.given.map((each) => (each === own ? { ...number, kind: own.kind } : each));
  return { ...question, given };
}

/** 赚了还是亏了, 手续费呢, 能分多少红, 回本要涨多少: another question about the numbers of before. */
function askedOf(words: string, { question }: Base): Reading | null {
  const numbers = stated(question);
  const [quantity, cost] = [onlyOf(numbers, "quantity"), onlyOf(numbers, "amount")];
  if (asksDividend.test(words) && quantity !== undefined) return { sums: [], dividendOn: quantity };
  if ((feeWords.test(words) || words.includes("税")) && quantity !== undefined)
    return readFees({ words: words.includes("买") ? "买入手续费" : "卖出手续费", given: [quantity] }, true);
  if (cost === undefined) return null;
  return asksBreakEven.test(words) ? costAndPrice(cost) : null;
}

/** What only a holding with a cost can answer. */
const asksGain = /亏|赚|赔|盈|浮|收益|profit|loss|gain/;

const asksSame = /能买|买得起|亏|赚|盈|浮|值多少|市值|多少钱|收益|怎么样|profit|loss|gain|worth/;

/** The words with `⟨0⟩` for the number, and without others (一股). */
const wordsAround = ({ words, given }: Question, number: Given | undefined): string =>
  words.trim().replace(/⟨(\d+)⟩/g, (_, at: string) => (given[Number(at)] === number ? "⟨0⟩" : ""));

/** A question that goes on with the sum before; null where it does not, or cannot be told how. `question` where that one is now another. */
function goOn(
  own: Question,
  codes: readonly string[],
  base: Base,
  read: Read,
): { readonly reading: Reading; readonly question?: Question } | null {
  const [number, ...others] = stated(own);
  if (others.length > 0) return null;
  const words = wordsAround(own, number);
  const isOther = codes.some((code) => !base.codes.includes(code));
  const hasCost = base.reading.sums.some(({ metric }) => metric === "calc_return");
  // What was paid for one company says nothing of another.
  if (isOther && (hasCost || number !== undefined)) return null;
  if (number === undefined) {
    const reading =
      askedOf(words, base) ??
      (isOther || (asksSame.test(words) && (hasCost || !asksGain.test(words))) ? base.reading : null);
    return reading === null ? null : { reading };
  }
  if (number.kind === "quantity" && more.test(words)) {
    const reading = added(number, base);
    return reading === null ? null : { reading };
  }
  const reading = supposed(words, number, base);
  if (reading !== null) return { reading };
  const whole = saysCost(words) || isBare(words) ? joined(number, base) : null;
  const question = whole ?? turned(words, replaced(number, base));
  const again = question === null ? null : read(question, base.codes);
  return question === null || again === null ? null : { reading: again, question };
}

/** An ellipsis asks nothing by itself: 200股呢 is no 200股要多少钱. */
const asksItself = /多少|几|how much|how many/;

/** 茅台涨5%是多少钱, 跌5%呢: the other way round. */
function turned(words: string, question: Question | null): Question | null {
  if (question === null) return null;
  const [up, down] = [rises.test(words), falls.test(words)];
  if (up === down) return question;
  const others = up ? /下跌|跌|降/g : /上涨|涨|升/g;
  const english = up ? /\b(?:falls?|fell|drops?|down)\b/g : /\b(?:rises?|rose|gains?|up)\b/g;
  const turnedWords = question.words.replace(others, up ? "涨" : "跌").replace(english, up ? "rise" : "fall");
  return { ...question, words: turnedWords };
}

/** A number alone: 300股 */
const isBare = (words: string): boolean =>
  /^(?:那|有|一共|总共|我的?|成本价?|买入价?|是|大概)*⟨0⟩[呢吧啊左右?？。!！ ]*$/.test(words);

/** What a question comes to, and what the next one may go on with. */
export interface Step {
  readonly reading: Reading | null;
  readonly codes: readonly string[];
  readonly base: Base | null;
}

/** Makes sense of a question by itself, or where it is an ellipsis or none, with the sum before it. */
export function stepOn(question: Question, codes: readonly string[], base: Base | null, read: Read): Step {
  const own = read(question, codes);
  const [only] = stated(question);
  const isEllipsis = goesOn(question) || (only !== undefined && isBare(wordsAround(question, only)));
  const isWhole = stated(question).length > 1 || !isEllipsis || asksItself.test(question.words);
  const next = base === null || (own !== null && isWhole) ? null : goOn(question, codes, base, read);
  if (base !== null && next !== null) {
    const about = codes.length > 0 ? codes : base.codes;
    const changed = { question: next.question ?? base.question, reading: base.reading, codes: about };
    return {
      reading: next.reading,
      codes: about,
      base: next.question === undefined ? changed : { ...changed, reading: next.reading },
    };
  }
  const isSum = own !== null && stated(question).length > 0;
  return { reading: own, codes, base: isSum ? { question, reading: own, codes } : base };
}

/** What the conversation's last sums, one behind the other, leave to go on with; null where something else was spoken of since. */
export function baseOf(
  { session, numbersOf }: Pick<SkillContext, "session" | "numbersOf">,
  read: Read,
): Base | null {
  // 亏多少,现在多少钱 asked for the price in the same breath.
  const sums = new Set(session.flatMap(({ skill, turnId }) => (skill === "calculator" ? [turnId] : [])));
  const since = session.findLastIndex(({ turnId }) => !sums.has(turnId));
  const own = session.slice(since + 1).filter(({ skill }) => skill === "calculator");
  return own.reduce<Base | null>((base, { said, codes }) => {
    if (said === undefined) return base;
    const digits = codes.map((code) => code.slice(0, 6));
    return stepOn(readQuestion(said, numbersOf(said), [...codes, ...digits]), codes, base, read).base;
  }, null);
}
