import assert from "node:assert/strict";
import { test } from "node:test";
import { baseMetrics, createDirectory } from "#language";
import { createTextPort } from "../../src/composition/agent/text-port.ts";

test("a list of securities that is renewed within a turn counts from then on", () => {
  let directory = createDirectory([]);
  const port = createTextPort({ directory: () => directory, metrics: baseMetrics });
  const reading = port.read({ text: "某某股份最高价", session: [], now: "2026-05-07T10:35:00+08:00" });
  assert.deepEqual(reading.codes(), []);
  directory = createDirectory([{ code: "600001.SH", name: "某某股份", kind: "stock" }]);
  assert.deepEqual(reading.codes(), ["600001.SH"]);
  assert.deepEqual(reading.asked(), { metrics: ["high"], days: 0, dates: [], times: [] });
  assert.equal(reading.asked(), reading.asked());
});
