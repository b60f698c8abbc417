/** Of which company a clause without a subject is, by the clause beside it. */
import type { Bound } from "./context.ts";
import type { Clause } from "./structure.ts";

/** ahead of CATL, which slipped; larger than CATL, whose market cap is…; BYD, up 0.88%, beats CATL, with a gain of 0.35%: the company right before the comma. */
export function relativeSubject(
  clause: Clause,
  before: Clause | undefined,
  { quantities }: Bound,
): string | null {
  const own = before?.filter(
    (each, i) => each.kind !== "close" && !(each.byCode && before[i - 1]?.kind === "open"),
  );
  const last = own?.findLast(({ kind }) => kind !== "open");
  const [first] = clause;
  if (last?.kind !== "company" || first === undefined) return null;
  if (first.op === "which" || first.op === "whose") return last.op;
  // The first of the two has its value of the measure already.
  const measure = clause.find(({ kind }) => kind === "metric")?.metrics ?? [];
  const isTold = quantities.some(
    ({ company, metrics }) => company !== last.op && metrics.some((id) => measure.includes(id)),
  );
  const isBeside = before?.some(({ kind }) => kind === "compare") === true;
  return opensPhrase.has(first.op) && isBeside && isTold ? last.op : null;
}

const opensPhrase: ReadonlySet<string> = new Set(["at", "with", "trading", "trades", "on"]);

/** At 25.49x earnings, BYD is…: a phrase without a subject is of the company that its sentence begins with. */
export function subjectAhead(
  clause: Clause,
  next: Clause | undefined,
  before: Clause | undefined,
): string | null {
  // SMIC grew fastest, with revenue up 29.44%; iFlytek's rose…: of whom the clause before speaks.
  if (before?.some(({ kind }) => kind === "company") === true) return null;
  const [first] = clause;
  if (first?.kind !== "fill" || !opensPhrase.has(first.op) || next?.[0]?.kind !== "company") return null;
  const isNamed = clause.some(({ kind }) => kind === "company" || kind === "entity" || kind === "pair");
  return isNamed || !clause.some(({ kind }) => kind === "number") ? null : next[0].op;
}
