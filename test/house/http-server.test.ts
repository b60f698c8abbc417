import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { reachable } from "../../src/http/reachable.ts";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "../../src/http/server.ts";

const adminToken = "correct-horse-battery";

interface Started {
  readonly server: HttpServer;
  readonly logged: object[];
}

async function start(t: TestContext, options: Partial<HttpServerOptions> = {}): Promise<Started> {
  const logged: object[] = [];
  const note = (fields: object) => void logged.push(fields);
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    webhooks: {},
    readiness: async () => ({ ok: true, intake: true, roles: ["gateway", "worker"] }),
    metrics: new Registry(),
    log: { debug: note, info: note, warn: note, error: note },
    ...options,
  });
  t.after(() => server.close(100));
  return { server, logged };
}

/** A request with a Host header of our choosing, which `fetch` does not allow. */
async function statusOf(port: number, path: string, headers: Record<string, string>): Promise<number> {
  const request = httpRequest({ host: "127.0.0.1", port, path, headers, agent: false }).end();
  const [response] = await once(request, "response");
  response.resume();
  return response.statusCode;
}

test("health: the process lives; readiness: it can take messages, or says that it cannot", async (t) => {
  const { server } = await start(t);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  const ready = await fetch(`${server.url}/readyz`);
  assert.equal(ready.status, 200);
  assert.deepEqual(await ready.json(), { ok: true, intake: true, roles: ["gateway", "worker"] });
  const down = await start(t, { readiness: async () => ({ ok: false, intake: false, roles: ["worker"] }) });
  assert.equal((await fetch(`${down.server.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${down.server.url}/healthz`)).status, 200);
});

test("readiness: what an adapter says of itself stays on this machine, elsewhere its name and state stand alone", async (t) => {
  const adapters = {
    telegram: { ok: false, detail: "webhook of bot 8123" },
    terminal: { ok: true, detail: "/var/lib/q/terminal.sock" },
  };
  const state = { ok: true, intake: true, roles: ["gateway"], adapters };
  const { server } = await start(t, { adminToken, readiness: async () => state });
  const read = async (headers: Record<string, string>) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port: server.port,
      path: "/readyz",
      headers,
      agent: false,
    });
    const [response] = await once(request.end(), "response");
    return JSON.parse(Buffer.concat(await response.toArray()).toString());
  };
  const bare = { ...state, adapters: { telegram: { ok: false }, terminal: { ok: true } } };
  assert.deepEqual(await read({ host: `127.0.0.1:${server.port}` }), state);
  assert.deepEqual(await read({ host: "bot.example" }), bare);
  assert.deepEqual(await read({ host: "localhost", "x-forwarded-for": "203.0.113.9" }), bare);
  const bearer = { host: "bot.example", authorization: `Bearer ${adminToken}` };
  assert.deepEqual(await read(bearer), state);
  assert.deepEqual(await read({ ...bearer, authorization: "Bearer guess" }), bare);
});

test("the address that is told can be opened, whatever is listened on", () => {
  const hosts = ["0.0.0.0", "::", "::1", "127.0.0.1", "10.0.0.5"].map(reachable);
  assert.deepEqual(hosts, ["127.0.0.1", "[::1]", "[::1]", "127.0.0.1", "10.0.0.5"]);
});

test("what does not exist is a plain 404", async (t) => {
  const { server } = await start(t);
  for (const path of ["/", "/admin", "/webhooks/nobody", "/webhooks/__proto__", "/webhooks/toString"]) {
    const response = await fetch(server.url + path, { method: path === "/" ? "GET" : "POST" });
    assert.equal(response.status, 404, path);
    assert.equal(await response.text(), "not found\n");
  }
});

test("metrics: this machine may read them, others only with the administrator's token", async (t) => {
  const { server } = await start(t, { adminToken });
  const here = { host: `127.0.0.1:${server.port}` };
  assert.equal(await statusOf(server.port, "/metrics", here), 200);
  assert.equal(await statusOf(server.port, "/metrics", { host: "localhost" }), 200);
  // Through a proxy on the same machine, and by a page whose name was bent to 127.0.0.1.
  assert.equal(await statusOf(server.port, "/metrics", { ...here, "x-forwarded-for": "203.0.113.9" }), 404);
  assert.equal(await statusOf(server.port, "/metrics", { host: "evil.example" }), 404);
  const bearer = (token: string) => ({ host: "evil.example", authorization: `Bearer ${token}` });
  assert.equal(await statusOf(server.port, "/metrics", bearer(adminToken)), 200);
  assert.equal(await statusOf(server.port, "/metrics", bearer(`${adminToken}x`)), 404);
  assert.equal(await statusOf(server.port, "/metrics", bearer("")), 404);
});

test("metrics and details: once others can reach this service, only a token opens them, from this machine too", async (t) => {
  const adapters = { terminal: { ok: true, detail: "/var/lib/q/terminal.sock" } };
  const readiness = async () => ({ ok: true, intake: true, roles: ["gateway"], adapters });
  const inn = async () => new Response("ok");
  const viewerToken = "only-to-look-at-things";
  for (const exposed of [{ isBehindProxy: true }, { webhooks: { inn } }]) {
    const { server } = await start(t, { adminToken, viewerToken, readiness, ...exposed });
    // As a plain proxy_pass on this machine sends it on: its own Host, and no word of who asks.
    const plain = { host: `127.0.0.1:${server.port}` };
    assert.equal(await statusOf(server.port, "/metrics", plain), 404);
    const bare = { ...(await readiness()), adapters: { terminal: { ok: true } } };
    assert.deepEqual(await (await fetch(`${server.url}/readyz`)).json(), bare);
    for (const token of [adminToken, viewerToken]) {
      const headers = { ...plain, authorization: `Bearer ${token}` };
      assert.equal(await statusOf(server.port, "/metrics", headers), 200);
      assert.deepEqual(await (await fetch(`${server.url}/readyz`, { headers })).json(), await readiness());
    }
    for (const token of ["", "undefined", "guess"])
      assert.equal(
        await statusOf(server.port, "/metrics", { ...plain, authorization: `Bearer ${token}` }),
        404,
      );
  }
});

test("without a token set, no token opens metrics", async (t) => {
  const { server } = await start(t);
  const headers = { host: "evil.example", authorization: "Bearer undefined" };
  assert.equal(await statusOf(server.port, "/metrics", headers), 404);
});

test("a webhook gets the request as it came, and its answer goes back", async (t) => {
  const inn = async (request: Request) =>
    new Response(`${request.method} ${request.headers.get("x-secret")} ${await request.text()}`, {
      status: 202,
    });
  const { server } = await start(t, { webhooks: { inn } });
  const response = await fetch(`${server.url}/webhooks/inn`, {
    method: "POST",
    headers: { "x-secret": "s" },
    body: "贵州茅台",
  });
  assert.equal(response.status, 202);
  assert.equal(await response.text(), "POST s 贵州茅台");
});

test("a webhook that throws answers 500, and neither the answer nor the log holds its words", async (t) => {
  const inn = async () => {
    throw new Error("message text 600519");
  };
  const { server, logged } = await start(t, { webhooks: { inn } });
  const response = await fetch(`${server.url}/webhooks/inn`, { method: "POST", body: "{}" });
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /600519/);
  assert.equal(logged.length, 1);
  assert.doesNotMatch(JSON.stringify(logged), /600519/);
});

test("a body over 1 MB is refused, whether its length is told or not, before the adapter has it", async (t) => {
  let bodies = 0;
  const inn = async (request: Request) => {
    await request.text();
    bodies += 1;
    return new Response("ok");
  };
  const { server } = await start(t, { webhooks: { inn } });
  const big = "x".repeat(1_000_001);
  const told = await fetch(`${server.url}/webhooks/inn`, { method: "POST", body: big });
  const chunks = () =>
    ReadableStream.from([Buffer.from(big.slice(0, 600_000)), Buffer.from(big.slice(600_000))]);
  const untold = await fetch(`${server.url}/webhooks/inn`, {
    method: "POST",
    body: chunks(),
    duplex: "half",
  });
  assert.deepEqual([told.status, untold.status, bodies], [413, 413, 0]);
  const fits = await fetch(`${server.url}/webhooks/inn`, { method: "POST", body: big.slice(1) });
  assert.deepEqual([fits.status, bodies], [200, 1]);
});

test("a port in use, and a host that is not ours, say what to do", async (t) => {
  const { server } = await start(t);
  await assert.rejects(start(t, { port: server.port }), {
    code: "CONFIG_INVALID",
    message: /is in use.*HTTP_PORT/,
  });
  await assert.rejects(start(t, { host: "203.0.113.1" }), { code: "CONFIG_INVALID", message: /HTTP_HOST/ });
});

test("closing lets a request under way end, takes no new one, and cuts off the silent after the grace time", async (t) => {
  const inside = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const inn = async () => {
    inside.resolve();
    await go.promise;
    return new Response("done");
  };
  const { server } = await start(t, { webhooks: { inn } });
  const underWay = fetch(`${server.url}/webhooks/inn`, { method: "POST" });
  const silent = connect(server.port, "127.0.0.1");
  const silentEnded = once(silent, "close");
  silent.on("error", () => undefined);
  await inside.promise;
  const closed = server.close(2000);
  await assert.rejects(fetch(`${server.url}/healthz`));
  go.resolve();
  assert.equal(await (await underWay).text(), "done");
  await Promise.all([closed, silentEnded, server.close(), sleep(0)]);
});
