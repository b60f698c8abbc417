import type { Brain } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import type { Nerves } from "../infrastructure.ts";
import { traceSettings, traceTarget } from "./trace-settings.ts";
import type { TurnTracing } from "./turn-tracing.ts";

/** Traces of one process: each function watches what it is given. */
export interface Tracing {
  readonly adapters: TurnTracing["adapters"];
  nerves(nerves: Nerves): Nerves;
  brain(brain: Brain): Brain;
  close(): Promise<void>;
}

/** Traces to the collector that the settings name. Without one everything is handed back as it is, and nothing is loaded. */
export async function openTracing({ config, clock, log }: Foundation): Promise<Tracing> {
  const target = traceTarget(config.of(traceSettings));
  if (target === undefined)
    return {
      adapters: (definitions) => definitions,
      nerves: (nerves) => nerves,
      brain: (brain) => brain,
      close: async () => {},
    };
  const [{ openTraceExport }, { createTurnTracing }] = await Promise.all([
    import("./trace-export.ts"),
    import("./turn-tracing.ts"),
  ]);
  const { wallMs } = clock;
  const spans = await openTraceExport(target, { log, wallMs });
  const turns = createTurnTracing(spans, wallMs);
  return {
    adapters: turns.adapters,
    nerves: (nerves) => ({
      ...nerves,
      inbound: turns.inbound(nerves.inbound),
      journal: turns.journal(nerves.journal),
      queueOf: (platform) => turns.outbound(platform, nerves.queueOf(platform)),
    }),
    brain: (brain) => ({ ...brain, ports: turns.pipeline(brain.ports) }),
    close: () => spans.close(),
  };
}
