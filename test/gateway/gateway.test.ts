import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Adapter, AppError } from "#contract";
import { createGateway } from "../../src/gateway/gateway.ts";
import { createLedger } from "../../src/gateway/ledger.ts";
import { createJournal } from "../../src/journal/journal.ts";
import { createOrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox } from "../../src/queue/outbox.ts";
import { createSignals } from "../../src/queue/signals.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { partFor, question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";
import { type ScriptedAdapter, scriptedAdapter } from "./scripted-adapter.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: Date.now };

function build(adapter: ScriptedAdapter = scriptedAdapter()) {
  const store = server.store();
  const inLine: string[] = [];
  const queue = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const outbox = createOutbox({ store, queueOf: () => queue });
  const gateway = createGateway({
    inbound: { enqueue: async () => {}, waiting: async () => [...inLine] },
    beside: createAdapterStore(store, "beside"),
    adapters: new Map([["telegram", adapter]]),
    queueOf: () => queue,
    ledger: createLedger(store, Date.now),
    signals: createSignals(store, silent),
    clock,
    log: silent,
  });
  const answer = async (texts: readonly string[], message = question()) => {
    await journal.create(message, { acceptedMs: 1 });
    const parts = texts.map((text, part) =>
      partFor(message, { part, of: texts.length, text, question: message.text }),
    );
    await outbox.post({ id: message.id, run: 0 }, parts);
    return message.id;
  };
  const delivered = (id: string) =>
    eventually(`the delivery of ${id}`, async () => (await outbox.rows(id))[0]?.state === "delivered");
  return { gateway, adapter, outbox, answer, delivered, inLine, close: () => queue.close() };
}

test("answers go out in the order of turns and parts, a rate limit holding up those behind it", async () => {
  const { gateway, adapter, outbox, answer, delivered, close } = build();
  await gateway.start();
  adapter.next.push(
    { status: "delivered", receipt: "r" },
    { status: "retry", afterMs: 30, reason: "429" },
    { status: "refused", reason: "too odd" },
  );
  const first = await answer(["一", "二"]);
  const second = await answer(["三"]);
  await adapter.calls(4);
  assert.deepEqual(adapter.done, ["send 一", "send 二", "send 二", "send 三"]);
  await delivered(second);
  assert.deepEqual(
    (await outbox.rows(first)).map(({ state }) => state),
    ["delivered", "refused"],
  );
  await gateway.stop({ graceMs: 1000 });
  await close();
});

/** An adapter whose account this process holds when it is told so. */
function holdingAdapter() {
  let told = (_isHolding: boolean): void => {};
  const onHolding: Adapter["onHolding"] = (tell) => {
    told = tell;
    tell(false);
  };
  return { adapter: { ...scriptedAdapter(), onHolding }, hold: (isHolding: boolean) => told(isHolding) };
}

test("of two gateways the one that holds the account sends, and the other from when it has it", async () => {
  const [one, other] = [holdingAdapter(), holdingAdapter()];
  const [first, second] = [build(one.adapter), build(other.adapter)];
  await Promise.all([first.gateway.start(), second.gateway.start()]);
  one.hold(true);
  for (const text of ["一", "二", "三", "四"]) await first.delivered(await first.answer([text]));
  assert.deepEqual([one.adapter.done.length, other.adapter.done.length], [4, 0]);
  one.hold(false);
  const late = await first.answer(["五"]);
  other.hold(true);
  await first.delivered(late);
  assert.deepEqual([one.adapter.done.length, other.adapter.done], [4, ["send 五"]]);
  await Promise.all([first, second].map(({ gateway }) => gateway.stop({ graceMs: 1000 })));
  await Promise.all([first.close(), second.close()]);
});

test("what a stopped gateway has not sent is sent by the next one", async () => {
  const one = build();
  await one.gateway.start();
  await one.gateway.stop({ graceMs: 1000 });
  await one.answer(["later"]);
  assert.deepEqual(one.adapter.done, []);
  const two = build();
  await two.gateway.start();
  await two.adapter.calls(1);
  assert.deepEqual(two.adapter.done, ["send later"]);
  await two.gateway.stop({ graceMs: 1000 });
  await one.close();
  await two.close();
});

test("an adapter that can never work refuses the start and leaves nothing running", async () => {
  const bad = scriptedAdapter();
  let stopped = false;
  const { gateway, close } = build({
    ...bad,
    start: () => Promise.reject(new AppError("CONFIG_INVALID", "wrong token")),
    async stop() {
      stopped = true;
    },
  });
  await assert.rejects(
    gateway.start(),
    (error) => error instanceof AppError && error.code === "CONFIG_INVALID",
  );
  assert.equal(stopped, true);
  await close();
});

test("where answers cannot quote, each of several questions that waited together is told apart, also the last; one alone is not", async (t) => {
  const { gateway, adapter, answer, delivered, inLine, close } = build({
    ...scriptedAdapter(),
    cannotQuote: true,
  });
  const [alone, first, second] = ["早", "一", "二"].map((text) => question({ text }));
  t.after(() => gateway.stop({ graceMs: 1000 }).finally(close));
  await gateway.start();
  // Answered before the next came.
  await answer(["早的答案"], alone);
  await adapter.calls(1);
  await delivered(alone?.id ?? "");
  inLine.push(second?.id ?? "");
  await answer(["一的答案"], first);
  await adapter.calls(2);
  await delivered(first?.id ?? "");
  inLine.length = 0;
  await answer(["二的答案"], second);
  await adapter.calls(3);
  assert.deepEqual(adapter.done, ["send 早的答案", "send 「一」\n一的答案", "send 「二」\n二的答案"]);
});
