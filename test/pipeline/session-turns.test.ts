import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session, SkillMiss } from "#contract";
import { bundledSecurities, createDirectory, earlierCodes, foreignSecurities } from "#language";
import { asideTurns, sessionTurns } from "../../src/pipeline/session/session-turns.ts";
import { terminalMessage } from "../support/terminal-message.ts";

const now = "2026-05-07T10:32:05+08:00";
const [maotai, wuliangye] = ["600519.SH", "000858.SZ"];
const before: Session = [
  { turnId: "a", codes: [wuliangye], skill: "price", input: { codes: [wuliangye] }, claims: [], at: now },
];

/** What a price question about some words leaves behind the question about Wuliangye. */
function after(text: string, codes: readonly string[], missing: readonly SkillMiss[] = []): Session {
  const run = { message: terminalMessage(text, { id: "b", sentAt: now }), language: "zh" as const, now };
  const plan = { actions: [{ skill: "price", input: { codes: [...codes] } }], language: "zh" as const };
  return [...before, ...sessionTurns(run, plan, { actions: [{ claims: [], missing }] })];
}

test("a company that was refused or not found is what a follow-up means, and none before it", () => {
  for (const [words, code] of [
    ["TSLA.US", "OUT_OF_SCOPE_MARKET"],
    ["HSI.HK", "OUT_OF_SCOPE_MARKET"],
    ["甲乙丙丁", "NO_DATA"],
  ] as const) {
    const session = after(`${words}多少钱`, [words], [{ code, subject: words }]);
    for (const text of ["它的市盈率呢", "昨天呢", "和茅台比呢", "its P/E"])
      assert.deepEqual(earlierCodes(session, text), [words], text);
  }
});

test("thanks in between leave it so, and a company that is found takes its place", () => {
  const session = after("特斯拉多少钱", ["TSLA.US"]);
  const thanks = { message: terminalMessage("thanks", { id: "c", sentAt: now }), session, now };
  const aside = asideTurns({ ...thanks, language: "en" });
  assert.equal(aside.length, 1);
  assert.deepEqual(earlierCodes([...session, ...aside], "它的市盈率呢"), ["TSLA.US"]);
  const found: Session = [...session, { ...before[0], turnId: "d", codes: [maotai] } as Session[number]];
  assert.deepEqual(earlierCodes(found, "它的市盈率呢"), [maotai]);
});

test("several that are spoken of are all of one message, found or not", () => {
  const session = after("特斯拉和茅台多少钱", ["TSLA.US", maotai]);
  assert.deepEqual([...earlierCodes(session, "它们的市盈率呢")].sort(), [maotai, "TSLA.US"].sort());
  assert.deepEqual(earlierCodes(session, "它的市盈率呢"), [maotai]);
});

test("what was about no company leaves the one before", () => {
  const run = {
    message: terminalMessage("推荐一只股票", { id: "b", sentAt: now }),
    language: "zh" as const,
    now,
  };
  const plan = { actions: [{ skill: "refuse", input: { reason: "advice" } }], language: "zh" as const };
  assert.deepEqual(sessionTurns(run, plan, { actions: [{ claims: [] }] }), []);
  assert.deepEqual(earlierCodes(before, "它的市盈率呢"), [wuliangye]);
});

test("the code of another market's index is known for what it is", () => {
  const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
  for (const code of ["HSI.HK", "IXIC.US"])
    assert.equal(directory.resolve(code).status, "out_of_scope", code);
  assert.equal(directory.resolve("600519.SH").status, "one");
});
