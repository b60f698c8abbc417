import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { rerun } from "../../src/pipeline/replay/rerun.ts";
import { question } from "../journal/messages.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

/** A worker that has no platform of its own. */
let harness: WorkerHarness;
before(async () => {
  harness = await openWorkerHarness();
});
after(() => harness.close());

const line = /\n示例数据,非真实行情。$/;

test("made-up data are called that by where the question came from, whatever platforms the answering process has", async () => {
  const asked = await harness.ask(question({ text: "600519 现在多少钱" }));
  assert.match(asked.reply?.text ?? "", line);
  for (const live of [true, false]) {
    const signal = AbortSignal.timeout(120_000);
    const { reply } = await rerun({ turn: asked, ports: harness.pipeline, from: "route", live, signal });
    assert.match(reply?.text ?? "", line);
  }
});

test("the user of this machine, who has read the banner, is not told it with every answer", async () => {
  const asked = await harness.ask(question({ text: "600519 现在多少钱", platform: "terminal" }));
  assert.match(asked.reply?.text ?? "", /1801\.23/);
  assert.doesNotMatch(asked.reply?.text ?? "", /非真实行情/);
});
