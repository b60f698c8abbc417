import { z } from "zod";
import { defineTool } from "#contract";
import type { MarketData } from "../data/market-data.ts";

/** The data sources that are enabled here, by name: a tool, so that a replay sees those of its own day. */
export const createListSources = ({ probes }: MarketData) =>
  defineTool<Record<string, never>>({
    name: "list_sources",
    args: z.strictObject({}) as z.ZodType<Record<string, never>>,
    timeoutMs: 1000,
    retrySafe: true,
    local: true,
    async run(_, { now }) {
      const value = { sources: probes.map(({ name }) => name) };
      return { ok: true, value, source: "none", served_by: "settings", fetched_at: now };
    },
  });
