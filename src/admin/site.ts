import { Hono } from "hono";
import { AppError } from "#contract";
import { createActs } from "./acts/acts.ts";
import { createBulk } from "./acts/bulk.ts";
import { guardDoors, loginRoutes, logoutRoute, requireSession } from "./doors/doors.ts";
import { seal } from "./doors/secret.ts";
import type { AdminPorts } from "./ports.ts";
import { accountRoutes } from "./routes/account-routes.ts";
import { actRoutes } from "./routes/act-routes.ts";
import { liveRoute } from "./routes/live-route.ts";
import { lookRoutes } from "./routes/look-routes.ts";
import { queuesRoute } from "./routes/queues-route.ts";
import { type AdminEnv, createSiteContext } from "./routes/site-context.ts";

export interface AdminSite {
  /** Answers everything at and below `/admin`. */
  fetch(request: Request, from: AdminEnv["Bindings"]): Promise<Response>;
  /** Resolves once no bulk act runs any more; the signal of the ports stops them. */
  settled(): Promise<void>;
}

/** What may be said of a fault: its kind, never its text, which may quote a message. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The administrator's site. Its doors are the first thing that a request meets. */
export function createAdminSite(ports: AdminPorts): AdminSite {
  const { operatorToken, viewerToken = "" } = ports.door;
  const context = createSiteContext(ports, seal(operatorToken, "key", viewerToken));
  const acts = createActs(ports);
  const bulk = createBulk(ports, acts);
  const app = new Hono<AdminEnv>();
  const fetch: AdminSite["fetch"] = async (request, from) => app.fetch(request, from);
  app.use(guardDoors(ports));
  app.get("/admin/assets/site.js", (c) =>
    c.body(ports.assets.script, 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
  app.get("/admin/assets/site.css", (c) =>
    c.body(ports.assets.style, 200, { "content-type": "text/css; charset=utf-8" }),
  );
  app.route("/", loginRoutes(context));
  app.use(requireSession(context));
  app.route("/", logoutRoute(context));
  app.route("/", liveRoute(context, fetch));
  app.route("/", actRoutes(context, acts, bulk));
  app.route("/", queuesRoute(ports));
  app.route("/", accountRoutes(context));
  app.route("/", lookRoutes(context, acts));
  app.notFound((c) => c.text("not found\n", 404));
  app.onError((error, c) => {
    if (error instanceof AppError && error.code === "INTAKE_DOWN") return context.outage(c);
    ports.log.error({ kind: kindOf(error), path: c.req.routePath }, "a page of the administrator failed");
    return c.text("internal error\n", 500);
  });
  return {
    fetch,
    settled: async () => void (await Promise.all([bulk.settled(), ports.connect.logins.settled()])),
  };
}
