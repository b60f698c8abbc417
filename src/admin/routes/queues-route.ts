import { Hono } from "hono";
import type { AdminPorts, QueueBoard } from "../ports.ts";
import type { AdminEnv } from "./site-context.ts";

/** The queues as BullMQ sees them, for operators, only to look at: the doors have turned every other method away. */
export function queuesRoute({ openBoard }: Pick<AdminPorts, "openBoard">): Hono<AdminEnv> {
  let opened: Promise<QueueBoard> | undefined;
  const app = new Hono<AdminEnv>();
  app.get("/admin/queues/*", async (c) => {
    if (c.var.session.role !== "operator") return c.text("Viewers do not see the queues.\n", 403);
    // Loaded when somebody looks for the first time.
    opened ??= openBoard();
    const board = await opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return board.fetch(c.req.raw);
  });
  return app;
}
