import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, setGlobalProxyFromEnv } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Registry } from "prom-client";
import { startHttpServer } from "../../src/http/server.ts";
import { createShortFetch } from "../../src/http/short-fetch.ts";
import { silent } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

const refuse: typeof globalThis.fetch = async () => {
  throw new Error("the platform's fetch was asked");
};
const shortFetch = createShortFetch({ fallback: refuse });

/** The cause's code of a failed fetch. */
async function codeOf(failing: Promise<unknown>): Promise<unknown> {
  const error = await failing.then(
    () => assert.fail("it did not fail"),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof TypeError);
  return Reflect.get(Object(error.cause), "code");
}

/** Where the environment names a proxy another way is taken, also to those whom it spares. */
function nameProxy(): void {
  closers.push(setGlobalProxyFromEnv({ HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "*" }));
}

test("method, headers and body arrive, and the answer's status, headers and text come back", async () => {
  const root = await serve(async (request, response) => {
    const seen = {
      method: request.method,
      type: request.headers["content-type"],
      text: await bodyOf(request),
    };
    response.writeHead(429, { "retry-after": "3", "set-cookie": ["a=1", "b=2"] });
    response.end(JSON.stringify(seen));
  });
  for (const headers of [
    { "Content-Type": "application/json" },
    new Headers({ "content-type": "application/json" }),
  ]) {
    const response = await shortFetch(`${root}/x`, { method: "post", headers, body: "贵州茅台" });
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "3");
    assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
    assert.deepEqual(await response.json(), { method: "POST", type: "application/json", text: "贵州茅台" });
  }
});

test("connections are kept for the next requests", async () => {
  const ports = new Set<number | undefined>();
  const root = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("ok");
  });
  for (let at = 0; at < 10; at++) assert.equal(await (await shortFetch(root)).text(), "ok");
  // One may not be free again by the time its answer is read.
  assert.ok(ports.size <= 2);
});

test("a body that was packed all the same is unpacked, and an empty answer has none", async () => {
  const root = await serve((request, response) => {
    if (request.url === "/empty") response.writeHead(204).end();
    else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("收盘价"));
  });
  assert.equal(await (await shortFetch(root)).text(), "收盘价");
  assert.equal((await shortFetch(`${root}/empty`)).body, null);
});

async function failsWithCauses(reset: string): Promise<void> {
  const root = await serve((request, response) => {
    if (request.url === "/half") {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => request.socket.destroy());
    } else request.socket.destroy();
  });
  assert.equal(await codeOf(shortFetch(root, { method: "POST", body: "x" })), reset);
  assert.equal(await codeOf(shortFetch(`${root}/half`)), reset);
  const free = createTcpServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  assert.equal(await codeOf(shortFetch(`http://127.0.0.1:${port}`)), "ECONNREFUSED");
}

async function isNarrow(): Promise<void> {
  const root = await serve((request, response) => response.end("x".repeat(Number(request.url?.slice(1)))));
  const narrow = createShortFetch({ fallback: refuse, maxBytes: 1000 });
  assert.equal((await (await narrow(`${root}/1000`)).text()).length, 1000);
  assert.equal(await codeOf(narrow(`${root}/1001`)), "BODY_TOO_LARGE");
}

async function heedsSignal(): Promise<void> {
  const controller = new AbortController();
  const reason = new DOMException("timed out", "TimeoutError");
  let isDropped = false;
  const root = await serve((request) => {
    request.socket.once("close", () => {
      isDropped = true;
    });
    controller.abort(reason);
  });
  await assert.rejects(shortFetch(root, { signal: controller.signal }), (error) => error === reason);
  await assert.rejects(shortFetch(root, { signal: controller.signal }), (error) => error === reason);
  await eventually("the connection to be dropped", () => isDropped);
}

/** A server that takes connections and says nothing: no handshake ever ends. */
async function failsToConnect(): Promise<void> {
  const sockets = new Set<Socket>();
  const silentServer = createTcpServer((socket) => sockets.add(socket.on("error", () => undefined)));
  silentServer.listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    silentServer.close();
  });
  const { port } = silentServer.address() as AddressInfo;
  const hasty = createShortFetch({ fallback: refuse, connectTimeoutMs: 50 });
  assert.equal(await codeOf(hasty(`https://127.0.0.1:${port}`)), "CONNECT_TIMEOUT");
  const controller = new AbortController();
  const asked = shortFetch(`https://127.0.0.1:${port}`, { signal: controller.signal });
  const reason = new Error("stop");
  setImmediate(() => controller.abort(reason));
  await assert.rejects(asked, (error) => error === reason);
}

test("a refused connection, one dropped before and one within the answer fail with their cause", async () => {
  await failsWithCauses("UND_ERR_SOCKET");
  nameProxy();
  await failsWithCauses("ECONNRESET");
});

test("a body larger than allowed is given up", async () => {
  await isNarrow();
  nameProxy();
  await isNarrow();
});

test("an abort rejects with the signal's reason, before the request and during it, and ends the connection", async () => {
  await heedsSignal();
  nameProxy();
  await heedsSignal();
});

test("a connection that does not come about is given up in time, or with the signal", async () => {
  await failsToConnect();
  nameProxy();
  await failsToConnect();
});

test("a proxy is asked for what is not encrypted too, by the whole address", async () => {
  const seen: (string | undefined)[] = [];
  const proxy = await serve((request, response) => {
    seen.push(request.url);
    response.end("by the proxy");
  });
  closers.push(setGlobalProxyFromEnv({ HTTP_PROXY: proxy }));
  assert.equal(await (await shortFetch("http://quotes.example/600519?day=1")).text(), "by the proxy");
  assert.deepEqual(seen, ["http://quotes.example/600519?day=1"]);
});

test("a name and password in the address go along as a header", async () => {
  const root = await serve((request, response) => response.end(request.headers.authorization));
  const { host } = new URL(root);
  const basic = `Basic ${Buffer.from("me:secret").toString("base64")}`;
  assert.equal(await (await shortFetch(`http://me:secret@${host}/`)).text(), basic);
});

test("bodies that are no text, and redirects that are to be followed, are left to the platform's fetch", async () => {
  const root = await serve((request, response) => {
    if (request.url === "/from") response.writeHead(307, { location: "/to" }).end();
    else void bodyOf(request).then((text) => response.end(`${request.url} ${text}`));
  });
  const following = createShortFetch({ fallback: globalThis.fetch });
  const posted = { method: "POST", body: "a", redirect: "follow" } as const;
  assert.equal(await (await following(`${root}/from`, posted)).text(), "/to a");
  assert.equal(
    await (await following(`${root}/b`, { method: "POST", body: new Blob(["b"]) })).text(),
    "/b b",
  );
});

for (const body of ["a", new Blob(["a"])])
  for (const redirect of [{}, { redirect: "error" as const }])
    test(`a redirect that nobody wants followed is a failure: no other host hears of the request (${typeof body}, ${redirect.redirect ?? "unsaid"})`, async () => {
      const heard: (string | undefined)[] = [];
      const elsewhere = await serve((request, response) => {
        heard.push(`elsewhere ${request.headers["x-api-key"]}`);
        response.end();
      });
      const root = await serve((request, response) => {
        heard.push(request.url);
        response.writeHead(307, { location: `${elsewhere}/to` }).end();
      });
      const strict = createShortFetch({ fallback: globalThis.fetch });
      const init = { method: "POST", body, headers: { "x-api-key": "key" }, ...redirect };
      await assert.rejects(strict(`${root}/from`, init), TypeError);
      assert.deepEqual(heard, ["/from"]);
    });

async function readsOnce(): Promise<void> {
  const text = JSON.stringify({ 名称: "贵州茅台", price: 1801.23 });
  const root = await serve((_, response) => response.end(text));
  const readers: ((response: Response) => Promise<unknown>)[] = [
    (response) => response.text(),
    async (response) => JSON.stringify(await response.json()),
    async (response) => new TextDecoder().decode(await response.arrayBuffer()),
    async (response) => new TextDecoder().decode(await response.bytes()),
    async (response) => (await response.blob()).text(),
    (response) => response.clone().text(),
    async (response) => new Response(response.body).text(),
  ];
  for (const read of readers) {
    const response = await shortFetch(root);
    assert.ok(response instanceof Response);
    assert.equal(response.bodyUsed, false);
    assert.equal(await read(response), text);
  }
  for (const first of readers.filter((_, index) => index !== 5)) {
    for (const second of readers) {
      const response = await shortFetch(root);
      await first(response);
      assert.equal(response.bodyUsed, true);
      await assert.rejects(async () => second(response), TypeError);
    }
  }
}

test("an answer is a Response like the platform's: read once, by whichever reader", readsOnce);

test("so it is beside the HTTP server, which puts a Response of its own in the platform's place", async (t) => {
  const before = globalThis.Response;
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    webhooks: {},
    metrics: new Registry(),
    log: silent,
    readiness: async () => ({ ok: true, intake: true, roles: [], adapters: {} }),
  });
  t.after(() => server.close());
  assert.notEqual(globalThis.Response, before);
  await readsOnce();
});

test("its memory is its own, its stream can be cancelled, a mark at its head is no text, and bad JSON is a SyntaxError", async () => {
  const root = await serve((_, response) => response.end("\uFEFF{}"));
  const own = await (await shortFetch(root)).arrayBuffer();
  assert.equal(own.byteLength, 5);
  const canceled = await shortFetch(root);
  await canceled.body?.cancel();
  assert.equal(canceled.bodyUsed, true);
  assert.equal(await (await shortFetch(root)).text(), "{}");
  const bad = await serve((_, response) => response.end("<html>"));
  await assert.rejects((await shortFetch(bad)).json(), SyntaxError);
  const empty = await serve((_, response) => response.writeHead(204).end());
  const none = await shortFetch(empty);
  assert.deepEqual([await none.text(), none.bodyUsed], ["", false]);
});
