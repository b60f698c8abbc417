import {
  type Adapter,
  type AdapterDefinition,
  AppError,
  type ChatAddress,
  type Clock,
  chatKey,
  type Log,
  type MetricRegistry,
} from "#contract";
import { type Directory, renderSources } from "#language";
import type { AccessConfig } from "../config.ts";
import { createAccess } from "../gateway/access.ts";
import { createAlone } from "../gateway/alone.ts";
import { commands } from "../gateway/commands.ts";
import { createGateway, type Gateway } from "../gateway/gateway.ts";
import { createPressure } from "../gateway/pressure.ts";
import { createRateLimit, usualLimits } from "../gateway/rate-limit.ts";
import { createReceive, type Receive } from "../gateway/receive.ts";
import { createAdapterStore } from "../store/adapter-store.ts";
import { createPartsOf, type Nerves } from "./nerves.ts";

export interface GatewayRoleServices {
  readonly nerves: Nerves;
  readonly definitions: readonly AdapterDefinition[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly access: AccessConfig;
  readonly dataFolder: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: () => Directory;
  readonly metrics: MetricRegistry;
  /** Counts what an adapter reports, for the operator. */
  readonly countReport: (platform: string, what: string) => void;
}

export interface GatewayRole {
  readonly gateway: Gateway;
  readonly adapters: ReadonlyMap<string, Adapter>;
}

/** Adapters that are switched on, each with the settings of its own schema. */
function createAdapters(services: GatewayRoleServices, receive: Receive): Map<string, Adapter> {
  const { definitions, settings, clock, log, dataFolder, fetch, nerves } = services;
  const adapters = new Map<string, Adapter>();
  for (const definition of definitions) {
    const config = definition.settings.schema.parse(settings);
    if (!definition.isOn(config).on) continue;
    const alone = createAlone({ lease: nerves.store.lease, log });
    const { platform } = definition;
    const host = {
      ...{ config, log, clock, dataFolder, commands, fetch, receive, alone },
      store: createAdapterStore(nerves.store, platform),
      wake: (chat: ChatAddress) =>
        nerves
          .queueOf(platform)
          .hurry(chatKey(chat))
          .catch((error: unknown) => log.debug({ error }, "chat not woken")),
      count: (what: string) => services.countReport(platform, what),
    };
    adapters.set(platform, definition.create(host));
  }
  return adapters;
}

/** The door and the deliverers, over the adapters that are on. Throws AppError CONFIG_INVALID for a door left open. */
export function createGatewayRole(services: GatewayRoleServices): GatewayRole {
  const { nerves, access, clock, log, directory, metrics, definitions } = services;
  const maxCharacters = new Map<string, number>();
  const receive = createReceive({
    ...nerves,
    locks: nerves.store.locks,
    limit: createRateLimit(nerves.store.keys, usualLimits, clock.wallMs),
    replicated: nerves.store.replicated,
    pressure: createPressure({ load: nerves.inbound.load, wallMs: clock.wallMs }),
    isAllowed: createAccess({
      mode: access.mode,
      allow: access.allow,
      privatePlatforms: definitions.filter((each) => !each.public).map(({ platform }) => platform),
    }),
    partsOf: createPartsOf(maxCharacters),
    renderSources(entries, language) {
      const fallbacks = entries.flatMap(({ call }) =>
        call?.fallback_from === undefined ? [] : [[call.tool_call_id, call.fallback_from] as const],
      );
      const view = { language, metrics, names: directory().names() };
      const claims = entries.map(({ claim }) => claim);
      return renderSources(claims, view, Object.fromEntries(fallbacks));
    },
    clock,
    log,
  });

  const adapters = createAdapters(services, receive);
  const isPublic = definitions.some((each) => each.public && adapters.has(each.platform));
  if (isPublic && access.stated === false)
    throw new AppError(
      "CONFIG_INVALID",
      "ACCESS is not set: say who may ask, ACCESS=open or ACCESS=allowlist with ACCESS_ALLOW=telegram:<id>,…",
    );
  for (const [platform, adapter] of adapters) maxCharacters.set(platform, adapter.maxCharacters);
  const { queueOf, ledger, signals, inbound } = nerves;
  return { gateway: createGateway({ adapters, queueOf, ledger, inbound, signals, clock, log }), adapters };
}
