import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { ResolvedSecurity } from "#contract";
import { type Harness, type HarnessOptions, openHarness } from "../data/harness.ts";

describe("a name that the bundled list does not hold", () => {
  const open: Harness[] = [];
  const harness = async (options: HarnessOptions = {}) => {
    const opened = await openHarness({ sources: "eastmoney", ...options });
    open.push(opened);
    return opened;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  const resolve = async ({ ask }: Harness, query: string) => {
    const outcome = await ask("resolve_security", { query });
    assert.ok(outcome.ok);
    return { outcome, resolved: outcome.value as ResolvedSecurity };
  };
  const searches = ({ market }: Harness) => market.calls.filter(({ name }) => name === "suggest/get");

  test("is searched for, cited, shown from then on, and searched for once", async () => {
    const opened = await harness();
    for (const [name, code] of [
      ["甲乙丙丁", "603999.SH"],
      ["甲乙轴承", "920998.BJ"],
    ] as const) {
      const { outcome, resolved } = await resolve(opened, name);
      assert.deepEqual([resolved.status, resolved.matches], ["one", [{ code, name }]]);
      assert.deepEqual([outcome.source, outcome.table], ["eastmoney", "suggest/get"]);
      assert.equal(opened.data.securities.directory().name(code), name);
      await resolve(opened, name);
    }
    assert.equal(searches(opened).length, 2);
  });

  test("that fits several is asked about, in no market but this one", async () => {
    const { resolved } = await resolve(await harness(), "甲乙");
    assert.equal(resolved.status, "several");
    assert.deepEqual(resolved.matches.map(({ code }) => code).toSorted(), [
      "001999.SZ",
      "603999.SH",
      "920998.BJ",
    ]);
  });

  test("is not searched for where a list is complete, where it is known, and where it is no name", async () => {
    const listed = await harness({ sources: "tushare,eastmoney" });
    await listed.data.securities.ready(new AbortController().signal);
    assert.equal((await resolve(listed, "甲乙丙丁")).resolved.status, "none");
    const bundled = await harness();
    for (const query of ["贵州茅台", "https://x.example/?a=1", "甲乙丙丁&type=1"])
      await resolve(bundled, query);
    assert.deepEqual([searches(listed).length, searches(bundled).length], [0, 0]);
  });

  test("is no company where the answer contradicts itself, fails or gives orders", async () => {
    for (const kind of ["wrong_code", "html_502", "garbage", "hostile_name"] as const) {
      const opened = await harness();
      opened.market.fail("suggest/get", { kind }, 9);
      const { resolved } = await resolve(opened, "甲乙科技");
      assert.equal(resolved.status, "none", kind);
    }
  });
});
