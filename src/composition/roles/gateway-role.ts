import {
  type Adapter,
  type AdapterDefinition,
  type ChatAddress,
  type Clock,
  chatKey,
  type Log,
} from "#contract";
import { createAlone } from "../../gateway/alone.ts";
import { commands } from "../../gateway/commands.ts";
import { createGateway, type Gateway } from "../../gateway/gateway.ts";
import type { Pairing } from "../../gateway/pairing.ts";
import { createPressure } from "../../gateway/pressure.ts";
import { createRateLimit, type RateLimits } from "../../gateway/rate-limit.ts";
import { createReceive, type DayRequests, type Receive } from "../../gateway/receive.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import type { SourceListing } from "../agent/source-listing.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { createLoginLost, type LoginLostServices } from "./login-lost.ts";
import { createPartsOf } from "./parts-of.ts";
import { createRedraw, type RedrawServices } from "./redraw.ts";

export interface GatewayRoleServices {
  readonly infra: Infrastructure;
  readonly definitions: readonly AdapterDefinition[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly pairing: Pairing;
  readonly rateLimits: RateLimits;
  readonly dayRequests: DayRequests;
  readonly dataFolder: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly sourceListing: SourceListing;
  /** By which pictures that are kept no more are drawn anew. */
  readonly pipeline: RedrawServices["pipeline"];
  /** Counts what an adapter reports, for the operator. */
  readonly countReport: (platform: string, what: string) => void;
  /** By which the operator is told of accounts that must log in again. */
  readonly loginLost: Omit<LoginLostServices, "adapters">;
}

export interface GatewayRole {
  readonly gateway: Gateway;
  readonly adapters: ReadonlyMap<string, Adapter>;
}

/** Adapters that are switched on, each with the settings of its own schema. */
function createAdapters(services: GatewayRoleServices, receive: Receive): Map<string, Adapter> {
  const { definitions, settings, clock, log, dataFolder, fetch, infra } = services;
  const adapters = new Map<string, Adapter>();
  const loginLost = createLoginLost({ ...services.loginLost, adapters: () => adapters });
  for (const definition of definitions) {
    const config = definition.settings.schema.parse(settings);
    if (!definition.isOn(config).on) continue;
    const alone = createAlone({ lease: infra.store.lease, log });
    const { platform } = definition;
    const host = {
      ...{ config, log, clock, dataFolder, commands, fetch, receive, alone },
      store: createAdapterStore(infra.store, platform),
      wake: (chat: ChatAddress) =>
        infra
          .queueOf(platform)
          .hurry(chatKey(chat))
          .catch((error: unknown) => log.debug({ error }, "chat not woken")),
      count: (what: string) => services.countReport(platform, what),
      loginLost: (accountId: string, signal: AbortSignal) => loginLost(platform, accountId, signal),
    };
    adapters.set(platform, definition.create(host));
  }
  return adapters;
}

/** The door and the deliverers, over the adapters that are on. */
export function createGatewayRole(services: GatewayRoleServices): GatewayRole {
  const { infra, pairing, clock, log } = services;
  // Filled below: an adapter needs the door, and the door needs to know how adapters take their parts.
  const known = new Map<string, Adapter>();
  const partsOf = createPartsOf(known, services.definitions);
  const receive = createReceive({
    ...infra,
    locks: infra.store.locks,
    limit: createRateLimit(infra.store.keys, services.rateLimits, clock.wallMs),
    dayRequests: services.dayRequests,
    replicated: infra.store.replicated,
    pressure: createPressure({ load: infra.inbound.load, wallMs: clock.wallMs }),
    isAllowed: pairing.isAllowed,
    greet: pairing.greet,
    partsOf,
    renderSources: services.sourceListing,
    clock,
    log,
  });

  const adapters = createAdapters(services, receive);
  for (const [platform, adapter] of adapters) known.set(platform, adapter);
  const { queueOf, ledger, signals, inbound, journal } = infra;
  const beside = createAdapterStore(infra.store, "beside");
  const redraw = createRedraw({ journal, pipeline: services.pipeline, partsOf });
  const gateway = createGateway({ adapters, queueOf, ledger, inbound, signals, beside, redraw, clock, log });
  return { gateway, adapters };
}
