import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#contract";
import type { Order, Standstill } from "../../src/queue/order.ts";
import { createSweep, type GiveUp } from "../../src/queue/sweep.ts";
import { silent } from "../store/redis-server.ts";

const failedIn = (chat: string): Standstill => ({ chat, id: `${chat}-1`, fault: "failed" });

/** A sweep over an order in which the jobs of these chats have failed for good. */
function sweepOver(chats: readonly string[]) {
  const released: string[] = [];
  const warned: object[] = [];
  const order = {
    async *chats() {
      yield chats;
    },
    inspect: async (page: readonly string[]) => page.map(failedIn),
    async release(id: string) {
      released.push(id);
      return { next: null };
    },
  } as Partial<Order> as Order;
  const sweep = createSweep({
    order,
    jobs: { remove: async () => 1, promote: async () => true },
    add: async () => {},
    log: { ...silent, warn: (fields) => void warned.push(fields) },
    name: "inbound",
  });
  return { sweep, released, warned };
}

const failingFor =
  (bad: string, error: Error): GiveUp =>
  async ({ chat }) => {
    if (chat === bad) throw error;
  };

test("a chat whose job cannot be given up keeps no other chat waiting", async () => {
  const { sweep, released, warned } = sweepOver(["a", "b", "c"]);
  const report = await sweep.sweepAll(failingFor("b", new TypeError("no such field")));
  assert.deepEqual(released, ["a-1", "c-1"]);
  assert.equal(report.failed, 2);
  assert.deepEqual(warned, [{ queue: "inbound", job: "b-1", fault: "failed", reason: "no such field" }]);
});

test("a pass ends at once while Redis is away", async () => {
  const { sweep, released, warned } = sweepOver(["a", "b", "c"]);
  await assert.rejects(sweep.sweepAll(failingFor("b", new AppError("INTAKE_DOWN"))), AppError);
  assert.deepEqual([released, warned], [["a-1"], []]);
});
