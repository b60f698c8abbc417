import { type KnowledgeClaim, maxFacts } from "#contract";
import { createFactIndex } from "#language";
import type { Competence } from "../load-extensions.ts";
import type { PipelinePorts } from "../pipeline/ports.ts";

/** The registered facts as skills find them; one whose time is over at the turn's market time is none. */
export function createFacts(competences: ReadonlyMap<string, Competence>): PipelinePorts["facts"] {
  const find = createFactIndex(competences.values());
  return (language, now) => ({
    find(question) {
      const found = find(question).flatMap((id): KnowledgeClaim[] => {
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
