import type { Settings } from "#contract";
import { modelFaults } from "./choices.ts";
import { modelConfigSchema } from "./model-config.ts";

/** What the model router reads, merged with the other settings by `src/config.ts`. */
export const modelSettings: Settings<typeof modelConfigSchema> = {
  schema: modelConfigSchema,
  secrets: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"],
  faults: (config) => modelFaults(config),
};
