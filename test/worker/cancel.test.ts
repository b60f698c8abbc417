import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { chatKey, type IncomingMessage, type Log } from "#contract";
import { partsOf } from "../../src/gateway/parts.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createMemory } from "../../src/memory/session.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox } from "../../src/queue/outbox.ts";
import { createSignals, type Signals } from "../../src/queue/signals.ts";
import type { Work } from "../../src/queue/work.ts";
import { startWorker } from "../../src/worker/worker.ts";
import { question } from "../journal/messages.ts";
import { openTurnHarness, type TurnHarness } from "../pipeline/turn-harness.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";
import { eventually } from "../support/eventually.ts";

let server: RedisServer;
let harness: TurnHarness;
let journal: Journal;
let inbound: OrderedQueue;
let outbound: OrderedQueue;
let signals: Signals;
let work: Work;

const steps: Readonly<Record<string, unknown>>[] = [];
const log: Log = {
  ...silent,
  debugs: true,
  debug: (fields, message) => void (message === "step" && steps.push({ ...fields })),
};

before(async () => {
  harness = await openTurnHarness();
  server = await startRedis();
  const store = server.store().patient();
  journal = createJournal(store, { days: 30, wallMs: Date.now });
  const queue = (name: string) =>
    createOrderedQueue({ store, name, log: silent, wallMs: Date.now, backoffMs: 10 });
  inbound = queue("inbound");
  outbound = queue("outbound-telegram");
  signals = createSignals(store, silent);
  work = startWorker({
    inbound,
    together: store.together,
    journal,
    memory: createMemory(store),
    outbox: createOutbox({ store, queueOf: () => outbound }),
    signals,
    pipeline: { ...harness.ports, log },
    partsOf: (message, reply) => partsOf(message, reply, 4096),
    maxTurnMs: 60_000,
    concurrency: 8,
    observe: () => {},
  });
});
afterEach(() => {
  harness.twist(() => undefined);
  harness.draw(undefined);
  harness.models.respond(() => undefined);
});
after(async () => {
  await work.close({ graceMs: 500 });
  await inbound.close();
  await outbound.close();
  await harness.close();
  await server.stop();
});

async function accept(message: IncomingMessage): Promise<void> {
  const chat = chatKey(message);
  const created = await journal.create(message, {
    acceptedMs: Date.now(),
    place: inbound.place(message.id, chat),
  });
  await inbound.add(message.id, chat, created.outcome === "created" ? created.position : 0);
}

const ended = ({ id }: IncomingMessage) =>
  eventually(`the end of ${id}`, async () => {
    const turn = await journal.read(id);
    return turn?.ended_ms !== undefined && turn;
  });

const never = () => new Promise<never>(() => {});

/** Each hangs for ever once, heeding no signal where it is our own code, and says when it is there. */
const places: Readonly<Record<string, (there: () => void) => void>> = {
  "a model call": (there) => {
    let asked = 0;
    harness.models.respond(() => {
      if (asked++ > 0) return undefined;
      there();
      return { kind: "hang" };
    });
  },
  "a tool call": (there) => {
    let calls = 0;
    harness.twist(() => {
      if (calls++ > 0) return undefined;
      there();
      return never();
    });
  },
  "a render": (there) => {
    harness.models.respond(({ system }) =>
      system.includes("You route messages")
        ? { actions: [{ skill: "chart", input: { codes: ["600519"] } }], language: "zh" }
        : undefined,
    );
    harness.draw(() => {
      there();
      harness.draw(undefined);
      harness.models.respond(() => undefined);
      return never();
    });
  },
};

let chats = 0;
for (const [place, hang] of Object.entries(places)) {
  test(`a cancel in the middle of ${place} stops it there, and the chat's next message is answered`, async () => {
    const chatId = `cancel${chats++}`;
    const ask = (text: string) => question({ chatId, senderId: chatId, text });
    const [stuck, next] = [ask("600519 的 K线图"), ask("600519 现在多少钱")];
    const there = Promise.withResolvers<void>();
    hang(there.resolve);
    for (const message of [stuck, next]) await accept(message);
    await there.promise;
    const { platform, accountId } = stuck;
    assert.equal(await journal.cancel(stuck.id), true);
    await signals.publish({ kind: "cancel", turnId: stuck.id, platform, accountId, chatId });
    // It hangs for ever: only the cancel can let the next one come.
    const { state, finish_reason } = await ended(next);
    assert.deepEqual([state, finish_reason], ["completed", "success"]);
    const canceled = await ended(stuck);
    assert.deepEqual([canceled.state, canceled.finish_reason], ["canceled", "canceled"]);
    assert.equal(canceled.reply, undefined);
  });
}

test("how the work ended is in the record, also of an answer that was sent", async () => {
  const message = question({
    chatId: "finish",
    senderId: "finish",
    text: "",
  });
  const codes = ["600519", "000858", "000001", "300750", "002594", "601318"];
  harness.models.respond(({ system }) =>
    system.includes("You route messages")
      ? { actions: [{ skill: "fund-flow", input: { codes } }], language: "zh" }
      : undefined,
  );
  await accept({ ...message, text: `${codes.join("、")} 昨天主力资金` });
  const { state, finish_reason } = await ended(message);
  assert.deepEqual([state, finish_reason], ["completed", "budget"]);
});

test("at debug every step of a turn is a line with the turn's id, without a word of its message", async () => {
  const message = question({ chatId: "steps", senderId: "steps", text: "茅台现在多少钱" });
  await accept(message);
  await ended(message);
  // The line of the end follows the record of the end.
  await eventually("the line of the guard", () =>
    steps.some(({ turn, type }) => turn === message.id && type === "guard"),
  );
  const own = steps.filter(({ turn }) => turn === message.id);
  const types = own.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  assert.deepEqual(types, ["plan", "tool", "verify", "gate", "synthesize", "guard"]);
  assert.ok(own.every(({ run_id }) => run_id === `${message.id}#1`));
  assert.doesNotMatch(JSON.stringify(own), /茅台|多少钱|1801/);
});
