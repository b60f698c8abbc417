import { z } from "zod";
import { defineSkill, type TemplateInput } from "#contract";

const input = z.strictObject({});

/** One fact a line, each a sentence of its own. */
const template = ({ claims }: TemplateInput): string => claims.map(({ slot }) => `{{${slot}}}`).join("\n");

/** Says what is registered and nothing else: a question that no fact is about gets no answer made up for it. */
export default defineSkill<z.infer<typeof input>>({
  input,
  async run(_, { message, facts }) {
    const claims = facts.find(message.text);
    return claims.length === 0 ? { kind: "refusal", code: "NO_FACT" } : { kind: "answer", claims };
  },
  template,
});
