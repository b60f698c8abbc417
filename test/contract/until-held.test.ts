import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AppError, createBehind, createKeyedQueue, type Log, untilHeld } from "#contract";

const patience = { firstDelayMs: 1, maxDelayMs: 2, mostFaults: 3 };

/** Hands a message in whose tries end like this, one after the other. */
function handIn(tries: readonly (Error | "held")[], signal: AbortSignal = new AbortController().signal) {
  const logged: string[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push(`${level} ${message} ${Object.values(fields).join(" ")}`);
  const log: Log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const left = [...tries];
  const hand = async () => {
    const next = left.shift();
    if (next instanceof Error) throw next;
    assert.equal(next, "held");
  };
  const held = untilHeld(hand, { platform: "carrier", message: "m1", log, patience }, signal);
  return { held, logged, left };
}

const away = new AppError("INTAKE_DOWN");
const defect = new TypeError("secret words");

describe("a message that cannot be handed back", () => {
  test("is handed in as often as Redis is away, each wait at most twice the one before", async () => {
    const { held, logged } = handIn([away, away, away, away, away, "held"]);
    assert.equal(await held, true);
    assert.deepEqual(
      logged.map((line) => line.split(" ").at(-1)),
      ["1", "2", "2", "2", "2"],
    );
  });

  test("is given up after some faults of ours, and no word of them is logged", async () => {
    const { held, logged, left } = handIn([defect, away, defect, away, defect, "held"]);
    assert.equal(await held, false);
    assert.deepEqual(left, ["held"]);
    assert.match(logged.at(-1) ?? "", /^error carrier message given up m1 TypeError$/);
    assert.doesNotMatch(logged.join(), /secret/);
  });

  test("is left to the next start when the signal aborts, before a wait or in it", async () => {
    for (const when of ["before", "in"]) {
      const stop = new AbortController();
      if (when === "before") stop.abort();
      const { held, left } = handIn([away, ...Array.from({ length: 10_000 }, () => away)], stop.signal);
      if (when === "in") setTimeout(() => stop.abort(), 5);
      await assert.rejects(held, (error) => error === stop.signal.reason);
      assert.ok(left.length > 0);
    }
  });
});

test("tasks of one key follow one another, failed or not; those of another run beside them", async () => {
  const chats = createKeyedQueue();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const task = (name: string, work: Promise<void>) => async () => {
    seen.push(`${name} begins`);
    await work;
    seen.push(`${name} ends`);
    return name;
  };
  const first = chats.run("a", task("a1", gate.promise));
  const failing = chats.run("a", () => Promise.reject(new Error("a2")));
  const third = chats.run("a", task("a3", Promise.resolve()));
  assert.equal(await chats.run("b", task("b1", Promise.resolve())), "b1");
  gate.resolve();
  await assert.rejects(failing, /a2/);
  await chats.settled();
  assert.deepEqual([await first, await third], ["a1", "a3"]);
  assert.deepEqual(seen, ["a1 begins", "b1 begins", "b1 ends", "a1 ends", "a3 begins", "a3 ends"]);
});

test("the end waits for all that was left behind, failed or not", async () => {
  const behind = createBehind();
  const gate = Promise.withResolvers<void>();
  let isSettled = false;
  behind.run(gate.promise.then(() => behind.run(Promise.reject(new Error("late")))));
  const settled = behind.settled().then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isSettled, false);
  gate.resolve();
  await settled;
});
