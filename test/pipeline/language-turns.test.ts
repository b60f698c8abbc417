import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionTurn } from "#contract";
import { languageOf } from "#language";
import { asideTurns } from "../../src/pipeline/session/session-turns.ts";
import { terminalMessage } from "../support/terminal-message.ts";

const now = "2026-05-07T10:32:05+08:00";

const message = (id: string) => terminalMessage("hi", { id, sentAt: now });

const turn = (language: "zh" | "en"): SessionTurn => ({
  turnId: "a",
  codes: ["600519.SH"],
  skill: "valuation",
  input: { codes: ["600519.SH"] },
  claims: [],
  language,
  at: now,
});

test("a quote of which nothing is known leaves the conversation what it was about", () => {
  const quoting = { ...message("b"), replyTo: "gone" };
  assert.deepEqual(asideTurns({ message: quoting, session: [], language: "en", now }), []);
});

const left = (session: readonly SessionTurn[], language: "zh" | "en") =>
  asideTurns({ message: message("b"), session, language, now });

test("small talk in English leaves its language, so that a code alone is answered in it", () => {
  const session = left([], "en");
  assert.equal(languageOf("600519", session), "en");
  assert.equal(languageOf("茅台", session), "zh");
  assert.deepEqual(left([], "zh"), []);
});

test("a change of language keeps what the conversation was about", () => {
  const session = [turn("zh")];
  const entries = left(session, "en");
  assert.deepEqual(entries, [{ ...turn("en"), turnId: "b" }]);
  assert.equal(languageOf("600519 MACD", [...session, ...entries]), "en");
  assert.deepEqual(left(session, "zh"), [], "nothing has changed");
});

test("a standing text leaves that it was told, beside what the conversation was about", () => {
  const told = { what: "abilities", at: now };
  const run = { message: message("b"), language: "zh" as const, now };
  assert.deepEqual(asideTurns({ ...run, session: [turn("zh")] }, "abilities"), [
    { ...turn("zh"), turnId: "b", told },
  ]);
  const [first] = asideTurns({ ...run, session: [] }, "abilities");
  assert.deepEqual([first?.codes, first?.told], [[], told]);
});
