import type { Directory } from "#language";
import type { Config } from "../../config.ts";
import { createShortFetch } from "../../http/short-fetch.ts";
import { createBuiltin } from "../../models/builtin/builtin.ts";
import { createLiveRouter } from "../../models/live-router.ts";
import { createModelRouter, type LoadedModelRouter } from "../../models/router.ts";
import { modelSettings } from "../../models/settings.ts";
import type { Foundation } from "../foundation.ts";
import { type ModelAnswer, type ModelFault, watchModels } from "./model-watch.ts";

export interface AgentModels {
  readonly models: LoadedModelRouter;
  /** The models that failed when they were last asked in this process. */
  readonly modelFaults: () => readonly ModelFault[];
  /** When each model last answered in this process. */
  readonly modelAnswers: () => readonly ModelAnswer[];
  /** Takes over the models of another configuration, for the turns that begin from now on. */
  reload(config: Config): void;
}

/** The models of the configuration, and the built-in rules in the place of those that it does not name. */
export function createAgentModels(
  { config, clock, log }: Foundation,
  directory: () => Directory,
): AgentModels {
  const builtin = createBuiltin({ directory });
  const routerOf = (each: Config) =>
    createModelRouter(each.of(modelSettings), {
      builtin,
      fetch: createShortFetch({ fallback: globalThis.fetch }),
      log,
      random: Math.random,
      nowMs: clock.wallMs,
    });
  const live = createLiveRouter(routerOf(config));
  const { router, faults, answers } = watchModels(live, clock.wallMs);
  return {
    models: router,
    modelFaults: faults,
    modelAnswers: answers,
    reload: (next) => live.replace(routerOf(next)),
  };
}
