import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { chatKey, type IncomingMessage, type Turn } from "#contract";
import { createLedger } from "../../src/gateway/ledger.ts";
import { sourcesOf } from "../../src/gateway/sources.ts";
import { againJobId, againLane } from "../../src/queue/outbox.ts";
import { question } from "../journal/messages.ts";
import { eventually } from "../support/eventually.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

let harness: WorkerHarness;
let isBroken = false;
/** Of the sample's quotes; ten seconds later they are asked for anew. */
let marketNow = "2026-05-07T10:32:05+08:00";
const aWhileLater = () => {
  marketNow = "2026-05-07T10:32:15+08:00";
};

before(async () => {
  harness = await openWorkerHarness((own) => ({
    ...own,
    clock: { ...own.clock, market: () => marketNow },
    callTool: (name, args, context) => {
      if (isBroken) throw new Error("a defect");
      return own.callTool(name, args, context);
    },
  }));
});
after(() => harness.close());
beforeEach(() => {
  marketNow = "2026-05-07T10:32:05+08:00";
});

const claimAt = async (wallMs: number, { id }: IncomingMessage, nonce: string) => {
  const ledger = createLedger(harness.store, () => wallMs);
  const claim = await ledger.claim(id, 0, nonce, { canEdit: true });
  assert.equal(claim.kind, "claimed");
  return ledger;
};

const says = (chatId: string, text: string) => question({ chatId, senderId: chatId, text });

/** An answered message whose answer has aged at the door, so that its turn is open again; `later` was asked and answered meanwhile. */
async function reopened(
  chatId: string,
  { text = "600519 现在多少钱", later }: { text?: string; later?: string } = {},
): Promise<{ message: IncomingMessage; first: Turn }> {
  const message = says(chatId, text);
  const first = await harness.ask(message);
  assert.notEqual(sourcesOf(first).length, 0);
  if (later !== undefined) await harness.ask(says(chatId, later));
  const ledger = await claimAt(Date.now(), message, "first");
  assert.equal(await ledger.refresh(message.id, 0, "first"), "asked");
  aWhileLater();
  return { message, first };
}

/** The turn after it was worked on anew. */
async function workedAnew(message: IncomingMessage): Promise<Turn> {
  await harness.inbound.enqueue(againJobId(message.id), againLane(chatKey(message)));
  return eventually(`the second end of ${message.id}`, async () => {
    const turn = await harness.journal.read(message.id);
    return turn?.ended_ms !== undefined && turn;
  });
}

/** What the record says of the answer that its reader sees. */
const answerOf = ({ reply, stages, market_now, models }: Turn) => ({ reply, stages, market_now, models });

const asideFields = async ({ id }: IncomingMessage) =>
  (await harness.store.redis.hkeys(harness.store.keys.turn(id))).filter((name) => name.startsWith("o:"));

test("an answer that could not be made anew keeps its record: its sources are told as before", async () => {
  const { message, first } = await reopened("aged-broken");
  isBroken = true;
  const second = await workedAnew(message).finally(() => {
    isBroken = false;
  });
  assert.equal(second.state, "completed");
  assert.deepEqual(sourcesOf(second), sourcesOf(first));
  assert.deepEqual(answerOf(second), answerOf(first));
  assert.deepEqual(await asideFields(message), []);
});

test("an answer that is made anew too late is nobody's: the record stays that of the answer that was sent", async () => {
  const { message, first } = await reopened("aged-late");
  const later = Date.now() + 60_000;
  const ledger = await claimAt(later, message, "later");
  assert.equal(await ledger.refresh(message.id, 0, "later"), "late", "what stands there is sent");
  const rows = await harness.outbox.rows(message.id);
  const second = await workedAnew(message);
  assert.equal(second.state, "completed");
  assert.deepEqual(answerOf(second), answerOf(first));
  assert.deepEqual(await harness.outbox.rows(message.id), rows);
  assert.deepEqual(await asideFields(message), []);
});

test("an answer that is made anew in time has its own record, and nothing of the old one stays", async () => {
  const { message, first } = await reopened("aged-renewed");
  const second = await workedAnew(message);
  assert.equal(second.state, "completed");
  assert.notEqual(sourcesOf(second).length, 0);
  assert.notEqual(second.market_now, first.market_now);
  assert.notDeepEqual(second.stages, first.stages);
  assert.deepEqual(await asideFields(message), []);
});

test("an answer made anew leaves the conversation with what was asked meanwhile", async () => {
  const { message } = await reopened("aged-overtaken", { later: "000858 现在多少钱" });
  await workedAnew(message);
  const entries = await harness.memory.recall(chatKey(message));
  assert.deepEqual(
    entries.map(({ codes }) => codes),
    [["600519.SH"], ["000858.SZ"]],
  );
  const followUp = await harness.ask(says("aged-overtaken", "它的市盈率呢"));
  assert.match(followUp.reply?.text ?? "", /五粮液/);
});

test("a follow-up made anew is of what was asked before it, not of a later question", async () => {
  await harness.ask(says("aged-follow-up", "600519 今天最高价多少"));
  const { message, first } = await reopened("aged-follow-up", { text: "那五粮液", later: "300750 市盈率" });
  const second = await workedAnew(message);
  const measuresOf = (turn: Turn) =>
    sourcesOf(turn).flatMap(({ claim }) => ("metric" in claim ? [claim.metric] : []));
  assert.deepEqual(measuresOf(second), measuresOf(first));
  assert.match(second.reply?.text ?? "", /最高价/);
});
