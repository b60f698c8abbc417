import { userInfo } from "node:os";
import { type Acts, createActs } from "../../admin/acts/acts.ts";
import type { Actor, ActPorts } from "../../admin/ports.ts";
import { createActivity } from "../../journal/activity.ts";
import type { Store } from "../../store/redis.ts";
import { createActPorts } from "../admin/act-ports.ts";
import type { Agent } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import { createInfrastructure } from "../infrastructure.ts";
import { activityOf } from "../metrics/activity-of.ts";
import { openStore } from "../redis/open-store.ts";
import { createPairingFor } from "../roles/live-pairing.ts";
import { createPartsOf } from "../roles/parts-of.ts";

export interface OpenActs {
  readonly acts: Acts;
  readonly ports: ActPorts;
  readonly actor: Actor;
  readonly store: Store;
}

/** Who acts at the command line, for the audit. */
export const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // No name for this user id, as in some containers.
    return String(process.getuid?.() ?? "?");
  }
};

/** The administrator's verbs for one use of the command line. Parts are sent by the running service, now or at its next start. */
export async function withActs<Value>(
  foundation: Foundation,
  use: (open: OpenActs) => Promise<Value>,
): Promise<Value> {
  const { config, clock, log } = foundation;
  const opened = await openStore(foundation);
  const infra = createInfrastructure({
    store: opened.store,
    clock,
    log,
    journalDays: config.core.JOURNAL_DAYS,
  });
  const activity = createActivity(opened.store, { days: config.core.JOURNAL_DAYS });
  let thinking: Promise<Agent> | undefined;
  const think = async (): Promise<Agent> => {
    const { createAgent } = await import("../agent/agent.ts");
    // With the store: what a replay asks of models counts for the limits of the day.
    return createAgent(foundation, opened.store);
  };
  try {
    const pairing = createPairingFor(foundation, opened.store);
    const ports = createActPorts({
      foundation,
      infra,
      pairing,
      async pipeline() {
        thinking ??= think();
        return (await thinking).ports;
      },
      partsOf: createPartsOf(new Map(), foundation.adapters),
      // What happens at the command line is in the charts; the counters of /metrics are those of the service's processes.
      observe: (observation) => activity.add(clock.wallMs(), activityOf(observation)),
    });
    return await use({
      acts: createActs(ports),
      ports,
      actor: { who: `cli:${userName()}` },
      store: opened.store,
    });
  } finally {
    await thinking?.then(
      (agent) => agent.stop(),
      () => undefined,
    );
    await activity.close();
    await infra.closeQueues();
    await opened.close();
  }
}
