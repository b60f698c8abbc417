import { z } from "zod";
import type { Clock, Json, Log } from "#contract";
import { createDirectory, type Directory, type SecurityEntry } from "#language";
import { settledOrAborted } from "./aborted.ts";
import type { JsonCache } from "./json-cache.ts";
import { isStock, mergeSecurities, wellKnown, withDelisted, withFormerCodes } from "./merge-securities.ts";
import type { Routes } from "./routing.ts";
import type { CodeChangeRow, DelistedRow, SecurityRow } from "./rows.ts";
import type { SourceClient } from "./source.ts";

const dayMs = 86_400_000;
const retryMs = 60_000;

/** Where the list at hand comes from; absent while only the bundled one is there. */
export interface ListOrigin {
  readonly source: string;
  readonly table: string;
  readonly adapter: string;
  readonly fetched_at: string;
}

/** The listed securities as a directory: the sources' list over the one bundled with the code. */
export interface Securities {
  /** What is known now; looks for a newer list in the background when it is time. */
  directory(): Directory;
  /** What the directory is made of; the same array until a newer list replaces it. */
  entries(): readonly SecurityEntry[];
  /** Resolves once the first attempt to get a list has ended, well or not, or the caller has waited enough. */
  ready(signal: AbortSignal): Promise<void>;
  /** True once that first attempt has ended, so that nothing is to be waited for. */
  isTried(): boolean;
  origin(): ListOrigin | undefined;
  /**
   * Looks a name up that the directory does not hold, where the list is known to lack stocks and a source can search; what is found is in
   * the directory from then on, under a code that it did not hold. Undefined: nothing new.
   */
  lookUp(words: string, signal: AbortSignal): Promise<ListOrigin | undefined>;
  /** Of a company that was listed once, by a source's list or, where that does not hold it, by the bundled one; undefined for all others. */
  delisting(code: string): Delisting | undefined;
  /** The first day of a listed company, where the sources' list tells it. */
  listing(code: string): Listing | undefined;
}

export interface Listing {
  readonly name: string;
  /** ISO date. */
  readonly date: string;
  readonly source: string;
}

export interface Delisting {
  readonly name: string;
  /** ISO date, where the list tells it. */
  readonly date?: string;
  readonly source: string;
}

const cachedList = z.object({
  origin: z.object({ source: z.string(), table: z.string(), adapter: z.string(), fetched_at: z.string() }),
  wallMs: z.number(),
  rows: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      pinyin: z.string().optional(),
      listed: z.string().optional(),
    }),
  ),
  delisted: z
    .object({
      source: z.string(),
      rows: z.array(z.object({ code: z.string(), name: z.string(), date: z.string().optional() })),
    })
    .optional(),
  changes: z.array(z.object({ former_code: z.string(), code: z.string() })).optional(),
});

type List = z.infer<typeof cachedList>;

/** A name or initials, with no mark that an address could mistake. */
const searchable = /^[\p{Script=Han}A-Za-z0-9*]{2,16}$/u;

export function createSecurities(services: {
  routes: Routes;
  clock: Clock;
  log: Log;
  cache?: JsonCache;
  /** Tells lists of different set-ups apart in a shared cache. */
  cacheKey: string;
}): Securities {
  const { routes, clock, log, cache, cacheKey } = services;
  // Not complete: a code in a range of A-shares that it does not hold may well exist.
  let entries: readonly SecurityEntry[] = wellKnown;
  let directory = createDirectory(entries, { complete: false });
  let origin: ListOrigin | undefined;
  /** Found by name, one by one. */
  let learnt: readonly SecurityRow[] = [];
  let delistings: ReadonlyMap<string, Delisting> = new Map();
  let firstDays: ReadonlyMap<string, string> = new Map();
  let nextMs = 0;
  let running: Promise<void> | undefined;
  let first: Promise<void> | undefined;
  let tried = false;

  const take = (list: List): void => {
    const rows = list.rows.map(withoutUndefined);
    const { source = "", rows: gone = [] } = list.delisted ?? {};
    const left = gone.map(({ code, name, date }) => ({
      code,
      name,
      ...(date === undefined ? {} : { date }),
    }));
    const listing = withFormerCodes(mergeSecurities(rows), list.changes ?? []);
    entries = withDelisted(listing, rows, left);
    directory = createDirectory(entries);
    const listed = new Set(rows.map(({ code }) => code));
    delistings = new Map(
      left.flatMap(({ code, ...told }) => (listed.has(code) ? [] : [[code, { ...told, source }] as const])),
    );
    firstDays = new Map(
      rows.flatMap(({ code, listed: since }) => (since === undefined ? [] : [[code, since] as const])),
    );
    origin = list.origin;
    nextMs = list.wallMs + dayMs;
  };

  const fromCache = async (): Promise<List | undefined> => {
    try {
      const parsed = cachedList.safeParse(await cache?.get(cacheKey));
      return parsed.success && clock.wallMs() < parsed.data.wallMs + dayMs ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  };

  /** Without it the list stands alone: a company that has left is then only one that it does not hold. */
  const askDelisted = async (): Promise<List["delisted"]> => {
    const found = await routes.ask<DelistedRow>({
      capability: "delisted",
      key: "all",
      call: (client, signal) => client.delisted?.(signal),
    });
    return found.ok ? { source: found.source, rows: found.rows.map((row) => ({ ...row })) } : undefined;
  };

  /** Without it the old numbers at hand are those that are bundled. */
  const askChanges = async (): Promise<List["changes"]> => {
    const found = await routes.ask<CodeChangeRow>({
      capability: "code_changes",
      key: "all",
      call: (client, signal) => client.code_changes?.(signal),
    });
    return found.ok ? found.rows.map((row) => ({ ...row })) : undefined;
  };

  const fromSources = async (): Promise<List | undefined> => {
    const question = {
      capability: "securities",
      key: "all",
      call: (client: SourceClient, signal: AbortSignal) => client.securities?.(signal),
    } as const;
    const [found, delisted, changes] = await Promise.all([
      routes.ask<SecurityRow>(question),
      askDelisted(),
      askChanges(),
    ]);
    if (!found.ok) {
      log.warn(
        { code: found.error.code, detail: found.error.message },
        "no list of securities; the bundled one stays",
      );
      return undefined;
    }
    const { source, table, adapter, fetched_at, rows } = found;
    const list: List = {
      origin: { source, table, adapter, fetched_at },
      wallMs: clock.wallMs(),
      rows: rows.map((row) => ({ ...row })),
      ...(delisted === undefined ? {} : { delisted }),
      ...(changes === undefined ? {} : { changes }),
    };
    // Without the shared cache the next process asks again; that is all.
    await cache?.set(cacheKey, list as Json, dayMs / 1000).catch(() => undefined);
    return list;
  };

  const refresh = async (): Promise<void> => {
    nextMs = clock.wallMs() + retryMs;
    const list = (origin === undefined ? await fromCache() : undefined) ?? (await fromSources());
    if (list !== undefined) take(list);
  };

  const refreshWhenDue = (): void => {
    if (running !== undefined || clock.wallMs() < nextMs || !routes.offers("securities")) return;
    running = refresh().finally(() => {
      running = undefined;
    });
    first ??= running.finally(() => {
      tried = true;
    });
  };

  const lookUp = async (words: string, signal: AbortSignal): Promise<ListOrigin | undefined> => {
    if (origin !== undefined || !routes.offers("lookup") || !searchable.test(words)) return undefined;
    const found = await routes.ask<SecurityRow>({
      capability: "lookup",
      key: words,
      call: (client, limit) => client.lookup?.(words, limit),
      signal,
    });
    if (!found.ok) return undefined;
    const fresh = found.rows.filter(({ code }) => isStock(code) && directory.name(code) === undefined);
    if (fresh.length > 0) {
      learnt = [...learnt, ...fresh];
      entries = mergeSecurities(learnt);
      directory = createDirectory(entries, { complete: false });
    }
    const { source, table, adapter, fetched_at } = found;
    return { source, table, adapter, fetched_at };
  };

  return {
    directory() {
      refreshWhenDue();
      return directory;
    },
    entries: () => entries,
    async ready(signal) {
      refreshWhenDue();
      if (first !== undefined) await settledOrAborted(first, signal);
    },
    isTried: () => tried || !routes.offers("securities"),
    origin: () => origin,
    lookUp,
    delisting(code) {
      const told = delistings.get(code);
      if (told !== undefined) return told;
      const entry = entries.find((each) => each.code === code);
      return entry?.listed === false ? { name: entry.name, source: "computed" } : undefined;
    },
    listing(code) {
      const date = firstDays.get(code);
      return date === undefined || origin === undefined
        ? undefined
        : { name: directory.name(code) ?? code, date, source: origin.source };
    },
  };
}

const withoutUndefined = ({ code, name, pinyin, listed }: List["rows"][number]): SecurityRow => ({
  ...{ code, name },
  ...(pinyin === undefined ? {} : { pinyin }),
  ...(listed === undefined ? {} : { listed }),
});
