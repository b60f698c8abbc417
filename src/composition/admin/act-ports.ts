import { sessionKey } from "#contract";
import type { ActPorts } from "../../admin/ports.ts";
import type { Pairing } from "../../gateway/pairing.ts";
import { createAuditLog } from "../../journal/audit-log.ts";
import { eraseTurn } from "../../journal/forget/erase.ts";
import { createTurnSearch } from "../../journal/search/search.ts";
import { createResend } from "../../queue/resend.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import { changeSteps } from "../../worker/change-steps.ts";
import { collectCase, collectedPath } from "../evaluation/collected-cases.ts";
import type { Foundation } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";

export interface ActServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
  readonly pairing: Pairing;
  readonly pipeline: ActPorts["pipeline"];
  readonly partsOf: ActPorts["partsOf"];
  readonly observe: ActPorts["observe"];
}

/** What the administrator's acts stand on, for the site and for the command line. */
export function createActPorts({
  foundation,
  infra,
  pairing,
  pipeline,
  partsOf,
  observe,
}: ActServices): ActPorts {
  const { store, journal, memory, inbound, outbox, signals, queueOf } = infra;
  return {
    journal,
    inbound,
    outbox,
    signals,
    pipeline,
    partsOf,
    observe,
    search: createTurnSearch(store),
    audit: createAuditLog(store),
    resend: createResend({ store, outbox, queueOf }),
    together: store.together,
    changeSteps: (turn, changes) => changeSteps({ memory, journal }, turn, changes),
    rememberStep: ({ id, message }, left) =>
      memory.rememberStep(sessionKey(message), journal.turnKey(id), left),
    erase: (turn) => eraseTurn(store, turn),
    people: {
      ...pairing,
      async revoke(name) {
        const isRevoked = await pairing.revoke(name);
        if (isRevoked) await memory.reminders.dropOf(name);
        return isRevoked;
      },
      async block(name, by) {
        await pairing.block(name, by);
        await memory.reminders.dropOf(name);
      },
    },
    collect: (turn, { wrong, to = collectedPath(foundation.config.dataFolder) }) =>
      collectCase({ journal, keep: createAdapterStore(store, "eval") }, turn, { wrong, to }),
    keep: createAdapterStore(store, "admin"),
    clock: foundation.clock,
    log: foundation.log,
  };
}
