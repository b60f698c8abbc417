import { foreignOwner } from "./quantity.ts";
import type { Sentence } from "./structure.ts";
import { token as makeToken, type Token } from "./token.ts";

/** Pairs of numbers and owners that 分别 or a plain list states: for each number's token its company or metrics. */
export function respectiveOf(
  sentence: Sentence,
  pair: readonly string[],
): ReadonlyMap<Token, { company?: string; metrics?: readonly string[]; fault?: true }> {
  const result = new Map<Token, { company?: string; metrics?: readonly string[]; fault?: true }>();
  const flat = sentence.clauses.flatMap((clause) => [...clause, makeToken("clause", 0, 0)]);
  let companies: string[] = [];
  let metrics: Token[] = [];
  let run: Token[] = [];
  let said = false;
  let joined = true;
  let bordered = false;
  let versus = false;
  const named: { companies: string[]; metrics: Token[] } = { companies: [], metrics: [] };
  /** Owners that 分别 and "a vs b" take from what the sentence, else the text, named before. */
  const recall = () => {
    if (companies.length === 0 && run.length > 1) {
      if (run.length === named.companies.length) companies = [...named.companies];
      else if (run.length === pair.length) companies = [...pair];
    }
    if (companies.length === 1 && metrics.length === 0 && run.length === named.metrics.length)
      metrics = [...named.metrics];
  };
  const settle = () => {
    if (said || (versus && joined && run.length === 2 && companies.length === 0)) recall();
    const sayIt = said || (joined && run.length > 1);
    if (run.length > 0 && sayIt && (said || run.length > 1)) {
      const byCompany =
        companies.length === run.length &&
        run.length > 1 &&
        (metrics.length <= 1 || !said || companies.length !== metrics.length);
      const byMetric = !byCompany && metrics.length === run.length && run.length > 1;
      for (const [i, each] of run.entries()) {
        const [company, metric] = [companies[i], metrics[i]];
        const [verb] = metrics;
        if (byCompany && company !== undefined)
          result.set(
            each,
            i > 0 && verb?.op.endsWith("verb") === true ? { company, metrics: verb.metrics } : { company },
          );
        else if (byMetric && metric !== undefined && companies.length <= 1)
          result.set(each, { metrics: metric.metrics });
        else if (said && run.length > 1) result.set(each, { fault: true });
      }
    }
    for (const each of companies) if (!named.companies.includes(each)) named.companies.push(each);
    for (const each of metrics)
      if (!named.metrics.some((one) => one.metrics.join() === each.metrics.join())) named.metrics.push(each);
    run = [];
    said = false;
    versus = false;
    joined = true;
    companies = [];
    metrics = [];
  };
  for (const each of flat) {
    if (each.kind === "number") {
      joined = joined && !(bordered && run.length > 0);
      bordered = false;
      run.push(each);
    }
    if (each.kind === "company" || each.kind === "entity" || each.kind === "metric") {
      if (run.length > 0) settle();
      if (each.kind === "metric") metrics.push(each);
      else if (companies.at(-1) !== each.op || each.kind === "entity")
        companies.push(each.kind === "entity" ? foreignOwner : each.op);
    }
    if (each.kind === "respective") said = true;
    if (each.kind === "join" && each.op === "versus" && run.length === 1) versus = true;
    if (each.end === 0) bordered = true;
    if ((each.kind === "direction" || each.kind === "compare") && run.length > 0) joined = false;
  }
  settle();
  return result;
}
