import { createTurnSearch } from "../../journal/search/search.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import { connectionsOf } from "../admin/connections.ts";
import type { GatewayRole } from "../roles/gateway-role.ts";
import { operatorPlace, sendToOperator } from "../roles/operator-chat.ts";
import { createFaultWatch } from "./fault-watch.ts";
import { type HealthServices, healthLines } from "./health-lines.ts";

export interface TellFaultsServices extends Omit<HealthServices, "search" | "connect" | "keep"> {
  readonly gateway: GatewayRole;
}

const everyMs = 20_000;

/** Tells the operator's own chat of what Health finds at fault, in whatever role; null where there is no such chat on a platform of this process. */
export function startTellingFaults(services: TellFaultsServices): { close(): Promise<void> } | null {
  const { foundation, infra, gateway } = services;
  const { clock, config, log } = foundation;
  const { OPERATOR_CHAT: operatorChat } = config.core;
  const adapter = operatorChat && gateway.adapters.get(operatorPlace(operatorChat).platform);
  if (!operatorChat || !adapter) return null;
  const { store } = infra;
  const aborter = new AbortController();
  const health: HealthServices = {
    ...services,
    search: createTurnSearch(store),
    connect: { connections: connectionsOf(foundation, store) },
    keep: createAdapterStore(store, "health"),
  };
  const look = createFaultWatch({
    lines: () => healthLines(health),
    keep: createAdapterStore(store, "operator"),
    wallMs: clock.wallMs,
    async tell(text) {
      const note = { name: `health-${clock.wallMs()}`, text };
      const outcome = await sendToOperator(adapter, operatorChat, note, aborter.signal);
      if (outcome.status !== "delivered")
        log.warn(
          { outcome: outcome.status, reason: outcome.reason },
          "the operator's chat was not told of faults",
        );
      return outcome.status === "delivered";
    },
  });
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // Redis may be away: the next look comes.
    looking = look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      aborter.abort();
      await looking;
    },
  };
}
