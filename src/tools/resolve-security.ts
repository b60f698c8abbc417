import { z } from "zod";
import { defineTool, type ResolvedSecurity } from "#contract";
import { type Directory, maySpeakOfOtherMarket, otherListing } from "#language";
import type { MarketData } from "../data/market-data.ts";

/** Longest wait for the first list of securities; after it the bundled one has to do. */
const listWaitMs = 4_000;

const args = z.strictObject({ query: z.string().trim().min(1).max(64) });

/** True where the words ask for a company's listing of another market (比亚迪港股): its A-share is no answer. */
const isAbroad = (query: string, directory: Directory): boolean =>
  maySpeakOfOtherMarket(query) &&
  directory.mentions(query).some(({ span }) => otherListing(query, span) !== null);

const resolve = (query: string, directory: Directory): ResolvedSecurity =>
  isAbroad(query, directory) ? { query, status: "out_of_scope", matches: [] } : directory.resolve(query);

export const createResolveSecurity = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "resolve_security",
    args,
    timeoutMs: 10_000,
    retrySafe: true,
    local: true,
    async run({ query }, context) {
      const { securities } = data;
      // A list on its way is waited for: without it "unknown" is no answer, and a name may mean several companies.
      if (!securities.isTried()) {
        await securities.ready(AbortSignal.any([context.signal, AbortSignal.timeout(listWaitMs)]));
      }
      let origin = securities.origin();
      let resolved = resolve(query, securities.directory());
      // A likeness to what the bundled list holds is no more than that: 中国铁物 may be like many.
      if (resolved.status === "none" || resolved.status === "several") {
        origin = (await securities.lookUp(query, context.signal)) ?? origin;
        resolved = resolve(query, securities.directory());
      }
      const { source, table, adapter } = origin ?? {
        source: "computed",
        table: "bundled list",
        adapter: "directory",
      };
      return {
        ok: true,
        value: resolved,
        source,
        table,
        served_by: source,
        adapter,
        fetched_at: origin?.fetched_at ?? context.now,
      };
    },
  });
