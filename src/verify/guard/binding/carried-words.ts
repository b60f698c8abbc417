/** Words of a clause without a number that still hold for the next: 昨日, 有望, 您提到的. */
import type { Token } from "../tokens/token.ts";
import { deniesForecast, namesWhom } from "./denied-forecasts.ts";
import { saysClosed } from "./left-behind.ts";
import { missable } from "./missing-data.ts";
import type { Clause } from "./structure.ts";

const carriedKinds: ReadonlySet<string> = new Set([
  "relative",
  "forecast",
  "user",
  "realtime",
  "window",
  "date",
]);

/** Results come out once a quarter: how often a thing happens is of its own clause. */
const isHabit = (each: Token | undefined, lower: string): boolean =>
  each?.kind === "window" && /^(?:once a|every) /.test(lower.slice(each.start, each.start + 7));

/** 没有找到明天的数据: what is said not to be there is data, not what will be. */
const isOfData = (clause: Clause, lower: string): boolean =>
  /(?:的(?:数据|行情|资料|信息)|(?<![a-z])data)$/.test(
    lower.slice(clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0).slice(-8),
  );

/** What is said again says no more, and a text of nothing else takes linear time. */
const isCarried = (each: Token | undefined, carried: readonly Token[], lower: string): boolean =>
  carried.some(
    ({ kind, op, start, end }) =>
      kind === each?.kind && op === each.op && lower.slice(start, end) === lower.slice(each.start, each.end),
  );

interface Carrying {
  /** What is carried already. */
  readonly carried: readonly Token[];
  /** Times that are only set beside. */
  readonly passing: ReadonlySet<Token>;
  /** True for a clause of data that are missing. */
  readonly isApart: boolean;
  readonly lower: string;
}

export function carriedOf(clause: Clause, { carried, passing, isApart, lower }: Carrying): readonly Token[] {
  // 暂时没有实时行情,最近收盘为…: what is denied does not hold for the next clause.
  const denial = clause.findIndex(({ kind }) => kind === "negation");
  const isUntold = deniesForecast(clause, lower) || namesWhom(clause, lower);
  const isDeniedHere = (at: number) => denial >= 0 && at > denial;
  const isClosed = saysClosed(clause, lower);
  // 最新数据停留在5月6日: said of its date.
  const isDated = clause.some(({ kind }) => kind === "date");
  return clause.filter((each, at) => {
    const { kind, op } = each;
    return (
      carriedKinds.has(kind) &&
      !isHabit(each, lower) &&
      !isCarried(each, carried, lower) &&
      !(isApart && missable.has(kind)) &&
      !(isClosed && (kind === "relative" || kind === "realtime")) &&
      !(isDated && kind === "realtime" && op !== "hard") &&
      !passing.has(each) &&
      !(isUntold && kind === "forecast") &&
      !((kind === "realtime" || (kind === "forecast" && isOfData(clause, lower))) && isDeniedHere(at))
    );
  });
}
