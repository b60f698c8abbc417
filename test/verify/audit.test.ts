import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities } from "#language";
import { type AuditKind, audit } from "../../src/cli/audit.ts";
import { catalogue } from "../models/catalogue.ts";
import { claims, metrics, names, now } from "./examples.ts";

async function run(kind: AuditKind, pieces: readonly string[]) {
  const lines: string[] = [];
  async function* input() {
    yield* pieces;
  }
  let ms = 0;
  const summary = await audit(kind, {
    input: input(),
    write: (line) => {
      lines.push(line);
    },
    names,
    metrics,
    elapsedMs: () => ms++,
  });
  return { summary, answers: lines.map((line) => JSON.parse(line)) };
}

const record = (id: string, prose: string) =>
  JSON.stringify({ id, lang: "zh", user_question: "茅台", now, claims, prose });
const good = record("a", "贵州茅台当前价1801.23元（akshare，2026-05-07）。");
const bad = record("b", "贵州茅台当前价1802元（akshare，2026-05-07）。");

test("each line is answered in order, whatever the pieces it arrives in", async () => {
  const whole = `${good}\n\n${bad}\n`;
  const { answers, summary } = await run("guard", [
    whole.slice(0, 70),
    whole.slice(70, 900),
    whole.slice(900),
  ]);
  assert.deepEqual(
    answers.map(({ id, ok, ms }) => [id, ok, ms]),
    [
      ["a", true, 1],
      ["b", false, 1],
    ],
  );
  assert.equal(answers[1].problems[0].reason, "value");
  assert.deepEqual(summary, { lines: 2, malformed: 0, refused: 1 });
});

test("an answer is written before the next line has come", async () => {
  const lines: string[] = [];
  let before = -1;
  async function* input() {
    yield `${good}\n`;
    before = lines.length;
    yield `${bad}\n`;
  }
  await audit("guard", {
    input: input(),
    write: (line) => void lines.push(line),
    names,
    metrics,
    elapsedMs: () => 0,
  });
  assert.equal(before, 1);
});

test("a malformed line is answered with its id or number, and the next is read", async () => {
  const { answers, summary } = await run("guard", [`{oops\n{"id":"x"}\n[]\n${good}`]);
  assert.deepEqual(
    answers.map(({ id, ok }) => [id, ok]),
    [
      [1, undefined],
      ["x", undefined],
      [3, undefined],
      ["a", true],
    ],
  );
  assert.ok(answers.slice(0, 3).every(({ error }) => typeof error === "string"));
  assert.equal(summary.malformed, 3);
});

test("a claim that lacks a field of its kind is answered with the field's name, and never as ok", async () => {
  const tool = { kind: "tool", source: "akshare", fetched_at: now, tool_call_id: "tc_1" };
  const numeric = { kind: "numeric", value: 1, metric: "close", code: null, as_of: now, cite: tool };
  const { metric: _metric, ...unnamed } = numeric;
  const { code: _code, ...ownerless } = numeric;
  const wanting = [
    [
      { kind: "knowledge", statement: "印花税率为0.05%", cite: { kind: "competence", competence_id: "a" } },
      "claim",
    ],
    [unnamed, "metric"],
    [ownerless, "code"],
    [{ ...numeric, cite: { kind: "tool" } }, "cite.source"],
    [{ kind: "text", cite: tool }, "value"],
  ] as const;
  const records = wanting.map(([claim], i) =>
    JSON.stringify({ id: `r${i}`, lang: "zh", now, claims: [numeric, claim], prose: "印花税率为0.05%。" }),
  );
  const { answers, summary } = await run("guard", [records.join("\n")]);
  for (const [i, [, field]] of wanting.entries()) {
    assert.equal(answers[i].ok, undefined);
    assert.ok(answers[i].error.startsWith(`claims[1].${field} is missing`), answers[i].error);
  }
  assert.equal(summary.malformed, wanting.length);
});

test("the verifier reads special floats", async () => {
  const claim = {
    kind: "numeric",
    value: { $special: "NaN" },
    metric: "m",
    code: null,
    as_of: "2026-05-07",
    cite: { kind: "tool" },
  };
  const line = JSON.stringify({
    id: 7,
    claims: [claim],
    trace: [],
    competences: {},
    staleness: { default: 1 },
    now,
  });
  const { answers } = await run("verify", [line]);
  assert.deepEqual(
    answers[0].failures.map(({ claim_index, reason }: { claim_index: number; reason: string }) => [
      claim_index,
      reason,
    ]),
    [[0, "schema"]],
  );
  assert.match(answers[0].failures[0].message, /finite/);
});

const router = {
  cards: catalogue,
  directory: createDirectory([...bundledSecurities, ...foreignSecurities]),
  dayOf: () => "2026-05-06",
};

async function routed(...records: readonly Readonly<Record<string, unknown>>[]) {
  const lines: string[] = [];
  async function* input() {
    for (const each of records) yield `${JSON.stringify({ now, ...each })}\n`;
  }
  const summary = await audit("route", {
    input: input(),
    write: (line) => void lines.push(line),
    route: router,
    elapsedMs: () => 0,
  });
  return { summary, answers: lines.map((line) => JSON.parse(line)) };
}

test("an utterance is routed to labels, canonical codes and the named day", async () => {
  const { answers } = await routed(
    { id: "a", utterance: "茅台主力资金" },
    { id: "b", utterance: "上证指数今天多少点", context: [] },
    { id: "c", utterance: "宁德时代上个交易日收盘价" },
    { id: "d", utterance: "平安多少钱" },
  );
  const today = now.slice(0, 10);
  assert.deepEqual(answers.slice(0, 3), [
    { id: "a", actions: [{ skill: "fund_flow", codes: ["600519.SH"] }] },
    { id: "b", actions: [{ skill: "market", codes: ["000001.SH"], date: today }] },
    { id: "c", actions: [{ skill: "price", codes: ["300750.SZ"], date: "2026-05-06" }] },
  ]);
  assert.equal(answers[3].ambiguous, true);
  assert.deepEqual(answers[3].actions[0].codes.toSorted(), ["000001.SZ", "601318.SH"]);
});

test("the context tells the company and the question; an answer only which companies it was about", async () => {
  const user = (text: string) => ({ role: "user", text });
  const assistant = (text: string) => ({ role: "assistant", text });
  const { answers } = await routed(
    { utterance: "为什么", context: [user("隆基今天跌了5%")] },
    { utterance: "它的市盈率", context: [user("白酒龙头是谁"), assistant("贵州茅台(600519.SH)")] },
    { utterance: "五粮液呢", context: [user("茅台市盈率"), assistant("贵州茅台(600519.SH) 市盈率 20.1倍")] },
    {
      utterance: "第二个",
      context: [user("平安多少钱"), assistant("1. 中国平安(601318.SH) 2. 平安银行(000001.SZ)")],
    },
  );
  assert.deepEqual(
    answers.map(({ actions }) => actions),
    [
      [{ skill: "news", codes: ["601012.SH"] }],
      [{ skill: "valuation", codes: ["600519.SH"] }],
      [{ skill: "valuation", codes: ["000858.SZ"] }],
      [{ skill: "price", codes: ["000001.SZ"] }],
    ],
  );
});

test("a line that is no utterance is told as such, and so is a time that is none", async () => {
  const { answers, summary } = await routed(
    { id: 1, utterance: 5 },
    { id: 2, utterance: "茅台", context: "它" },
    { id: 3, utterance: "茅台", now: "soon" },
    { id: 4, utterance: "茅台" },
  );
  assert.deepEqual(
    answers.map(({ id, error }) => [id, typeof error]),
    [
      [1, "string"],
      [2, "string"],
      [3, "string"],
      [4, "undefined"],
    ],
  );
  assert.equal(summary.malformed, 3);
});

test("the verb ends with 1 where a line could not be read, and takes names of its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "qianmen-audit-"));
  const names = join(folder, "names.json");
  writeFileSync(names, JSON.stringify({ "600519": ["贵州茅台", "酱香第一家"] }));
  const call = (args: readonly string[], input: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "../../src/main.ts"), "audit", ...args], {
      input,
      encoding: "utf8",
    });
  const good = JSON.stringify({ id: "a", utterance: "酱香第一家多少钱", now });
  const fine = call(["route", "--names", names], `${good}\n`);
  assert.deepEqual(JSON.parse(fine.stdout).actions[0].codes, ["600519.SH"]);
  assert.equal(fine.status, 0);
  for (const kind of ["route", "guard", "verify"]) assert.equal(call([kind], "{oops\n").status, 1, kind);
  rmSync(folder, { recursive: true });
});

test("the first texts are timed by the guard alone, and a run that goes on for longer no more", async () => {
  const timed = async (kind: AuditKind, blankLines: number) => {
    const told: string[] = [];
    const timing = { begin: () => told.push("begin"), end: () => told.push("end") };
    async function* input() {
      yield "\n".repeat(blankLines);
    }
    await audit(kind, { input: input(), write: () => undefined, names, metrics, elapsedMs: () => 0, timing });
    return told;
  };
  assert.deepEqual(await timed("guard", 4999), ["begin"]);
  assert.deepEqual(await timed("guard", 12_000), ["begin", "end"]);
  assert.deepEqual(await timed("verify", 12_000), []);
});
