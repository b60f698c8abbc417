import type { Session } from "#contract";
import { isoOf, shanghaiOf } from "./civil.ts";
import { type FoundDate, readDate, type UnreadTime } from "./dates.ts";
import { newestTurn } from "./follow-up.ts";

export const thatDay = /^(?:那[天日]|that (?:day|date))$/i;

const before =
  /^(?:前(?:一个?|个)(?:交易日|天|日)|(?:the )?(?:previous|prior) (?:trading )?(?:day|session)|(?:the )?day before(?: that)?)$/i;
const after =
  /^(?:次日|翌日|第二天|后一[天日]|后一个交易日|(?:the )?(?:next|following) (?:trading )?(?:day|session))$/i;

/** 比前一天 sets now beside that day and is no question about it. */
const isCompared = /(?:比|较|[和跟与同]|\bthan|\bfrom|\bversus|\bvs\.?|\bto) ?(?:the )?$/i;

/** The day that the newest turn told of, ISO: that of its figures where they are of one day, else the one asked about. */
function toldDay(session: Session): string | undefined {
  const turns = newestTurn(session);
  const told = turns.flatMap(({ claims }) => claims.filter((claim) => claim.kind === "numeric"));
  const daysOf = (claims: typeof told) => [...new Set(claims.map(({ as_of }) => as_of.slice(0, 10)))];
  // 收盘多少 while the market trades shows the price of now beside the close that was asked for.
  for (const days of [daysOf(told), daysOf(told.filter(({ metric }) => metric === "close"))])
    if (days.length === 1) return days[0];
  const asked = turns.find(({ date }) => date !== undefined);
  if (asked?.date === undefined) return undefined;
  const day = readDate(asked.date, asked.at);
  return day === null || !("date" in day) ? undefined : day.date;
}

/** The day of the highest or the lowest price that the turn told, beside today's or the newest close; the only one. */
function dayOfEnd(session: Session): string | undefined {
  const ends = newestTurn(session).flatMap(({ claims }) =>
    claims.filter((claim) => claim.kind === "numeric" && (claim.metric === "high" || claim.metric === "low")),
  );
  const days = new Set(ends.flatMap((claim) => (claim.kind === "numeric" ? claim.as_of.slice(0, 10) : [])));
  return days.size === 1 ? [...days][0] : undefined;
}

/** 那天 is the day of the turn before, where it had one, or that of the highest price that it told. */
function readThatDay({ span, text }: UnreadTime, session: Session): FoundDate | null {
  const turn = newestTurn(session).find(({ date }) => date !== undefined);
  const day = turn?.date === undefined ? null : readDate(turn.date, turn.at);
  const date = day !== null && "date" in day ? day.date : dayOfEnd(session);
  return date === undefined ? null : { span, text, date };
}

/** 那天, and 前一天 and 次日 beside the day that the turn before told of; null for other words, and where it told of none. */
export function readDayBeside(
  { span, text: words }: Pick<UnreadTime, "span" | "text">,
  text: string,
  session: Session,
): FoundDate | null {
  if (session.length === 0) return null;
  if (thatDay.test(words)) return readThatDay({ span, text: words, kind: "day" }, session);
  const step = before.test(words) ? -1 : after.test(words) ? 1 : 0;
  if (step === 0 || isCompared.test(text.slice(0, span[0]))) return null;
  const day = shanghaiOf(toldDay(session) ?? "")?.day;
  return day === undefined ? null : { span, text: words, date: isoOf(day + step) };
}
