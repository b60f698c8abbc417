import { type KnowledgeClaim, maxFacts } from "#contract";
import { createFactIndex, type Directory, readCode } from "#language";
import type { Competence } from "../../load-extensions.ts";
import type { PipelinePorts } from "../../pipeline/ports.ts";

/** A question without the stocks that it names. */
export const withoutCompanies = (question: string, directory: Directory): string =>
  directory
    .mentions(question)
    .filter(
      ({ matches }) => matches.length > 0 && matches.every(({ code }) => readCode(code)?.kind === "stock"),
    )
    .toSorted((a, b) => b.span[0] - a.span[0])
    .reduce((left, { span: [start, end] }) => `${left.slice(0, start)} ${left.slice(end)}`, question);

/**
 * The registered facts as skills find them; one whose time is over at the turn's market time is none. `withoutNames` takes the companies
 * out of a question: a rule holds for all of them (买了茅台当天能卖吗).
 */
export function createFacts(
  competences: ReadonlyMap<string, Competence>,
  withoutNames: (question: string) => string = (question) => question,
): PipelinePorts["facts"] {
  const find = createFactIndex(competences.values());
  return (language, now) => ({
    find(question) {
      const found = find(withoutNames(question)).flatMap((id): KnowledgeClaim[] => {
        const fact = competences.get(id);
        const isOver = fact?.expires_at !== undefined && Date.parse(fact.expires_at) <= Date.parse(now);
        if (fact === undefined || isOver) return [];
        const cite = { kind: "competence" as const, competence_id: id };
        return [{ kind: "knowledge", claim: fact.statement[language], cite }];
      });
      return found.slice(0, maxFacts);
    },
  });
}
