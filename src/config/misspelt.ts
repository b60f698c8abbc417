/** Most edits (a letter more, less or another) between two spellings of one name. */
const mostEdits = 2;
/** Shorter names are too soon like any other. */
const leastLength = 6;

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Families of names that others read too: HTTP_PROXY, OTEL_EXPORTER_OTLP_TIMEOUT. */
const sharedFamilies: ReadonlySet<string> = new Set(["HTTP", "OTEL"]);

const familyOf = (name: string): string => name.split("_", 1)[0] ?? "";

function nearest(name: string, known: readonly string[]): { readonly name: string; readonly edits: number } {
  return known
    .map((each) => ({ name: each, edits: editDistance(name.toUpperCase(), each) }))
    .reduce((best, each) => (each.edits < best.edits ? each : best), { name: "", edits: Infinity });
}

/**
 * The setting that a name must have been meant for, where it is none itself: spelt nearly so, or (`byFamily`) of a family that
 * only our settings form, as TELEGRAM_…. Undefined for a name of others.
 */
export function meantBy(
  name: string,
  known: ReadonlySet<string>,
  { byFamily }: { readonly byFamily: boolean },
): string | undefined {
  if (known.has(name)) return undefined;
  const alike = [...known].filter((each) => Math.abs(each.length - name.length) <= mostEdits);
  const near = nearest(name, alike);
  if (near.edits <= mostEdits && name.length >= leastLength) return near.name;
  const family = familyOf(name);
  if (!byFamily || !name.includes("_") || sharedFamilies.has(family)) return undefined;
  const kin = [...known].filter((each) => each.startsWith(`${family}_`));
  return kin.length === 0 ? undefined : nearest(name, kin).name;
}
