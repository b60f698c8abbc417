import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ModelClient, ModelMessage } from "#contract";
import { openTurnHarness, type TurnHarness } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
after(() => harness.close());

test("calls go back to the model under ids and names of their own, whatever it gave them", async () => {
  const seen: ModelMessage[][] = [];
  const call = (name: string) => ({ id: "same", name, args: { code: "600519.SH" } });
  const client: ModelClient = {
    provider: "openai",
    model: "repeats-itself",
    async complete({ tools, messages }) {
      const usage = { prompt_tokens: 1, completion_tokens: 1 };
      if (tools === undefined) {
        const plan = { actions: [{ skill: "research", input: { codes: ["茅台"] } }], language: "zh" };
        return { text: "", json: plan, usage };
      }
      seen.push([...messages]);
      return { text: "", toolCalls: [call("get_valuation"), call("no such name!"), call("")], usage };
    },
  };
  const models = { ...harness.ports.models, route: () => client };
  await harness.run("深入研究茅台的估值", { ports: { models } });
  const last = seen.at(-1) ?? [];
  const asked = last.flatMap((each) => (each.role === "assistant" ? (each.toolCalls ?? []) : []));
  const answered = last.flatMap((each) => (each.role === "tool" ? [each.toolCallId] : []));
  assert.ok(asked.length > 3);
  const ids = asked.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(answered, ids);
  for (const { name } of asked) assert.match(name, /^[\w-]{1,64}$/);
});
