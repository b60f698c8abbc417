import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ResolvedSecurity } from "#contract";
import { type Harness, openHarness } from "../data/harness.ts";
import { delistedCompanies } from "../emulators/market-securities.ts";

const patience = () => new AbortController().signal;

describe("a company that has left its exchange", () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness();
    await harness.data.securities.ready(patience());
  });
  after(() => harness.close());

  test("is found by name and by code, as delisted", async () => {
    for (const { code, name } of delistedCompanies) {
      for (const query of [name, code, code.slice(0, 6)]) {
        const outcome = await harness.ask("resolve_security", { query });
        assert.ok(outcome.ok);
        const { status, kind, matches } = outcome.value as ResolvedSecurity;
        assert.deepEqual([status, kind, matches[0]?.code, matches[0]?.name], ["one", "delisted", code, name]);
      }
    }
  });

  test("has no price, and the day it left and who says so are told, without asking anybody for a quote", async () => {
    const before = harness.market.calls.length;
    for (const { code, name, date } of delistedCompanies) {
      for (const args of [
        { code },
        { code, date: "2026-05-06" },
        { code, date: "2026-05-07" },
        { code, date },
      ]) {
        const outcome = await harness.ask("get_price", args);
        assert.ok(!outcome.ok);
        assert.deepEqual(
          [outcome.error.code, outcome.error.subject],
          ["DELISTED_ON", `${name}(${code}), ${date}, tushare`],
        );
      }
    }
    assert.deepEqual(
      harness.market.calls.slice(before).filter(({ name }) => name !== "trade_cal"),
      [],
    );
  });

  test("has neither a valuation nor bars, and that is why", async () => {
    for (const tool of ["get_valuation", "get_daily_bars", "get_money_flow", "get_news"]) {
      const outcome = await harness.ask(tool, { code: "600087.SH" });
      assert.equal(outcome.ok || outcome.error.code, "DELISTED_ON", tool);
    }
  });

  test("of a day before that is asked for as any other", async () => {
    const outcome = await harness.ask("get_price", { code: "000511.SZ", date: "2026-04-17" });
    assert.equal(outcome.ok || outcome.error.code, "NO_DATA");
    assert.ok(
      harness.market.calls.some(({ name, params }) => name === "daily" && params.ts_code === "000511.SZ"),
    );
  });
});

test("a company that the bundled list knows to have left is told so where no source has a list of those", async (t) => {
  const harness = await openHarness({ sources: "xueqiu,tencent" });
  t.after(() => harness.close());
  for (const tool of ["get_price", "get_valuation", "get_daily_bars"]) {
    const outcome = await harness.ask(tool, { code: "600837.SH" });
    assert.equal(outcome.ok || outcome.error.code, "DELISTED", tool);
  }
  assert.equal(harness.data.securities.delisting("600519.SH"), undefined);
});

test("a filter that the source does not understand delists nobody", async (t) => {
  const harness = await openHarness();
  t.after(() => harness.close());
  harness.market.fail("stock_basic", { kind: "ignores_params" }, 3);
  await harness.data.securities.ready(patience());
  assert.equal(harness.data.securities.delisting("600519.SH"), undefined);
  assert.equal(harness.data.securities.directory().resolve("600519").kind, "stock");
  harness.market.fail("stock_basic", { kind: "ignores_params" }, 3);
  const asked = await harness.data.routes.ask({
    capability: "delisted",
    key: "all",
    call: (client, signal) => client.delisted?.(signal),
  });
  assert.equal(asked.ok, false, "rows of the listed are no rows of the delisted");
});

test("the list stands without the delisted ones where they cannot be had", async (t) => {
  const harness = await openHarness({ sources: "akshare" });
  t.after(() => harness.close());
  await harness.data.securities.ready(patience());
  assert.equal(harness.data.securities.origin()?.source, "akshare");
  assert.equal(harness.data.securities.directory().resolve("600087").status, "none");
});
