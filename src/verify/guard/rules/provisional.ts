import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";

const unconfirmed = /待确认|未确认|未经确认|初步|provisional|unconfirmed|preliminary|tentative/;

/** A close that the exchange has not confirmed says so: in its sentence, in its table's header, or in a line without numbers. */
export function checkProvisional({ input, matches, reading, report }: Bench): void {
  const saysSo = ({ sentence }: Part): boolean => {
    const [first, last] = [sentence.clauses[0]?.[0], sentence.clauses.at(-1)?.at(-1)];
    return unconfirmed.test(input.lower.slice(first?.start ?? 0, last?.end ?? 0));
  };
  const wanting = matches.filter(({ options }) => options.every(({ claim }) => claim.provisional === true));
  if (wanting.length === 0) return;
  if (reading.parts.some((part) => part.bound.quantities.length === 0 && saysSo(part))) return;
  const said = new Set(wanting.flatMap(({ options, part }) => (saysSo(part) ? options : [])));
  for (const { options, quantity } of wanting)
    if (!options.some((entry) => said.has(entry))) report(quantity.token, "provisional");
}
