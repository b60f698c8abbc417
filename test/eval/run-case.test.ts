import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { userText } from "#contract";
import { type CaseRunner, openCaseRunner, runCase } from "../../src/composition/run-case.ts";
import { createModelsEmulator } from "../emulators/models.ts";
import { openEvalHarness } from "./run-eval.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-case-"));
const env = { PATH: process.env.PATH ?? "", HOME: folder, QIANMEN_DATA: folder, DATA_SOURCES: "sample" };
const harness = openEvalHarness();

let runner: CaseRunner;
before(async () => {
  runner = await openCaseRunner({ env });
});
after(async () => {
  await runner.close();
  harness.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a case says its answer, how it came about and what it used", async () => {
  const result = await runner.runCase({
    input: "15 × 23 等于多少",
    expectedTools: ["calculate"],
    goldAnswer: "345",
  });
  const { state, verified, faults, finish_reason, counters, token_usage, logs, artifacts, error } = result;
  assert.deepEqual(
    [state, verified, faults, finish_reason, error],
    ["completed", true, [], "success", undefined],
  );
  assert.match(result.answer, /345/);
  assert.deepEqual(counters, { llm_calls_small: 0, llm_calls_big: 0, tool_calls: 1, act_steps: 1 });
  assert.deepEqual(token_usage, { small_model: 0, big_model: 0, total_tokens: 0 });
  assert.ok(logs.length > 0 && logs.every(({ task_id }) => task_id === result.task_id));
  const [answer] = artifacts;
  assert.deepEqual(
    answer?.parts.map(({ kind }) => kind),
    ["text", "data"],
  );
  assert.deepEqual(answer?.parts[0], { kind: "text", text: result.answer });
});

test("an answer that is not the gold one, or came by other tools, is not verified, and says why", async () => {
  const wrong = await runner.runCase({ input: "15 × 23 等于多少", goldAnswer: ["345", "346"] });
  assert.deepEqual([wrong.state, wrong.verified, wrong.faults], ["completed", false, ['does not say "346"']]);
  const other = await runner.runCase({ input: "15 × 23 等于多少", expectedTools: ["get_price"] });
  assert.deepEqual([other.verified, other.faults], [false, ["tool get_price is missing"]]);
});

test("pictures come as files, the same of an answer that was given before", async () => {
  const request = { input: "茅台K线图", idempotencyKey: "a picture" };
  const first = await runner.runCase(request);
  const file = first.artifacts[1]?.parts[0];
  assert.ok(file?.kind === "file");
  assert.equal(file.file.mimeType, "image/png");
  assert.ok(Buffer.from(file.file.bytes, "base64").byteLength > 10_000);
  assert.deepEqual(await runner.runCase(request), first);
  assert.deepEqual(await runner.task(first.task_id ?? ""), first);
});

test("A2A's text parts are one question, its other kinds and unknown tools, modes and tasks are refused by A2A's codes", async () => {
  const text = await runner.runCase({ input: [{ kind: "text", text: "15 × 23 等于多少" }] });
  assert.equal(text.verified, true);
  const data = { kind: "data", data: { codes: ["600519"] } } as const;
  const file = { kind: "file", file: { name: "a.txt", mimeType: "text/plain", bytes: "eA==" } } as const;
  for (const [request, code] of [
    [{ input: [{ kind: "text", text: "x" }, data] }, -32005],
    [{ input: [file] }, -32005],
    [{ input: [] }, -32005],
    [{ input: "15 × 23", expectedTools: ["calculate", "no_such_tool"] }, -32004],
  ] as const) {
    const refused = await runner.runCase(request);
    assert.deepEqual([refused.error?.code, refused.state, refused.task_id], [code, "failed", null]);
  }
  assert.equal((await runner.task("case-none")).error?.code, -32001);
});

test("a hundred cases at once keep their answers apart", async () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at + 101);
  const results = await Promise.all(
    numbers.map((number) =>
      runner.runCase({ input: `${number} × 7919 等于多少`, goldAnswer: String(number * 7919) }),
    ),
  );
  assert.deepEqual(
    results.flatMap(({ verified, answer }) => (verified ? [] : [answer])),
    [],
  );
  assert.equal(new Set(results.map(({ task_id }) => task_id)).size, 100);
  for (const { logs, task_id, counters } of results) {
    assert.ok(logs.every((entry) => entry.task_id === task_id));
    assert.equal(counters.tool_calls, 1);
  }
});

describe("an idempotency key", () => {
  test("gives one task and one result, also to those who ask at the same time", async () => {
    const request = { input: "600519 现在多少钱", idempotencyKey: "the price" };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => runner.runCase(request)));
    assert.equal(first?.verified, true);
    for (const other of others) assert.deepEqual(other, first);
    assert.equal(first?.logs.filter(({ type }) => type === "plan").length, 1);
  });

  test("with another input is an error, and the first result stays", async () => {
    const first = await runner.runCase({ input: "15 × 24 等于多少", idempotencyKey: "a sum" });
    const other = await runner.runCase({ input: "15 × 25 等于多少", idempotencyKey: "a sum" });
    assert.deepEqual([other.error?.code, other.answer], [-32052, ""]);
    assert.deepEqual(await runner.runCase({ input: "15 × 24 等于多少", idempotencyKey: "a sum" }), first);
  });

  test("holds in another process over the same data", async () => {
    const first = await runner.runCase({ input: "15 × 26 等于多少", idempotencyKey: "shared" });
    const args = ["eval", "case", "15 × 26 等于多少", "--key", "shared", "--gold", "390"];
    const options = { data: folder, env: { DATA_SOURCES: "sample" } };
    const again = await harness.run(args, options);
    assert.equal(again.status, 0, again.stderr);
    assert.deepEqual(JSON.parse(again.stdout), first);
    const unlike = await harness.run(["eval", "case", "15 × 27", "--key", "shared"], options);
    assert.deepEqual([unlike.status, JSON.parse(unlike.stdout).error.code], [1, -32052]);
  });
});

test("an aborted case ends as canceled while its model still thinks, and others go on", async () => {
  const models = await createModelsEmulator();
  const slow = await openCaseRunner({
    env: { ...env, OPENAI_API_KEY: models.openaiKey, OPENAI_BASE_URL: models.openaiBaseUrl },
  });
  try {
    let seen = (): void => undefined;
    const thinking = new Promise<void>((resolve) => {
      seen = resolve;
    });
    models.respond(({ messages }) => {
      if (!messages.some(({ content }) => content.includes("600519"))) return undefined;
      seen();
      return { kind: "hang" };
    });
    const stop = new AbortController();
    const hung = slow.runCase({ input: "600519 现在多少钱", signal: stop.signal });
    await thinking;
    stop.abort();
    const { state, finish_reason, error, verified, answer } = await hung;
    assert.deepEqual(
      [state, finish_reason, error?.code, verified, answer],
      ["canceled", "canceled", -32051, false, ""],
    );
    const next = await slow.runCase({ input: "000858 现在多少钱" });
    assert.deepEqual([next.state, next.counters.llm_calls_small], ["completed", 2]);
    const never = await slow.runCase({ input: "600519 现在多少钱", signal: AbortSignal.abort() });
    assert.equal(never.state, "canceled");
  } finally {
    await slow.close();
    await models.close();
  }
});

test("an input that is too long is told so, the second time under its key too", async () => {
  const request = { input: "长".repeat(8193), idempotencyKey: "a long one" };
  const first = await runner.runCase(request);
  assert.deepEqual([first.state, first.error], ["completed", undefined]);
  assert.equal(first.answer, userText("MESSAGE_TOO_LONG", "zh"));
  assert.deepEqual(await runner.runCase(request), first);
});

test("what no type allows is refused as a request, not thrown", async () => {
  const strange: readonly unknown[] = [
    {},
    { input: null },
    { input: 5 },
    { input: [null] },
    { input: [{ kind: "text" }] },
  ];
  for (const request of strange)
    assert.equal((await runner.runCase(request as { input: string })).error?.code, -32005);
});

test("requests a line are answered a line, in their order, whatever they are", async () => {
  const requests = [
    { input: "15 × 28 等于多少", expected_tools: ["calculate"], gold_answer: "420", mode: "hrm" },
    { input: [{ kind: "data", data: {} }] },
    { input: "15 × 29 等于多少", gold_answer: ["436"] },
    { input: "x", mode: "fast" },
  ];
  const lines = [...requests.map((each) => JSON.stringify(each)), "no JSON"].join("\n");
  const { status, stdout } = await harness.run(["eval", "case"], {
    input: lines,
    env: { DATA_SOURCES: "sample" },
  });
  const results = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    results.map(({ verified, error }) => [verified, error?.code]),
    [
      [true, undefined],
      [false, -32005],
      [false, undefined],
      [false, -32005],
      [false, -32005],
    ],
  );
  assert.equal(status, 1);
});

test("one call by itself brings a service up in the mode that it names, and leaves nothing behind", async () => {
  const { state, verified } = await runCase({ input: "茅台现在多少钱", mode: "strict" }, { env });
  assert.deepEqual([state, verified], ["completed", true]);
  const wrong = { input: "x", mode: "fast" } as unknown as Parameters<typeof runCase>[0];
  assert.equal((await runCase(wrong, { env })).error?.code, -32005);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".sock") && name.startsWith("terminal")),
    [],
  );
});
