import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PriceValue } from "#contract";
import type { Feed } from "../../src/data/feed.ts";
import { createQuoteBatch } from "../../src/data/quote-batch.ts";
import { type Harness, openHarness } from "./harness.ts";

const { signal } = new AbortController();

/** A feed whose requests leave when they are let go, and that knows all symbols but some. */
function openFeed(unknown: readonly string[] = []) {
  const sent: string[] = [];
  let gate = Promise.withResolvers<void>();
  const feed: Feed = async (path) => {
    await gate.promise;
    const text = typeof path === "string" ? path : path();
    sent.push(text);
    const known = text.split(",").filter((symbol) => !unknown.includes(symbol));
    return { ok: true, status: 200, text: known.join(",") };
  };
  const ask = createQuoteBatch(
    feed,
    (symbols) => symbols.join(","),
    (text, symbol) => !text.split(",").includes(symbol),
  );
  const open = () => {
    gate.resolve();
    gate = Promise.withResolvers<void>();
  };
  return { sent, open, ask: (symbol: string) => ask(symbol, signal) };
}

describe("symbols of a feed", () => {
  test("that are asked for before the request leaves go out together, each once", async () => {
    const { sent, open, ask } = openFeed();
    const asked = ["a", "b", "a", "c"].map(ask);
    open();
    const outcomes = await Promise.all(asked);
    assert.deepEqual(sent, ["a,b,c"]);
    assert.ok(outcomes.every((outcome) => outcome.ok && outcome.text === "a,b,c"));
    const later = ask("d");
    open();
    await later;
    assert.deepEqual(sent, ["a,b,c", "d"]);
  });

  test("are at most fifty in a request", async () => {
    const { sent, open, ask } = openFeed();
    const asked = Array.from({ length: 120 }, (_, n) => ask(`s${n}`));
    open();
    await Promise.all(asked);
    assert.deepEqual(
      sent.map((path) => path.split(",").length),
      [50, 50, 20],
    );
  });

  test("that are missing among others are asked for alone, and that is the answer", async () => {
    const { sent, open, ask } = openFeed(["b"]);
    const asked = ["a", "b"].map(ask);
    open();
    const [first] = await Promise.all([asked[0]]);
    open();
    const second = await asked[1];
    assert.deepEqual(sent, ["a,b", "b"]);
    assert.deepEqual([first?.ok && first.text, second?.ok && second.text], ["a", ""]);
  });

  test("fail together where the request fails, and the next one is asked anew", async () => {
    let fails = true;
    let sent = 0;
    const failing: Feed = async (path) => {
      if (typeof path !== "string" && !fails) path();
      sent += 1;
      return fails
        ? { ok: false, error: { code: "RATE_LIMIT", message: "no turn" } }
        : { ok: true, status: 200, text: "a" };
    };
    const ask = createQuoteBatch(
      failing,
      (symbols) => symbols.join(","),
      () => false,
    );
    const outcomes = await Promise.all(["a", "b"].map((symbol) => ask(symbol, signal)));
    assert.ok(outcomes.every(({ ok }) => !ok));
    fails = false;
    assert.ok((await ask("a", signal)).ok);
    assert.equal(sent, 2);
  });
});

describe("a crowd that asks for many companies at once", () => {
  let harness: Harness;
  before(async () => {
    // A request of a crowd takes long on a busy machine: without its limit, for what counts here is who is asked and how often.
    const unhurried: typeof fetch = (input, init) => fetch(input, { ...init, signal: null });
    // Nor is anything compared with a second source: on a busy machine that request is joined by those of the next test.
    // The list of names is what proves a line of Sina's.
    harness = await openHarness({
      sources: "tushare,xueqiu,tencent,sina",
      fetch: unhurried,
      crossCheck: false,
    });
    await harness.data.securities.ready(AbortSignal.timeout(120_000));
  });
  after(() => harness.close());

  for (const [down, source] of [
    [[], "xueqiu"],
    [["xueqiu"], "tencent"],
    [["xueqiu", "tencent"], "sina"],
  ] as const) {
    test(`costs ${source} a few requests, and everyone has the true price of his own`, async () => {
      harness.clock.set("2026-05-07T10:32:05+08:00");
      harness.clock.passMs(1_000_000);
      harness.market.clearFaults();
      for (const each of down) harness.market.fail(each, { kind: "html_502" }, 99);
      const before = harness.market.calls.length;
      const { truth } = harness.market;
      const traded = truth.companies.filter(({ code }) => code !== "600585.SH");
      await Promise.all(
        traded.map(async ({ code }) => {
          const outcome = await harness.ask("get_price", { code });
          assert.ok(outcome.ok, `${code} ${JSON.stringify(outcome)}`);
          assert.equal(outcome.source, source);
          const { current_price } = outcome.value as PriceValue;
          assert.equal(current_price, truth.spot(code, outcome.as_of ?? ""), code);
        }),
      );
      const calls = harness.market.calls.slice(before).filter(({ server }) => server === source);
      assert.ok(
        calls.length >= 2 && calls.length <= 4,
        `${calls.length} requests for ${traded.length} companies`,
      );
    });
  }
});
