/** 未来价格无法预测: what is said not to be foretold is no forecast of the numbers after it. */
import { lastOf } from "../lists.ts";
import type { Token } from "../tokens/token.ts";

const untold =
  /(?:无法|难以|不能|没法|无从|不好|不便|很难|谁也(?:无法|不能)?|不(?:做|作|提供|给出)(?:任何)?)(?:准确|提前|精准|可靠|去|对|给出|做出|作出)?[^,，。;；:：]{0,12}?(?:预测|预判|预知|判断|断言|说准|确定|保证|回答|展望|建议|猜测)|预测不了|说不准|不预测|不可预测|(?<![a-z])(?:cannot|can't|can not|unable to|impossible to|not able to|don't|do not|won't|no one can|nobody can)(?: be)?(?: reliably)? (?:predict|predicted|forecast|foretell|foretold|know|known|say|tell|told|guess)(?![a-z])/;
const longest = 80;

/** 您说的平安可能是中国平安: who is meant, and no number that may come. */
const whom = /(?:可能|应该|或许)(?:就)?(?:是|指|是指|想问|想查|要问)的?(?:是)?/;

/** True for a clause without a number or a measure that only tells which company is meant. */
export function namesWhom(clause: readonly Token[], lower: string): boolean {
  const [first, last] = [clause[0], lastOf(clause)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return false;
  const found = clause.some(({ kind }) => kind === "forecast")
    ? whom.exec(lower.slice(first.start, last.end))
    : null;
  const end = first.start + (found?.index ?? 0) + (found?.[0].length ?? 0);
  return (
    found !== null &&
    clause.find(({ start }) => start >= end)?.kind === "company" &&
    !clause.some(({ kind }) => kind === "number" || kind === "metric" || kind === "direction")
  );
}

/** True for a clause without a number that only says so; 无法预测,但目标价 names its own. */
export function deniesForecast(clause: readonly Token[], lower: string): boolean {
  const [first, last] = [clause[0], lastOf(clause)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return false;
  return (
    clause.some(({ kind }) => kind === "forecast") &&
    !clause.some(({ kind }) => kind === "number" || kind === "company") &&
    untold.test(lower.slice(first.start, last.end))
  );
}
