import assert from "node:assert/strict";
import { test } from "node:test";
import type { IncomingMessage, Turn } from "#contract";
import { createDirectory } from "#language";
import { createTextPort } from "../../src/composition/agent/text-port.ts";
import { recordedSession } from "../../src/pipeline/session/recorded-session.ts";
import { terminalMessage } from "../support/terminal-message.ts";

const now = "2026-05-07T10:32:05+08:00";
const text = createTextPort({ directory: () => createDirectory([]), metrics: {} });

const message = (senderId: string, said: string) =>
  terminalMessage(said, {
    ...{ id: `terminal-${senderId}`, senderId, sentAt: now },
    ...{ chatId: "room", chatKind: "group" },
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
    recordedSession(holding, message(asker, "200股呢"), text).map((turn) => turn.said);
  assert.deepEqual(said("a"), ["我有500股茅台"]);
  assert.deepEqual(said("b"), [undefined]);
});

test("words without a number, and long ones, are not kept", () => {
  const kept = (words: string) =>
    recordedSession(turnOf(message("a", words)), message("a", "呢"), text).map((turn) => turn.said);
  assert.deepEqual(kept("茅台多少钱"), [undefined]);
  assert.deepEqual(kept(`茅台300股${"。".repeat(300)}`), [undefined]);
});

test("who writes in the name of a group may be several people: no words are kept", () => {
  const asked = message("room", "我有500股茅台");
  assert.deepEqual(
    recordedSession(turnOf(asked), asked, text).map((turn) => turn.said),
    [undefined],
  );
});
