import type { Agent } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { traceSettings, traceTarget } from "./trace-settings.ts";
import type { TurnTracing } from "./turn-tracing.ts";

/** Traces of one process: each function watches what it is given. */
export interface Tracing {
  readonly adapters: TurnTracing["adapters"];
  infra(infra: Infrastructure): Infrastructure;
  agent(agent: Agent): Agent;
  close(): Promise<void>;
}

/** Traces to the collector that the settings name. Without one everything is handed back as it is, and nothing is loaded. */
export async function openTracing({ config, clock, log }: Foundation): Promise<Tracing> {
  const target = traceTarget(config.of(traceSettings));
  if (target === undefined)
    return {
      adapters: (definitions) => definitions,
      infra: (infra) => infra,
      agent: (agent) => agent,
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
    infra: (infra) => ({
      ...infra,
      inbound: turns.inbound(infra.inbound),
      journal: turns.journal(infra.journal),
      queueOf: (platform) => turns.outbound(platform, infra.queueOf(platform)),
    }),
    agent: (agent) => ({ ...agent, ports: turns.pipeline(agent.ports) }),
    close: () => spans.close(),
  };
}
