import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Adapter,
  type AdapterDefinition,
  type AdapterHost,
  AppError,
  type ChatAddress,
  incomingMessage,
  type OutboundPart,
  type SendOutcome,
} from "#contract";
import { createTestHost, type TestHost } from "./support/test-host.ts";

/** The far side of one adapter, for the suite: a platform that a person sits at. */
export interface Platform {
  /** Settings by which the adapter reaches it. */
  readonly config: object;
  /** What the adapter needs of its host beside the usual. */
  readonly host?: Partial<AdapterHost<never>>;
  /** The chat that the person writes in. */
  readonly chat: ChatAddress;
  /** The person is there; called after the adapter has started. */
  open(host: TestHost): Promise<void>;
  /** The person writes; resolves when the platform has it, not when the bot has. */
  say(text: string): Promise<void>;
  /** Hands the last message out once more. */
  sayAgain(): Promise<void>;
  /** Resolves when nothing is left that the adapter has not acknowledged. */
  acknowledged(): Promise<void>;
  /** How many messages the adapter has not acknowledged; right at the moment of the call. */
  unacknowledged(): number;
  /** Texts the person now sees from the bot. */
  seen(): readonly string[];
  /** Resolves when the person sees the text. */
  sees(text: string): Promise<void>;
  close(): Promise<void>;
}

/** `test/adapters/<platform>/harness.ts` exports `createPlatform` of this type. */
export type CreatePlatform = () => Promise<Platform>;

export function testAdapterContract(
  folder: string,
  definition: AdapterDefinition,
  createPlatform: CreatePlatform | undefined,
): void {
  describe(`the contract, kept by adapters/${folder}`, () => {
    testDefinition(folder, definition);
    if (createPlatform !== undefined) testBehaviour(definition, createPlatform);
  });
}

function testDefinition(folder: string, definition: AdapterDefinition): void {
  const { settings } = definition;
  const names = Object.keys(settings.schema.shape);

  test("is named like its folder and described in both languages", () => {
    assert.equal(definition.platform, folder);
    assert.match(definition.platform, /^[a-z][a-z0-9-]{1,30}$/);
    assert.notEqual(definition.summary.zh, "");
    assert.notEqual(definition.summary.en, "");
    assert.equal(typeof definition.public, "boolean");
  });

  test("declares settings under outside names, its secrets among them", () => {
    for (const name of names) assert.match(name, /^[A-Z][A-Z0-9_]+$/);
    for (const secret of settings.secrets) assert.ok(names.includes(secret), `${secret} is not a setting`);
    const looksSecret = names.filter((name) => /TOKEN|SECRET|PASSWORD|_KEY$/.test(name));
    assert.deepEqual(
      looksSecret.filter((name) => !settings.secrets.includes(name)),
      [],
    );
  });

  test("with nothing configured its settings are valid, and if it is off it names what turns it on", () => {
    const config = settings.schema.parse({});
    const state = definition.isOn(config);
    if (!state.on)
      assert.ok(
        names.some((name) => state.hint.includes(name)),
        state.hint,
      );
  });

  test("can be created, asked for its health and stopped without ever having been started", async () => {
    const host = await createTestHost(settings.schema.parse({}));
    const adapter = definition.create(host.host);
    assert.ok(adapter.maxCharacters >= 100);
    const { maxCharacters, maxParts } = adapter;
    // A process without the adapter splits by these.
    const own = maxParts === undefined ? { maxCharacters } : { maxCharacters, maxParts };
    if (definition.limits !== undefined) assert.deepEqual(definition.limits, own);
    assert.equal(adapter.health().ok, false);
    assert.equal(typeof adapter.health().detail, "string");
    await adapter.stop();
    await host.close();
  });

  test("a part sent before the start is not delivered and nothing is thrown", async () => {
    const host = await createTestHost(settings.schema.parse({}));
    const adapter = definition.create(host.host);
    const chat = { platform: folder, accountId: "a", chatId: "1" };
    const outcomes = [await adapter.send(partFor(chat, "t"))];
    if (adapter.edit !== undefined) outcomes.push(await adapter.edit("1", partFor(chat, "t")));
    await adapter.typing?.(chat);
    for (const outcome of outcomes) assert.notEqual(outcome.status, "delivered");
    await host.close();
  });
}

let nextTurn = 1;

/** A part as the gateway would make it, each of a turn of its own. */
export function partFor(chat: ChatAddress, text: string, over: Partial<OutboundPart> = {}): OutboundPart {
  return {
    ...chat,
    turnId: `${chat.platform}-turn-${nextTurn++}`,
    part: 0,
    of: 1,
    text,
    buttons: [],
    ...over,
  };
}

function testBehaviour(definition: AdapterDefinition, createPlatform: CreatePlatform): void {
  let platform: Platform;
  let host: TestHost;
  let adapter: Adapter;

  before(async () => {
    platform = await createPlatform();
    host = await createTestHost(definition.settings.schema.parse(platform.config), platform.host);
    adapter = definition.create(host.host);
    await adapter.start();
    // A start that takes long goes on behind.
    for (let looks = 0; !adapter.health().ok && looks < 3000; looks += 1) await pause(20);
    await platform.open(host);
  });
  after(async () => {
    await adapter.stop();
    await platform.close();
    await host.close();
  });

  test("with its settings it is on and says that it is well", async () => {
    assert.equal(definition.isOn(host.host.config).on, true);
    assert.equal(adapter.health().ok, true);
  });

  test("a second start changes nothing", async () => {
    await adapter.start();
    assert.equal(adapter.health().ok, true);
  });

  test("a message comes in whole, under an id that fits, and is acknowledged", async () => {
    const count = host.received.length;
    await platform.say("600519 现在多少钱?");
    const message = await host.waitFor(() => host.received[count]);
    assert.equal(incomingMessage.safeParse(message).error, undefined);
    assert.equal(message.text, "600519 现在多少钱?");
    assert.equal(message.event, "new");
    assert.deepEqual(
      { platform: message.platform, accountId: message.accountId, chatId: message.chatId },
      { ...platform.chat },
    );
    assert.ok(message.id.startsWith(`${definition.platform}-`));
    await platform.acknowledged();
  });

  test("nothing is acknowledged before it is held", async () => {
    const count = host.received.length;
    const opened = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    host.door = async (message) => {
      arrived.resolve();
      await opened.promise;
      return { accepted: true, turnId: message.id };
    };
    await platform.say("held at the door");
    await arrived.promise;
    assert.equal(platform.unacknowledged(), 1);
    opened.resolve();
    await host.waitFor(() => host.received[count]);
    await platform.acknowledged();
    host.door = (message) => ({ accepted: true, turnId: message.id });
  });

  test("a redelivered message has the same id, another message another", async () => {
    const count = host.received.length;
    await platform.say("first");
    await host.waitFor(() => host.received[count]);
    await platform.sayAgain();
    await host.waitFor(() => host.received[count + 1]);
    await platform.say("second");
    await host.waitFor(() => host.received[count + 2]);
    const ids = host.received.slice(count, count + 3).map((message) => message.id);
    assert.equal(ids[0], ids[1]);
    assert.notEqual(ids[1], ids[2]);
  });

  test("messages of one chat come in in their order", async () => {
    const count = host.received.length;
    const texts = ["one", "two", "three", "four", "five"];
    for (const text of texts) await platform.say(text);
    await host.waitFor(() => host.received.length >= count + texts.length);
    assert.deepEqual(
      host.received.slice(count).map((message) => message.text),
      texts,
    );
  });

  test("an intake that is down costs the platform no crash, and afterwards messages come in again", async () => {
    const count = host.received.length;
    let refusals = 0;
    host.door = () => {
      refusals += 1;
      host.host.log.debug({ refusals }, "the door is closed");
      throw new AppError("INTAKE_DOWN");
    };
    await platform.say("while it is down");
    await host.waitFor(() => refusals > 0);
    host.door = (message) => ({ accepted: true, turnId: message.id });
    await platform.say("after it came back");
    await host.waitFor(() => host.received.slice(count).some((row) => row.text === "after it came back"));
  });

  test("a sent part is seen by the person, and its receipt is not empty", async () => {
    const outcome = await adapter.send(partFor(platform.chat, "贵州茅台(600519.SH) 当前价 ¥1801.23"));
    assert.equal(outcome.status, "delivered");
    assert.notEqual(receiptOf(outcome), "");
    await platform.sees("贵州茅台(600519.SH) 当前价 ¥1801.23");
  });

  test("the longest text arrives uncut", async () => {
    const text = "茅".repeat(adapter.maxCharacters);
    assert.equal((await adapter.send(partFor(platform.chat, text))).status, "delivered");
    await platform.sees(text);
  });

  test("an edit replaces what was sent, and the same edit again is delivered too", async (context) => {
    if (adapter.edit === undefined) return context.skip("this platform cannot edit");
    const sent = await adapter.send(partFor(platform.chat, "正在查询,请稍候…"));
    const answer = partFor(platform.chat, "五粮液(000858.SZ) 当前价 ¥120.00");
    assert.equal((await adapter.edit(receiptOf(sent), answer)).status, "delivered");
    assert.equal((await adapter.edit(receiptOf(sent), answer)).status, "delivered");
    await platform.sees(answer.text);
    assert.equal(platform.seen().includes("正在查询,请稍候…"), false);
    const lost = await adapter.edit("no-such-receipt", answer);
    assert.equal(lost.status, "refused");
  });

  test("a part for a chat that is not there is refused, not thrown", async () => {
    const nowhere = { ...platform.chat, chatId: "no-such-chat" };
    assert.equal((await adapter.send(partFor(nowhere, "anyone?"))).status, "refused");
    await adapter.typing?.(nowhere);
  });

  if (definition.settings.secrets.length > 0)
    test("no secret is logged", () => {
      const secrets = definition.settings.secrets
        .map((name): unknown => Reflect.get(platform.config, name))
        .filter((value) => typeof value === "string");
      assert.ok(secrets.length > 0, "the harness gives no secret");
      for (const secret of secrets)
        for (const line of host.logged) assert.equal(line.includes(secret), false, line);
    });

  test("everything that came in kept the message schema", () => {
    assert.deepEqual(host.malformed, []);
  });

  test("after the stop nothing comes in, a second stop does nothing, and it can start again", async () => {
    await adapter.stop();
    await adapter.stop();
    assert.equal(adapter.health().ok, false);
    await adapter.start();
    assert.equal(adapter.health().ok, true);
  });
}

function receiptOf(outcome: SendOutcome): string {
  assert.equal(outcome.status, "delivered");
  return outcome.status === "delivered" ? outcome.receipt : "";
}
