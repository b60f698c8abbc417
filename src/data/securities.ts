import { z } from "zod";
import type { Clock, Json, Log } from "#contract";
import {
  bundledSecurities,
  createDirectory,
  type Directory,
  foreignSecurities,
  initialsOf,
  officialName,
  readCode,
  type SecurityEntry,
} from "#language";
import { settledOrAborted } from "./aborted.ts";
import type { JsonCache } from "./json-cache.ts";
import type { Routes } from "./routing.ts";
import type { SecurityRow } from "./rows.ts";

const dayMs = 86_400_000;
const retryMs = 60_000;
const canonical = /^\d{6}\.(SH|SZ|BJ)$/;

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
  /** Resolves once the first attempt to get a list has ended, well or not, or the caller has waited enough. */
  ready(signal: AbortSignal): Promise<void>;
  /** True once that first attempt has ended, so that nothing is to be waited for. */
  isTried(): boolean;
  origin(): ListOrigin | undefined;
}

const cachedList = z.object({
  origin: z.object({ source: z.string(), table: z.string(), adapter: z.string(), fetched_at: z.string() }),
  wallMs: z.number(),
  rows: z.array(z.object({ code: z.string(), name: z.string(), pinyin: z.string().optional() })),
});

type List = z.infer<typeof cachedList>;

/** What is known without any source: well-known securities, and names of other markets that are out of scope. */
const wellKnown: readonly SecurityEntry[] = [...bundledSecurities, ...foreignSecurities];

/** Pinyin initials as a list gives them: letters and digits, in lower case; an unusable text is none. */
const readInitials = (pinyin: string | undefined): string | undefined =>
  pinyin !== undefined && /^[a-z0-9]{2,12}$/i.test(pinyin) ? pinyin.toLowerCase() : undefined;

/** What the list says of one security, over what we know of it. The list's name is the one shown; ours was its name before. */
function mergeRow(row: SecurityRow, own: SecurityEntry | undefined): SecurityEntry {
  const { listed: _, ...kept } = own ?? {};
  // A text that cannot be a name is not shown; ours is, or the code.
  const name = officialName(row.name) || own?.name || row.code;
  const isRenamed = own !== undefined && officialName(own.name) !== name;
  const pinyin = readInitials(row.pinyin) ?? (isRenamed ? undefined : own?.pinyin) ?? initialsOf(name);
  return {
    ...kept,
    code: row.code,
    name,
    kind: "stock",
    ...(isRenamed ? { former: [...new Set([own.name, ...(own.former ?? [])])] } : {}),
    ...(pinyin === undefined ? {} : { pinyin }),
  };
}

/** Rows of a source with the aliases we know; securities of other kinds, and ours that it does not list, stay. */
export function mergeSecurities(
  rows: readonly SecurityRow[],
  ours: readonly SecurityEntry[] = wellKnown,
): readonly SecurityEntry[] {
  const merged = new Map<string, SecurityEntry>(ours.map((entry) => [entry.code, entry]));
  for (const row of rows) {
    if (row.name.trim() === "" || readCode(row.code)?.kind !== "stock" || !canonical.test(row.code)) continue;
    merged.set(row.code, mergeRow(row, merged.get(row.code)));
  }
  return [...merged.values()];
}

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
  let directory = createDirectory(wellKnown, { complete: false });
  let origin: ListOrigin | undefined;
  let nextMs = 0;
  let running: Promise<void> | undefined;
  let first: Promise<void> | undefined;
  let tried = false;

  const take = (list: List): void => {
    directory = createDirectory(mergeSecurities(list.rows.map(withoutUndefined)));
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

  const fromSources = async (): Promise<List | undefined> => {
    const found = await routes.ask<SecurityRow>({
      capability: "securities",
      key: "all",
      call: (client, signal) => client.securities?.(signal),
    });
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

  return {
    directory() {
      refreshWhenDue();
      return directory;
    },
    async ready(signal) {
      refreshWhenDue();
      if (first !== undefined) await settledOrAborted(first, signal);
    },
    isTried: () => tried || !routes.offers("securities"),
    origin: () => origin,
  };
}

const withoutUndefined = ({ code, name, pinyin }: List["rows"][number]): SecurityRow =>
  pinyin === undefined ? { code, name } : { code, name, pinyin };
