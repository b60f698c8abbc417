import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import { Queue } from "bullmq";
import { Hono } from "hono";
import type { QueueBoard } from "../../admin/ports.ts";
import type { Store } from "../../store/redis.ts";

/** Where it stands in the site. */
const place = "/admin/queues";

/** A code of ours, or the name of an error: what follows may quote a message. */
const reasonOf = (text: unknown): unknown =>
  typeof text === "string" ? (/^[A-Z_]+(?=:|$)/.exec(text)?.[0] ?? (text === "" ? "" : "error")) : text;

/** Jobs hold ids only; what an error says is cut to its code all the same. */
const withoutText = (json: string): string =>
  JSON.stringify(
    JSON.parse(json, (name, value: unknown) =>
      name === "failedReason" || name === "deferredFailure"
        ? reasonOf(value)
        : name === "stacktrace"
          ? []
          : value,
    ),
  );

/** The page as the site's own policy takes it: no style of its own, and nothing from elsewhere. */
const withoutInline = (page: string): string =>
  page
    .replace(/<link[^>]*fonts\.googleapis[^>]*>/g, "")
    .replace(/<style>[^<]*<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "");

/** The parts of a job that are shown; anything else that stands in its data is not. */
const shownData = (data: unknown): unknown => {
  const { chat } = (data ?? {}) as { chat?: unknown };
  return typeof chat === "string" ? { chat } : {};
};

/** bull-board over the queues of these names, only to look at. */
export function openQueueBoard(store: Store, names: readonly string[]): QueueBoard {
  const patient = store.patient();
  const queues = names.map(
    (name) =>
      new Queue(name, {
        connection: patient.redis,
        prefix: patient.keys.queuePrefix,
        skipVersionCheck: true,
        skipMetasUpdate: true,
      }),
  );
  // Every command reports its own failure to its caller.
  for (const queue of queues) queue.on("error", () => undefined);
  const adapter = new HonoAdapter(serveStatic);
  adapter.setBasePath(place);
  createBullBoard({
    queues: queues.map((queue) => {
      const shown = new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false });
      shown.setFormatter("data", shownData);
      shown.setFormatter("name", () => queue.name);
      shown.setFormatter("returnValue", () => null);
      shown.setFormatter("progress", () => 0);
      return shown;
    }),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: "前门 Qianmen",
        miscLinks: [{ text: "← 前门 Qianmen", url: "/admin" }],
      },
    },
  });
  const app = new Hono().route(place, adapter.registerPlugin());
  return {
    async fetch(request) {
      const response = await app.fetch(request);
      const kind = response.headers.get("content-type") ?? "";
      const isJson = kind.startsWith("application/json");
      if (!isJson && !kind.startsWith("text/html")) return response;
      const text = await response.text();
      const headers = new Headers(response.headers);
      headers.delete("content-length");
      return new Response(isJson ? withoutText(text) : withoutInline(text), {
        status: response.status,
        headers,
      });
    },
    async close() {
      await Promise.allSettled(queues.map((queue) => queue.close()));
    },
  };
}
