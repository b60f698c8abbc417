import { createAdapterStore } from "../../store/adapter-store.ts";
import type { Store } from "../../store/redis.ts";
import type { Agent } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import type { GatewayRole } from "../roles/gateway-role.ts";
import { type Heartbeat, startHeartbeat } from "./heartbeat.ts";

export interface OwnHeartbeatServices {
  readonly foundation: Foundation;
  readonly store: Store;
  readonly agent: Agent;
  readonly gateway: GatewayRole | null;
  readonly roles: ReadonlySet<string>;
}

/** Tells the administrator's page, in whatever process, how this one is. */
export const startOwnHeartbeat = (services: OwnHeartbeatServices): Heartbeat => {
  const { foundation, store, agent, gateway, roles } = services;
  return startHeartbeat({
    keep: createAdapterStore(store, "health"),
    roles: [...roles],
    wallMs: foundation.clock.wallMs,
    state: () => ({
      adapters: [...(gateway?.adapters ?? [])].map(([platform, adapter]) => ({
        platform,
        ...adapter.health(),
      })),
      circuits: agent.data.openCircuits(),
      modelFaults: agent.modelFaults(),
      modelAnswers: agent.modelAnswers(),
    }),
  });
};
