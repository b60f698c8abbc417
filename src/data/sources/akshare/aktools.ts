import type { ToolFailure } from "#contract";
import { type Http, parseJson } from "../../http.ts";

/** AKTools evaluates its query string as code: nothing but these functions and such values may ever reach it. */
const functions = [
  "stock_individual_spot_xq",
  "stock_zh_a_hist",
  "stock_zh_index_daily_em",
  "stock_info_a_code_name",
  "tool_trade_date_hist_sina",
  "stock_individual_info_em",
  "stock_board_industry_cons_em",
  "stock_financial_abstract",
  "stock_financial_analysis_indicator",
  "stock_individual_fund_flow",
  "stock_lhb_detail_em",
  "stock_research_report_em",
  "stock_news_em",
  "stock_fhps_detail_em",
  "stock_restricted_release_queue_em",
  "stock_yysj_em",
] as const;
export type AkFunction = (typeof functions)[number];

/** Functions that read page after page, the list of codes those of three exchanges. */
const slowMs: Readonly<Partial<Record<AkFunction, number>>> = {
  stock_info_a_code_name: 45_000,
  stock_board_industry_cons_em: 9_000,
  stock_financial_abstract: 9_000,
  stock_financial_analysis_indicator: 9_000,
  stock_lhb_detail_em: 9_000,
  stock_research_report_em: 9_000,
  stock_fhps_detail_em: 9_000,
  stock_yysj_em: 14_000,
};

export const safeValue = /^[A-Za-z0-9._\-一-鿿]{0,64}$/;

/** One row by column name, as pandas wrote it: NaN is null, dates are `2026-05-06T00:00:00.000` without a zone. */
export type Cells = Readonly<Record<string, unknown>>;

export type RowsResult =
  | { readonly ok: true; readonly rows: readonly Cells[] }
  | { readonly ok: false; readonly error: ToolFailure };

export type AkTools = (
  name: AkFunction,
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<RowsResult>;

const failed = (code: ToolFailure["code"], message: string): RowsResult => ({
  ok: false,
  error: { code, message },
});

/** `error` of a JSON body; the text only selects one of our own messages and is never passed on. */
function errorText(body: unknown): string {
  const text = typeof body === "object" && body !== null ? Reflect.get(body, "error") : undefined;
  return typeof text === "string" ? text : "";
}

/**
 * A 404 of AKTools is no "not found": it is what a failure inside akshare looks like (a changed upstream, an expired
 * cookie), as is a 500. Only an empty list with good arguments says that there is no data.
 */
function classify(status: number, body: unknown): ToolFailure {
  if (status === 404 && errorText(body).includes("未找到该接口")) {
    return { code: "TOOL_ERROR", message: "this AKTools does not know the function; it is too old" };
  }
  return { code: "SOURCE_DOWN", message: `AKTools failed with HTTP ${status}` };
}

const isCells = (row: unknown): row is Cells =>
  typeof row === "object" && row !== null && !Array.isArray(row);

/** akshare's functions over AKTools' HTTP. */
export function createAkTools(options: { root: string; http: Http }): AkTools {
  const { root, http } = options;
  return async (name, params, signal) => {
    const isAllowed =
      functions.includes(name) && Object.values(params).every((value) => safeValue.test(value));
    if (!isAllowed) return failed("INVALID_ARGS", "a function or value that must not reach AKTools");
    const url = `${root.replace(/\/+$/, "")}/api/public/${name}?${new URLSearchParams(params)}`;
    const timeoutMs = slowMs[name];
    const answer = await http.request({ url, signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    if (!answer.ok) return answer;
    const body = parseJson(answer.text);
    if (answer.status !== 200) return { ok: false, error: classify(answer.status, body) };
    if (!Array.isArray(body) || !body.every(isCells)) return failed("SOURCE_DOWN", "no table in the answer");
    return { ok: true, rows: body };
  };
}
