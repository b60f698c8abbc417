import type { TaskClass } from "#contract";
import type { ModelConfig } from "./model-config.ts";

export type RemoteProvider = "openai" | "anthropic";

/** One model behind one provider; `builtin` needs neither name nor key. */
export type ModelChoice =
  | { readonly provider: "builtin" }
  | {
      readonly provider: RemoteProvider;
      readonly model: string;
      /** Absent only for a server on this machine. */
      readonly apiKey?: string;
      readonly baseUrl?: string;
    };

type ModelVariable = "MODEL_ROUTING" | "MODEL_PLANNING" | "MODEL_SYNTHESIS" | "MODEL_ESCALATION";

/**
 * Where a class's model is read from: the first of these variables that is set decides. When none is, the provider
 * whose key is set serves with its default of that size (OpenAI before Anthropic); without a key, `builtin` does.
 */
const classes: Readonly<
  Record<TaskClass, { readonly variables: readonly ModelVariable[]; readonly size: "small" | "large" }>
> = {
  routing: { variables: ["MODEL_ROUTING"], size: "small" },
  planning: { variables: ["MODEL_PLANNING", "MODEL_ROUTING"], size: "small" },
  synthesis: { variables: ["MODEL_SYNTHESIS", "MODEL_ROUTING"], size: "small" },
  escalation: { variables: ["MODEL_ESCALATION", "MODEL_SYNTHESIS", "MODEL_ROUTING"], size: "large" },
};

/** Models that serve a class when only a key is set. The one place that names any. */
export const defaultModels: Readonly<
  Record<RemoteProvider, { readonly small: string; readonly large: string }>
> = {
  openai: { small: "gpt-5.4-mini", large: "gpt-5.4" },
  anthropic: { small: "claude-haiku-4-5", large: "claude-opus-4-8" },
};

const access = (
  config: ModelConfig,
  provider: RemoteProvider,
): { readonly apiKey: string | undefined; readonly baseUrl: string | undefined } =>
  provider === "openai"
    ? { apiKey: config.OPENAI_API_KEY, baseUrl: config.OPENAI_BASE_URL }
    : { apiKey: config.ANTHROPIC_API_KEY, baseUrl: config.ANTHROPIC_BASE_URL };

/** True for addresses that never leave this machine. */
function isLoopback(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function remote(config: ModelConfig, provider: RemoteProvider, model: string): ModelChoice {
  const { apiKey, baseUrl } = access(config, provider);
  return {
    provider,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

function choose(config: ModelConfig, task: TaskClass): ModelChoice {
  const { variables, size } = classes[task];
  const named = variables.map((variable) => config[variable]).find((value) => value !== undefined);
  if (named === "builtin") return { provider: "builtin" };
  if (named !== undefined) {
    const colon = named.indexOf(":");
    return remote(config, named.slice(0, colon) as RemoteProvider, named.slice(colon + 1));
  }
  const provider = (["openai", "anthropic"] as const).find(
    (name) => access(config, name).apiKey !== undefined,
  );
  return provider === undefined
    ? { provider: "builtin" }
    : remote(config, provider, defaultModels[provider][size]);
}

/** One line for each MODEL_* that names a provider which cannot be reached for want of a key. */
export function modelFaults(config: ModelConfig): string[] {
  const variables: readonly ModelVariable[] = [
    "MODEL_ROUTING",
    "MODEL_PLANNING",
    "MODEL_SYNTHESIS",
    "MODEL_ESCALATION",
  ];
  return variables.flatMap((variable) => {
    const provider = config[variable]?.split(":")[0];
    if (provider !== "openai" && provider !== "anthropic") return [];
    const { apiKey, baseUrl } = access(config, provider);
    if (apiKey !== undefined || isLoopback(baseUrl)) return [];
    const prefix = provider.toUpperCase();
    return [
      `${variable}: it names ${provider}, but ${prefix}_API_KEY is not set; set it (a server on this machine needs none: set ${prefix}_BASE_URL, e.g. ${prefix}_BASE_URL=http://127.0.0.1:11434${provider === "openai" ? "/v1" : ""})`,
    ];
  });
}

/** The model of every task class. Call `modelFaults` first: this one assumes that there are none. */
export function chooseModels(config: ModelConfig): Readonly<Record<TaskClass, ModelChoice>> {
  return {
    routing: choose(config, "routing"),
    planning: choose(config, "planning"),
    synthesis: choose(config, "synthesis"),
    escalation: choose(config, "escalation"),
  };
}
