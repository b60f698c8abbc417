import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import {
  defineTool,
  type ErrorCode,
  type Json,
  type ToolContext,
  type ToolDefinition,
  type ToolOutcome,
} from "#contract";
import { createToolRegistry, type RegistryOptions } from "../../../src/tools/registry/registry.ts";

const context: ToolContext = {
  now: "2026-05-07T10:32:05+08:00",
  signal: new AbortController().signal,
  excludeSources: [],
};

const valued = (value: Json): ToolOutcome => ({
  ok: true,
  value,
  source: "sample",
  served_by: "sample",
  fetched_at: context.now,
});
const failing = (code: ErrorCode): ToolOutcome => ({ ok: false, error: { code, message: "scripted" } });

interface Scripted {
  readonly definition: ToolDefinition;
  readonly times: () => number;
}

/** A tool that answers its calls with the outcomes in turn, the last for ever. */
function scripted(over: Partial<ToolDefinition>, ...outcomes: readonly (ToolOutcome | Error)[]): Scripted {
  let calls = 0;
  const definition = defineTool<unknown>({
    name: "probe",
    args: z.strictObject({ code: z.string() }),
    timeoutMs: 5_000,
    retrySafe: true,
    async run() {
      calls += 1;
      const outcome = outcomes[Math.min(calls, outcomes.length) - 1];
      if (outcome instanceof Error) throw outcome;
      return outcome ?? valued({});
    },
    ...over,
  });
  return { definition, times: () => calls };
}

interface Opened {
  readonly registry: ReturnType<typeof createToolRegistry>;
  readonly pauses: number[];
}

/** A registry whose clock stands but for its pauses. */
function open(tools: readonly ToolDefinition[], over: Partial<RegistryOptions> = {}): Opened {
  const pauses: number[] = [];
  let nowMs = 0;
  const registry = createToolRegistry({
    tools,
    allow: [],
    deny: [],
    random: () => 0.5,
    nowMs: () => nowMs,
    async pause(ms) {
      pauses.push(ms);
      nowMs += ms;
    },
    ...over,
  });
  return { registry, pauses };
}

const codeOf = (outcome: ToolOutcome): string => (outcome.ok ? "ok" : outcome.error.code);

describe("every failure is a value", () => {
  const cases: Readonly<
    Record<string, readonly [ErrorCode, string, unknown, Partial<ToolDefinition>, ToolOutcome | Error]>
  > = {
    "a tool that does not exist": ["UNKNOWN_TOOL", "nothing", {}, {}, valued({})],
    "a name of the object's own": ["UNKNOWN_TOOL", "__proto__", {}, {}, valued({})],
    "arguments that lack one": ["INVALID_ARGS", "probe", {}, {}, valued({})],
    "arguments that have one too many": ["INVALID_ARGS", "probe", { code: "1", x: 1 }, {}, valued({})],
    "a tool that throws": ["TOOL_ERROR", "probe", { code: "1" }, {}, new Error("secret text")],
    "a value of more than 5 MB": [
      "FILE_TOO_LARGE",
      "probe",
      { code: "1" },
      {},
      valued({ text: "x".repeat(5_300_000) }),
    ],
    "a failure of its own": ["NO_DATA", "probe", { code: "1" }, {}, failing("NO_DATA")],
    "a source that is down": ["SOURCE_DOWN", "probe", { code: "1" }, {}, failing("SOURCE_DOWN")],
  };
  for (const [what, [code, name, args, over, outcome]] of Object.entries(cases))
    test(`${what}: ${code}`, async () => {
      const { registry } = open([scripted(over, outcome).definition]);
      const returned = await registry.call(name, args, context);
      assert.equal(codeOf(returned), code);
      assert.doesNotMatch(JSON.stringify(returned), /secret text/);
    });

  test("a tool that never ends: NET_TIMEOUT; a caller that has gone: CANCELED", async () => {
    const hangs = scripted({ timeoutMs: 20, run: () => new Promise(() => undefined) });
    const { registry } = open([hangs.definition], { nowMs: () => 0 });
    assert.equal(codeOf(await registry.call("probe", { code: "1" }, context)), "NET_TIMEOUT");
    const gone = { ...context, signal: AbortSignal.abort() };
    assert.equal(codeOf(await registry.call("probe", { code: "1" }, gone)), "CANCELED");
  });

  test("a value just below the limit passes, however it is made up", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ date: "2026-05-07", close: at }));
    const { registry } = open([scripted({}, valued({ rows })).definition]);
    assert.equal(codeOf(await registry.call("probe", { code: "1" }, context)), "ok");
    const many = Array.from({ length: 900_000 }, (_, at) => at % 10);
    const large = open([scripted({}, valued({ many: [many, many] })).definition]);
    assert.equal(codeOf(await large.registry.call("probe", { code: "1" }, context)), "FILE_TOO_LARGE");
  });
});

describe("retries", () => {
  const foreign = { origin: "mcp:probe" };
  const ask = async (over: Partial<ToolDefinition>, outcomes: readonly ToolOutcome[], random = 0.5) => {
    const tool = scripted(over, ...outcomes);
    const { registry, pauses } = open([tool.definition], { random: () => random });
    const outcome = await registry.call("probe", { code: "1" }, context);
    return { code: codeOf(outcome), times: tool.times(), pauses };
  };
  const down = failing("SOURCE_DOWN");

  test("another program's tool is asked twice more, half a second and a second later", async () => {
    assert.deepEqual(await ask(foreign, [down]), { code: "SOURCE_DOWN", times: 3, pauses: [500, 1000] });
    assert.deepEqual(await ask(foreign, [down, valued({})]), { code: "ok", times: 2, pauses: [500] });
  });

  test("a pause is at most a fifth shorter or longer", async () => {
    assert.deepEqual((await ask(foreign, [down], 0)).pauses, [400, 800]);
    assert.deepEqual((await ask(foreign, [down], 1)).pauses, [600, 1200]);
  });

  test("nothing is asked again that is not safe, not worth it, out of time, or our own", async () => {
    const once = (code: ErrorCode) => ({ code, times: 1, pauses: [] });
    assert.deepEqual(await ask({ ...foreign, retrySafe: false }, [down]), once("SOURCE_DOWN"));
    assert.deepEqual(await ask(foreign, [failing("NO_DATA")]), once("NO_DATA"));
    assert.deepEqual(await ask({ ...foreign, timeoutMs: 500 }, [down]), once("SOURCE_DOWN"));
    assert.deepEqual(await ask({}, [down]), once("SOURCE_DOWN"));
  });

  test("a caller that goes during a pause is not kept", async () => {
    const tool = scripted(foreign, down);
    const caller = new AbortController();
    const { registry } = open([tool.definition], { pause: async () => caller.abort() });
    const outcome = await registry.call("probe", { code: "1" }, { ...context, signal: caller.signal });
    assert.deepEqual([codeOf(outcome), tool.times()], ["SOURCE_DOWN", 1]);
  });
});

describe("the operator's lists", () => {
  const names = ["get_price", "get_news", "mcp_files_read"];
  const allowedWith = async (lists: Partial<RegistryOptions>) => {
    const tools = names.map((name) => scripted({ name, description: "d" }).definition);
    const { registry } = open(tools, lists);
    const called: string[] = [];
    for (const name of names)
      if (codeOf(await registry.call(name, { code: "1" }, context)) === "ok") called.push(name);
    const listed = (await registry.list()).filter(({ allowed }) => allowed).map(({ name }) => name);
    const offered = (await registry.offers()).map(({ name }) => name);
    assert.deepEqual([listed, offered], [called, called]);
    return called;
  };

  test("say which tools are called, listed as allowed and offered; what is denied is denied", async () => {
    assert.deepEqual(await allowedWith({}), names);
    assert.deepEqual(await allowedWith({ deny: ["mcp_*"] }), ["get_price", "get_news"]);
    assert.deepEqual(await allowedWith({ allow: ["get_*"] }), ["get_price", "get_news"]);
    assert.deepEqual(await allowedWith({ allow: ["get_*"], deny: ["*_news"] }), ["get_price"]);
    assert.deepEqual(await allowedWith({ allow: ["get"] }), []);
    assert.deepEqual(await allowedWith({ allow: ["get.price", "*news*"] }), ["get_news"]);
  });
});
