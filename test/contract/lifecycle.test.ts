import assert from "node:assert/strict";
import { test } from "node:test";
import { createLifecycle } from "#contract";

/** Sessions that open when they are told to, and tell what was closed. */
function sessions() {
  const opened: PromiseWithResolvers<{ name: number; close(): Promise<void> }>[] = [];
  const closed: number[] = [];
  const lifecycle = createLifecycle(() => {
    const next = Promise.withResolvers<{ name: number; close(): Promise<void> }>();
    opened.push(next);
    return next.promise;
  });
  /** What could be used while something was being closed. */
  const usable: (number | undefined)[] = [];
  const close = async (at: number) => {
    usable.push(lifecycle.current()?.name);
    closed.push(at);
  };
  const come = (at: number) => opened[at]?.resolve({ name: at, close: () => close(at) });
  return { lifecycle, opened, closed, usable, come };
}

test("asked twice to start, it opens once and both wait for it", async () => {
  const { lifecycle, opened, come } = sessions();
  const both = Promise.all([lifecycle.start(), lifecycle.start()]);
  assert.equal(lifecycle.current(), undefined);
  come(0);
  await both;
  assert.equal(opened.length, 1);
  assert.equal(lifecycle.current()?.name, 0);
});

test("a start that fails says so, and the next one is a new beginning", async () => {
  const { lifecycle, opened, come } = sessions();
  const first = lifecycle.start();
  opened[0]?.reject(new Error("no"));
  await assert.rejects(first, /no/);
  const second = lifecycle.start();
  come(1);
  await second;
  assert.equal(lifecycle.current()?.name, 1);
});

test("stopped while it opens, it is closed as soon as it is open and never used", async () => {
  const { lifecycle, closed, usable, come } = sessions();
  const starting = lifecycle.start();
  const stopping = lifecycle.stop();
  come(0);
  await Promise.all([starting, stopping]);
  assert.deepEqual([closed, usable], [[0], [undefined]]);
  assert.equal(lifecycle.current(), undefined);
});

test("a start behind a stop keeps its own session; what is stopped twice is closed once", async () => {
  const { lifecycle, closed, come } = sessions();
  const first = lifecycle.start();
  come(0);
  await first;
  const stopping = Promise.all([lifecycle.stop(), lifecycle.stop()]);
  const second = lifecycle.start();
  come(1);
  await Promise.all([stopping, second]);
  assert.deepEqual(closed, [0]);
  assert.equal(lifecycle.current()?.name, 1);
});
