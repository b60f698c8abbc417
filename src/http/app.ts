import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Log } from "#contract";
import { isBearer } from "./bearer.ts";
import { type Client, clientOf } from "./client-address.ts";
import { isFromThisMachine } from "./from-this-machine.ts";

/** Whether messages can be taken in right now, and what this process does. */
export interface Readiness {
  readonly ok: boolean;
  /** False while Redis refuses or does not answer writes. */
  readonly intake: boolean;
  /** What is not ready (`redis`), where something is not. */
  readonly waitsFor?: readonly string[];
  readonly roles: readonly string[];
  readonly adapters?: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

/** The part of a prom-client registry that is used. */
export interface MetricsRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
}

export interface HttpServices {
  /** By platform; each answers everything below `/webhooks/<platform>`. */
  readonly webhooks: Readonly<Record<string, (request: Request) => Promise<Response>>>;
  /** Must not throw. */
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: MetricsRegistry;
  /** Each lets /metrics and the details of /readyz be read from anywhere. */
  readonly adminToken?: string;
  readonly viewerToken?: string;
  /** Others reach this service by an address of its own (PUBLIC_URL), and so through a proxy. */
  readonly isBehindProxy?: boolean;
  /** Answers everything at and below `/admin`. */
  readonly admin?: (request: Request, from: Client) => Promise<Response>;
  /** Answers everything below `/invite`, for people who have no access yet. */
  readonly invites?: (request: Request, from: Client) => Promise<Response>;
  readonly log: Log;
}

type Env = { Bindings: HttpBindings };

/** The largest request body; a webhook's update is a few kilobytes. */
const maxBodyBytes = 1_000_000;

/** What may be logged of a fault: its kind, never its text, which may quote a message. */
const kindOf = (error: unknown): string =>
  error instanceof Error ? ("code" in error ? String(error.code) : error.name) : typeof error;

/**
 * Who may read what is inside: the holder of a token, and this machine as long as nobody else can reach the service. After that a proxy on
 * this machine may stand before it, and a plain one looks just like a program of this machine.
 */
function mayReadInside({ env, req }: Context<Env>, services: HttpServices): boolean {
  const { adminToken = "", viewerToken = "", isBehindProxy, webhooks } = services;
  const header = req.header("authorization");
  // Both are compared, whatever the first says.
  const held = [adminToken, viewerToken].map((token) => isBearer(header, token));
  if (held.includes(true)) return true;
  const isExposed = isBehindProxy === true || Object.keys(webhooks).length > 0;
  return !isExposed && isFromThisMachine(env.incoming.socket.remoteAddress, env.incoming.headers);
}

/** What a probe from elsewhere needs: names and states. A detail may hold a path, an address or an account. */
function withoutDetails({ adapters, ...state }: Readiness) {
  if (adapters === undefined) return state;
  const states = Object.entries(adapters).map(([name, { ok }]) => [name, { ok }] as const);
  return { ...state, adapters: Object.fromEntries(states) };
}

/** All routes of the product's HTTP server. */
export function createApp(services: HttpServices): Hono<Env> {
  const { webhooks, readiness, metrics, isBehindProxy = false, admin, invites, log } = services;
  const app = new Hono<Env>();
  // The rest of such a body is not read, so the connection cannot serve another request.
  const tooLarge = (c: Context) => c.text("too large\n", 413, { connection: "close" });
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }));

  app.get("/healthz", (c) => c.text("ok\n"));

  app.get("/readyz", async (c) => {
    const state = await readiness();
    const shown = mayReadInside(c, services) ? state : withoutDetails(state);
    return c.json(shown, state.ok ? 200 : 503);
  });

  app.get("/metrics", async (c) => {
    if (!mayReadInside(c, services)) return c.text("not found\n", 404);
    return c.body(await metrics.metrics(), 200, { "content-type": metrics.contentType });
  });

  app.all("/webhooks/:platform", async (c) => {
    const platform = c.req.param("platform");
    const answer = Object.hasOwn(webhooks, platform) ? webhooks[platform] : undefined;
    return answer === undefined ? c.text("not found\n", 404) : answer(c.req.raw);
  });

  const client = ({ env, req }: Context<Env>): Client => {
    const { socket, headers } = env.incoming;
    const isDirect = isFromThisMachine(socket.remoteAddress, headers);
    return clientOf(socket.remoteAddress, req.header("x-forwarded-for"), { isBehindProxy, isDirect });
  };

  if (admin !== undefined) {
    const answer = (c: Context<Env>) => admin(c.req.raw, client(c));
    app.all("/admin", answer);
    app.all("/admin/*", answer);
  }

  if (invites !== undefined) app.all("/invite/*", (c) => invites(c.req.raw, client(c)));

  app.notFound((c) => c.text("not found\n", 404));
  app.onError((error, c) => {
    log.error({ kind: kindOf(error), path: c.req.routePath }, "a request failed");
    return c.text("internal error\n", 500);
  });
  return app;
}
