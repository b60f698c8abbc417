import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { IndexValue, ToolOutcome } from "#contract";
import { allSources, type Harness, type HarnessOptions, openHarness } from "../data/harness.ts";

const shanghai = "000001.SH";
const morning = "2026-05-07T10:32:05+08:00";
const afterClose = "2026-05-07T15:02:00+08:00";
const evening = "2026-05-07T20:00:00+08:00";

describe("an index and its second source", () => {
  let harness: Harness | undefined;
  const open = async (now: string, options: HarnessOptions = {}): Promise<Harness> => {
    harness = await openHarness({ now, sources: allSources, ...options });
    return harness;
  };
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });

  const good = (outcome: ToolOutcome) => {
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return { ...outcome, level: outcome.value as IndexValue };
  };
  const index = async (opened: Harness, args: object = {}) =>
    good(await opened.ask("get_index", { code: shanghai, ...args }));
  const inHundredths = (value: unknown) => Math.round(Number(value) * 100);

  for (const [what, now, args, first, second] of [
    ["a level", morning, {}, "xueqiu", "tencent"],
    ["a level that waits for confirmation", afterClose, {}, "xueqiu", "tencent"],
    ["today's closing level", evening, {}, "tushare", "eastmoney"],
    ["an older closing level", morning, { date: "2026-04-22" }, "tushare", "eastmoney"],
  ] as const) {
    test(`agree on ${what}`, async () => {
      const opened = await open(now);
      const { source, level } = await index(opened, args);
      assert.deepEqual([source, level.check], [first, { state: "agrees", source: second }]);
    });
  }

  for (const [what, now, date, metric] of [
    ["a level", morning, undefined, "index_current"],
    ["a level that waits for confirmation", afterClose, "2026-05-07", "index_close"],
  ] as const) {
    test(`${what} that is 0.05 % off differs; the second one is a call of its own`, async () => {
      const opened = await open(now);
      opened.market.fail("tencent", { kind: "off_by", percent: 0.05 }, 99);
      const { as_of = "", level } = await index(opened);
      const truth = opened.market.truth.spot(shanghai, as_of) ?? 0;
      assert.equal(level[metric], truth);
      assert.deepEqual(level.check, { state: "differs", source: "tencent" });
      const asked = { code: shanghai, source: "tencent", ...(date === undefined ? {} : { date }) };
      const other = good(await opened.ask("check_price", asked));
      assert.equal(other.source, "tencent");
      assert.equal(inHundredths(other.level[metric]), inHundredths(truth * 1.0005));
      assert.deepEqual(Object.keys(other.level).toSorted(), ["code", metric, "phase", "quality"].toSorted());
    });
  }

  test("a closing level whose row contradicts itself confirms nothing; a sound one is told on its own", async () => {
    const opened = await open(evening, { sources: "tushare,akshare" });
    const asked = { code: shanghai, source: "akshare", date: "2026-04-22" };
    const truth = opened.market.truth.close(shanghai, asked.date);
    const other = good(await opened.ask("check_price", asked));
    assert.deepEqual([other.level.index_close, other.as_of, other.source], [truth, asked.date, "akshare"]);
    opened.clock.set("2026-05-07T20:10:00+08:00");
    opened.market.fail("stock_zh_index_daily_em", { kind: "off_by", percent: 0.05 }, 99);
    const { level } = await index(opened, { date: asked.date });
    assert.equal(level.index_close, truth);
    assert.equal(level.check?.state, "unavailable");
  });

  test("a leg that failed confirms nothing", async () => {
    const opened = await open(morning);
    for (const name of ["tencent", "sina", "eastmoney"]) opened.market.fail(name, { kind: "html_502" }, 99);
    const { level } = await index(opened);
    assert.equal(level.check?.state, "unavailable");
  });
});
