import { isMove, linesByCompany, type TemplateInput } from "#contract";
import { dayTable, isDayTable } from "./days-table.ts";

/** Beside the price itself: shown when the question names them. */
export const extras: ReadonlySet<string> = new Set(["open", "high", "low", "prev_close", "volume", "amount"]);
export const prices: ReadonlySet<string> = new Set(["current_price", "close"]);

/** Claims come company by company; the first value of each company and day is a line, its others follow on the next. A second price is a
 * line too. */
export function template(view: TemplateInput): string {
  const { claims } = view;
  if (isDayTable(claims.map(({ claim }) => claim))) return dayTable(view);
  if (claims.some(({ claim }) => claim.kind === "numeric" && isMove(claim.metric)))
    return linesByCompany(view);
  const lines: string[] = [];
  let rest: string[] = [];
  let company: string | null | undefined;
  let day: string | undefined;
  const flush = () => {
    if (rest.length > 0) lines.push(rest.join(","));
    rest = [];
  };
  for (const { slot, claim } of claims) {
    if (claim.kind === "knowledge") {
      flush();
      lines.push(`{{${slot}}}`);
      continue;
    }
    const code = claim.kind === "numeric" ? claim.code : null;
    const isOwn = claim.kind === "numeric" && (extras.has(claim.metric) || prices.has(claim.metric));
    const ofDay = isOwn ? claim.as_of.slice(0, 10) : day;
    // The figures of two days stand apart.
    const isFirst = code !== company || (day !== undefined && ofDay !== day);
    const isPrice = claim.kind === "numeric" && prices.has(claim.metric);
    if (isFirst || isPrice) flush();
    if (isFirst || isPrice) lines.push(`{{${slot}}}`);
    else rest.push(`{{${slot}}}`);
    company = code;
    day = ofDay;
  }
  flush();
  return lines.join("\n");
}
