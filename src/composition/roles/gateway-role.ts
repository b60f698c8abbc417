import { type Adapter, type AdapterDefinition, type ChatAddress, chatKey } from "#contract";
import { createAlone } from "../../gateway/alone.ts";
import { commands } from "../../gateway/commands.ts";
import { createGateway, type Gateway } from "../../gateway/gateway.ts";
import type { Pairing } from "../../gateway/pairing.ts";
import { createPressure } from "../../gateway/pressure.ts";
import { createRateLimit } from "../../gateway/rate-limit.ts";
import { createReceive, type Receive } from "../../gateway/receive.ts";
import { createShortFetch } from "../../http/short-fetch.ts";
import type { Observe } from "../../journal/observation.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import type { Agent } from "../agent/agent.ts";
import { createDayRequests } from "../budgets/day-budget.ts";
import type { Foundation } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createLoginLost, loginLostServices } from "./login-lost.ts";
import { createPartsOf } from "./parts-of.ts";
import { createRedraw } from "./redraw.ts";

export interface GatewayRoleServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
  readonly agent: Pick<Agent, "ports" | "settings" | "sourceListing">;
  readonly pairing: Pairing;
  readonly metrics: Pick<Metrics, "countReport" | "countDayRefusal">;
  readonly observe: Observe;
  /** Of these, those that are switched on get an adapter. */
  readonly definitions: readonly AdapterDefinition[];
  /** Of the adapters: the terminal's socket and credentials. */
  readonly dataFolder: string;
}

export interface GatewayRole {
  readonly gateway: Gateway;
  readonly adapters: ReadonlyMap<string, Adapter>;
}

/** Adapters that are switched on, each with the settings of its own schema. */
function createAdapters(services: GatewayRoleServices, receive: Receive): Map<string, Adapter> {
  const { foundation, infra, metrics, definitions, dataFolder } = services;
  const { config, clock, log } = foundation;
  const { store, queueOf } = infra;
  const fetch = createShortFetch({ fallback: globalThis.fetch });
  const adapters = new Map<string, Adapter>();
  const loginLost = createLoginLost({ ...loginLostServices(foundation, store), adapters: () => adapters });
  for (const definition of definitions) {
    const { platform, settings, isOn } = definition;
    const own = config.of(settings);
    if (!isOn(own).on) continue;
    const host = {
      ...{ config: own, log, clock, dataFolder, commands, fetch, receive },
      alone: createAlone({ lease: store.lease, log }),
      store: createAdapterStore(store, platform),
      wake: (chat: ChatAddress) =>
        queueOf(platform)
          .hurry(chatKey(chat))
          .catch((error: unknown) => log.debug({ error }, "chat not woken")),
      count: (what: string) => metrics.countReport(platform, what),
      loginLost: (accountId: string, signal: AbortSignal) => loginLost(platform, accountId, signal),
    };
    adapters.set(platform, definition.create(host));
  }
  return adapters;
}

/** The door and the deliverers, over the adapters that are on. */
export function createGatewayRole(services: GatewayRoleServices): GatewayRole {
  const { foundation, infra, agent, pairing, metrics, observe } = services;
  const { config, clock, log } = foundation;
  const { RATE_LIMIT_PERSON: perUser, RATE_LIMIT_CHAT: perChat } = config.core;
  const { store, queueOf, ledger, signals, inbound, journal } = infra;
  // Filled below: an adapter needs the door, and the door needs to know how adapters take their parts.
  const known = new Map<string, Adapter>();
  const partsOf = createPartsOf(known, services.definitions);
  const receive = createReceive({
    ...infra,
    locks: store.locks,
    limit: createRateLimit(store.keys, { perUser, perChat }, clock.wallMs),
    dayRequests: createDayRequests({
      ...{ store, settings: agent.settings, wallMs: clock.wallMs },
      countRefusal: metrics.countDayRefusal,
    }),
    replicated: store.replicated,
    pressure: createPressure({ load: inbound.load, wallMs: clock.wallMs }),
    isAllowed: pairing.isAllowed,
    claim: pairing.claim,
    greet: pairing.greet,
    partsOf,
    renderSources: agent.sourceListing,
    observe,
    clock,
    log,
  });
  const adapters = createAdapters(services, receive);
  for (const [platform, adapter] of adapters) known.set(platform, adapter);
  const beside = createAdapterStore(store, "beside");
  const redraw = createRedraw({ journal, pipeline: agent.ports, partsOf });
  const gateway = createGateway({ adapters, queueOf, ledger, inbound, signals, beside, redraw, clock, log });
  return { gateway, adapters };
}
