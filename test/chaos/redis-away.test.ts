import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { patienceMs } from "../line/chat.ts";
import { eventually } from "../support/eventually.ts";
import { audit } from "./audit.ts";
import { answered, askEverywhere } from "./conversation.ts";
import { openWorld, type Victim } from "./world.ts";

/** The status of /readyz and what it waits for. */
const readyOf = async (gateway: Victim): Promise<string> => {
  const url =
    /http:\/\/127\.0\.0\.1:\d+/.exec(gateway.output())?.[0] ?? assert.fail("no address in the banner");
  const response = await fetch(`${url}/readyz`);
  const { waitsFor = [] } = (await response.json()) as { waitsFor?: readonly string[] };
  return [response.status, ...waitsFor].join(" ");
};

test("a full Redis stops the intake, /readyz says so, nothing is lost, and it goes on by itself", async () => {
  const world = await openWorld({ workers: 2, modelMs: 30 });
  try {
    const { redis } = world.store;
    const asked = askEverywhere(world, 6, 4);
    await world.telegram.waitFor(() => answered(world, asked) > 3, patienceMs, "work to be under way");
    await redis.config("SET", "maxmemory", "1mb");
    await eventually("/readyz to say 503", async () => (await readyOf(world.gateway)) === "503 redis");
    const during = askEverywhere(world, 6, 2, 80_000);
    await pause(3000);
    assert.equal(answered(world, during), 0);
    assert.ok(world.telegram.pending() > 0, "what cannot be held is not confirmed to Telegram");
    await redis.config("SET", "maxmemory", "0");
    const all = [...asked, ...during];
    await world.telegram.waitFor(() => answered(world, all) === all.length, patienceMs, "all answers");
    assert.equal(await readyOf(world.gateway), "200");
    const { marked: _, ...faults } = audit(all, world.telegram.sent);
    assert.deepEqual(Object.values(faults).flat(), []);
  } finally {
    await world.close();
  }
});

test("a Redis that hangs for longer than every lock loses nothing and doubles nothing", async () => {
  const world = await openWorld({ workers: 2, modelMs: 30 });
  try {
    const asked = askEverywhere(world, 6, 4);
    await world.telegram.waitFor(() => answered(world, asked) > 3, patienceMs, "work to be under way");
    const hung = world.redis.stall(8000);
    const during = askEverywhere(world, 6, 2, 80_000);
    await hung;
    const all = [...asked, ...during];
    await world.telegram.waitFor(() => answered(world, all) === all.length, patienceMs, "all answers");
    const { marked: _, ...faults } = audit(all, world.telegram.sent);
    assert.deepEqual(Object.values(faults).flat(), []);
  } finally {
    await world.close();
  }
});
