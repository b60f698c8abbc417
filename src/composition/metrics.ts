import { Counter, Histogram, Registry } from "prom-client";
import type { TurnObservation } from "../worker/answer.ts";
import { createSignalMetrics } from "./signal-metrics.ts";
import { createStateMetrics, type StateSources } from "./state-metrics.ts";

/** The numbers of one process, named the Prometheus way. */
export interface Metrics {
  readonly registry: Registry;
  observeTurn(observation: TurnObservation): void;
  /** Something that an adapter reports, e.g. `login_required`. */
  countReport(platform: string, what: string): void;
}

export function createMetrics(sources: StateSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const turns = new Counter({
    name: "qianmen_turns_total",
    help: "Ended turns.",
    labelNames: ["state", "error"],
    registers,
  });
  const seconds = new Histogram({
    name: "qianmen_turn_seconds",
    help: "From taking a message up to its answer standing in the ledger.",
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60],
    registers,
  });
  const modelCalls = new Counter({
    name: "qianmen_model_calls_total",
    help: "Model calls.",
    labelNames: ["provider", "task", "error"],
    registers,
  });
  const tokens = new Counter({
    name: "qianmen_model_tokens_total",
    help: "Tokens.",
    labelNames: ["provider", "kind"],
    registers,
  });
  const reports = new Counter({
    name: "qianmen_adapter_reports_total",
    help: "What adapters report for the operator.",
    labelNames: ["platform", "what"],
    registers,
  });
  const observeSignal = createSignalMetrics(registry);
  createStateMetrics(registry, sources);
  return {
    registry,
    countReport: (platform, what) => reports.inc({ platform, what }),
    observeTurn({ state, ms, models, error, record }) {
      turns.inc({ state, error: error ?? "" });
      seconds.observe(ms / 1000);
      for (const { provider, task, usage, error: fault } of models) {
        modelCalls.inc({ provider, task, error: fault ?? "" });
        if (usage.prompt_tokens > 0) tokens.inc({ provider, kind: "prompt" }, usage.prompt_tokens);
        if (usage.completion_tokens > 0)
          tokens.inc({ provider, kind: "completion" }, usage.completion_tokens);
      }
      observeSignal(record);
    },
  };
}
