import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterStore, Bilingual } from "#contract";
import type { HealthLine } from "../../src/admin/ports.ts";
import { createFaultWatch } from "../../src/composition/health/fault-watch.ts";
import { sendToOperator } from "../../src/composition/roles/operator-chat.ts";

/** What several processes share, by a clock that the test moves. */
function shared(wallMs: () => number): AdapterStore {
  const told = new Map<string, string>();
  let restsUntilMs = 0;
  return {
    set: async (_: string, __: string, { ttlMs = 0 } = {}) => {
      if (wallMs() < restsUntilMs) return false;
      restsUntilMs = wallMs() + ttlMs;
      return true;
    },
    entries: async () => new Map(told),
    setEntry: async (_: string, name: string, value: string) => void told.set(name, value),
    deleteEntry: async (_: string, name: string) => void told.delete(name),
  } as Partial<AdapterStore> as AdapterStore;
}

const model: HealthLine = {
  ...{ group: "models", name: "routing, planning", ok: false, fault: "model_key" },
  detail: { zh: "openai:m · HTTP 401 (the API key is refused)", en: "openai:m · HTTP 401" },
};
const platform: HealthLine = { group: "adapters", name: "telegram", ok: false, detail: "not started" };
const login: HealthLine = { group: "logins", name: "weixin · wxid_mei", ok: false, detail: "login_required" };
const redis: HealthLine = { group: "redis", name: "7.0.15", ok: true, detail: "AOF" };

function open(processes = 1) {
  let nowMs = 0;
  let lines: readonly HealthLine[] = [];
  let isReached = true;
  const said: Bilingual[] = [];
  const keep = shared(() => nowMs);
  const tell = async (text: Bilingual) => {
    if (isReached) said.push(text);
    return isReached;
  };
  const looks = Array.from({ length: processes }, () =>
    createFaultWatch({ lines: async () => lines, tell, keep, wallMs: () => nowMs }),
  );
  return {
    said,
    reach(reached: boolean) {
      isReached = reached;
    },
    /** All processes look every twenty seconds, for so many minutes. */
    async pass(minutes: number, now: readonly HealthLine[]) {
      lines = [redis, ...now];
      for (const endMs = nowMs + minutes * 60_000; nowMs < endMs; nowMs += 20_000)
        for (const look of looks) await look();
    },
  };
}

test("the operator is told of a fault once, with what to do, and once more when it is over, by one of several processes", async () => {
  const { said, pass } = open(2);
  await pass(60, [model]);
  assert.equal(said.length, 1);
  assert.match(
    said[0]?.zh ?? "",
    /需要处理:\n模型 · routing, planning: openai:m · HTTP 401 .*\n→ 模型拒绝了密钥/,
  );
  assert.match(
    said[0]?.en ?? "",
    /To be looked after:\nModels · routing, planning: .*\n→ It refuses the key/,
  );
  await pass(60, []);
  assert.deepEqual(
    said.slice(1).map(({ en }) => en),
    ["[Qianmen] Over:\nModels · routing, planning"],
  );
});

test("what comes and goes is told of no more than once in ten minutes, and what lasts less than one not at all", async () => {
  const { said, pass } = open();
  for (let times = 0; times < 10; times++) {
    await pass(2 / 3, [platform]);
    await pass(2 / 3, []);
  }
  assert.equal(said.length, 0);
  for (let times = 0; times < 10; times++) {
    await pass(2, [platform]);
    await pass(2, []);
  }
  assert.ok(said.length >= 2 && said.length <= 4, String(said.length));
});

test("a lost login is told of by its own notice; while Redis is away nothing is taken for over", async () => {
  const { said, pass } = open();
  await pass(5, [login]);
  assert.equal(said.length, 0);
  await pass(15, [model]);
  await pass(30, [{ ...redis, ok: false, fault: "unreachable", detail: "" }]);
  assert.equal(said.length, 1);
});

test("a chat that cannot be reached is told later", async () => {
  const { said, pass, reach } = open();
  reach(false);
  await pass(15, [model]);
  reach(true);
  await pass(15, [model]);
  assert.equal(said.length, 1);
});

test("each note to the operator is a message of its own", async () => {
  const sent: unknown[] = [];
  const adapter = {
    send: async (part: unknown) => {
      sent.push(part);
      return { status: "delivered", receipt: "1" } as const;
    },
  };
  const note = { name: "health-5", text: { zh: "坏", en: "down" } };
  await sendToOperator(adapter, "telegram:-100:7", note, new AbortController().signal);
  assert.deepEqual(sent, [
    {
      ...{
        turnId: "notice-health-5",
        part: 0,
        of: 1,
        accountId: "operator",
        platform: "telegram",
        chatId: "-100:7",
      },
      ...{ text: "坏\n\ndown", buttons: [] },
    },
  ]);
});
