import { z } from "zod";
import {
  type Claim,
  datedFreshness,
  type ErrorCode,
  errorCatalogue,
  type ResolvedSecurity,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  type ToolCall,
} from "#contract";

const callId = z.string().max(90);
const errorCode = z
  .string()
  .refine((code): code is ErrorCode => Object.hasOwn(errorCatalogue, code), "no code of the catalogue");
const miss = z.strictObject({ code: errorCode, subject: z.string().max(40).optional() });

const selection = z.strictObject({
  tool_call_id: callId,
  path: z.string().max(300),
  /** The value is a string to be quoted as that; else it is a number. */
  quote: z.enum(["title", "url", "date", "label"]).optional(),
});

/** How a process skill ends: it points at values, and has no place to write one. */
export const processAnswer = z.union([
  z.strictObject({
    answer: z.strictObject({
      claims: z.array(selection).max(200),
      charts: z.array(callId).max(6).optional(),
      missing: z.array(miss).max(20).optional(),
      disclaimer: z.boolean().optional(),
    }),
  }),
  z.strictObject({ refusal: miss }),
  /** The call of `resolve_security` that left it open which company is meant. */
  z.strictObject({ question: z.strictObject({ tool_call_id: callId }) }),
]);

type ProcessAnswer = z.infer<typeof processAnswer>;
type Answered = Extract<ProcessAnswer, { answer: object }>["answer"];
type Calls = ReadonlyMap<string, ToolCall>;

/** What a miss is about is a code, or stands in the user's own message; any other words are dropped. */
function missOf({ code, subject }: z.infer<typeof miss>, { message }: SkillContext): SkillMiss {
  const isKnown =
    subject !== undefined && (/^\d{6}(?:\.[A-Z]{2,3})?$/.test(subject) || message.text.includes(subject));
  return { code, ...(isKnown && subject !== "" ? { subject } : {}) };
}

/** The claim that a selection comes to; null where it points at nothing that may be told. */
function claimOf(
  { tool_call_id, path, quote }: z.infer<typeof selection>,
  calls: Calls,
  context: SkillContext,
) {
  const call = calls.get(tool_call_id);
  if (call === undefined) return null;
  return quote === undefined ? context.select(call, path) : context.quote(call, path, quote);
}

function answerOf(answer: Answered, calls: Calls, context: SkillContext): SkillResult {
  const found = answer.claims.map((each) => claimOf(each, calls, context));
  const claims: readonly Claim[] = found.filter((claim) => claim !== null);
  const missing = (answer.missing ?? []).map((each) => missOf(each, context));
  const isShort = claims.length < found.length;
  const all: readonly SkillMiss[] = isShort ? [...missing, { code: "NO_DATA" }] : missing;
  const [only] = all;
  if (claims.length === 0) return { kind: "refusal", ...(only ?? { code: "NO_DATA" }) };
  const charts = (answer.charts ?? []).filter((id) => calls.get(id)?.tool === "plot_chart");
  return {
    kind: "answer",
    claims,
    freshness: datedFreshness(claims, calls),
    ...(charts.length === 0 ? {} : { charts }),
    ...(all.length === 0 ? {} : { missing: all }),
    ...(answer.disclaimer === true ? { disclaimer: true } : {}),
  };
}

/** The skill's result from what the process has ended with; every value and name in it comes from the trace. */
export function resultOf(ended: ProcessAnswer, calls: Calls, context: SkillContext): SkillResult {
  if ("refusal" in ended) return { kind: "refusal", ...missOf(ended.refusal, context) };
  if ("answer" in ended) return answerOf(ended.answer, calls, context);
  const call = calls.get(ended.question.tool_call_id);
  if (call?.tool !== "resolve_security") return { kind: "refusal", code: "TOOL_ERROR" };
  // A tool of ours, whose value has this shape.
  const { query, matches } = call.value as ResolvedSecurity;
  return matches.length === 0
    ? { kind: "refusal", code: "UNKNOWN_SECURITY", subject: query }
    : { kind: "question", subject: query, candidates: matches.map(({ code, name }) => ({ code, name })) };
}
