import type { NameRegistry, ResolvedSecurity, SecurityMatch } from "#contract";
import { cleanName } from "./clean-name.ts";
import { type CodeReading, type FoundCode, readCode, type SecurityKind } from "./codes.ts";
import { keyOf } from "./fold.ts";
import { type RawMention, scanMentions } from "./mentions.ts";
import { bareNames, createNameIndex, type NameIndex } from "./name-index.ts";
import { notShortForms, type SecurityEntry } from "./securities.ts";

/** A stretch of a text that names a security, and what it came to. */
export interface Mention {
  /** UTF-16 units of the text, end exclusive. */
  readonly span: readonly [number, number];
  /** As the user wrote it. */
  readonly query: string;
  readonly status: ResolvedSecurity["status"];
  readonly matches: readonly SecurityMatch[];
  /** False for short forms and initials, which may be ordinary words. */
  readonly whole: boolean;
}

export interface Directory {
  /** One query, alone: a code in any spelling, a name, an alias, a part of a name, initials, a former name. Never throws. */
  resolve(query: string): ResolvedSecurity;
  /** Every security a text speaks of, in order, without overlaps. */
  mentions(text: string): readonly Mention[];
  /** The display name of a canonical code, cleaned. */
  name(code: string): string | undefined;
  /** All names by code, the printed one first; the same object at every call. */
  names(): NameRegistry;
}

export interface DirectoryOptions {
  /** False when the list is known to lack stocks: then a code in a range of A-shares counts as one, its name unknown. */
  readonly complete?: boolean;
}

const maxMatches = 5;
const maxQueryCharacters = 64;
const indexWords = /上证|指数|大盘|沪指|沪深|中证|深证|index/i;

type Status = ResolvedSecurity["status"];

const statusOfKind: Readonly<Record<SecurityKind, Status>> = {
  stock: "one",
  unknown: "one",
  index: "unsupported",
  fund: "unsupported",
  bond: "unsupported",
  b_share: "unsupported",
  hk: "out_of_scope",
  us: "out_of_scope",
};

interface Verdict {
  readonly status: Status;
  readonly matches: readonly SecurityMatch[];
}

const nothing: Verdict = { status: "none", matches: [] };

const displayName = (entry: SecurityEntry): string => cleanName(entry.name) || entry.code;

/** Stocks of the A-share market before anything else (a company listed in Hong Kong too means its A-share), then listed before delisted. */
function preferred(entries: readonly SecurityEntry[]): readonly SecurityEntry[] {
  const stocks = entries.filter(({ kind }) => kind === "stock" || kind === "unknown");
  const group = stocks.length > 0 ? stocks : entries;
  const listed = group.filter((entry) => entry.listed !== false);
  return listed.length > 0 ? listed : group;
}

function judge(entries: readonly SecurityEntry[]): Verdict {
  const group = preferred(entries);
  const [first] = group;
  if (first === undefined) return nothing;
  const matches = group.slice(0, maxMatches).map((entry) => ({ code: entry.code, name: displayName(entry) }));
  const status = statusOfKind[first.kind];
  if (group.length === 1 || status !== "one") return { status, matches };
  return { status: "several", matches };
}

interface State {
  readonly entries: readonly SecurityEntry[];
  readonly byCode: ReadonlyMap<string, SecurityEntry>;
  readonly index: NameIndex;
  readonly complete: boolean;
  readonly keys: readonly { readonly key: string; readonly entry: SecurityEntry }[];
}

/** Bare 000001 is 平安银行 unless the text speaks of an index and not of that company. */
function entriesOfCode(
  { byCode }: State,
  reading: CodeReading,
  bare: boolean,
  text: string,
): readonly SecurityEntry[] {
  const own = byCode.get(reading.code);
  const digits = reading.code.slice(0, 6);
  const twin = bare && reading.code.endsWith(".SZ") ? byCode.get(`${digits}.SH`) : undefined;
  if (twin?.kind !== "index") return own === undefined ? [] : [own];
  if (own === undefined) return [twin];
  const named = keyOf(text).includes(keyOf(own.name));
  return [indexWords.test(text) && !named ? twin : own];
}

function judgeCode(state: State, reading: CodeReading, bare: boolean, text: string): Verdict {
  const entries = entriesOfCode(state, reading, bare, text);
  if (entries.length > 0) return judge(entries);
  const status = statusOfKind[reading.kind];
  if (status !== "one") return { status, matches: [] };
  if (reading.kind !== "stock" || state.complete) return nothing;
  return { status, matches: [{ code: reading.code, name: reading.code }] };
}

/** Names that begin with the key, then names that hold it; the shorter name first. */
function byPart({ keys }: State, key: string): readonly SecurityEntry[] {
  if (key.length < 2 || notShortForms.has(key)) return [];
  const parts = keys.filter((candidate) => candidate.key.includes(key));
  const place = (candidate: { key: string }) => (candidate.key.startsWith(key) ? 0 : 1);
  parts.sort(
    (a, b) => place(a) - place(b) || a.key.length - b.key.length || (a.entry.code < b.entry.code ? -1 : 1),
  );
  return parts.map(({ entry }) => entry);
}

function byName(state: State, key: string): Verdict {
  const { index } = state;
  const hits = index.get(key);
  const exact = hits !== undefined && (hits.rank === "name" || hits.rank === "alias") ? hits.entries : [];
  const former = hits?.rank === "former" ? hits.entries : [];
  for (const entries of [exact, byPart(state, key), index.initials(key), former])
    if (entries.length > 0) return judge(entries);
  return nothing;
}

function distinct(mentions: readonly Mention[]): Verdict {
  const [first, ...others] = mentions;
  const codes = (mention: Mention) => mention.matches.map(({ code }) => code).join();
  if (first === undefined || others.some((other) => codes(other) !== codes(first))) return nothing;
  return first;
}

function settleMention(state: State, text: string, raw: RawMention): Mention {
  const { span, code, entries, whole } = raw;
  const query = text.slice(span[0], span[1]);
  const verdict = code === undefined ? judge(entries) : judgeCode(state, code, code.bare, text);
  return { span, query, whole, status: verdict.status, matches: verdict.matches };
}

/** A name with its code right behind it says which of several it means: 平安(601318). */
function narrow(mentions: readonly Mention[], text: string): readonly Mention[] {
  return mentions.map((mention, at) => {
    if (mention.status !== "several") return mention;
    const beside = [mentions[at - 1], mentions[at + 1]].find((other) => {
      if (other === undefined || other.status !== "one") return false;
      const [left, right] = other.span[0] > mention.span[0] ? [mention, other] : [other, mention];
      return /^[\s((]{0,3}$/.test(text.slice(left.span[1], right.span[0]));
    });
    const code = beside?.matches[0]?.code;
    const match = mention.matches.find((candidate) => candidate.code === code);
    return match === undefined ? mention : { ...mention, status: "one" as const, matches: [match] };
  });
}

function namesOf(entries: readonly SecurityEntry[]): NameRegistry {
  const names: Record<string, readonly string[]> = {};
  for (const entry of entries) {
    const all = [displayName(entry), ...(entry.aliases ?? []).map(cleanName)].filter((name) => name !== "");
    names[entry.code] = [...new Set(all)];
  }
  return names;
}

/** A later entry of the same code replaces the earlier one. Builds without I/O; about 40 ms for 6,000 entries. */
export function createDirectory(list: readonly SecurityEntry[], options: DirectoryOptions = {}): Directory {
  const byCode = new Map(list.map((entry) => [entry.code, entry]));
  const entries = [...byCode.values()];
  const stocks = entries.filter(({ kind, listed }) => kind === "stock" && listed !== false);
  const keys = stocks.map((entry) => ({ key: keyOf(cleanName(entry.name)), entry }));
  const state: State = {
    entries,
    byCode,
    index: createNameIndex(entries),
    complete: options.complete ?? true,
    keys,
  };
  let names: NameRegistry | undefined;
  const mentions = (text: string) => {
    const codes = (found: FoundCode) => entriesOfCode(state, found, found.bare, text);
    const raw = scanMentions(text, state.index, codes);
    return narrow(
      raw.map((mention) => settleMention(state, text, mention)),
      text,
    );
  };
  const decide = (query: string): Verdict => {
    const key = keyOf(query);
    if (key === "" || query.length > maxQueryCharacters) return nothing;
    const code = readCode(query);
    if (code !== null) return judgeCode(state, code, /^\d{6}$/.test(key), query);
    const named = byName(state, key);
    if (named.status !== "none") return named;
    for (const bare of bareNames(key.toUpperCase())) {
      const undecorated = byName(state, keyOf(bare));
      if (undecorated.status !== "none") return undecorated;
    }
    return distinct(mentions(query));
  };
  return {
    resolve(query) {
      const { status, matches } = decide(query);
      return { query, status, matches };
    },
    mentions,
    name(code) {
      const entry = byCode.get(code);
      return entry === undefined ? undefined : displayName(entry);
    },
    names() {
      names ??= namesOf(entries);
      return names;
    },
  };
}
