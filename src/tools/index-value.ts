import type { IndexValue, PriceCheck, ToolOutcome } from "#contract";
import type { DailyRow, SpotRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import type { Phase } from "../data/trading-calendar.ts";
import { indexMetrics } from "./index-metrics.ts";
import { metricsOf, type TableOrigin, tableOutcome } from "./table-outcome.ts";

/** What still grows in after-hours trading. */
const isTraded = ([name]: (typeof indexMetrics)[number]): boolean => name === "amount";

/** The moment and the comparison that go with a level. */
export interface LevelSetting {
  readonly phase: Phase;
  readonly check?: PriceCheck | undefined;
}

const settingOf = ({ phase, check }: LevelSetting) => (check === undefined ? { phase } : { phase, check });

/** The level of a market that trades. */
export function liveLevel(row: SpotRow, setting: LevelSetting, origin: TableOrigin): ToolOutcome {
  const metrics = metricsOf(row, [["current_price", "index_current"], ...indexMetrics]);
  const value: IndexValue = { code: row.code, quality: "realtime", ...settingOf(setting), ...metrics };
  return tableOutcome(value, row.as_of, origin);
}

/** The last level of a day that is over, until the daily row is published. */
export function provisionalLevel(row: SpotRow, setting: LevelSetting, origin: TableOrigin): ToolOutcome {
  const names = indexMetrics.filter((each) => !isTraded(each));
  const metrics = metricsOf(row, [["current_price", "index_close"], ...names]);
  const value: IndexValue = { code: row.code, quality: "provisional", ...settingOf(setting), ...metrics };
  return tableOutcome(value, `${shanghaiDate(row.as_of)}T15:00:00+08:00`, origin);
}

/** The closing level of a finished day. */
export function closeLevel(row: DailyRow, setting: LevelSetting, origin: TableOrigin): ToolOutcome {
  const metrics = metricsOf(row, [["close", "index_close"], ...indexMetrics]);
  const value: IndexValue = { code: row.code, quality: "final", ...settingOf(setting), ...metrics };
  return tableOutcome(value, row.date, origin);
}
