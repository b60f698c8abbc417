import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutboundPart, SendOutcome } from "#contract";
import { createLoginLost, type LoginLostServices } from "../../src/composition/roles/login-lost.ts";
import { publicAddress } from "../../src/composition/roles/public-address.ts";
import { silent } from "../store/redis-server.ts";

const delivered: SendOutcome = { status: "delivered", receipt: "1" };

function operator(over: Partial<LoginLostServices>, outcomes: SendOutcome[] = []) {
  const sent: OutboundPart[] = [];
  const warned: string[] = [];
  const send = async (part: OutboundPart) => {
    sent.push(part);
    return outcomes.shift() ?? delivered;
  };
  const loginLost = createLoginLost({
    operatorChat: "telegram:-100:7",
    publicUrl: publicAddress({
      PUBLIC_URL: "https://qianmen.example.com/",
      HTTP_HOST: "127.0.0.1",
      HTTP_PORT: 8080,
    }),
    invites: {
      make: async () => ({ token: "t0ken", expiresMs: 1 }),
      find: async () => undefined,
      use: async () => {},
    },
    definitions: [{ platform: "weixin", invites: true } as never, { platform: "wechat" } as never],
    adapters: () => new Map([["telegram", { send }]]),
    log: { ...silent, warn: (_, message) => void warned.push(message) },
    ...over,
  });
  return { loginLost, sent, warned };
}

const never = new AbortController().signal;

test("a person's account is told with a link for that person, the operator's own with the page of the site", async () => {
  const { loginLost, sent } = operator({});
  await loginLost("weixin", "bot@im.bot", never);
  await loginLost("wechat", "wechaty-puppet-service", never);
  const [personal = "", own = ""] = sent.map(({ text }) => text);
  assert.equal(sent[0]?.chatId, "-100:7");
  for (const words of ["重新登录", "log in again", "bot@im.bot", "https://qianmen.example.com/invite/t0ken"])
    assert.ok(personal.includes(words), words);
  assert.ok(own.includes("https://qianmen.example.com/admin/accounts/wechat/login"));
  assert.ok(!own.includes("/invite/"));
});

test("a chat that is busy is tried again, one that refuses is told in the log, and neither link nor text stands there", async () => {
  const { loginLost, sent, warned } = operator({}, [
    { status: "retry", afterMs: 1, reason: "429" },
    { status: "refused", reason: "blocked" },
  ]);
  await loginLost("weixin", "a", never);
  assert.equal(sent.length, 2);
  assert.deepEqual(warned, ["the operator's chat was not told"]);
});

test("without a chat, or with one on the platform that is lost, nobody is written to", async () => {
  for (const operatorChat of [undefined, "weixin:x", "nowhere:1"]) {
    const { loginLost, sent } = operator({ operatorChat });
    await loginLost("weixin", "a", never);
    assert.deepEqual(sent, []);
  }
});

test("a stop in the middle is no telling: it is to be done again", async () => {
  const stop = new AbortController();
  const { loginLost } = operator({}, [{ status: "retry", afterMs: 60_000, reason: "429" }]);
  const telling = loginLost("weixin", "a", stop.signal);
  stop.abort();
  await assert.rejects(telling);
});
