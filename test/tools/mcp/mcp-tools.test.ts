import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Log, ToolContext, ToolOutcome } from "#contract";
import { childEnvOf } from "../../../src/process/child-env.ts";
import { limitedFetch } from "../../../src/tools/mcp/limited-fetch.ts";
import { createMcpTools, type McpTools } from "../../../src/tools/mcp/mcp-tools.ts";
import { createServerLink } from "../../../src/tools/mcp/server-link.ts";
import { createToolRegistry, type ToolRegistry } from "../../../src/tools/registry/registry.ts";
import type { McpServers } from "../../../src/tools/settings.ts";
import { type HttpFixture, serveHttp } from "./fixture-server.ts";

const now = "2026-05-07T10:32:05+08:00";
const context: ToolContext = { now, signal: new AbortController().signal, excludeSources: [] };

const logged: string[] = [];
const note = (fields: object, message?: string) => void logged.push(JSON.stringify([fields, message]));
const log: Log = { debug: note, info: note, warn: note, error: note };

const fixture = {
  command: process.execPath,
  args: [join(import.meta.dirname, "fixture-server.ts")],
  env: { FIXTURE_TOKEN: "listed" },
};

interface Harness {
  readonly mcp: McpTools;
  readonly registry: ToolRegistry;
  /** Moves the wall clock, which stands otherwise. */
  pass(ms: number): void;
}

function open(servers: McpServers): Harness {
  let nowMs = 0;
  const env = childEnvOf({ ...process.env, OPENAI_API_KEY: "sk-secret", QIANMEN_DATA: "/nowhere" });
  const services = { random: () => 0.5, nowMs: () => nowMs };
  const mcp = createMcpTools(servers, { ...services, env, fetch: globalThis.fetch, log, market: () => now });
  const pause = async (ms: number) => {
    nowMs += ms;
  };
  const registry = createToolRegistry({ ...services, tools: [], foreign: mcp, allow: [], deny: [], pause });
  return { mcp, registry, pass: (ms) => void pause(ms) };
}

const codeOf = (outcome: ToolOutcome): string => (outcome.ok ? "ok" : outcome.error.code);

/** One that is dead and waits for its end to be read is not alive: an init process may take its time. */
const isAlive = (pid: unknown): boolean => {
  try {
    if (process.platform === "linux")
      return !/\) [ZX] /.test(readFileSync(`/proc/${Number(pid)}/stat`, "utf8"));
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

/** Of a process that was just killed: its parent may have yet to hear of it. */
async function goneSoon(pid: unknown): Promise<boolean> {
  for (let look = 0; look < 1200 && isAlive(pid); look += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return !isAlive(pid);
}

const objectIn = (outcome: ToolOutcome): Record<string, unknown> => {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value as Record<string, unknown>;
};

for (const wire of ["stdio", "http"] as const)
  describe(`an MCP server over ${wire}`, () => {
    let http: HttpFixture;
    let harness: Harness;
    before(async () => {
      http = await serveHttp();
      harness = open({
        box: wire === "stdio" ? fixture : { url: http.url, headers: { "x-token": "listed" } },
      });
      // A question waits three seconds for a server, which a busy machine may need longer to start.
      await harness.mcp.ready();
    });
    after(async () => {
      await harness.mcp.stop();
      await http.close();
    });
    const call = (tool: string, args: unknown = {}) =>
      harness.registry.call(`mcp_box_${tool}`, args, context);

    test("its tools are offered under our names, and its words about them are cut and quoted", async () => {
      const offers = await harness.registry.offers();
      const names = offers.map(({ name }) => name);
      assert.ok(names.includes("mcp_box_quote") && names.includes("mcp_box_odd_name"));
      const quote = offers.find(({ name }) => name === "mcp_box_quote");
      assert.deepEqual(quote?.args, {
        type: "object",
        properties: { code: { type: "string" } },
        required: ["code"],
      });
      assert.match(quote?.description ?? "", /^Tool of the server box, which says of it: "[^"\n]{0,200}"$/);
      const listed = (await harness.registry.list()).find(({ name }) => name === "mcp_box_quote");
      assert.deepEqual([listed?.source, listed?.timeout_ms], ["mcp:box", 20_000]);
    });

    test("a result is traced as the server's, from structured content or from a text that is a JSON object", async () => {
      assert.deepEqual(await call("quote", { code: "600519.SH" }), {
        ok: true,
        value: { code: "600519.SH", current_price: 1801.5, as_of: "2026-05-07T10:32:00+08:00", unit: "CNY" },
        source: "mcp:box",
        table: "quote",
        served_by: "mcp:box",
        adapter: "mcp",
        fetched_at: now,
      });
      assert.equal(objectIn(await call("odd_name")).current_price, 1801.5);
    });

    const refused: Readonly<Record<string, readonly [string, unknown?]>> = {
      words: ["NO_DATA"],
      fails: ["TOOL_ERROR"],
      large: ["FILE_TOO_LARGE"],
      not_there: ["UNKNOWN_TOOL"],
      quote: ["INVALID_ARGS", { code: 5 }],
    };
    for (const [tool, [code, args]] of Object.entries(refused))
      test(`${tool}: ${code}, without the server's words`, async () => {
        const outcome = await call(tool, args);
        assert.equal(codeOf(outcome), code);
        assert.doesNotMatch(JSON.stringify(outcome), /secret words|9999|expected string/i);
      });

    test("an answer beyond all limits is cut off, and the server can be asked again", async () => {
      assert.equal(codeOf(await call("larger")), "SOURCE_DOWN");
      harness.pass(120_000);
      assert.equal(codeOf(await call("quote", { code: "600519.SH" })), "ok");
    });

    test("a caller that goes is not kept waiting", async () => {
      const caller = new AbortController();
      const asked = harness.registry.call("mcp_box_hangs", {}, { ...context, signal: caller.signal });
      setTimeout(() => caller.abort(), 20);
      assert.equal(codeOf(await asked), "CANCELED");
    });
  });

describe("a server that is a program", () => {
  const harnesses: Harness[] = [];
  const openOne = (): Harness => {
    const harness = open({ box: fixture });
    harnesses.push(harness);
    return harness;
  };
  after(() => Promise.all(harnesses.map(({ mcp }) => mcp.stop())));

  test("sees PATH, HOME, LANG and what is listed for it, nothing else", async () => {
    const { registry } = openOne();
    const names = objectIn(await registry.call("mcp_box_surroundings", {}, context)).names as string[];
    const ours = new Set(["PATH", "HOME", "LANG", "FIXTURE_TOKEN", "QIANMEN_CHILD"]);
    assert.deepEqual(
      names.filter((name) => !ours.has(name)),
      [],
    );
    assert.ok(names.includes("FIXTURE_TOKEN") && names.includes("PATH"));
  });

  test("that ends is SOURCE_DOWN, and is started anew after a while, later each time", async () => {
    const { registry, pass } = openOne();
    const quote = () => registry.call("mcp_box_quote", { code: "600519.SH" }, context);
    const first = objectIn(await registry.call("mcp_box_surroundings", {}, context)).pid;
    assert.equal(codeOf(await registry.call("mcp_box_crashes", {}, context)), "SOURCE_DOWN");
    pass(120_000);
    assert.equal(codeOf(await quote()), "ok");
    assert.notEqual(objectIn(await registry.call("mcp_box_surroundings", {}, context)).pid, first);
  });

  test("that answers with an error of the protocol is there still", async () => {
    const { registry } = openOne();
    const pid = async () => objectIn(await registry.call("mcp_box_surroundings", {}, context)).pid;
    const first = await pid();
    for (const code of [-32603, -32002, -32000, 404]) {
      const broken = await registry.call(`mcp_box_breaks${code}`, {}, context);
      assert.equal(codeOf(broken), "TOOL_ERROR", String(code));
      assert.doesNotMatch(JSON.stringify(broken), /secret words/);
    }
    assert.equal(await pid(), first);
  });

  test("is ended with all that it has started", async () => {
    const { registry, mcp } = openOne();
    const { pid } = objectIn(await registry.call("mcp_box_surroundings", {}, context));
    const { pid: grandchild } = objectIn(await registry.call("mcp_box_leaves_a_child", {}, context));
    assert.ok(isAlive(pid) && isAlive(grandchild));
    await mcp.stop();
    assert.ok((await goneSoon(pid)) && (await goneSoon(grandchild)));
    assert.equal(codeOf(await registry.call("mcp_box_quote", { code: "600519.SH" }, context)), "SOURCE_DOWN");
  });

  test("that does not exist leaves the others alone, and costs no second try at once", async () => {
    const harness = open({ box: fixture, gone: { command: "/nowhere/server", args: [], env: {} } });
    harnesses.push(harness);
    await harness.mcp.ready();
    const offers = (await harness.registry.offers()).map(({ name }) => name);
    assert.ok(offers.includes("mcp_box_quote"));
    assert.equal(codeOf(await harness.registry.call("mcp_gone_x", {}, context)), "SOURCE_DOWN");
    const tries = () => logged.filter((line) => line.includes('"gone"')).length;
    assert.equal(tries(), 1);
    harness.pass(120_000);
    assert.equal(codeOf(await harness.registry.call("mcp_gone_x", {}, context)), "SOURCE_DOWN");
    assert.equal(tries(), 2);
  });
});

describe("a server over HTTP", () => {
  test("is sent its headers; what it answers with is told apart, and nothing of it is logged", async () => {
    const http = await serveHttp();
    const { registry, mcp, pass } = open({
      web: { url: http.url, headers: { authorization: "Bearer s3cret" } },
    });
    const quote = () => registry.call("mcp_web_quote", { code: "600519.SH" }, context);
    assert.equal(codeOf(await quote()), "ok");
    assert.ok(http.headers.every(({ authorization }) => authorization === "Bearer s3cret"));
    const answers = { 401: "SOURCE_DENIED", 403: "SOURCE_DENIED", 429: "RATE_LIMIT", 500: "SOURCE_DOWN" };
    for (const [status, code] of Object.entries(answers)) {
      http.breakWith(Number(status));
      assert.equal(codeOf(await quote()), code, status);
    }
    http.breakWith(undefined);
    pass(120_000);
    assert.equal(codeOf(await quote()), "ok");
    await http.close();
    assert.equal(codeOf(await quote()), "SOURCE_DOWN");
    await mcp.stop();
    assert.doesNotMatch(logged.join("\n"), /s3cret/);
  });
});

test("a server that only listens keeps one question waiting, not the next, and ends with us", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const { mcp } = open({ silent: { url: `http://127.0.0.1:${port}/mcp`, headers: {} } });
  try {
    await mcp.ready(50);
    assert.ok(logged.some((line) => line.includes('"silent"') && line.includes("slow to answer")));
    // Both would outlast this test's patience if they waited for the server.
    await mcp.ready(3_600_000);
    assert.deepEqual(mcp.tools(), []);
    await mcp.stop();
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test("a server that sends us on to another address is not there, and our headers go no further", async () => {
  const heard: string[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(`elsewhere ${request.headers["x-api-key"]}`);
    response.end();
  });
  const server = createServer((request, response) => {
    heard.push(String(request.headers["x-api-key"]));
    const { port } = elsewhere.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
  });
  for (const each of [elsewhere, server])
    await new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { registry, mcp } = open({
    sly: { url: `http://127.0.0.1:${port}/mcp`, headers: { "x-api-key": "key" } },
  });
  assert.equal(codeOf(await registry.call("mcp_sly_anything", {}, context)), "SOURCE_DOWN");
  assert.deepEqual(heard, ["key"]);
  await mcp.stop();
  for (const each of [elsewhere, server]) each.close();
});

test("a late failure of a connection that was closed leaves the one after it alone", async () => {
  const http = await serveHttp();
  let nowMs = 0;
  const services = { env: {}, fetch: globalThis.fetch, log, random: () => 0.5, nowMs: () => nowMs };
  const link = createServerLink("web", { url: http.url, headers: {} }, services);
  const opened = async () => {
    const open = await link.open();
    assert.ok("call" in open);
    return open;
  };
  try {
    const first = await opened();
    link.report(first, false);
    nowMs += 120_000;
    const second = await opened();
    assert.notEqual(second, first);
    link.report(first, false);
    assert.equal(await link.open(), second);
  } finally {
    await link.stop();
    await http.close();
  }
});

test("of a refusal no more is read than of an answer", async () => {
  const endless = async () => new Response(new Uint8Array(2000), { status: 500 });
  const response = await limitedFetch(endless, 1000)("http://127.0.0.1/", { method: "POST" });
  assert.equal(response.status, 500);
  await assert.rejects(response.text(), /too large/);
});

test("a server that was away at the first question is there for a later one", async () => {
  const late = await serveHttp();
  const { mcp, pass } = open({ late: { url: late.url, headers: {} } });
  try {
    late.breakWith(503);
    await mcp.ready();
    assert.deepEqual(mcp.tools(), []);
    late.breakWith(undefined);
    pass(120_000);
    await mcp.ready();
    assert.ok(mcp.tools().some(({ name }) => name === "mcp_late_quote"));
  } finally {
    await mcp.stop();
    await late.close();
  }
});
