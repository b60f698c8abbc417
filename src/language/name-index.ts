import { cleanName } from "./clean-name.ts";
import { keyOf } from "./fold.ts";
import { notInitials, notShortForms, type SecurityEntry, wordsBeyondNames } from "./securities.ts";

/** How a key came to stand for a security, best first. `beyond` is no name at all (平安夜), `word` none unless it is a whole one (上海). */
export type MatchRank = "beyond" | "name" | "alias" | "former" | "word" | "short" | "initials";

const order: readonly MatchRank[] = ["beyond", "name", "alias", "former", "word", "short", "initials"];
export const rankOf = (rank: MatchRank): number => order.indexOf(rank);

export interface NameHits {
  readonly rank: MatchRank;
  readonly entries: readonly SecurityEntry[];
}

export interface NameHit extends NameHits {
  /** UTF-16 units of the key. */
  readonly length: number;
}

/** All keys of a list of securities, built once. */
export interface NameIndex {
  get(key: string): NameHits | undefined;
  initials(key: string): readonly SecurityEntry[];
  /** The longest key that begins at `start` of a text without spaces and that `fits`. Time does not grow with the list. */
  longestAt(text: string, start: number, fits: (start: number, end: number) => boolean): NameHit | null;
}

/** A short form that would fit more securities than this is an everyday word (上海). */
const mostPerShortForm = 8;

/** A shorter spelling may be a Latin word. */
const shortestSpelling = 6;

const han = /^\p{Script=Han}+$/u;

/** Names as a quote screen decorates them, undone for matching only (data-sources §4.3). */
export function bareNames(name: string): readonly string[] {
  const forms = new Set<string>();
  const special = name.replace(/^(\*ST|S\*ST|SST|ST|XD|XR|DR)(?=.{2,})/, "");
  const fresh = name.replace(/^[NC](?=\p{Script=Han}{3,})/u, "");
  for (const form of [special, fresh]) {
    forms.add(form);
    forms.add(form.replace(/-(UWD|UW|U|W|D)$/, ""));
    // Never the B of a B-share: that is another security of the same company.
    forms.add(form.replace(/(?<=\p{Script=Han}{2,})A$/u, ""));
  }
  forms.delete(name);
  return [...forms];
}

/**
 * What people leave off a Chinese name of four characters or more: its end (格力电器 → 格力), or a place or the country before it
 * (山西汾酒 → 汾酒). Other ends are words of their own (老百姓, 新希望) and mean no company.
 */
function shortForms(key: string): readonly string[] {
  if (!han.test(key) || key.length < 4 || key.length > 8) return [];
  const forms = new Set<string>();
  for (let length = 2; length < key.length; length++) {
    forms.add(key.slice(0, length));
    if (notShortForms.has(key.slice(0, -length))) forms.add(key.slice(-length));
  }
  return [...forms].filter((form) => !notShortForms.has(form));
}

interface Building {
  readonly byRank: Map<MatchRank, Set<SecurityEntry>>;
}

function collect(entries: readonly SecurityEntry[]): Map<string, Building> {
  const keys = new Map<string, Building>();
  const add = (raw: string, rank: MatchRank, entry: SecurityEntry | null) => {
    const key = keyOf(raw);
    if (key.length < 2 || key.length > 64) return;
    const building = keys.get(key) ?? { byRank: new Map() };
    const group = building.byRank.get(rank) ?? new Set();
    if (entry !== null) group.add(entry);
    building.byRank.set(rank, group);
    keys.set(key, building);
  };
  for (const word of wordsBeyondNames) add(word, "beyond", null);
  // Everyday words stand in the index so that a short form cannot begin in the middle of one (海天 in 上海天气).
  for (const word of notShortForms) add(word, "word", null);
  for (const entry of entries) {
    const name = cleanName(entry.name);
    add(name, "name", entry);
    for (const alias of [...(entry.aliases ?? []), ...bareNames(name)]) add(alias, "alias", entry);
    if (entry.spelling !== undefined && entry.spelling.length >= shortestSpelling)
      add(entry.spelling, "alias", entry);
    for (const former of entry.former ?? []) add(cleanName(former), "former", entry);
    if (entry.kind !== "stock" || entry.listed === false) continue;
    for (const plain of [name, ...bareNames(name)])
      for (const form of shortForms(keyOf(plain))) add(form, "short", entry);
  }
  return keys;
}

/** Only the best rank of a key counts. */
function settle({ byRank }: Building): NameHits | null {
  for (const rank of order) {
    const group = byRank.get(rank);
    if (group === undefined) continue;
    if (rank === "short" && group.size > mostPerShortForm) return null;
    return { rank, entries: [...group] };
  }
  return null;
}

function collectInitials(entries: readonly SecurityEntry[]): Map<string, SecurityEntry[]> {
  const initials = new Map<string, SecurityEntry[]>();
  for (const entry of entries) {
    const key = entry.pinyin === undefined ? "" : keyOf(entry.pinyin);
    if (key.length < 3 || notInitials.has(key)) continue;
    initials.set(key, [...(initials.get(key) ?? []), entry]);
  }
  return initials;
}

export function createNameIndex(entries: readonly SecurityEntry[]): NameIndex {
  const hits = new Map<string, NameHits>();
  const lengths = new Map<string, number[]>();
  for (const [key, building] of collect(entries)) {
    const settled = settle(building);
    if (settled === null) continue;
    hits.set(key, settled);
    const head = key.slice(0, 2);
    const known = lengths.get(head) ?? [];
    if (!known.includes(key.length)) known.push(key.length);
    lengths.set(head, known);
  }
  for (const known of lengths.values()) known.sort((a, b) => b - a);
  const initials = collectInitials(entries);
  return {
    get: (key) => hits.get(key),
    initials: (key) => initials.get(key) ?? [],
    longestAt(text, start, fits) {
      for (const length of lengths.get(text.slice(start, start + 2)) ?? []) {
        const end = start + length;
        const found = end > text.length ? undefined : hits.get(text.slice(start, end));
        if (found !== undefined && fits(start, end)) return { ...found, length };
      }
      return null;
    },
  };
}
