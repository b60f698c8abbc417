import { z } from "zod";

const baseUrl = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be a web address" })
    .meta({ examples: [example] })
    .optional();

const modelName = z
  .string()
  .regex(/^(builtin|(openai|anthropic):\S+)$/, "must be `builtin`, `openai:<model>` or `anthropic:<model>`")
  .meta({ examples: ["openai:hermes-4-70b"] })
  .optional();

const seed = z
  .string()
  .regex(/^\d{1,9}$/, "must be a whole number of at most nine digits")
  .transform(Number)
  .meta({ examples: ["7"] })
  .optional();

/** The settings of models, before `choices.ts` reads from them which model serves what. */
export const modelConfigSchema = z.object({
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** With the version in it: `https://api.deepseek.com/v1`, `http://127.0.0.1:11434/v1`. */
  OPENAI_BASE_URL: baseUrl("https://api.deepseek.com/v1"),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  /** Without the version: `https://api.anthropic.com`. */
  ANTHROPIC_BASE_URL: baseUrl("https://api.anthropic.com"),
  MODEL_ROUTING: modelName,
  MODEL_PLANNING: modelName,
  MODEL_SYNTHESIS: modelName,
  MODEL_ESCALATION: modelName,
  /** For repeatable answers of models behind the OpenAI wire; Anthropic's has no such field. `qianmen eval` sets it to its own seed. */
  MODEL_SEED: seed,
});

export type ModelConfig = z.infer<typeof modelConfigSchema>;
