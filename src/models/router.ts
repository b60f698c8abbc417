import { AppError, type Log, type ModelClient, type ModelRouter, modelName, type TaskClass } from "#contract";
import { createAnthropicClient } from "./anthropic.ts";
import { chooseModels, type ModelChoice, modelFaults } from "./choices.ts";
import type { ModelConfig } from "./model-config.ts";
import { createOpenaiClient } from "./openai.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";

export interface ModelRouterServices {
  readonly builtin: ModelClient;
  /** Outgoing HTTP; respects the proxy. */
  readonly fetch: typeof globalThis.fetch;
  readonly log: Log;
  /** 0 ≤ n < 1, for the jitter of retries. */
  readonly random: () => number;
  /** Wall time in epoch milliseconds. */
  readonly nowMs: () => number;
  readonly retry?: Partial<RetryPolicy>;
}

/** A router that can also say what it will use, and load it before the first message. */
export interface LoadedModelRouter extends ModelRouter {
  /** Task class → `builtin` or `provider:model`, for the banner and the doctor. */
  readonly summary: Readonly<Record<TaskClass, string>>;
  /** Loads the SDKs in use (0.1–0.3 s each), so that the first message does not wait for them. */
  preload(): Promise<void>;
}

type Loadable = ModelClient & { load?(): Promise<void> };

const nameOf = (choice: ModelChoice): string =>
  choice.provider === "builtin" ? choice.provider : modelName(choice);

/**
 * Maps task classes to models, by the rules in `choices.ts`. Classes that share a model share its client.
 * Throws AppError CONFIG_INVALID with all faults of `modelFaults`.
 */
export function createModelRouter(config: ModelConfig, services: ModelRouterServices): LoadedModelRouter {
  const faults = modelFaults(config);
  if (faults.length > 0) throw new AppError("CONFIG_INVALID", faults.join("; "));
  const choices = chooseModels(config);
  const clients = new Map<string, Loadable>([["builtin", services.builtin]]);
  const retry = { ...defaultRetryPolicy, ...services.retry };
  const seed = config.MODEL_SEED === undefined ? {} : { seed: config.MODEL_SEED };

  function clientOf(choice: ModelChoice): Loadable {
    const name = nameOf(choice);
    const known = clients.get(name);
    if (known !== undefined || choice.provider === "builtin") return known ?? services.builtin;
    const create = choice.provider === "openai" ? createOpenaiClient : createAnthropicClient;
    const client = create({ ...services, ...choice, ...seed, retry });
    clients.set(name, client);
    return client;
  }

  const byTask: Readonly<Record<TaskClass, ModelClient>> = {
    routing: clientOf(choices.routing),
    planning: clientOf(choices.planning),
    synthesis: clientOf(choices.synthesis),
    escalation: clientOf(choices.escalation),
  };
  return {
    route: (task) => byTask[task],
    builtin: services.builtin,
    summary: {
      routing: nameOf(choices.routing),
      planning: nameOf(choices.planning),
      synthesis: nameOf(choices.synthesis),
      escalation: nameOf(choices.escalation),
    },
    async preload() {
      await Promise.all([...clients.values()].map((client) => client.load?.()));
    },
  };
}
