import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sina from "../../../src/data/sources/sina/index.ts";
import { readQuoteLine } from "../../../src/data/sources/sina/quote-line.ts";
import { silentLog } from "../harness.ts";
import { codeOf, only, openFeed, signal, testQuotes } from "./feed-harness.ts";

describe("Sina", () => {
  const harness = openFeed(sina, ["SINA_API_ROOT"]);
  testQuotes(harness, "hq", "hq", "name");

  test("a name cut within a character is found out", async () => {
    harness.market().fail("hq", { kind: "gbk_garbage" });
    assert.equal(codeOf(await harness.client().spot("600519.SH", signal)), "TOOL_ERROR");
  });

  test("a line that bears another security's name is refused, whatever its key says", async () => {
    for (const kind of ["other_content", "index_row"] as const)
      for (const code of ["600519.SH", "000001.SZ"]) {
        harness.market().fail("hq", { kind });
        assert.equal(codeOf(await harness.client().spot(code, signal)), "TOOL_ERROR", `${kind} ${code}`);
      }
  });

  test("a line of a code whose name nobody knows is no proof of anything", async () => {
    const nameless = sina.create({
      config: { SINA_API_ROOT: harness.market().root },
      fetch: globalThis.fetch,
      clock: harness.clock,
      log: silentLog,
    });
    assert.ok(nameless.spot);
    assert.equal(codeOf(await nameless.spot("600519.SH", signal)), "NO_DATA");
  });

  test("on its ex-date a name has a mark before it and its end is cut off", async () => {
    harness.clock.set("2026-04-20T10:32:05+08:00");
    assert.equal(only(await harness.client().spot("601398.SH", signal)).code, "601398.SH");
  });

  test("turned away is denied, not repeated", async () => {
    harness.market().fail("hq", { kind: "forbidden" });
    assert.equal(codeOf(await harness.client().spot("600519.SH", signal)), "SOURCE_DENIED");
  });
});

test("one comma too few or too many never reads as a quote", () => {
  const numbers = ["1790.000", "1791.730", "1801.230", "1803.000", "1788.000", "1801.220", "1801.230"];
  const cells = ["贵州茅台", ...numbers, "1200", "2161476.000", ...new Array(20).fill("100")];
  const whole = [...cells, "2026-05-07", "10:32:03", "00"];
  const read = (row: readonly string[]) =>
    readQuoteLine(`var hq_str_sh600519="${row.join(",")}";\n`, "sh600519");
  const line = read(whole);
  assert.ok(line.kind === "line");
  assert.deepEqual([line.quote.price, line.quote.time], [1801.23, "2026-05-07T10:32:03+08:00"]);
  for (let at = 0; at < 30; at += 1) {
    const short = read(whole.toSpliced(at, 1));
    assert.ok(short.kind === "broken" || (short.kind === "line" && short.quote.time === null));
    const long = read(whole.toSpliced(at, 0, "1.000"));
    assert.ok(long.kind === "broken" || (long.kind === "line" && long.quote.time === null));
  }
});
