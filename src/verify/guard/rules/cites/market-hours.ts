/** A股13:00开市、15:00收市, trading resumes at 13:00: the hours of the exchanges, told of the market and in their own role. */
import type { Clause, Token } from "../../tokens/token.ts";

const ofMarket =
  /a股|沪深|两市|市场|交易所|交易时[间段]|恢复交易|休市|开市|收市|(?<![a-z])(?:trading|market|exchange|session|a-shares?)(?![a-z])/;

/** What the market does at each of its hours (Shanghai and Shenzhen: 9:30–11:30 and 13:00–15:00), in minutes of the day. */
const hours: ReadonlyMap<number, RegExp> = new Map([
  [570, /开盘|开市|开始交易|早盘|交易时[间段]|(?<![a-z])(?:opens?|opening|starts?|begins?|hours)(?![a-z])/],
  [690, /休市|午休|上午收[市盘]|交易时[间段]|(?<![a-z])(?:lunch|midday|noon|morning|hours)(?![a-z])/],
  [
    780,
    /恢复|下午|午后|复市|继续交易|交易时[间段]|(?<![a-z])(?:resumes?|reopens?|restarts?|afternoon|hours)(?![a-z])/,
  ],
  [900, /收盘|收市|闭市|交易时[间段]|(?<![a-z])(?:closes?|closing|ends?|hours)(?![a-z])/],
]);

const ofData = /截[至止]|数据|(?<![a-z])as (?:of|at)(?![a-z])/;

/** True for such an hour in a clause that is of the market, shows no number and names no company. */
export function isMarketHour(
  { time, start, end }: Token,
  clause: Clause | undefined,
  lower: string,
): boolean {
  const role = time === null ? undefined : hours.get(time.seconds / 60);
  if (role === undefined || clause === undefined || clause.length > longest) return false;
  if (clause.some(({ kind }) => kind === "number" || kind === "company" || kind === "source")) return false;
  const text = lower.slice(clause[0]?.start ?? start, clause.at(-1)?.end ?? end);
  return ofMarket.test(text) && role.test(text) && !ofData.test(text);
}

/** Tokens of a clause that tells nothing but the hours. */
const longest = 40;
