import type { ErrorCode, ResolvedSecurity, SecurityKind, SecurityMatch } from "#contract";
import { type CodeReading, readCode } from "./codes.ts";
import type { NameIndex } from "./name-index.ts";
import { englishName } from "./printed-name.ts";
import type { SecurityEntry } from "./securities.ts";

type Status = ResolvedSecurity["status"];

/** What a code or a name came to, before it is told. */
export interface Verdict {
  readonly status: Status;
  readonly matches: readonly SecurityMatch[];
  readonly kind?: SecurityKind;
  readonly reason?: ErrorCode;
  /** The former name or code by which the security was found. */
  readonly formerName?: string;
}

/** A list of securities, as it is looked up. */
export interface Listing {
  readonly byCode: ReadonlyMap<string, SecurityEntry>;
  readonly byFormerCode: ReadonlyMap<string, SecurityEntry>;
  readonly index: NameIndex;
  /** False when the list is known to lack stocks. */
  readonly complete: boolean;
  /** The name keys of all listed stocks. */
  readonly keys: readonly { readonly key: string; readonly entry: SecurityEntry }[];
}

const maxMatches = 5;

const statusOfKind: Readonly<Record<SecurityKind, Status>> = {
  stock: "one",
  // A stock that has left its exchange still has the prices of its days; only the board's own numbers have none.
  delisted: "one",
  unknown: "one",
  index: "unsupported",
  fund: "unsupported",
  bond: "unsupported",
  b_share: "unsupported",
  neeq: "unsupported",
  hk: "out_of_scope",
  us: "out_of_scope",
};

const reasonOfKind: Readonly<Partial<Record<SecurityKind, ErrorCode>>> = {
  index: "UNSUPPORTED_INDEX",
  fund: "UNSUPPORTED_FUND",
  bond: "UNSUPPORTED_BOND",
  b_share: "UNSUPPORTED_B_SHARE",
  neeq: "OLD_BSE_CODE",
};

export const nothing: Verdict = { status: "none", matches: [] };

/** Why there is nothing of what no list has, where that is another reason than of a listed one. */
const reasonUnlisted: Readonly<Partial<Record<SecurityKind, ErrorCode>>> = {
  delisted: "DELISTED",
  index: "UNKNOWN_INDEX",
};

/** A refusal of something that is known by its kind alone. */
export function refusal(kind: SecurityKind): Verdict {
  const reason = reasonUnlisted[kind] ?? reasonOfKind[kind];
  const status = kind === "delisted" ? "unsupported" : statusOfKind[kind];
  return { status, matches: [], kind, ...(reason === undefined ? {} : { reason }) };
}

/** Stocks of the A-share market before anything else (a company listed in Hong Kong too means its A-share), then listed before delisted. */
function preferred(entries: readonly SecurityEntry[]): readonly SecurityEntry[] {
  const stocks = entries.filter(({ kind }) => kind === "stock" || kind === "unknown");
  const group = stocks.length > 0 ? stocks : entries;
  const listed = group.filter((entry) => entry.listed !== false);
  return listed.length > 0 ? listed : group;
}

function matchOf({ code, name, aliases, former = [], formerCodes = [] }: SecurityEntry): SecurityMatch {
  const before = [...former, ...formerCodes.map((each) => each.slice(0, 6))];
  const english = englishName(aliases);
  return {
    code,
    name,
    ...(english === undefined ? {} : { english_name: english }),
    ...(before.length === 0 ? {} : { former_names: before }),
  };
}

const kindOf = ({ kind, listed }: SecurityEntry): SecurityKind =>
  kind === "stock" && listed === false ? "delisted" : kind;

/** One entry is the answer, several of the same rank are asked about. */
export function judge(entries: readonly SecurityEntry[]): Verdict {
  const group = preferred(entries);
  const [first] = group;
  if (first === undefined) return nothing;
  const kind = kindOf(first);
  const matches = group.slice(0, maxMatches).map(matchOf);
  const status = statusOfKind[kind];
  const reason = reasonOfKind[kind];
  if (group.length > 1 && status === "one") return { status: "several", matches, kind };
  return { status, matches, kind, ...(reason === undefined ? {} : { reason }) };
}

/** A lone candidate that another list might join: asked about rather than taken. */
export const merelyProbable = (verdict: Verdict): Verdict =>
  verdict.status === "one" ? { ...verdict, status: "several" } : verdict;

/** The stock with the same number on the exchange where it belongs: 000858.SH was meant as 000858.SZ. */
function misplaced(listing: Listing, code: string): Verdict {
  const digits = code.slice(0, 6);
  const listed = ["SH", "SZ", "BJ"].flatMap((exchange) => listing.byCode.get(`${digits}.${exchange}`) ?? []);
  const stocks = listed.filter(({ kind }) => kind === "stock");
  if (stocks.length > 0) return merelyProbable(judge(stocks));
  const home = readCode(digits);
  if (home === null || home.kind !== "stock" || home.code === code || listing.complete) return nothing;
  return { status: "several", kind: "stock", matches: [{ code: home.code, name: home.code }] };
}

/** What a code comes to, given the entries that it means. */
export function judgeCode(
  listing: Listing,
  reading: CodeReading,
  entries: readonly SecurityEntry[],
  bare: boolean,
): Verdict {
  if (entries.length > 0) return judge(entries);
  const moved = listing.byFormerCode.get(reading.code);
  if (moved !== undefined) return { ...judge([moved]), formerName: reading.code };
  const { code, kind } = reading;
  // Nothing lists it: an index of that number need not exist, nor a stock on that exchange.
  const isDoubtful = kind === "unknown" || (kind === "index" && code.startsWith("000"));
  if (isDoubtful) return bare ? nothing : misplaced(listing, code);
  if (kind !== "stock") return refusal(kind);
  return listing.complete ? nothing : { status: "one", kind, matches: [{ code, name: code }] };
}
