import { z } from "zod";
import { defineTool } from "#contract";

/** Reads the asker's own list: a tool, so that what it held stands in the turn's record and a replay sees the same. */
export const createGetWatchlist = (read: ((owner: string) => Promise<readonly string[]>) | undefined) =>
  defineTool<Record<string, never>>({
    name: "get_watchlist",
    args: z.strictObject({}) as z.ZodType<Record<string, never>>,
    timeoutMs: 5000,
    retrySafe: true,
    async run(_, { owner, now }) {
      if (read === undefined || owner === undefined)
        return { ok: false, error: { code: "TOOL_ERROR", message: "no watchlists at hand" } };
      const codes = await read(owner);
      return { ok: true, value: { codes: [...codes] }, source: "none", served_by: "memory", fetched_at: now };
    },
  });
