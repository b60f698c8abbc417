/** 哪天跌破MA20没有记录, since when it has been below: what is not told of a state is its beginning; the state itself the claims must bear out. */
import type { Claim } from "#contract";
import type { Reading } from "../reading.ts";
import type { Token } from "../token.ts";

/** Asked for the beginning or the length of something. */
export const asksWhen =
  /何时|[什啥]么?时候|哪一?[天日]|哪个?交易日|多久|(?:日期|起始[日点]|起点)|(?<![a-z])(?:when|how long|(?:on )?(?:the|which|what) (?:day|date))(?![a-z])/;

type Numeric = Extract<Claim, { kind: "numeric" }>;
const signOf = (value: number): number => Math.sign(value);

/** On which side of its averages each price lies; of those averages only where some are given. */
function sides(numeric: readonly Numeric[], named: readonly string[], { lexicon }: Reading): number[] {
  const averages = lexicon.averages.filter((id) => named.length === 0 || named.includes(id));
  const levels = numeric.filter(({ metric }) => averages.includes(metric));
  const prices = numeric.filter(
    ({ metric }) => lexicon.priced.includes(metric) || lexicon.closes.own.has(metric),
  );
  return levels.flatMap(({ code, value }) =>
    prices.filter((each) => each.code === code).map((each) => signOf(Number(each.value) - Number(value))),
  );
}

const mostClaims = 60;

/** The claims bear out the state whose beginning or size the clause does not tell, each of those that could. */
export function isBorneOut({ kind, op, sign }: Token, own: readonly Token[], reading: Reading): boolean {
  const { claims, lexicon } = reading;
  const way = kind === "direction" ? sign : op.startsWith("<") ? -1 : op.startsWith(">") ? 1 : 0;
  const numeric = claims.flatMap((each) => (each.kind === "numeric" ? [each] : []));
  // 净流出多少没有查到: of money, which no price tells.
  if (way === 0 || op === "loss" || numeric.length > mostClaims) return false;
  const named = own.flatMap(({ kind: of, metrics }) => (of === "metric" ? metrics : []));
  const levels = named.filter((id) => lexicon.averages.includes(id));
  const moved = numeric.filter(({ metric }) => lexicon.changes.percent.includes(metric));
  const isOfLevel = kind === "compare" || own.some((each) => each.kind === "compare");
  const signs =
    isOfLevel || moved.length === 0
      ? sides(numeric, levels, reading)
      : moved.map(({ value }) => signOf(Number(value)));
  return signs.length > 0 && signs.every((each) => each === way);
}
