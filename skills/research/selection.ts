import { z } from "zod";
import type { Claim, ModelTool, SkillContext, TextClaim, ToolCall } from "#contract";

/** The most values that one answer shows. */
const mostClaims = 20;

const selections = z.object({
  claims: z.array(z.object({ tool_call_id: z.string().max(90), path: z.string().max(300) })).max(mostClaims),
});

type Selection = z.infer<typeof selections>["claims"][number];

/** The function by which the model ends: it points at values, and has no place to write one. */
export const answerTool: ModelTool = {
  name: "answer",
  description: "Ends the research. Selects the values that answer the question, most important first.",
  args: {
    type: "object",
    properties: {
      claims: {
        type: "array",
        maxItems: mostClaims,
        items: {
          type: "object",
          properties: {
            tool_call_id: { type: "string" },
            path: { type: "string", description: "JSON pointer into the value, such as /rows/0/roe" },
          },
          required: ["tool_call_id", "path"],
        },
      },
    },
    required: ["claims"],
  },
};

/** Strings of the data that may be quoted, by their keys. */
const quotable: Readonly<Record<string, TextClaim["type"]>> = {
  title: "title",
  org: "label",
  outlet: "label",
  rating: "label",
};

function claimOf(
  { tool_call_id, path }: Selection,
  calls: ReadonlyMap<string, ToolCall>,
  context: SkillContext,
) {
  const call = calls.get(tool_call_id);
  if (call === undefined) return null;
  const key = path.split("/").at(-1) ?? "";
  const type = /_cross$/.test(key) ? "date" : Object.hasOwn(quotable, key) ? quotable[key] : undefined;
  return type === undefined ? context.select(call, path) : context.quote(call, path, type);
}

export interface Judged {
  readonly claims: readonly Claim[];
  /** Those that lead to no value, as the model wrote them. */
  readonly refused: readonly Selection[];
}

/** What a selection comes to: claims filled by code, and what leads nowhere. Null where it is no selection at all. */
export function judgeSelection(
  args: unknown,
  calls: ReadonlyMap<string, ToolCall>,
  context: SkillContext,
): Judged | null {
  const parsed = selections.safeParse(args);
  if (!parsed.success) return null;
  const distinct = [...new Map(parsed.data.claims.map((each) => [JSON.stringify(each), each])).values()];
  const judged = distinct.map((selection) => ({ selection, claim: claimOf(selection, calls, context) }));
  return {
    claims: judged.flatMap(({ claim }) => claim ?? []),
    refused: judged.filter(({ claim }) => claim === null).map(({ selection }) => selection),
  };
}
