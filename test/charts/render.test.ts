import assert from "node:assert/strict";
import { test } from "node:test";
import { createRenderer } from "../../src/charts/render.ts";

const png = new Uint8Array([137]);

/** A renderer whose drawings end when they are told to. */
function slowRenderer() {
  const drawn: object[] = [];
  const endings: (() => void)[] = [];
  const render = createRenderer((option, signal) => {
    drawn.push(option);
    return new Promise((resolve) => {
      endings.push(() => resolve(png));
      signal.addEventListener("abort", () => resolve(null));
    });
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { render, drawn, endNext: () => endings.shift()?.(), settled };
}

test("what nobody waits for any more is not drawn, and holds up nobody", async () => {
  const { render, drawn, endNext, settled } = slowRenderer();
  const [first, second] = [new AbortController(), new AbortController()];
  const [one, two, three] = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const pictures = [render(one, first.signal), render(two, second.signal), render(three)];
  await settled();
  second.abort();
  first.abort();
  await settled();
  assert.deepEqual(drawn, [one, three]);
  endNext();
  endNext();
  assert.deepEqual(await Promise.all(pictures), [null, null, png]);
  assert.equal(await render({ n: 4 }, first.signal), null);
});

test("behind too many that wait there is no picture, and there is again when they are gone", async () => {
  const { render, endNext, settled } = slowRenderer();
  const canceled = new AbortController();
  const first = render({ n: 0 });
  await settled();
  const waiting = Array.from({ length: 20 }, (_, at) => render({ n: at + 1 }, canceled.signal));
  assert.equal(await render({ n: 21 }), null);
  canceled.abort();
  const next = render({ n: 22 });
  for (let ends = 0; ends < 2; ends++) {
    endNext();
    await settled();
  }
  assert.deepEqual(await Promise.all([first, next, ...waiting]), [png, png, ...waiting.map(() => null)]);
});
