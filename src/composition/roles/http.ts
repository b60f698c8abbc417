import type { HttpServer } from "../../http/server.ts";
import type { Foundation } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AdminRole } from "./admin-role.ts";
import type { GatewayRole } from "./gateway-role.ts";

export interface HttpServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
  readonly gateway: GatewayRole | null;
  readonly admin: AdminRole | null;
  readonly roles: ReadonlySet<string>;
  readonly metrics: Metrics;
}

/** The port of a service: health, metrics, webhooks, and the administrator's site where this process has it. */
export async function openHttp(services: HttpServices): Promise<HttpServer> {
  const { foundation, infra, gateway, admin, roles, metrics } = services;
  const { config, log, clock } = foundation;
  const { PUBLIC_URL, ADMIN_TOKEN, ADMIN_VIEWER_TOKEN: viewerToken } = config.core;
  const adminToken = admin?.token ?? ADMIN_TOKEN;
  const adapters = gateway?.adapters ?? new Map();
  const webhooks = [...adapters].flatMap(([platform, { webhook }]) =>
    webhook === undefined ? [] : [[platform, webhook]],
  );
  const { startHttpServer } = await import("../../http/server.ts");
  return startHttpServer({
    host: config.core.HTTP_HOST,
    port: config.core.HTTP_PORT,
    webhooks: Object.fromEntries(webhooks),
    metrics: metrics.registry,
    log,
    isBehindProxy: PUBLIC_URL !== undefined,
    ...(admin === null ? {} : { admin: admin.fetch, invites: admin.invites }),
    ...(adminToken === undefined ? {} : { adminToken }),
    ...(viewerToken === undefined ? {} : { viewerToken }),
    async readiness() {
      const { writable } = await infra.store.health(clock.wallMs());
      const states = [...adapters].map(([platform, adapter]) => [platform, adapter.health()]);
      return {
        ...{ ok: writable, intake: writable, ...(writable ? {} : { waitsFor: ["redis"] }) },
        ...{ roles: [...roles], adapters: Object.fromEntries(states) },
      };
    },
  });
}
