/** A message comes to every stage with its amounts in digits: what cards and facts say in words is found all the same. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { question } from "../journal/messages.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

let harness: WorkerHarness;
before(async () => {
  harness = await openWorkerHarness();
});
after(() => harness.close());

const said = async (text: string) => (await harness.ask(question({ text }))).reply?.text ?? "";

for (const text of [
  "how many shares are in one lot",
  "how many shares in one lot?",
  "how many shares are in a lot",
  "一手是多少股",
])
  test(`${text}: the registered fact`, async () => {
    assert.match(await said(text), /100[\s\S]*one-lot/);
  });

test("the price of one lot of a company is no question about the rule", async () => {
  assert.match(await said("what is the price of one lot of 600519"), /600519\.SH/);
});
