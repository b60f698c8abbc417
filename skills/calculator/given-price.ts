import { profitOf } from "./holding.ts";
import { type Question, type Reading, stated } from "./question.ts";
import { atLevel } from "./supposed.ts";

const cost = /(?:成本价?|买入价?|买价|买的价?|(?<![a-z])(?:cost|bought at|paid))(?:是|为|:|：|of| )*⟨(\d+)⟩/;
const price =
  /(?:现价|现在价格?|当前价格?|最新价|市价|卖出价?|卖价|(?<![a-z])(?:price(?: now)?|now(?: at)?|sold at))(?:是|为|:|：|of| )*⟨(\d+)⟩/;

/** 成本32,现价43.92,1000股赚多少: everything is given, so that no price is looked up. */
export function readGivenPrice(question: Question): Reading | null {
  const { words, given } = question;
  const [paid, level] = [given[Number(cost.exec(words)?.[1])], given[Number(price.exec(words)?.[1])]];
  if (paid?.kind !== "amount" || level?.kind !== "amount") return null;
  const others = stated(question).filter((each) => each !== paid && each !== level);
  const [quantity, ...more] = others;
  if (more.length > 0 || (quantity !== undefined && quantity.kind !== "quantity")) return null;
  return { sums: atLevel(profitOf(paid, quantity), level), notes: ["price_given", "fees"] };
}
