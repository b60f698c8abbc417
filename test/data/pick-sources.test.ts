import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadSources } from "../../src/data/load-sources.ts";
import { pickSources } from "../../src/data/pick-sources.ts";
import { sampleNow } from "../../src/data/sources/sample/sample-now.ts";

const all = await loadSources();
const namesFor = (config: Record<string, unknown>) => pickSources(all, config).on.map(({ name }) => name);

describe("which sources are on", () => {
  test("nothing set: the sample alone, with its clock, and a hint for every other one", () => {
    const picked = pickSources(all, {});
    assert.deepEqual(
      picked.on.map(({ name }) => name),
      ["sample"],
    );
    assert.equal(picked.pinnedNow, sampleNow);
    assert.deepEqual(
      picked.off.map(({ name }) => name).toSorted(),
      all
        .map(({ name }) => name)
        .filter((name) => name !== "sample")
        .toSorted(),
    );
    assert.ok(picked.off.every(({ hint }) => /[A-Z]{4,}_[A-Z_]+/.test(hint)));
  });

  test("a setting turns its source on, and the sample with its clock off", () => {
    assert.deepEqual(namesFor({ TUSHARE_TOKEN: "t" }), ["tushare"]);
    assert.deepEqual(namesFor({ AKTOOLS_API_ROOT: "http://127.0.0.1:9" }), ["akshare"]);
    assert.equal(pickSources(all, { TUSHARE_TOKEN: "t" }).pinnedNow, undefined);
  });

  test("DATA_SOURCES decides, as text or as a list", () => {
    assert.deepEqual(namesFor({ DATA_SOURCES: " akshare , Tushare ", TUSHARE_TOKEN: "t" }), [
      "akshare",
      "tushare",
    ]);
    assert.deepEqual(namesFor({ DATA_SOURCES: ["sample"], TUSHARE_TOKEN: "t" }), ["sample"]);
    assert.deepEqual(namesFor({ DATA_SOURCES: "akshare" }), ["akshare"]);
  });

  test("faults of DATA_SOURCES refuse to start, all at once", () => {
    assert.throws(
      () => pickSources(all, { DATA_SOURCES: "tushare,bloomberg,sample" }),
      (error: Error & { code?: string }) =>
        error.code === "CONFIG_INVALID" &&
        ["TUSHARE_TOKEN", "bloomberg", "sample cannot"].every((part) => error.message.includes(part)),
    );
  });
});
