import assert from "node:assert/strict";
import { test } from "node:test";
import type { Artifact, IncomingMessage, OutboundPart, Reply, StageName, ToolCall, Turn } from "#contract";
import { createRedraw } from "../../src/composition/roles/redraw.ts";
import { partsOf } from "../../src/gateway/parts.ts";
import { question } from "../journal/messages.ts";

const message = question();
const picture = (id: string): Artifact => ({
  name: `${id}.png`,
  mediaType: "image/png",
  base64: Buffer.from(id).toString("base64"),
});

/** A turn whose answer had these charts; the trace has them in another order. */
function turnWith(charts: readonly string[], reply: Reply): Turn {
  const call = (id: string) => ({ tool_call_id: id, tool: "plot_chart", args: {}, value: {} });
  const values: Partial<Record<StageName, unknown>> = {
    route: { plan: { actions: [], language: "zh" } },
    execute: {
      actions: [{ skill: "chart", input: {}, first: 0, count: 0, result: { kind: "answer", charts } }],
      claims: [],
      trace: charts.toReversed().map(call),
    },
    verify: { ok: true, failures: [] },
  };
  const stages = Object.entries(values).map(([stage, value]) => ({ stage, attempt: 0, value, ms: 1 }));
  return {
    v: 1,
    id: message.id,
    message,
    state: "completed",
    run: 1,
    accepted_ms: 1,
    models: [],
    stages,
    reply,
  } as unknown as Turn;
}

const textOf = { metric: () => undefined } as unknown as Parameters<
  typeof createRedraw
>[0]["pipeline"]["text"];

function redrawOf(
  turn: Turn | null,
  split: (message: IncomingMessage, reply: Reply) => readonly OutboundPart[],
  undrawable: readonly string[] = [],
) {
  const drawChart = async ({ tool_call_id: id }: ToolCall) => (undrawable.includes(id) ? null : picture(id));
  return createRedraw({
    journal: { read: async () => turn },
    pipeline: { drawChart, text: textOf },
    partsOf: split,
  });
}

const bare = (part: OutboundPart | undefined): OutboundPart => {
  assert.ok(part?.artifacts !== undefined);
  return { ...part, artifacts: part.artifacts.map((each) => ({ ...each, base64: "" })) };
};

test("each picture of an answer is drawn anew for the part that had it", async () => {
  const split = (whom: IncomingMessage, reply: Reply) => partsOf(whom, reply, 4096);
  const reply = { text: "走势", buttons: [] };
  const sent = split(message, { ...reply, artifacts: [picture("tc_1"), picture("tc_2")] });
  const turn = turnWith(["tc_1", "tc_2"], reply);
  for (const part of sent) assert.deepEqual(await redrawOf(turn, split)(bare(part)), part.artifacts);
  const fewer = redrawOf(turn, split, ["tc_1"]);
  assert.deepEqual(await fewer(bare(sent[1])), sent[1]?.artifacts);
  assert.equal(await fewer(bare(sent[0])), undefined);
  assert.equal(await redrawOf(null, split)(bare(sent[0])), undefined);
});

test("the file of a long answer is made anew from its text", async () => {
  const split = (whom: IncomingMessage, reply: Reply) => partsOf(whom, reply, 300, 1);
  const reply = { text: "贵州茅台 当前价 ¥1801.23\n".repeat(90), buttons: [] };
  const [part] = split(message, reply);
  assert.equal(part?.artifacts?.[0]?.mediaType, "text/plain");
  assert.deepEqual(await redrawOf(turnWith([], reply), split)(bare(part)), part?.artifacts);
});
