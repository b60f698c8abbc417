import { z } from "zod";
import { epochMs } from "../../shanghai-time.ts";
import { defineSource, type SourceResult } from "../../source.ts";
import { closeSeconds } from "../../trading-calendar.ts";
import { readSampleBars, readSampleSpot, readSampleValuation } from "./read-sample.ts";
import { sampleNow } from "./sample-now.ts";

/** Bundled, made-up numbers of a dozen stocks for one day, so that everything can be tried without any account. */
export default defineSource({
  name: "sample",
  summary: { zh: "随附的示例数据(虚构)", en: "bundled sample data (made up)" },
  settings: { schema: z.object({}), secrets: [] },
  provides: { spot: 1, daily: 1, valuation: 1 },
  alone: true,
  pinnedNow: sampleNow,
  isOn: (_, named) =>
    named ? { on: true } : { on: false, hint: "set DATA_SOURCES=sample, or no data source at all" },
  create({ clock }) {
    const answer = <Row>(table: string, rows: readonly Row[]): Promise<SourceResult<Row>> =>
      Promise.resolve({ ok: true, rows, table, adapter: "sample", fetched_at: clock.market() });
    const hasBegun = (instantMs: number) => instantMs <= Date.parse(clock.market());
    return {
      spot(code) {
        const row = readSampleSpot(code);
        return answer("spot", row !== undefined && hasBegun(Date.parse(row.as_of)) ? [row] : []);
      },
      daily(code, { from, to }) {
        const rows = readSampleBars(code) ?? [];
        const isDue = (date: string) => hasBegun(epochMs(date, closeSeconds));
        return answer(
          "daily",
          rows.filter(({ date }) => date >= from && date <= to && isDue(date)),
        );
      },
      valuation(code, { from, to }) {
        const row = readSampleValuation(code);
        return answer("valuation", row !== undefined && row.as_of >= from && row.as_of <= to ? [row] : []);
      },
    };
  },
});
