import { z } from "zod";
import { defineSkill, type FactBook, type KnowledgeClaim, type TemplateInput } from "#contract";

const input = z.strictObject({});

/** One fact a line, each a sentence of its own. */
const template = ({ claims }: TemplateInput): string => claims.map(({ slot }) => `{{${slot}}}`).join("\n");

const clauseEnd = /[,，;；。.!！?？\n]+/;

/** 能买50股吗: how few shares an order may be for. */
const asksForOrder = /(?:能|可以|可)(?:不[能可]以?)?[^,，]{0,3}买.{0,3}?\d+股/;

/** The facts that a question is about; where it says more than that, those of its first clause that has any. */
function factsFor(text: string, { find }: FactBook): readonly KnowledgeClaim[] {
  const wholly = find(asksForOrder.test(text) ? "最少买多少股" : text);
  if (wholly.length > 0) return wholly;
  const clauses = text.split(clauseEnd).filter((clause) => clause.trim() !== "");
  return clauses.length < 2 ? [] : (clauses.map(find).find((found) => found.length > 0) ?? []);
}

/** Says what is registered and nothing else: a question that no fact is about gets no answer made up for it. */
export default defineSkill<z.infer<typeof input>>({
  input,
  async run(_, { message, facts }) {
    const claims = factsFor(message.text, facts);
    return claims.length === 0 ? { kind: "refusal", code: "NO_FACT" } : { kind: "answer", claims };
  },
  template,
});
