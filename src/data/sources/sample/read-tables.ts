import { bundledSecurities } from "#language";
import type { FinancialRow, IndustryRow, MoneyFlowRow, NewsRow, ReportRow, TopListRow } from "../../rows.ts";
import { known } from "../../validate-row.ts";
import { readSampleBars } from "./read-sample.ts";
import tables from "./tables.json" with { type: "json" };

type Cell = string | number | null;
export type Table = Readonly<Record<string, readonly (readonly unknown[])[] | undefined>>;

/** The rows of one key, each by its columns. JSON imports type them as mixed lists; the sample's test checks every cell. */
export function rowsOf(table: Table, key: string, columns: readonly string[]) {
  const rows = Object.hasOwn(table, key) ? (table[key] ?? []) : [];
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}

const number = (cell: unknown): number | undefined => (typeof cell === "number" ? cell : undefined);
const text = (cell: unknown): string => (typeof cell === "string" ? cell : "");

const money = tables.money_flow as unknown as Table;
const reports = tables.reports as unknown as Table;
const topLists = tables.top_list as unknown as Table;

export const readSampleFlow = (code: string): readonly MoneyFlowRow[] =>
  rowsOf(money, code, tables.money_flow_columns).map(
    ({ date, super_large_net, large_net, medium_net, small_net }) => ({
      code,
      date: text(date),
      main_net: (number(super_large_net) ?? 0) + (number(large_net) ?? 0),
      super_large_net: number(super_large_net) ?? 0,
      large_net: number(large_net) ?? 0,
      medium_net: number(medium_net) ?? 0,
      small_net: number(small_net) ?? 0,
    }),
  );

const financials = tables.financials as unknown as Table;

function readReport(code: string, cells: Readonly<Record<string, unknown>>): readonly FinancialRow[] {
  const { period, ann_date, quarter_revenue, quarter_net_profit_parent, ...figures } = cells;
  const dates = { code, period: text(period), ann_date: text(ann_date) };
  const numbers = Object.fromEntries(
    Object.entries(figures as Record<string, Cell>).map(([name, cell]) => [name, number(cell)]),
  );
  return [
    known<FinancialRow>({
      ...dates,
      span: "quarter",
      total_revenue: number(quarter_revenue),
      net_profit_parent: number(quarter_net_profit_parent),
    } as FinancialRow),
    known<FinancialRow>({ ...dates, span: "ytd", ...numbers } as FinancialRow),
  ];
}

/** Cumulative periods and single quarters, ascending. */
export const readSampleFinancials = (code: string): readonly FinancialRow[] =>
  rowsOf(financials, code, tables.financial_columns).flatMap((cells) => readReport(code, cells));

export function readSampleTopList(date: string): readonly TopListRow[] {
  return rowsOf(topLists, date, tables.top_list_columns).map(({ code, reason, top_buy, top_sell }) => {
    const bar = readSampleBars(text(code))?.find((each) => each.date === date);
    const [buy, sell] = [number(top_buy) ?? 0, number(top_sell) ?? 0];
    return known<TopListRow>({
      code: text(code),
      date,
      reason: text(reason),
      close: bar?.close,
      pct_chg: bar?.pct_chg,
      top_buy: buy,
      top_sell: sell,
      top_net: buy - sell,
    });
  });
}

export const readSampleReports = (code: string): readonly ReportRow[] =>
  rowsOf(reports, code, tables.report_columns).map(({ date, title, org, rating, forecasts }) => ({
    code,
    date: text(date),
    title: text(title),
    org: text(org),
    rating: text(rating),
    forecasts: (forecasts as readonly (readonly [string, number, number])[]).map(([year, eps, pe]) => ({
      year,
      forecast_eps: eps,
      forecast_pe: pe,
    })),
  }));

const headlines = tables.news as unknown as Table;

export const readSampleNews = (code: string): readonly NewsRow[] =>
  rowsOf(headlines, code, tables.news_columns).map(({ time, title, outlet }) => ({
    code,
    time: text(time),
    title: text(title),
    outlet: text(outlet),
    names_code: true,
  }));

const names = new Map(bundledSecurities.map(({ code, name }) => [code, name]));

export function readSampleIndustry(code: string): readonly IndustryRow[] {
  const found = Object.entries(tables.industries).find(([, codes]) => codes.includes(code));
  if (found === undefined) return [];
  const [industry, codes] = found;
  return codes.map((member) => ({ industry, code: member, name: names.get(member) ?? member }));
}
