import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onceName } from "../admin/doors.ts";
import type { DoorSettings, HealthLine } from "../admin/ports.ts";
import { type AdminSite, createAdminSite } from "../admin/site.ts";
import type { Pairing } from "../gateway/pairing.ts";
import type { Activity } from "../journal/activity.ts";
import { createAdapterStore } from "../store/adapter-store.ts";
import { createActPorts } from "./act-ports.ts";
import { ownAdminToken } from "./admin-token.ts";
import type { Brain } from "./brain.ts";
import type { Foundation } from "./foundation.ts";
import type { GatewayRole } from "./gateway-role.ts";
import { createPartsOf, type Nerves } from "./nerves.ts";

export interface AdminRoleServices {
  readonly foundation: Foundation;
  readonly nerves: Nerves;
  readonly brain: Brain;
  readonly gateway: GatewayRole | null;
  readonly pairing: Pairing;
  readonly activity: Activity;
}

export interface AdminRole {
  readonly fetch: AdminSite["fetch"];
  /** What opens the site, and /metrics from other machines. */
  readonly token: string;
  /** A line for the operator: where the site is, with a link that logs in once where no token was set. */
  line(url: string): Promise<string>;
  close(): Promise<void>;
}

const linkMs = 15 * 60_000;

async function doorOf({ config }: Foundation): Promise<DoorSettings> {
  const { ADMIN_TOKEN, ADMIN_VIEWER_TOKEN, ADMIN_VIEWER_TEXT, PUBLIC_URL } = config.core;
  return {
    operatorToken: ADMIN_TOKEN ?? (await ownAdminToken(config.dataFolder)),
    viewerText: ADMIN_VIEWER_TEXT,
    ...(ADMIN_VIEWER_TOKEN === undefined ? {} : { viewerToken: ADMIN_VIEWER_TOKEN }),
    ...(PUBLIC_URL === undefined ? {} : { publicUrl: PUBLIC_URL }),
  };
}

async function healthOf({
  foundation,
  nerves,
  brain,
  gateway,
}: AdminRoleServices): Promise<readonly HealthLine[]> {
  const { adapters, sources, clock, config } = foundation;
  const redis = await nerves.store.health(clock.wallMs());
  const running = gateway?.adapters ?? new Map();
  const isPinned = config.core.QIANMEN_NOW !== undefined || sources.pinnedNow !== undefined;
  return [
    ...adapters.map(({ platform, settings, isOn }): HealthLine => {
      const health = running.get(platform)?.health();
      const off = isOn(config.of(settings));
      const detail = health?.detail ?? (off.on ? "not in this process" : off.hint);
      return {
        group: "adapters",
        name: platform,
        detail,
        ...(health === undefined ? {} : { ok: health.ok }),
      };
    }),
    ...sources.on.map(({ name }): HealthLine => ({ group: "sources", name, ok: true, detail: "on" })),
    ...sources.off.map(({ name, hint }): HealthLine => ({ group: "sources", name, detail: hint })),
    ...Object.entries(brain.models.summary).map(
      ([task, model]): HealthLine => ({ group: "models", name: task, ok: true, detail: String(model) }),
    ),
    {
      group: "redis",
      name: redis.version ?? "Redis",
      ok: redis.writable,
      detail: [redis.appendOnly ? "AOF" : "no AOF", redis.maxmemoryPolicy, redis.detail]
        .filter(Boolean)
        .join(" · "),
    },
    { group: "clock", name: isPinned ? "pinned" : "real", ok: true, detail: clock.market() },
  ];
}

async function countsOf({ nerves, foundation }: AdminRoleServices) {
  const names = foundation.adapters.map(({ platform }) => platform);
  const rows = await Promise.all([
    nerves.inbound.counts().then((counts) => ["inbound", counts] as const),
    ...names.map(async (name) => [`outbound-${name}`, await nerves.queueOf(name).counts()] as const),
  ]);
  return Object.fromEntries(rows);
}

/** The administrator's site over the running service. */
export async function createAdminRole(services: AdminRoleServices): Promise<AdminRole> {
  const { foundation, nerves, brain, gateway, pairing, activity } = services;
  const { root, adapters, config } = foundation;
  const door = await doorOf(foundation);
  const asset = (name: string) => readFile(join(root, "src/admin/assets", name), "utf8");
  const aborter = new AbortController();
  const maxCharacters = new Map(
    [...(gateway?.adapters ?? [])].map(([name, { maxCharacters: most }]) => [name, most]),
  );
  const acts = createActPorts({
    ...{ foundation, nerves, pairing },
    pipeline: brain.ports,
    partsOf: createPartsOf(maxCharacters),
  });
  const site = createAdminSite({
    ...acts,
    door,
    activity,
    assets: { script: await asset("site.js"), style: await asset("site.css") },
    metrics: brain.metrics,
    names: () => brain.data.securities.directory().names(),
    prices: config.core.MODEL_PRICES,
    health: () => healthOf(services),
    platforms: adapters.map(({ platform }) => platform),
    queueCounts: () => countsOf(services),
    signal: aborter.signal,
  });
  return {
    fetch: site.fetch,
    token: door.operatorToken,
    async line(url) {
      const place = `${door.publicUrl?.replace(/\/$/, "") ?? url.replace("//0.0.0.0:", "//127.0.0.1:")}/admin`;
      if (config.core.ADMIN_TOKEN !== undefined) return `  ${"admin".padEnd(10)} ${place}`;
      const code = randomBytes(18).toString("base64url");
      await createAdapterStore(nerves.store, "admin").set(onceName(code), "1", { ttlMs: linkMs });
      return `  ${"admin".padEnd(10)} ${place}/login?once=${code} (one log-in within 15 minutes 一次性登录链接)`;
    },
    async close() {
      aborter.abort();
      await site.settled();
    },
  };
}
