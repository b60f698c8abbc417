import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { createHttp, parseJson } from "../../src/data/http.ts";

const routes: Readonly<Record<string, RequestListener>> = {
  "/ok": (_, response) => response.end('{"名称":"万科A"}'),
  "/moved": (_, response) => response.writeHead(302, { location: "/ok" }).end(),
  "/large": (_, response) => response.end("x".repeat(5_000)),
  "/chunks": (_, response) => {
    for (let i = 0; i < 50; i += 1) response.write("x".repeat(100));
    response.end();
  },
  "/drop": (_, response) => response.destroy(),
  "/half": (_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("{");
    response.socket?.destroy();
  },
  "/trickle": (_, response) => {
    response.write("{");
  },
  "/error": (_, response) => response.writeHead(502).end("<html>bad gateway</html>"),
};

describe("http", () => {
  let server: Server;
  let root = "";
  const limits = { fetch: globalThis.fetch, maxBytes: 1_000 };
  const http = createHttp({ ...limits, timeoutMs: 60_000 });
  const hasty = createHttp({ ...limits, timeoutMs: 200 });
  const get = (path: string, signal = new AbortController().signal) =>
    (path === "/trickle" ? hasty : http).request({ url: `${root}${path}?token=secret-in-query`, signal });

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url?.split("?")[0] ?? "";
      routes[path]?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const expected: readonly (readonly [path: string, code: string])[] = [
    ["/moved", "SOURCE_DOWN"],
    ["/large", "TOOL_ERROR"],
    ["/chunks", "TOOL_ERROR"],
    ["/drop", "SOURCE_DOWN"],
    ["/half", "SOURCE_DOWN"],
    ["/trickle", "NET_TIMEOUT"],
  ];
  for (const [path, code] of expected) {
    test(`${path} is ${code} as a value, without the address`, async () => {
      const outcome = await get(path);
      assert.ok(!outcome.ok);
      assert.equal(outcome.error.code, code);
      assert.doesNotMatch(outcome.error.message, /secret|127\.0\.0\.1|token/);
    });
  }

  test("an answer of any status comes with its text", async () => {
    assert.deepEqual(await get("/ok"), { ok: true, status: 200, text: '{"名称":"万科A"}' });
    assert.deepEqual(await get("/error"), { ok: true, status: 502, text: "<html>bad gateway</html>" });
  });

  test("a caller who leaves gets a value too", async () => {
    const outcome = await get("/ok", AbortSignal.abort());
    assert.ok(!outcome.ok);
  });

  test("a closed port is SOURCE_DOWN", async () => {
    const outcome = await http.request({ url: "http://127.0.0.1:1/", signal: new AbortController().signal });
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.code, "SOURCE_DOWN");
  });

  test("text that is no JSON reads as undefined", () => {
    assert.equal(parseJson("<html>"), undefined);
    assert.deepEqual(parseJson("[1]"), [1]);
  });
});
