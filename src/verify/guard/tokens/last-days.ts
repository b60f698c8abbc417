/** 节前最后一个交易日,即2026年4月30日: a day told by the holiday and by its date; the date is what is checked. */
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

const day = /^(?:的)?(?:最后|首|第)一?个?(?:一个)?交易日?/;
/** How far behind the day its date may stand, in tokens. */
const reach = 5;

export function readLastDays(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!lower.includes("交易日")) return tokens;
  return tokens.map((each, at) => {
    if (each.kind !== "window" || !/^节[前后]$/.test(lower.slice(each.start, each.end))) return each;
    const isDay = day.test(lower.slice(each.end, each.end + 8));
    const isDated = tokens
      .slice(at + 1, at + 1 + reach)
      .some(({ kind, date }) => kind === "date" && date?.day != null);
    return isDay && isDated ? { ...each, kind: "licensed", op: "" } : each;
  });
}
