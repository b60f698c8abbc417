import assert from "node:assert/strict";
import { test } from "node:test";
import type { IncomingMessage, Turn } from "#contract";
import { createDirectory } from "#language";
import { createTextPort } from "../../src/composition/agent/text-port.ts";
import { sessionOf } from "../../src/pipeline/session/quoted-session.ts";

const now = "2026-05-07T10:32:05+08:00";
const text = createTextPort({ directory: () => createDirectory([]), metrics: {} });

const message = (senderId: string, said: string): IncomingMessage => ({
  id: `terminal-${senderId}`,
  platform: "terminal",
  accountId: "test",
  chatId: "room",
  chatKind: "group",
  senderId,
  text: said,
  attachments: [],
  addressed: true,
  sentAt: now,
  event: "new",
});

/** A turn that came to a plan and no further. */
const turnOf = (asked: IncomingMessage): Turn => {
  const plan = { actions: [{ skill: "calculator", input: { codes: ["600519.SH"] } }], language: "zh" };
  return {
    message: asked,
    market_now: now,
    stages: [{ stage: "route", attempt: 1, value: { plan } }],
  } as unknown as Turn;
};

test("the words of a turn with a number are its writer's to go on with, whoever else quotes it has them not", () => {
  const holding = turnOf(message("a", "我有500股茅台"));
  const said = (asker: string) =>
    sessionOf(holding, message(asker, "200股呢"), text).map((turn) => turn.said);
  assert.deepEqual(said("a"), ["我有500股茅台"]);
  assert.deepEqual(said("b"), [undefined]);
});

test("words without a number, and long ones, are not kept", () => {
  const kept = (words: string) =>
    sessionOf(turnOf(message("a", words)), message("a", "呢"), text).map((turn) => turn.said);
  assert.deepEqual(kept("茅台多少钱"), [undefined]);
  assert.deepEqual(kept(`茅台300股${"。".repeat(300)}`), [undefined]);
});

test("who writes in the name of a group may be several people: no words are kept", () => {
  const asked = message("room", "我有500股茅台");
  assert.deepEqual(
    sessionOf(turnOf(asked), asked, text).map((turn) => turn.said),
    [undefined],
  );
});
