import { Counter, Histogram, Registry } from "prom-client";
import { askedModel } from "#contract";
import { costOf } from "../../admin/cost.ts";
import type { ModelPrice } from "../../admin/ports.ts";
import type { Observe } from "../../journal/observation.ts";
import { tierOfCall } from "../../pipeline/budget/tier.ts";
import type { DayRefusal } from "../../store/day-spending.ts";
import { createSignalMetrics } from "./signal-metrics.ts";
import { createStateMetrics, type StateSources } from "./state-metrics.ts";

/** The numbers of one process, named the Prometheus way. */
export interface Metrics {
  readonly registry: Registry;
  readonly observeTurn: Observe;
  /** Something that an adapter reports, e.g. `login_required`. */
  countReport(platform: string, what: string): void;
  countDayRefusal(refusal: DayRefusal): void;
}

/** Seconds. */
const workBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60];
const noPrices: ReadonlyMap<string, ModelPrice> = new Map();

/** `prices`: of a million tokens, by `provider:model`, as they stand now. */
export function createMetrics(sources: StateSources, prices = () => noPrices): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const turns = counter(
    "qianmen_turns_total",
    "Ended turns, those that were canceled or answered at the door included.",
    ["state", "error"],
  );
  const histogram = (name: string, help: string, buckets: readonly number[]) =>
    new Histogram({ name, help, buckets: [...buckets], registers });
  const seconds = histogram(
    "qianmen_turn_seconds",
    "From the acceptance of a message to the end of its turn, the time in line included.",
    [...workBuckets, 120, 300, 600],
  );
  const workSeconds = histogram(
    "qianmen_turn_work_seconds",
    "From taking a turn up to its answer standing in the ledger.",
    workBuckets,
  );
  const modelCalls = counter("qianmen_model_calls_total", "Model calls.", ["provider", "task", "error"]);
  const tokens = counter("qianmen_model_tokens_total", "Tokens.", ["provider", "model", "tier", "kind"]);
  const cost = counter(
    "qianmen_model_cost_total",
    "What model calls cost in the currency of MODEL_PRICES; those of models without a price are left out.",
    ["provider", "model", "tier"],
  );
  const dayRefusals = counter(
    "qianmen_day_limit_refusals_total",
    "Questions not accepted and model calls not made, since a limit of the day was reached.",
    ["scope", "limit"],
  );
  const reports = counter("qianmen_adapter_reports_total", "What adapters report for the operator.", [
    "platform",
    "what",
  ]);
  const observeSignal = createSignalMetrics(registry);
  createStateMetrics(registry, sources);
  return {
    registry,
    countReport: (platform, what) => reports.inc({ platform, what }),
    countDayRefusal: ({ scope, limit }) => dayRefusals.inc({ scope, limit }),
    observeTurn({ state, ms, workMs, models, error, record }) {
      turns.inc({ state, error: error ?? "" });
      seconds.observe(ms / 1000);
      if (workMs !== undefined) workSeconds.observe(workMs / 1000);
      for (const call of models) {
        const { provider, model, task, usage, error: fault } = call;
        const { prompt_tokens, completion_tokens } = usage;
        const labels = { provider, model, tier: tierOfCall(call) };
        // The one that was asked, also where the built-in rules stood in for it.
        const [asked = provider] = askedModel(call).split(":");
        modelCalls.inc({ provider: asked, task, error: fault ?? "" });
        if (prompt_tokens > 0) tokens.inc({ ...labels, kind: "prompt" }, prompt_tokens);
        if (completion_tokens > 0) tokens.inc({ ...labels, kind: "completion" }, completion_tokens);
        const paid = costOf([call], prices()) ?? 0;
        if (paid > 0) cost.inc(labels, paid);
      }
      observeSignal(record);
    },
  };
}
