import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPersonName } from "#contract";
import { onceName } from "../../admin/doors/doors.ts";
import { createInviteSite } from "../../admin/invite-site.ts";
import type { DoorSettings, QueueBoard } from "../../admin/ports.ts";
import { type AdminSite, createAdminSite } from "../../admin/site.ts";
import type { Pairing } from "../../gateway/pairing.ts";
import type { Activity } from "../../journal/activity.ts";
import type { Observe } from "../../journal/observation.ts";
import { queueNames } from "../../queue/queue-names.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import { createActPorts } from "../admin/act-ports.ts";
import { createConnect } from "../admin/connections.ts";
import { doorSettingsOf } from "../admin/door-settings.ts";
import { keepIndexes } from "../admin/keep-indexes.ts";
import { settingLines } from "../admin/setting-lines.ts";
import type { Agent } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import { healthLines } from "../health/health-lines.ts";
import type { Heartbeat } from "../health/heartbeat.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { oldestAnswer } from "../queues/oldest-answer.ts";
import { queueCounts, underWay } from "../queues/queue-counts.ts";
import { redisHost } from "../redis/open-store.ts";
import type { GatewayRole } from "./gateway-role.ts";
import { createPartsOf } from "./parts-of.ts";

export interface AdminRoleServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
  readonly agent: Agent;
  readonly gateway: GatewayRole | null;
  readonly pairing: Pairing;
  readonly activity: Activity;
  readonly observe: Observe;
  readonly heartbeat: Heartbeat;
}

export interface AdminRole {
  readonly fetch: AdminSite["fetch"];
  /** The pages behind invitation links, at and below `/invite`. */
  readonly invites: AdminSite["fetch"];
  /** What opens the site, and /metrics from other machines. */
  readonly token: string;
  /** A line for the operator: where the site is, with a link that logs in once where no token was set. */
  line(url: string): Promise<string>;
  close(): Promise<void>;
}

const watchEveryMs = 15_000;
const linkMs = 15 * 60_000;

async function siteLine(
  { foundation, infra }: AdminRoleServices,
  { publicUrl }: DoorSettings,
  url: string,
): Promise<string> {
  const place = `${publicUrl?.replace(/\/$/, "") ?? url.replace("//0.0.0.0:", "//127.0.0.1:")}/admin`;
  if (foundation.config.core.ADMIN_TOKEN !== undefined) return `  ${"admin".padEnd(10)} ${place}`;
  const code = randomBytes(18).toString("base64url");
  await createAdapterStore(infra.store, "admin").set(onceName(code), "1", { ttlMs: linkMs });
  return `  ${"admin".padEnd(10)} ${place}/login?once=${code} (one log-in within 15 minutes 一次性登录链接)`;
}

/** The administrator's site over the running service. */
export async function createAdminRole(services: AdminRoleServices): Promise<AdminRole> {
  const { foundation, infra, agent, gateway, pairing, activity, observe, heartbeat } = services;
  const { root, adapters, config } = foundation;
  const door = await doorSettingsOf(foundation);
  const asset = (name: string) => readFile(join(root, "src/admin/assets", name), "utf8");
  const aborter = new AbortController();
  const acts = createActPorts({
    ...{ foundation, infra, pairing, observe },
    pipeline: async () => agent.ports,
    partsOf: createPartsOf(gateway?.adapters ?? new Map(), adapters),
  });
  let board: QueueBoard | undefined;
  const connect = createConnect(foundation, infra.store, aborter.signal);
  const keep = createAdapterStore(infra.store, "health");
  const { search } = acts;
  const health = { foundation, infra, agent, search, heartbeat, activity, connect, keep };
  // So that a fault's beginning is known though nobody looks.
  const watch = setInterval(() => healthLines(health).catch(() => undefined), watchEveryMs);
  watch.unref();
  const indexing = keepIndexes(services, aborter.signal);
  const style = await asset("site.css");
  const site = createAdminSite({
    ...acts,
    door,
    connect,
    activity,
    assets: { script: await asset("site.js"), style },
    metrics: agent.metrics,
    codeOf(name) {
      const { status, matches } = agent.data.securities.directory().resolve(name);
      return status === "one" ? matches[0]?.code : undefined;
    },
    prices: () => agent.settings().MODEL_PRICES,
    health: () => healthLines(health),
    settings: () => settingLines(foundation),
    ...(config.core.REDIS_URL === undefined ? {} : { redisPlace: redisHost(config.core.REDIS_URL) }),
    readPerson: (written) => readPersonName(written, adapters),
    platforms: adapters.map(({ platform }) => platform),
    queueCounts: () => queueCounts(infra, adapters),
    underWay: () => underWay(infra, adapters),
    oldestAnswer: () => oldestAnswer(infra, adapters),
    async openBoard() {
      const { openQueueBoard } = await import("../queues/queue-board.ts");
      board = openQueueBoard(infra.store, queueNames(adapters));
      return board;
    },
    signal: aborter.signal,
  });
  return {
    fetch: site.fetch,
    invites: createInviteSite({
      ...{ connect, door, log: foundation.log },
      store: createAdapterStore(infra.store, "connect"),
      assets: { style, inviteScript: await asset("invite.js") },
    }),
    token: door.operatorToken,
    line: (url) => siteLine(services, door, url),
    async close() {
      clearInterval(watch);
      aborter.abort();
      await indexing;
      await site.settled();
      await board?.close();
    },
  };
}
