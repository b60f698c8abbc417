import { z } from "zod";
import { type Bilingual, defineTool } from "#contract";

const args = z.strictObject({ turn_ids: z.array(z.string()).max(20) });

/** What `/source` says of a turn; null where it showed nothing with a source. */
export type ListSources = (turnId: string) => Promise<Bilingual | null>;

/** Where the numbers of an earlier answer come from, newest turn first; the listing is the one that `/source` gives. */
export const createGetSources = (list: ListSources | undefined) =>
  defineTool<z.infer<typeof args>>({
    name: "get_sources",
    args,
    timeoutMs: 5000,
    retrySafe: true,
    async run({ turn_ids }, { now }) {
      for (const id of turn_ids) {
        const listed = await list?.(id);
        if (listed === undefined || listed === null) continue;
        const value = { zh: listed.zh, en: listed.en };
        return { ok: true, value, source: "none", served_by: "journal", fetched_at: now };
      }
      return { ok: false, error: { code: "NO_DATA", message: "no earlier answer with a source" } };
    },
  });
