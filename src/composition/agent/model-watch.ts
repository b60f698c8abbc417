import { AppError, type ModelClient, modelName, type TaskClass } from "#contract";
import type { LoadedModelRouter } from "../../models/router.ts";

/** A model that has failed since it last answered. */
export interface ModelFault {
  /** `provider:model`. */
  readonly model: string;
  /** Why, in our own words: no upstream text. */
  readonly reason: string;
  /** Failures since its last answer. */
  readonly failures: number;
  /** Of the first and the last of them, epoch milliseconds. */
  readonly sinceMs: number;
  readonly lastMs: number;
}

/** When a model last answered in this process. */
export interface ModelAnswer {
  /** `provider:model`. */
  readonly model: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

export interface ModelWatch {
  /** The same router, its models watched. */
  readonly router: LoadedModelRouter;
  /** The models that failed the last time they were asked in this process. */
  faults(): readonly ModelFault[];
  /** The models that have answered in this process. */
  answers(): readonly ModelAnswer[];
}

/** Remembers of each model how its last calls went, for the administrator. An aborted call says nothing of it. */
export function watchModels(router: LoadedModelRouter, wallMs: () => number): ModelWatch {
  const faults = new Map<string, ModelFault>();
  const answered = new Map<string, number>();
  const watched = new WeakMap<ModelClient, ModelClient>();
  const watch = (client: ModelClient): ModelClient => {
    if (client === router.builtin) return client;
    const known = watched.get(client);
    if (known !== undefined) return known;
    const name = modelName(client);
    const own: ModelClient = {
      provider: client.provider,
      model: client.model,
      async complete(request) {
        try {
          const response = await client.complete(request);
          faults.delete(name);
          answered.set(name, wallMs());
          return response;
        } catch (error) {
          if (error instanceof AppError && error.code === "MODEL_DOWN") {
            const nowMs = wallMs();
            const { failures = 0, sinceMs = nowMs } = faults.get(name) ?? {};
            // The message begins with code and model.
            const reason = error.message.replace(`MODEL_DOWN: ${name}: `, "");
            faults.set(name, { model: name, reason, failures: failures + 1, sinceMs, lastMs: nowMs });
          }
          throw error;
        }
      },
    };
    watched.set(client, own);
    return own;
  };
  return {
    router: {
      route: (task: TaskClass) => watch(router.route(task)),
      builtin: router.builtin,
      get summary() {
        return router.summary;
      },
      preload: () => router.preload(),
    },
    faults: () => [...faults.values()],
    answers: () => [...answered].map(([model, atMs]) => ({ model, atMs })),
  };
}
