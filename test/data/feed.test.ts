import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createFeed, feedSwitch, feedSymbol } from "../../src/data/feed.ts";
import { type Exchange, type Listener, listen } from "../emulators/http.ts";

const { signal } = new AbortController();

describe("a feed", () => {
  const seen: Exchange["headers"][] = [];
  let server: Listener;
  const feed = (options: { anyStatus?: boolean; charset?: "gb18030" } = {}) =>
    createFeed({
      fetch: globalThis.fetch,
      publicRoot: `${server.root}/`,
      headers: { referer: "r" },
      ...options,
    });

  before(async () => {
    server = await listen((exchange) => {
      seen.push(exchange.headers);
      const status = Number(exchange.url.pathname.slice(1));
      if (status === 302) return exchange.json(302, {}, { location: "/200" });
      const body = status === 201 ? "x".repeat(2_100_000) : Buffer.from([0xb9, 0xf3, 0x2c, 0x31]);
      exchange.text(status === 201 ? 200 : status, "text/plain", body);
    });
  });
  after(() => server.close());

  test("says who asks, and reads GBK", async () => {
    const answer = await feed({ charset: "gb18030" })("/200", signal);
    assert.ok(answer.ok);
    assert.equal(answer.text, "贵,1");
    assert.match(String(seen.at(-1)?.["user-agent"]), /^Mozilla\//);
    assert.equal(seen.at(-1)?.referer, "r");
  });

  for (const [status, code] of [
    [429, "RATE_LIMIT"],
    [501, "RATE_LIMIT"],
    [401, "SOURCE_DENIED"],
    [403, "SOURCE_DENIED"],
    [404, "SOURCE_DOWN"],
    [502, "SOURCE_DOWN"],
    [302, "SOURCE_DOWN"],
    [201, "TOOL_ERROR"],
  ] as const) {
    test(`${status === 201 ? "a body too large" : status} is ${code}`, async () => {
      const answer = await feed()(`/${status}`, signal);
      assert.ok(!answer.ok);
      assert.equal(answer.error.code, code);
      assert.ok(!answer.error.message.includes("127.0"));
    });
  }

  test("gives the body of any status where it is wanted, but never follows", async () => {
    const answer = await feed({ anyStatus: true })("/404", signal);
    assert.deepEqual(answer.ok && answer.status, 404);
    assert.ok(!(await feed({ anyStatus: true })("/302", signal)).ok);
  });
});

test("a feed waits for the turn of its public host, and says that it got none without asking", async () => {
  const asked: unknown[] = [];
  const fetched: string[] = [];
  const publicRoot = "https://feed.example";
  const open = (root: string | undefined, turns: boolean) =>
    createFeed({
      fetch: async (url) => {
        fetched.push(String(url));
        return new Response("ok");
      },
      publicRoot,
      root,
      turn: async (host) => {
        asked.push(host);
        return turns;
      },
    });
  const refused = await open(undefined, false)("/q", signal);
  assert.deepEqual([refused.ok || refused.error.code, refused.ok || refused.error.own], ["RATE_LIMIT", true]);
  assert.deepEqual(fetched, []);
  await open("http://127.0.0.1:9/", true)(() => `/${asked.length}`, signal);
  assert.deepEqual(fetched, ["http://127.0.0.1:9/2"]);
  assert.deepEqual(asked, [
    { host: "feed.example", isOwn: false },
    { host: "feed.example", isOwn: true },
  ]);
});

test("a feed is off until it is named or has an address", () => {
  const state = (named: boolean, root?: string) =>
    feedSwitch({ name: "sina", named, roots: { SINA_API_ROOT: root } });
  assert.deepEqual(state(false), { on: false, hint: "name sina in DATA_SOURCES" });
  assert.deepEqual([state(true).on, state(false, "http://127.0.0.1:1").on], [true, true]);
});

test("symbols have the exchange in front", () => {
  assert.deepEqual(["600519.SH", "000001.SZ", "920799.BJ"].map(feedSymbol), [
    "sh600519",
    "sz000001",
    "bj920799",
  ]);
});
