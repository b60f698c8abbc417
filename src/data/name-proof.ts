import { keyOf, type SecurityEntry } from "#language";

/**
 * What a feed's name cell says about whose quote it is. `own`: one of the security's names, present or former, as quote screens write
 * them. `foreign`: the name of another listed security. `unproven`: neither. `unknown`: no name of the code is at hand.
 */
export type Identity = "own" | "foreign" | "unproven" | "unknown";

/** Compares a name cell with what the lists hold of a canonical code; waits for a first list that is on its way. Never throws. */
export type NameProof = (code: string, name: string, signal: AbortSignal) => Promise<Identity>;

/** Marks of a day before a name (ex-dividend, first days of trading), then those of a company in trouble. */
const dayMark = /^(?:xd|xr|dr|n|c)(?=.{2,})/;
const troubleMark = /^(?:s?\*st|sst|st|s)(?=.{2,})/;
const tailMark = /(?:-(?:uwd|uw|wd|u|w|d)|a)$/;

/** Quote screens have eight bytes for a name: a mark before it pushes its end out. */
const screenBytes = 8;
const fewestCut = 3;

const bytesOf = (text: string): number => [...text].reduce((sum, each) => sum + (each > "~" ? 2 : 1), 0);

/** A name with and without the marks that a screen puts around it. */
function formsOf(key: string): ReadonlySet<string> {
  const forms = new Set([key]);
  for (const mark of [dayMark, troubleMark, tailMark])
    for (const form of [...forms]) forms.add(form.replace(mark, ""));
  return forms;
}

interface KnownNames {
  readonly byCode: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every form of a present name, with the codes that bear it. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>;
}

function knownNames(entries: readonly SecurityEntry[]): KnownNames {
  const byCode = new Map<string, ReadonlySet<string>>();
  const codes = new Map<string, Set<string>>();
  for (const { code, name, aliases = [], former = [] } of entries) {
    const present = formsOf(keyOf(name));
    const others = [...aliases, ...former].flatMap((each) => [...formsOf(keyOf(each))]);
    byCode.set(code, new Set([...present, ...others].filter((form) => form !== code.toLowerCase())));
    for (const form of present) codes.set(form, (codes.get(form) ?? new Set()).add(code));
  }
  return { byCode, codes };
}

/** True for the beginning of one of the names behind a mark, where nobody else's name begins so: XD中国石 may be either of two. */
function isCutOff(key: string, own: ReadonlySet<string>, code: string, known: KnownNames): boolean {
  if (bytesOf(key) < screenBytes - 1 || bytesOf(key) > screenBytes) return false;
  const cut = [...formsOf(key)].filter((form) => form !== key && [...form].length >= fewestCut);
  const begins = (names: Iterable<string>, part: string) => [...names].some((name) => name.startsWith(part));
  return cut.some(
    (part) =>
      begins(own, part) &&
      ![...known.codes].some(([name, bearers]) => name.startsWith(part) && !bearers.has(code)),
  );
}

function identityOf(code: string, cell: string, known: KnownNames): Identity {
  const own = known.byCode.get(code);
  if (own === undefined || own.size === 0) return "unknown";
  const key = keyOf(cell);
  const forms = [...formsOf(key)].filter((form) => form !== "");
  if (forms.some((form) => own.has(form)) || isCutOff(key, own, code, known)) return "own";
  return forms.some((form) => known.codes.has(form)) ? "foreign" : "unproven";
}

/** See `Securities`. */
interface NameLists {
  entries(): readonly SecurityEntry[];
  isTried(): boolean;
  ready(signal: AbortSignal): Promise<void>;
}

/** The proof over what the lists of securities know at the time of asking. */
export function createNameProof(securities: () => NameLists): NameProof {
  let built: { readonly from: readonly SecurityEntry[]; readonly known: KnownNames } | undefined;
  const known = (): KnownNames => {
    const from = securities().entries();
    if (built?.from !== from) built = { from, known: knownNames(from) };
    return built.known;
  };
  return async (code, name, signal) => {
    const identity = identityOf(code, name, known());
    if (identity === "own" || securities().isTried()) return identity;
    await securities().ready(signal);
    return identityOf(code, name, known());
  };
}
