import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { IncomingMessage } from "#contract";
import { createAccess } from "../../src/gateway/access.ts";
import { createOpenCode } from "../../src/gateway/open-code.ts";
import { createPairing, type Pairing } from "../../src/gateway/pairing.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import type { Store } from "../../src/store/redis.ts";
import { question } from "../journal/messages.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
let store: Store;
let nowMs = 1_000_000;
let people = 0;

before(async () => {
  server = await startRedis();
  store = server.store();
});
after(() => server.stop());
beforeEach(async () => {
  await store.redis.flushall();
});

const open = (mode: "open" | "allowlist" | "pairing" = "pairing", allow: readonly string[] = []): Pairing =>
  createPairing({
    store: createAdapterStore(store, "access"),
    openCode: createOpenCode(store, "access"),
    isListed: createAccess({
      mode: mode === "open" ? "open" : "allowlist",
      allow,
      privatePlatforms: ["terminal"],
    }),
    offersCodes: () => mode === "pairing",
    wallMs: () => nowMs,
  });

/** Somebody whom nobody knows, in a chat of their own. */
const stranger = (over: Partial<IncomingMessage> = {}): IncomingMessage => {
  const id = `9${++people}`;
  return question({ chatId: id, senderId: id, ...over });
};

const codeOf = async (pairing: Pairing, message: IncomingMessage) =>
  (await pairing.greet(message))?.params?.code;

/** How often the server has run a command, scripts' calls included. */
async function commandCalls(command: string): Promise<number> {
  const stats = await store.redis.info("commandstats");
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}

test("a stranger is given a code, the same until it is used, and is let in once it is approved", async () => {
  const pairing = open();
  const message = stranger({ senderName: "Mei", text: "secret question" });
  assert.equal(await pairing.isAllowed(message), false);
  const code = await codeOf(pairing, message);
  assert.match(code ?? "", /^[A-HJKMNP-Z2-9]{8}$/);
  assert.equal(await codeOf(pairing, { ...message, id: `${message.id}-2` }), code);
  assert.notEqual(await codeOf(pairing, stranger()), code);
  const request = (await pairing.requests()).find((each) => each.code === code);
  assert.deepEqual(
    [request?.name, request?.displayName, request?.message.text],
    [`telegram:${message.senderId}`, "Mei", ""],
  );
  assert.equal(
    (await pairing.approve(` ${code?.toLowerCase().replace(/^(....)/, "$1-")} `, "mei"))?.name,
    request?.name,
  );
  assert.equal(await pairing.isAllowed(message), true);
  assert.equal(await open().isAllowed(message), true);
  assert.equal(await pairing.approve(code ?? "", "mei"), undefined);
});

test("a code expires, and a wrong one approves nobody", async () => {
  const pairing = open();
  const message = stranger();
  const code = await codeOf(pairing, message);
  assert.equal(await pairing.approve("ABCDEFGH", "mei"), undefined);
  nowMs += 3_600_001;
  assert.equal(await pairing.approve(code ?? "", "mei"), undefined);
  assert.deepEqual(await pairing.requests(), []);
  assert.notEqual(await codeOf(pairing, message), code);
});

test("a flood of strangers gets no more codes than fifty", async () => {
  const pairing = open();
  for (let at = 0; at < 50; at++) assert.ok(await codeOf(pairing, stranger()));
  assert.deepEqual(await pairing.greet(stranger()), { code: "ACCESS_DENIED" });
  assert.equal((await pairing.requests()).length, 50);
});

test("strangers who come at once get no more codes than fifty, and who asks twice at once gets one", async () => {
  const doors = [open(), open()];
  const messages = Array.from({ length: 60 }, () => stranger());
  const twice = await Promise.all(doors.flatMap((door) => messages.map((message) => codeOf(door, message))));
  const codes = new Set(twice.filter((code) => code !== undefined));
  assert.equal(codes.size, 50);
  assert.deepEqual(twice.slice(60), twice.slice(0, 60));
  nowMs += 3_600_001;
  assert.ok(await codeOf(open(), stranger()), "what has expired makes room");
});

test("a group's request says who asked for it, their name cut and in one line", async () => {
  const pairing = open();
  const senderName = `Mei\u001b[2J\u202e\n${"m".repeat(200)}`;
  const message = stranger({ chatKind: "group", chatId: "-400", senderName });
  await codeOf(pairing, message);
  const [request] = await pairing.requests();
  assert.equal(request?.name, "telegram:-400");
  assert.match(request?.askedBy ?? "", new RegExp(`^Mei2J m+… telegram:${message.senderId}$`));
  assert.ok([...(request?.askedBy ?? "")].length < 90);
  const nameless = stranger({ chatKind: "group", chatId: "-401" });
  delete nameless.senderName;
  await codeOf(pairing, nameless);
  const second = (await pairing.requests()).find(({ name }) => name === "telegram:-401");
  assert.equal(second?.askedBy, `telegram:${nameless.senderId}`);
});

test("a group stands with its title, cut and in one line, as it was when somebody last wrote there", async () => {
  const pairing = open();
  const title = `股友\u202e\n${"群".repeat(80)}`;
  const message = stranger({ chatKind: "group", chatId: "-410", chatTitle: title });
  const code = await codeOf(pairing, message);
  const shown = async () => (await pairing.people()).map(({ displayName }) => displayName);
  assert.equal((await pairing.requests())[0]?.displayName, `股友 ${"群".repeat(60)}…`);
  await pairing.approve(code ?? "", "mei");
  assert.deepEqual(await shown(), [`股友 ${"群".repeat(60)}…`]);
  assert.equal(await pairing.isAllowed({ ...message, chatTitle: "长线" }), true);
  assert.deepEqual(await shown(), ["长线"]);
  assert.equal(await pairing.isAllowed(stranger({ chatKind: "group", chatId: "-410" })), true);
  assert.deepEqual(await shown(), ["长线"], "a message without a title takes none away");
  await pairing.revoke("telegram:-410");
  await pairing.isAllowed({ ...message, chatTitle: "by a stranger" });
  await pairing.approve((await codeOf(pairing, message)) ?? "", "mei");
  assert.deepEqual(await shown(), [`股友 ${"群".repeat(60)}…`]);
});

test("who is revoked is a stranger again, elsewhere too within two seconds", async () => {
  const [here, there] = [open(), open()];
  const message = stranger();
  await here.approve((await codeOf(here, message)) ?? "", "mei");
  assert.equal(await there.isAllowed(message), true);
  assert.equal(await here.revoke(`telegram:${message.senderId}`), true);
  assert.equal(await here.revoke(`telegram:${message.senderId}`), false);
  assert.equal(await here.isAllowed(message), false);
  nowMs += 2001;
  assert.equal(await there.isAllowed(message), false);
});

test("who is blocked gets no word and no code, whatever the mode and the list say", async () => {
  for (const mode of ["pairing", "open", "allowlist"] as const) {
    const message = stranger();
    const name = `telegram:${message.senderId}`;
    const pairing = open(mode, [name]);
    assert.equal(await pairing.isAllowed(message), true);
    await pairing.block(name, "mei");
    assert.equal(await pairing.isAllowed(message), false);
    assert.equal(await pairing.greet(message), null);
    const group = { ...message, chatKind: "group" as const, chatId: "-100" };
    assert.equal(await pairing.isAllowed(group), false);
    assert.equal(await pairing.unblock(name), true);
    assert.equal(await pairing.isAllowed(message), true);
  }
});

test("a group is let in as a whole by its own entry, and a person's entry opens no group", async () => {
  const pairing = open();
  const message = stranger();
  await pairing.approve((await codeOf(pairing, message)) ?? "", "mei");
  const inGroup: IncomingMessage = { ...message, chatKind: "group", chatId: "-200" };
  assert.equal(await pairing.isAllowed(inGroup), false);
  await pairing.approve((await codeOf(pairing, inGroup)) ?? "", "mei");
  assert.equal(await pairing.isAllowed(stranger({ chatKind: "group", chatId: "-200" })), true);
  assert.deepEqual((await pairing.people()).map(({ kind }) => kind).sort(), ["direct", "group"]);
});

test("who was decided on is listed by the newest decision", async () => {
  const pairing = open();
  const names = Array.from({ length: 8 }, (_, index) => `telegram:7${index}`);
  for (const name of names) {
    nowMs += 1000;
    await pairing.block(name, "mei");
  }
  assert.deepEqual(
    (await pairing.people()).map(({ name }) => name),
    names.toReversed(),
  );
});

test("a platform that knows its people needs no pairing, and a block holds there too", async () => {
  const pairing = open();
  const message = stranger({ platform: "terminal" });
  assert.equal(await pairing.isAllowed(message), true);
  await pairing.block(`terminal:${message.senderId}`, "admin");
  assert.equal(await open().isAllowed(message), false);
  assert.equal(await pairing.isAllowed(stranger({ platform: "terminal" })), true);
});

test("the owner's code lets in whoever writes it first in private, once, and what they wrote is not kept", async () => {
  const pairing = open();
  const code = await pairing.ownerCode();
  assert.equal(await pairing.ownerCode(), code);
  const [first, second] = [stranger({ text: `/start ${code}` }), stranger({ text: code })];
  const shouted = stranger({ text: code, chatKind: "group", chatId: "-300" });
  const blocked = stranger({ text: code });
  await pairing.block(`telegram:${blocked.senderId}`, "cli:mei");
  for (const none of [shouted, stranger({ text: `${code.slice(1)}A` }), blocked])
    assert.equal(await pairing.claim(none), false);
  assert.equal(await pairing.claim(first), true);
  assert.equal(await pairing.isAllowed(first), true);
  assert.equal(await pairing.claim(second), false);
  assert.equal(await pairing.isAllowed(second), false);
});

test("without pairing strangers are told that they have no access; the terminal is nobody's stranger", async () => {
  const pairing = open("allowlist", ["telegram:1"]);
  assert.deepEqual(await pairing.greet(stranger()), { code: "ACCESS_DENIED" });
  assert.equal(await pairing.isAllowed(stranger({ platform: "terminal" })), true);
  assert.deepEqual(await pairing.requests(), []);
});

test("a stranger's message looks up nobody else's entry", async () => {
  const pairing = open();
  const friend = stranger();
  await pairing.approve((await codeOf(pairing, friend)) ?? "", "mei");
  assert.equal(await pairing.isAllowed(friend), true);
  const message = stranger();
  const before = await commandCalls("hgetall");
  assert.equal(await pairing.isAllowed(message), false);
  assert.equal(await pairing.claim(message), false);
  // The one that opens a code looks at those that are open.
  assert.equal((await pairing.greet(message))?.code, "PAIRING_NEEDED");
  assert.equal((await commandCalls("hgetall")) - before, 1);
});
