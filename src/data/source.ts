import type { z } from "zod";
import type { Bilingual, Clock, Log, Settings, Switch, ToolFailure } from "#contract";
import type { Capability } from "./capabilities.ts";
import type { DividendListRow, ReportDateRow, UnlockListRow } from "./company-days.ts";
import type { NameProof } from "./name-proof.ts";
import type {
  AdjustedDailyRow,
  AdjustFactorRow,
  CodeChangeRow,
  DailyRow,
  DelistedRow,
  FinancialRow,
  FormerNameRow,
  IndustryRow,
  MoneyFlowRow,
  NewsRow,
  PriceLimitRow,
  ReportRow,
  SecurityRow,
  SpotRow,
  SuspensionRow,
  TopListRow,
  TradingDayRow,
  ValuationRow,
} from "./rows.ts";
import type { Turn } from "./turns.ts";

/**
 * An answer of a source. Rows have passed `validate-row.ts`; an empty list means that the source answered and had
 * nothing, which is no failure of the source. Failures never hold a token, a URL query or upstream text.
 */
export type SourceResult<Row> =
  | {
      readonly ok: true;
      readonly rows: readonly Row[];
      /** The upstream's own name of the table or function. */
      readonly table: string;
      /** Implementation that fetched it, e.g. `aktools`. */
      readonly adapter: string;
      /** Market time of the fetch. */
      readonly fetched_at: string;
    }
  | { readonly ok: false; readonly error: SourceFailure };

export interface SourceFailure extends ToolFailure {
  /** With RATE_LIMIT: the calls per minute that the upstream says it allows; kept to from then on, by all processes. */
  readonly perMinute?: number;
  /** With RATE_LIMIT: how long to leave the capability alone, in wall milliseconds, where it is not the usual minute. */
  readonly coolDownMs?: number;
  /** With RATE_LIMIT: the upstream was not asked, since we ask it no more often than we should. */
  readonly own?: boolean;
}

/** Calls in any 60 s: `each` holds for every capability on its own, `all` for all of a source's together. */
export interface SourceLimits {
  readonly each?: number;
  readonly all?: number;
}

/** Both ends included, ISO dates. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/**
 * A source at work. Methods never throw for what an upstream does; `code` is always a canonical code: of an A-share, in the `index_`
 * methods of an index (`000001.SH`). A method stands under the name of its capability.
 */
export interface SourceClient {
  /** At most one row. */
  spot?(code: string, signal: AbortSignal): Promise<SourceResult<SpotRow>>;
  /** Finished days only, ascending, all inside the range. A suspended day has no row. */
  daily?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<DailyRow>>;
  /** Newest row at or before the range's end; at most one. */
  valuation?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<ValuationRow>>;
  /** One row a finished day, ascending, all inside the range; a day without trading has none. */
  valuation_history?(
    code: string,
    range: DateRange,
    signal: AbortSignal,
  ): Promise<SourceResult<ValuationRow>>;
  /** All trading days of the year, ascending, or no row where the source does not cover the whole year. */
  calendar?(year: number, signal: AbortSignal): Promise<SourceResult<TradingDayRow>>;
  /** All listed A-shares. */
  securities?(signal: AbortSignal): Promise<SourceResult<SecurityRow>>;
  /** A-shares that fit a name, a code or initials, best first; for what no list at hand holds. */
  lookup?(words: string, signal: AbortSignal): Promise<SourceResult<SecurityRow>>;
  /** All companies that were listed once and no longer are. */
  delisted?(signal: AbortSignal): Promise<SourceResult<DelistedRow>>;
  index_spot?(code: string, signal: AbortSignal): Promise<SourceResult<SpotRow>>;
  index_daily?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<DailyRow>>;
  /** Forward-adjusted series, the newest factor being the newest known; else as `daily`. */
  daily_qfq?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<AdjustedDailyRow>>;
  /** All A-shares that have figures for one trading day, in no order; empty where that day is not out yet. */
  market_valuation?(date: string, signal: AbortSignal): Promise<SourceResult<ValuationRow>>;
  /** Ascending. */
  adjust_factors?(
    code: string,
    range: DateRange,
    signal: AbortSignal,
  ): Promise<SourceResult<AdjustFactorRow>>;
  /** Finished days, ascending. */
  money_flow?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<MoneyFlowRow>>;
  /** Report periods whose last day lies in the range, ascending; one row per period and span, the newest publication of it. */
  financials?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<FinancialRow>>;
  /** The whole list of one day; empty where nothing was listed or it is not out yet. */
  top_list?(date: string, signal: AbortSignal): Promise<SourceResult<TopListRow>>;
  /** Newest first. */
  reports?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<ReportRow>>;
  /** Newest first. */
  news?(code: string, signal: AbortSignal): Promise<SourceResult<NewsRow>>;
  /** Exactly one row: the dividends of the last years, plans among them. */
  dividends?(code: string, signal: AbortSignal): Promise<SourceResult<DividendListRow>>;
  /** Exactly one row: unlocks of the last years and those to come, one a day, ascending. */
  unlocks?(code: string, signal: AbortSignal): Promise<SourceResult<UnlockListRow>>;
  /** Exactly one row, of the report period that ends on `period`. */
  report_dates?(code: string, period: string, signal: AbortSignal): Promise<SourceResult<ReportDateRow>>;
  suspensions?(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<SuspensionRow>>;
  price_limits?(code: string, date: string, signal: AbortSignal): Promise<SourceResult<PriceLimitRow>>;
  /** Ascending. */
  former_names?(code: string, signal: AbortSignal): Promise<SourceResult<FormerNameRow>>;
  /** All numbers of the Beijing exchange that were replaced. */
  code_changes?(signal: AbortSignal): Promise<SourceResult<CodeChangeRow>>;
  /** The companies of the code's own industry, itself among them; empty where the source knows no industry for it. */
  industry?(code: string, signal: AbortSignal): Promise<SourceResult<IndustryRow>>;
}

/** What a source is handed. `fetch` is the only way out; both clocks come with it. */
export interface SourceServices<Config> {
  readonly config: Config;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** When a public feed may be asked; `createFeed` takes it. Absent: whenever. */
  readonly turn?: Turn | undefined;
  /** Whose quote it is, by its name cell. Absent: no name is known, and what only a name can prove is refused. */
  readonly identify?: NameProof | undefined;
}

/** A folder under `src/data/sources/` default-exports one of these; nothing else names it. */
export interface SourceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  /** The folder's name, and the name in cites. */
  readonly name: string;
  readonly summary: Bilingual;
  readonly settings: Settings<Schema>;
  /** Lower rank is asked first. */
  readonly provides: Readonly<Partial<Record<Capability, number>>>;
  /** As `provides`, for comparing with another source's value only: never shown in its place. */
  readonly checks?: Readonly<Partial<Record<Capability, number>>>;
  /**
   * Whose data a capability's are where they are not the source's own (akshare's quotes are Xueqiu's). Two sources with one
   * upstream confirm nothing to each other.
   */
  readonly upstreams?: Readonly<Partial<Record<Capability, string>>>;
  /** What the upstream can be asked per minute; absent: no limit known; `"no-upstream"`: nobody is asked, so nothing is counted. */
  readonly limits?: SourceLimits | "no-upstream";
  /** Cannot be used beside others (sample data). Asked last when nothing else is on. */
  readonly alone?: boolean;
  /** The instant that the source's data belong to; the market clock is pinned to it while the source is on. */
  readonly pinnedNow?: string;
  /** Said instead of NO_DATA while only this source is on: what it holds and how to get more. `{subject}` is what was asked about. */
  readonly noData?: Bilingual;
  /** Of a source whose data are made up: what stands below answers of them wherever people might take them for real. */
  readonly madeUp?: Bilingual;
  /** `named`: DATA_SOURCES names it. */
  isOn(config: z.infer<Schema>, named: boolean): Switch;
  /** No I/O. */
  create(services: SourceServices<z.infer<Schema>>): SourceClient;
}

export const defineSource = <Schema extends z.ZodObject>(
  definition: SourceDefinition<Schema>,
): SourceDefinition<Schema> => definition;
