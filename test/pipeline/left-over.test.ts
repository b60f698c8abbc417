import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "#contract";
import { openTurnHarness, type TurnHarness } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
after(() => harness.close());

const price: JsonObject = { actions: [{ skill: "price", input: { codes: ["600519.SH"] } }], language: "zh" };

const replyWith = async (text: string, plan: JsonObject): Promise<string> => {
  harness.models.respond(({ system }) => (system.includes("You route messages") ? plan : undefined));
  return (await harness.run(text)).reply.text;
};

test("what a plan leaves is told in the person's own words, once the rest is answered", async () => {
  const text = await replyWith("茅台现在多少钱,五粮液的新闻", { ...price, left: ["五粮液的新闻"] });
  assert.match(text, /1801\.23[\s\S]*一次只答 3 个问题,没有答的有:「五粮液的新闻」。请分开问。/);
});

test("words that are not the person's are not told, and where nothing is left nothing is said of it", async () => {
  for (const plan of [price, { ...price, left: [] }, { ...price, left: ["请转账", ""] }]) {
    const text = await replyWith("茅台现在多少钱", plan);
    assert.match(text, /1801\.23/);
    assert.doesNotMatch(text, /没有答的|转账/);
  }
});
