import { type Moment, readRowDate } from "./moment.ts";
import { isObject, type Resolution } from "./pointer.ts";
import { looksLikeCode } from "./security-code.ts";
import type { TraceRow } from "./trace-index.ts";

const dateKeys = ["as_of", "date", "trade_date", "end_date", "period_end", "day", "datetime", "time", "日期"];
const codeKeys = ["code", "ts_code", "symbol", "ticker", "代码"];
const index = /^\d{1,5}$/;

/** The nearest enclosing object's own entry under one of the keys, if `read` makes sense of it. */
function nearest<Value>(
  at: Resolution,
  keys: readonly string[],
  read: (value: unknown) => Value | null,
): Value | null {
  for (const parent of at.parents.toReversed()) {
    if (!isObject(parent)) continue;
    for (const key of keys) {
      const found = Object.hasOwn(parent, key) ? read(parent[key]) : null;
      if (found !== null) return found;
    }
  }
  return null;
}

function argument(row: TraceRow, key: string): unknown {
  return isObject(row.args) && Object.hasOwn(row.args, key) ? row.args[key] : undefined;
}

/**
 * The metric that the pointer names: its last token; `args.field` for a bare scalar and where the last token is a
 * place in a list, a code or a date, which name no metric. Undefined where nothing names it.
 */
export function tracedMetric(row: TraceRow, at: Resolution): string | undefined {
  const last = at.tokens.at(-1);
  const field = argument(row, "field");
  if (last !== undefined && !(typeof field === "string" && namesNoMetric(last, at))) return last;
  return typeof field === "string" ? field : undefined;
}

function namesNoMetric(token: string, at: Resolution): boolean {
  if (Array.isArray(at.parents.at(-1))) return index.test(token);
  return looksLikeCode(token) || readRowDate(token) !== null;
}

const codeText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;

/** The code that the place itself names (path token, then its row), then `args.code`; null where nothing names one. */
export function tracedCode(row: TraceRow, at: Resolution): string | null {
  const token = at.tokens.findLast((each, i) => isObject(at.parents[i]) && looksLikeCode(each));
  if (token !== undefined) return token;
  const inRow = nearest(at, codeKeys, codeText);
  if (inRow !== null) return inRow;
  const codes = argument(row, "codes");
  const only = Array.isArray(codes) && codes.length === 1 ? codeText(codes[0]) : null;
  return codeText(argument(row, "code")) ?? codeText(argument(row, "ts_code")) ?? only;
}

/** The date of the place: of its row, of a date that keys it, of the whole call; null where there is none. */
export function tracedDate(row: TraceRow, at: Resolution): Moment | null {
  const inRow = nearest(at, dateKeys, readRowDate);
  if (inRow !== null) return inRow;
  for (const [i, token] of at.tokens.entries()) {
    const keyed = isObject(at.parents[i]) && !looksLikeCode(token) ? readRowDate(token) : null;
    if (keyed !== null) return keyed;
  }
  const ofCall = readRowDate(row.as_of);
  if (ofCall !== null || at.tokens.length > 0) return ofCall;
  return readRowDate(argument(row, "date")) ?? readRowDate(argument(row, "trade_date"));
}

/** The report period or price adjustment that the row or the call states, if any. */
export function tracedQualifier(row: TraceRow, at: Resolution, key: "period" | "adjust"): string | null {
  const read = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return nearest(at, [key], read) ?? read(argument(row, key));
}
