import { type NumericClaim, type TextClaim, type ToolCall, type ToolCite, wholeCode } from "#contract";
import { isObject, resolvePointer } from "../../verify/pointer.ts";
import type { TextPort } from "../ports.ts";

/** What the exchange has yet to confirm after the close; the change that goes with it stands beside it. */
const closes: ReadonlySet<string> = new Set(["close", "index_close"]);

const codeToken = /^\d{6}(\.(SH|SZ|BJ|CSI))?$/;

const stringAt = (container: unknown, ...keys: readonly string[]): string | undefined =>
  isObject(container)
    ? keys.map((key) => container[key]).find((value): value is string => typeof value === "string")
    : undefined;

function citeOf(call: ToolCall, path: string): ToolCite {
  const { source, table, fetched_at, tool_call_id, served_by } = call;
  return {
    kind: "tool",
    source,
    ...(table === undefined ? {} : { table }),
    fetched_at,
    tool_call_id,
    served_by,
    path,
  };
}

/** What trace and path say about a value, wherever it is stated nearest: code, date, adjustment. */
export function factsOf(call: ToolCall, path: string) {
  const found = resolvePointer(call.value, path);
  const metric = found?.tokens.at(-1);
  if (found === null || metric === undefined) return null;
  const rows = found.parents.toReversed();
  const nearest = (...keys: readonly string[]) =>
    rows.map((row) => stringAt(row, ...keys)).find((value) => value !== undefined);
  const code =
    found.tokens.find((token) => codeToken.test(token)) ??
    nearest("code") ??
    stringAt(call.args, "code") ??
    null;
  const asOf = nearest("as_of", "date") ?? call.as_of;
  const units = rows.map((row) => (isObject(row) ? stringAt(row.units, metric) : undefined));
  return {
    value: found.value,
    /** The unit that the value itself names. */
    stated: units.find((unit) => unit !== undefined) ?? nearest("unit"),
    metric,
    code,
    asOf,
    period: nearest("period"),
    adjust: nearest("adjust"),
    quality: nearest("quality"),
  };
}

/**
 * Whether a value may be told or reckoned with. What another program's server (`mcp:…`) says must stand under a registered metric, with
 * the metric's own unit written beside it (`unit` or `units`) and the company's whole code: nobody here knows its conventions.
 */
export function isVouched(text: TextPort, call: ToolCall, path: string): boolean {
  if (!call.source.startsWith("mcp:")) return true;
  const facts = factsOf(call, path);
  const unit = facts === null ? undefined : text.metric(facts.metric)?.default_unit;
  return unit !== undefined && facts?.stated === unit && facts.code !== null && wholeCode.test(facts.code);
}

/** Makes a numeric claim of a traced value; nothing in it is typed by a skill. Null where there is no finite number. */
export function selectNumber(text: TextPort, call: ToolCall, path: string): NumericClaim | null {
  const facts = factsOf(call, path);
  if (facts === null || facts.asOf === undefined) return null;
  if (typeof facts.value !== "number" || !Number.isFinite(facts.value)) return null;
  if (!isVouched(text, call, path)) return null;
  const name = facts.code === null ? undefined : text.nameOf(facts.code);
  return {
    kind: "numeric",
    value: facts.value,
    metric: facts.metric,
    code: facts.code,
    ...(name === undefined ? {} : { name }),
    unit: text.metric(facts.metric)?.default_unit ?? "",
    as_of: facts.asOf,
    ...(facts.period === undefined ? {} : { period: facts.period }),
    ...(facts.adjust === undefined ? {} : { adjust: facts.adjust }),
    ...(facts.quality === "provisional" && closes.has(facts.metric) ? { provisional: true } : {}),
    cite: citeOf(call, path),
  };
}

/** The same for a string of the data, to be quoted exactly; not one of another program's server. */
export function selectText(call: ToolCall, path: string, type: TextClaim["type"]): TextClaim | null {
  if (call.source.startsWith("mcp:")) return null;
  const facts = factsOf(call, path);
  if (facts === null || facts.asOf === undefined || typeof facts.value !== "string") return null;
  const { value, metric, code, asOf } = facts;
  return { kind: "text", value, type, metric, code, as_of: asOf, cite: citeOf(call, path) };
}
