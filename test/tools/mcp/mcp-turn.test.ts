import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { recordedAt, type ToolCall } from "#contract";
import { createInputs } from "../../../src/pipeline/execute/inputs.ts";
import { createMemoryLog } from "../../pipeline/memory-log.ts";
import { openTurnHarness, type TurnHarness, turnOf } from "../../pipeline/turn-harness.ts";
import { type HttpFixture, hostileText, serveHttp } from "./fixture-server.ts";

const question = "深入研究茅台";

let http: HttpFixture;
let harness: TurnHarness;
before(async () => {
  http = await serveHttp();
  harness = await openTurnHarness({ env: { MCP_SERVERS: JSON.stringify({ box: { url: http.url } }) } });
});
after(async () => {
  await harness.close();
  await http.close();
});

/** A whole turn in which the model calls one of the server's tools and selects one place of its value. */
async function ask(tool: string, path: string) {
  const seen: string[] = [];
  harness.models.respond((request) => {
    if (request.system.startsWith("You route"))
      return { actions: [{ skill: "research", input: { codes: ["茅台"] } }], language: "zh" };
    if (request.tools === undefined) return undefined;
    seen.push(JSON.stringify(request));
    const args = tool === "quote" ? { code: "600519.SH" } : {};
    const id = /tc_[0-9a-f]{12}/.exec(request.messages.map(({ content }) => content).join())?.[0];
    if (id === undefined) return { toolCalls: [{ name: `mcp_box_${tool}`, args }] };
    return { toolCalls: [{ name: "answer", args: { claims: [{ tool_call_id: id, path }] } }] };
  });
  const journal = createMemoryLog();
  const outcome = await harness.run(question, { journal });
  const turn = turnOf(question, journal, outcome);
  return { text: outcome.reply.text, seen, trace: recordedAt(turn, "execute")?.trace ?? [] };
}

test("a value with code, date and unit of a registered metric is told and cited as the server's", async () => {
  const { text, trace, seen } = await ask("quote", "/current_price");
  assert.match(text, /贵州茅台\(600519\.SH\) 当前价 ¥1801\.50\(mcp:box, 2026-05-07 10:32\)/);
  const row = trace.find(({ tool }) => tool === "mcp_box_quote");
  assert.deepEqual([row?.source, row?.served_by, row?.table], ["mcp:box", "mcp:box", "quote"]);
  // What the server says of its tools reached the model as a short quotation at most.
  assert.ok(!seen.join().includes(hostileText.slice(0, 250)));
});

for (const [tool, path] of [
  ["no_unit", "/current_price"],
  ["other_unit", "/current_price"],
  ["unknown_metric", "/magic"],
  ["words", "/text"],
  ["quote", "/unit"],
] as const)
  test(`${tool} ${path}: nothing of it is told`, async () => {
    const { text } = await ask(tool, path);
    assert.doesNotMatch(text, /1801\.5|42|9999|mcp:box/);
  });

test("what may not be told may not be reckoned with either, and a server's series is none", () => {
  const value = { code: "600519.SH", current_price: 1801.5, as_of: "2026-05-07T10:32:00+08:00" };
  const row = (id: string, unit: object): ToolCall => ({
    tool_call_id: id,
    tool: "mcp_box_quote",
    args: {},
    value: { ...value, ...unit },
    source: "mcp:box",
    served_by: "mcp:box",
    fetched_at: "2026-05-07T10:32:05+08:00",
  });
  const rows = [
    row("tc_plain", {}),
    row("tc_foreign", { unit: "USD" }),
    row("tc_unit", { unit: "CNY" }),
    row("tc_units", { units: { current_price: "CNY" }, unit: "USD" }),
    row("tc_nobody", { unit: "CNY", code: "Moutai" }),
  ];
  const inputs = createInputs(new Map(rows.map((each) => [each.tool_call_id, each])), harness.ports.text, "");
  const taken = rows.filter(
    ({ tool_call_id }) => inputs.operand({ tool_call_id, path: "/current_price" }).ok,
  );
  assert.deepEqual(
    taken.map(({ tool_call_id }) => tool_call_id),
    ["tc_unit", "tc_units"],
  );
  assert.equal(inputs.call("tc_unit"), undefined);
});
