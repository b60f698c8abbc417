import { wholeCode } from "#contract";
import {
  bundledSecurities,
  foreignSecurities,
  initialsOf,
  officialName,
  readCode,
  type SecurityEntry,
} from "#language";
import type { CodeChangeRow, DelistedRow, SecurityRow } from "./rows.ts";

/** What is known without any source: well-known securities, and names of other markets that are out of scope. */
export const wellKnown: readonly SecurityEntry[] = [...bundledSecurities, ...foreignSecurities];

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
    if (row.name.trim() === "" || readCode(row.code)?.kind !== "stock" || !wholeCode.test(row.code)) continue;
    merged.set(row.code, mergeRow(row, merged.get(row.code)));
  }
  return [...merged.values()];
}

/** True for the canonical code of a stock, listed or not. */
export const isStock = (code: string): boolean => wholeCode.test(code) && readCode(code)?.kind === "stock";

/** Companies that were listed once, under the entries of those that are: found by code and name, told as delisted. */
export function withDelisted(
  entries: readonly SecurityEntry[],
  rows: readonly SecurityRow[],
  delisted: readonly DelistedRow[],
): readonly SecurityEntry[] {
  const listed = new Set(rows.map(({ code }) => code));
  const merged = new Map(entries.map((entry) => [entry.code, entry]));
  for (const { code, name } of delisted) {
    if (listed.has(code) || !isStock(code)) continue;
    const own = merged.get(code);
    const shown = officialName(name) || own?.name || code;
    const pinyin = own?.pinyin ?? initialsOf(shown);
    const entry = { ...own, code, name: shown, kind: "stock", listed: false } as const;
    merged.set(code, pinyin === undefined ? entry : { ...entry, pinyin });
  }
  return [...merged.values()];
}

/** Numbers that were given up for the ones listed: the old ones find the company too. */
export function withFormerCodes(
  entries: readonly SecurityEntry[],
  changes: readonly CodeChangeRow[],
): readonly SecurityEntry[] {
  const before = Map.groupBy(changes, ({ code }) => code);
  return entries.map((entry) => {
    const former = (before.get(entry.code) ?? []).map(({ former_code }) => former_code);
    if (former.length === 0) return entry;
    return { ...entry, formerCodes: [...new Set([...(entry.formerCodes ?? []), ...former])] };
  });
}
