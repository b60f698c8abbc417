import type { Pairing } from "../../gateway/pairing.ts";
import type { Observe } from "../../journal/observation.ts";
import type { Work } from "../../queue/work.ts";
import { createTicker } from "../../worker/reminders/ticker.ts";
import { startWorker } from "../../worker/worker.ts";
import type { Agent } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { GatewayRole } from "./gateway-role.ts";
import { createPartsOf } from "./parts-of.ts";

/** The longest a turn may take, its budget's time and what its last call needs; then it is failed, the user told, and the chat goes on. */
const maxTurnMs = 75_000;
/** A process that hangs keeps others from looking what is due for this long at most. */
const tickerLeaseMs = 60_000;

export interface WorkerRoleServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
  readonly agent: Agent;
  readonly gateway: GatewayRole | null;
  readonly observe: Observe;
  /** Who may still be told of alerts and digests; without it nobody looks what is due. */
  readonly isAllowed?: Pairing["isAllowed"];
}

/** Answers the turns of the inbound queue, and looks what alerts and digests are due. */
export function startWorkerRole(services: WorkerRoleServices): Work {
  const { foundation, infra, agent, gateway, observe, isAllowed } = services;
  const { store, journal, memory, outbox, signals, inbound } = infra;
  const { together } = store;
  const pipeline = agent.ports;
  const work = startWorker({
    ...{ inbound, together, journal, memory, outbox, signals, pipeline, maxTurnMs, observe },
    partsOf: createPartsOf(gateway?.adapters ?? new Map(), foundation.adapters),
    concurrency: foundation.config.core.TURNS_AT_ONCE,
  });
  if (isAllowed === undefined) return work;
  const ticker = createTicker({
    ...{ journal, inbound, together, pipeline, isAllowed },
    reminders: memory.reminders,
    calendar: agent.data.calendars.around,
    lease: store.lease("reminders", tickerLeaseMs),
  });
  ticker.start();
  return {
    async close(closing) {
      await ticker.close();
      await work.close(closing);
    },
  };
}
