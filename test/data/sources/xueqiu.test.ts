import assert from "node:assert/strict";
import { describe, test } from "node:test";
import xueqiu from "../../../src/data/sources/xueqiu/index.ts";
import { codeOf, only, openFeed, signal, testQuotes } from "./feed-harness.ts";

describe("Xueqiu", () => {
  const harness = openFeed(xueqiu, ["XUEQIU_API_ROOT"]);
  testQuotes(harness, "quotec", "quotec");

  test("an expired token is the operator's matter, and is not repeated", async () => {
    harness.market().fail("quotec", { kind: "expired_token" });
    const result = await harness.client({ XQ_A_TOKEN: "0123456789abcdef" }).spot("600519.SH", signal);
    assert.equal(codeOf(result), "SOURCE_DENIED");
    assert.ok(!JSON.stringify(result).includes("0123456789"));
  });
});

describe("Xueqiu behind a cookie", () => {
  const token = "fedcba9876543210";
  const harness = openFeed(xueqiu, ["XUEQIU_API_ROOT"], token);

  test("the cookie opens it, nothing else does", async () => {
    only(await harness.client({ XQ_A_TOKEN: token }).spot("600519.SH", signal));
    assert.equal(codeOf(await harness.client().spot("600519.SH", signal)), "SOURCE_DENIED");
    assert.ok(!JSON.stringify(harness.market().calls).includes(token));
  });
});
