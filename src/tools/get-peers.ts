import { z } from "zod";
import { defineTool, type PeerRow, type ToolContext, type ToolOutcome } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { IndustryRow, ValuationRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";
import { indicativeFault } from "./indicative-valuation.ts";
import { median } from "./median.ts";
import { withProvenLoss } from "./proven-loss.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, type TableOrigin, tableOutcome } from "./table-outcome.ts";

const metrics = ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv", "circ_mv"] as const;
const compared = ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv"] as const;

const args = z.strictObject({ code: codeArg, limit: z.number().int().min(2).max(10).default(6) });
type Args = z.infer<typeof args>;

/** Longer than any holiday. */
const days = 20;

interface Valued {
  readonly rows: readonly ValuationRow[];
  readonly origin: TableOrigin;
  /** True where every company of the industry was looked for. */
  readonly isWhole: boolean;
}

/** Keys that the row does not know stay out; `pe_ttm` null (a proven loss) stays in. */
function peerRow(row: ValuationRow): PeerRow {
  const known = metrics.flatMap((name) => {
    const value = row[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { as_of: row.as_of, ...Object.fromEntries(known) };
}

/** The whole market of the newest day that is out. */
async function wholeMarket(data: MarketData, code: string, context: ToolContext): Promise<Valued | null> {
  if (!data.routes.offers("market_valuation")) return null;
  const today = shanghaiDate(context.now);
  const calendar = await data.calendars.around(today, context.signal);
  const newest = calendar.lastTradingDayOnOrBefore(today);
  for (const day of [newest, calendar.previousTradingDay(newest)]) {
    const found = await data.routes.ask<ValuationRow>({
      capability: "market_valuation",
      key: day,
      call: (client, signal) => client.market_valuation?.(day, signal),
      accept: ({ rows }) =>
        rows.some((row) => row.code === code) ? null : { code: "NO_DATA", message: `no row for ${day}` },
      excludeSources: context.excludeSources,
      signal: context.signal,
    });
    if (found.ok) return { rows: found.rows, origin: found, isWhole: true };
    if (found.error.code !== "NO_DATA") return null;
  }
  return null;
}

/** Company by company, all from the source that answered for the first. */
async function oneByOne(
  data: MarketData,
  codes: readonly string[],
  { now, excludeSources, signal }: ToolContext,
): Promise<Valued | ToolOutcome> {
  const today = shanghaiDate(now);
  const range = { from: addDays(today, -days), to: today };
  const ask = (code: string, only?: string) =>
    data.routes.ask<ValuationRow>({
      capability: "valuation",
      key: `${code} ${range.to}`,
      call: (client, limit) => client.valuation?.(code, range, limit),
      accept: ({ rows }) => indicativeFault(rows, now),
      ...(only === undefined ? {} : { only }),
      excludeSources,
      signal,
    });
  const [code = "", ...others] = codes;
  const own = await ask(code);
  if (!own.ok) return failed(emptyFailure(data, code, own.error));
  const found = await Promise.all(others.map((other) => ask(other, own.source)));
  const rows = [...own.rows, ...found.flatMap((each) => (each.ok ? each.rows : []))];
  return { rows, origin: own, isWhole: false };
}

function mediansOf(rows: readonly ValuationRow[]): Readonly<Record<string, number>> {
  const entries = compared.flatMap((name) => {
    const values = rows.map((row) => row[name]).filter((value) => typeof value === "number");
    const middle = median(values);
    return middle === undefined ? [] : [[`industry_median_${name}`, middle] as const];
  });
  return Object.fromEntries(entries);
}

async function outcomeOf(
  data: MarketData,
  { code, limit }: Args,
  found: { readonly members: readonly IndustryRow[]; readonly valued: Valued },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { members, valued } = found;
  const isMember = new Set(members.map((member) => member.code));
  const own = valued.rows.find((row) => row.code === code);
  if (own === undefined) return failed({ code: "NO_DATA", message: "no valuation of it", subject: code });
  const day = shanghaiDate(own.as_of);
  const rows = valued.rows.filter((row) => isMember.has(row.code) && shanghaiDate(row.as_of) === day);
  const others = rows
    .filter((row) => row.code !== code)
    .toSorted((a, b) => (b.total_mv ?? 0) - (a.total_mv ?? 0));
  const shown = await Promise.all(
    [own, ...others].slice(0, limit).map((row) => withProvenLoss(data, row, context)),
  );
  const value = {
    code,
    industry: members[0]?.industry ?? "",
    members: members.length,
    by_value: valued.isWhole,
    peers: Object.fromEntries(shown.map((row) => [row.code, peerRow(row)])),
    ...(valued.isWhole ? mediansOf(rows) : {}),
  };
  return tableOutcome(value, own.as_of, valued.origin);
}

export const createGetPeers = (data: MarketData) =>
  defineTool<Args>({
    name: "get_peers",
    args,
    timeoutMs: 30_000,
    retrySafe: true,
    async run(asked, context) {
      const { code, limit } = asked;
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const industry = await data.routes.ask<IndustryRow>({
        capability: "industry",
        key: code,
        call: (client, signal) => client.industry?.(code, signal),
        excludeSources: context.excludeSources,
        signal: context.signal,
      });
      if (!industry.ok) return failed(emptyFailure(data, code, industry.error));
      const members = industry.rows;
      const market = await wholeMarket(data, code, context);
      if (market !== null) return outcomeOf(data, asked, { members, valued: market }, context);
      const others = members.map((member) => member.code).filter((member) => member !== code);
      const valued = await oneByOne(data, [code, ...others].slice(0, limit), context);
      return "ok" in valued ? valued : outcomeOf(data, asked, { members, valued }, context);
    },
  });
