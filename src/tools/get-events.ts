import { z } from "zod";
import { defineTool, type ToolContext } from "#contract";
import { reportPeriod } from "#language";
import type { DividendListRow, ReportDateRow, UnlockListRow } from "../data/company-days.ts";
import type { MarketData } from "../data/market-data.ts";
import type { RouteResult } from "../data/routing.ts";
import { isIsoDate, shanghaiDate } from "../data/shanghai-time.ts";
import { type Dated, dividendOf, eventsValue, reportOf, unlockOf } from "./event-rows.ts";
import { type EventQuestion, eventQuestion } from "./events-question.ts";
import { bookablePeriods } from "./report-periods.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, type TableOrigin, tableOutcome } from "./table-outcome.ts";

const args = z.strictObject({
  code: codeArg,
  kind: z.enum(["dividends", "unlocks", "reports"]),
  periods: z.array(z.string()).min(1).max(4).optional(),
});
type Args = z.infer<typeof args>;

type Found =
  | {
      readonly ok: true;
      readonly events: readonly Dated[];
      readonly origin: TableOrigin;
      readonly isWhole: boolean;
    }
  | Extract<RouteResult<never>, { ok: false }>;

async function listed<Row>(
  data: MarketData,
  question: EventQuestion<Row>,
  events: (row: Row) => readonly Dated[],
): Promise<Found> {
  const found = await question(data.routes);
  return found.ok ? { ok: true, events: found.rows.flatMap(events), origin: found, isWhole: true } : found;
}

const periodQuestion = (code: string, period: string, context: ToolContext) =>
  eventQuestion<ReportDateRow>(
    {
      capability: "report_dates",
      key: `${code} ${period}`,
      call: (client, signal) => client.report_dates?.(code, period, signal),
      isEmpty: ({ booked, published }) => booked === undefined && published === undefined,
    },
    context,
  );

const byInstant = (a: string, b: string): number => Date.parse(a) - Date.parse(b);

/** The periods asked side by side. One that no source can tell of is left out beside another that is told. */
async function reports(data: MarketData, { code, periods }: Args, context: ToolContext): Promise<Found> {
  const asked = periods ?? bookablePeriods(shanghaiDate(context.now));
  const found = await Promise.all(
    asked.map((period) => listed(data, periodQuestion(code, period, context), reportOf)),
  );
  const told = found.filter((each) => each.ok);
  const [first] = told.toSorted((a, b) => b.events.length - a.events.length);
  if (first === undefined) return found[0] ?? noSource;
  // One answer has one origin: what another source told of another period would stand under the wrong name.
  const own = told.filter(({ origin }) => origin.source === first.origin.source);
  // Asked side by side and cached apart: all of it was so at the time of the oldest.
  const fetched_at =
    own.map(({ origin }) => origin.fetched_at).toSorted(byInstant)[0] ?? first.origin.fetched_at;
  return {
    ...first,
    origin: { ...first.origin, fetched_at },
    events: own.flatMap(({ events }) => events),
    isWhole: own.length === asked.length,
  };
}

const noSource = {
  ok: false,
  error: { code: "INVALID_ARGS", message: "no report period" },
  fallback_from: [],
} as const;

function find(data: MarketData, asked: Args, context: ToolContext): Promise<Found> {
  const { code, kind } = asked;
  if (kind === "reports") return reports(data, asked, context);
  if (kind === "unlocks") {
    const question = eventQuestion<UnlockListRow>(
      {
        capability: "unlocks",
        key: code,
        call: (client, signal) => client.unlocks?.(code, signal),
        isEmpty: ({ unlocks }) => unlocks.length === 0,
      },
      context,
    );
    return listed(data, question, ({ unlocks }) => unlocks.map(unlockOf));
  }
  const question = eventQuestion<DividendListRow>(
    {
      capability: "dividends",
      key: code,
      call: (client, signal) => client.dividends?.(code, signal),
      isEmpty: ({ dividends }) => dividends.length === 0,
    },
    context,
  );
  return listed(data, question, ({ dividends }) => dividends.map(dividendOf));
}

/** What a source says today of days to come and of those that were; the day it says so is the value's. */
export const createGetEvents = (data: MarketData) =>
  defineTool<Args>({
    name: "get_events",
    args,
    timeoutMs: 30_000,
    retrySafe: true,
    async run(asked, context) {
      const fault = codeFault(asked.code);
      if (fault !== null) return failed(fault);
      const today = shanghaiDate(context.now);
      if (asked.periods?.some((period) => !isIsoDate(period) || reportPeriod(period, "ytd") === null))
        return failed({ code: "BAD_DATE", message: "no report period ends on that day" });
      const found = await find(data, asked, context);
      if (!found.ok) return failed(emptyFailure(data, asked.code, found.error));
      const asOf = shanghaiDate(found.origin.fetched_at);
      // Of a company that has left its exchange, and of an unknown code, an empty list says nothing.
      const empty = { code: "NO_DATA", message: "no event", subject: asked.code } as const;
      const failure = found.events.length === 0 ? emptyFailure(data, asked.code, empty) : empty;
      if (failure.code !== "NO_DATA") return failed(failure);
      return tableOutcome(
        eventsValue(asked, found.events, { asOf, today, isWhole: found.isWhole }),
        asOf,
        found.origin,
      );
    },
  });
