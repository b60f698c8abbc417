import { createHash } from "node:crypto";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { type AdminEnv, livePartHeader, type SiteContext } from "./site-context.ts";

/** Between two looks at a page that is open somewhere. */
const everyMs = 1500;
/** More open pages than this at once are not kept up to date. */
const mostStreams = 40;
/** Some proxies close what is silent. */
const silentLooks = 10;

/** A page of this site that has a live part. */
const isPage = (path: string): boolean =>
  /^\/admin(\?|$|\/(turns|under-way|charts|people|accounts|audit|bulk)([/?]|$))/.test(path);

/**
 * Sends the live part of a page whenever it has changed. Each look is a request of its own through the same doors, so it ends
 * with the session.
 */
export function liveRoute(
  { ports }: SiteContext,
  ask: (request: Request, from: AdminEnv["Bindings"]) => Promise<Response>,
): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  let streams = 0;
  app.get("/admin/live", (c) => {
    const of = c.req.query("of") ?? "";
    if (!isPage(of) || streams >= mostStreams) return c.text("not found\n", 404);
    const headers = new Headers(c.req.raw.headers);
    headers.set(livePartHeader, "1");
    const url = new URL(of, c.req.url);
    streams++;
    return streamSSE(c, async (stream) => {
      let known = "";
      let silent = 0;
      const stop = () => stream.abort();
      ports.signal.addEventListener("abort", stop, { once: true });
      try {
        while (!stream.aborted && !ports.signal.aborted) {
          const response = await ask(new Request(url, { headers }), c.env);
          // While Redis is away its page says so, and looks on.
          if (response.status !== 200 && response.status !== 503) {
            await stream.writeSSE({ event: "end", data: "" });
            return;
          }
          const part = await response.text();
          const digest = createHash("sha256").update(part).digest("base64");
          // The first one too: much may have changed since the page was drawn.
          if (digest !== known) await stream.writeSSE({ event: "part", data: JSON.stringify(part) });
          else if (++silent % silentLooks === 0) await stream.writeSSE({ event: "still", data: "" });
          known = digest;
          await stream.sleep(everyMs);
        }
      } finally {
        streams--;
        ports.signal.removeEventListener("abort", stop);
      }
    });
  });
  return app;
}
