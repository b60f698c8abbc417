import { z } from "zod";
import { defineTool } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { MoneyFlowRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";
import { tradingDayFault } from "./on-trading-days.ts";
import { isProvenSuspended } from "./proven-suspension.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, metricsOf, same, tableOutcome } from "./table-outcome.ts";

const metrics = same(["main_net", "super_large_net", "large_net", "medium_net", "small_net", "net_flow"]);

/** Holds sixty trading days with the longest holiday among them. */
const calendarDays = 110;

const args = z.strictObject({ code: codeArg, days: z.number().int().min(1).max(60).default(5) });

export const createGetMoneyFlow = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_money_flow",
    args,
    timeoutMs: 20_000,
    retrySafe: true,
    async run({ code, days }, context) {
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const today = shanghaiDate(context.now);
      const range = { from: addDays(today, -calendarDays), to: today };
      const calendar = await data.calendars.around(today, context.signal);
      const found = await data.routes.ask<MoneyFlowRow>({
        capability: "money_flow",
        key: `${code} ${today}`,
        call: (client, signal) => client.money_flow?.(code, range, signal),
        accept: ({ rows }) => tradingDayFault(rows, calendar),
        excludeSources: context.excludeSources,
        signal: context.signal,
      });
      if (!found.ok) return failed(emptyFailure(data, code, found.error));
      const newest = found.rows.slice(-days);
      const rows = newest.map((row) => ({ date: row.date, ...metricsOf(row, metrics) }));
      const asOf = rows.at(-1)?.date ?? today;
      const suspended = await isProvenSuspended(data, { code, newest: asOf }, context);
      return tableOutcome({ code, rows, ...(suspended ? { suspended } : {}) }, asOf, found);
    },
  });
