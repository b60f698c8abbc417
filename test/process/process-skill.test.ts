import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { AppError, type SkillResult } from "#contract";
import { loadSkills } from "../../src/load-extensions.ts";
import { childEnvOf } from "../../src/process/child-env.ts";
import { createProcessSkill, type ProcessSkillCard } from "../../src/process/process-skill.ts";
import { lists, openSkillHarness, type Script } from "../skills/skill-context.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-process-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = childEnvOf({ ...process.env, OPENAI_API_KEY: "sk-secret", TUSHARE_TOKEN: "t-secret" });

const priced: Script = (tool, args) =>
  lists(tool, args) ??
  (tool === "get_price"
    ? { value: { code: String(args.code), current_price: 1801.23, as_of: "2026-05-07T10:32:00+08:00" } }
    : tool === "note"
      ? { value: {} }
      : undefined);

/** What the programs of these tests begin with. */
const head = `
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => JSON.parse((await lines.next()).value);
const write = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
const call = async (tool, args) => { write({ call: { id: 1, tool, args } }); return read(); };
const opening = await read();
`;

let programs = 0;

interface Ran {
  readonly result: Promise<SkillResult>;
  /** Arguments of the calls of the tool `note`, by which a program tells the test something. */
  notes(): readonly Record<string, unknown>[];
}

function run(
  source: string,
  over: Partial<ProcessSkillCard> & { signal?: AbortSignal; text?: string; program?: string } = {},
): Ran {
  programs += 1;
  const file = `${programs}.mjs`;
  writeFileSync(join(folder, file), head + source);
  const card: ProcessSkillCard = {
    name: "probe",
    command: `${over.program ?? process.execPath} ${file}`,
    inputs: ["codes"],
    freshness: {},
    timeoutMs: over.timeoutMs ?? 20_000,
  };
  const harness = openSkillHarness(over.text ?? "茅台", priced);
  const context = over.signal === undefined ? harness.context : { ...harness.context, signal: over.signal };
  const result = createProcessSkill(card, folder, { env }).run({ codes: ["600519.SH"] }, context);
  const notes = () =>
    harness.calls
      .filter((line) => line.startsWith("note "))
      .map((line) => JSON.parse(line.slice("note ".length)) as Record<string, unknown>);
  return { result, notes };
}

/** One that is dead and waits for its end to be read is not alive: an init process may take its time. */
const isAlive = (pid: unknown): boolean => {
  try {
    if (process.platform === "linux")
      return !/\) [ZX] /.test(readFileSync(`/proc/${Number(pid)}/stat`, "utf8"));
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

async function becomes(wanted: () => boolean): Promise<boolean> {
  for (let look = 0; look < 1200 && !wanted(); look += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return wanted();
}

/** Tells its own pid and that of a program that it has started, then hangs. */
const hang = `
const { spawn } = await import("node:child_process");
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
await call("note", { pid: process.pid, child: child.pid });
setInterval(() => {}, 1000);
`;

test("it is handed what other skills see, and nothing of our environment", async () => {
  const { result, notes } = run(`
    await call("note", { opening, names: Object.keys(process.env) });
    write({ refusal: { code: "NO_DATA" } });
  `);
  await result;
  const [note] = notes();
  const opening = note?.opening as Record<string, unknown>;
  assert.deepEqual(
    [opening.v, opening.input, opening.message, opening.language],
    [1, { codes: ["600519.SH"] }, { text: "茅台", chatKind: "direct" }, "zh"],
  );
  const names = (note?.names ?? []) as readonly string[];
  assert.ok(names.includes("PATH"));
  assert.deepEqual(
    names.filter((name) => !["PATH", "HOME", "LANG", "QIANMEN_CHILD"].includes(name)),
    [],
  );
});

test("what it points at becomes a claim, with value, date and cite of the trace", async () => {
  const { result } = run(`
    const { result } = await call("get_price", { code: "600519.SH" });
    write({ answer: { claims: [{ tool_call_id: result.tool_call_id, path: "/current_price" }] } });
  `);
  const answered = await result;
  assert.ok(answered.kind === "answer");
  const [claim] = answered.claims;
  assert.ok(claim?.kind === "numeric");
  assert.deepEqual(
    [claim.value, claim.unit, claim.code, claim.as_of, claim.cite.kind === "tool" && claim.cite.tool_call_id],
    [1801.23, "CNY", "600519.SH", "2026-05-07T10:32:00+08:00", "tc_1"],
  );
});

test("an ambiguous name is asked back from the trace of its own look-up", async () => {
  const { result } = run(`
    const { result } = await call("resolve_security", { query: "平安" });
    write({ question: { tool_call_id: result.tool_call_id } });
  `);
  const asked = await result;
  assert.ok(asked.kind === "question" && asked.subject === "平安" && asked.candidates.length > 1);
});

describe("it cannot say what no tool has said", () => {
  const refused: Readonly<Record<string, string>> = {
    "a value of its own": `{ answer: { claims: [{ tool_call_id: "tc_1", path: "/x", value: 9999 }] } }`,
    "a claim of its own": `{ answer: { claims: [{ kind: "numeric", value: 9999, metric: "close" }] } }`,
    "a text": `{ text: { zh: "9999 元", en: "9999" } }`,
    "a remark": `{ answer: { claims: [], notes: [{ zh: "9999", en: "9999" }] } }`,
    "candidates of its own": `{ question: { subject: "x", candidates: [{ code: "1", name: "9999" }] } }`,
    "an error that does not exist": `{ refusal: { code: "MADE_UP" } }`,
  };
  for (const [what, line] of Object.entries(refused))
    test(`${what}: TOOL_ERROR`, async () => {
      assert.deepEqual(await run(`write(${line});`).result, { kind: "refusal", code: "TOOL_ERROR" });
    });

  test("a call that it never made, and a place that holds nothing, are no claims", async () => {
    const { result } = run(`
      const { result } = await call("get_price", { code: "600519.SH" });
      const claims = [
        { tool_call_id: "tc_9", path: "/current_price" },
        { tool_call_id: result.tool_call_id, path: "/pe_ttm" },
        { tool_call_id: result.tool_call_id, path: "/code" },
      ];
      write({ answer: { claims } });
    `);
    assert.deepEqual(await result, { kind: "refusal", code: "NO_DATA" });
  });

  test("what a miss is about is a code or the user's own word", async () => {
    const missOf = async (subject: string) => {
      const source = `write({ refusal: { code: "NO_DATA", subject: ${JSON.stringify(subject)} } });`;
      const result = await run(source, { text: "茅台多少钱" }).result;
      return result.kind === "refusal" ? result.subject : "no refusal";
    };
    assert.deepEqual(
      [await missOf("茅台"), await missOf("600519.SH"), await missOf("现价 9999 元")],
      ["茅台", "600519.SH", undefined],
    );
  });
});

describe("it is ended, with all that it has started", () => {
  test("when its time is up: NET_TIMEOUT", async () => {
    // A machine on which it has not begun by then gives it more.
    const timed = async (timeoutMs: number) => {
      const { result, notes } = run(hang, { timeoutMs });
      assert.deepEqual(await result, { kind: "refusal", code: "NET_TIMEOUT" });
      return notes()[0];
    };
    const note = (await timed(3_000)) ?? (await timed(60_000));
    assert.ok(note !== undefined, "it had begun");
    assert.ok(await becomes(() => !isAlive(note.pid) && !isAlive(note.child)));
  });

  test("when its turn is canceled, which it is told as every skill is", async () => {
    const turn = new AbortController();
    const { result, notes } = run(hang, { signal: turn.signal });
    assert.ok(await becomes(() => notes().length === 1));
    turn.abort(new AppError("CANCELED"));
    await assert.rejects(result, (error) => error instanceof AppError && error.code === "CANCELED");
    const [note] = notes();
    assert.ok(await becomes(() => !isAlive(note?.pid) && !isAlive(note?.child)));
  });

  test("when it has answered", async () => {
    const { result, notes } = run(
      hang.replace(
        "setInterval(() => {}, 1000);\n",
        `write({ refusal: { code: "NO_DATA" } }); setInterval(() => {}, 1000);`,
      ),
    );
    assert.deepEqual(await result, { kind: "refusal", code: "NO_DATA" });
    const [note] = notes();
    assert.ok(note !== undefined && (await becomes(() => !isAlive(note.pid) && !isAlive(note.child))));
  });
});

/** A program that hangs in a session of its own; what it is started with besides is given. */
const left = (options: string) => `
const { spawn } = await import("node:child_process");
const own = { detached: true, stdio: ["ignore", "inherit", "ignore"], ${options} };
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], own);
await call("note", { child: child.pid });
`;

/** The same, started by a program that has ended at once: its parent is no longer one of ours. */
const orphaned = `
const { execFileSync } = await import("node:child_process");
const inner = 'const c = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" }); c.unref(); console.log(c.pid)';
await call("note", { child: Number(execFileSync(process.execPath, ["-e", inner], { encoding: "utf8" })) });
`;

describe("what it has started in a session of its own ends with it", {
  skip: process.platform !== "linux",
}, () => {
  const answer = `write({ refusal: { code: "NO_DATA" } });`;
  for (const [what, source] of Object.entries({
    "with what it was handed": `${left("")}${answer} setInterval(() => {}, 1000);`,
    "with another environment": `${left("env: {}")}${answer} setInterval(() => {}, 1000);`,
    "when its parent has ended": `${orphaned}${answer} setInterval(() => {}, 1000);`,
    "and holds its output open": `${left("")}${answer} process.exit(0);`,
  }))
    test(what, async () => {
      const { result, notes } = run(source);
      assert.deepEqual(await result, { kind: "refusal", code: "NO_DATA" });
      const [note] = notes();
      assert.ok(Number(note?.child) > 0);
      assert.ok(await becomes(() => !isAlive(note?.child)));
    });
});

describe("what goes wrong with it is a value", () => {
  const faults: Readonly<Record<string, readonly [source: string, code: string]>> = {
    "it ends without an answer": ["process.exit(0);", "TOOL_ERROR"],
    "it fails": ["throw new Error('x');", "TOOL_ERROR"],
    "it prints": ["console.log('price: 9999');", "TOOL_ERROR"],
    "it writes more than 5 MB in a line": [`process.stdout.write("x".repeat(5_500_000));`, "TOOL_ERROR"],
    "it writes more than 5 MB in many lines": [
      `for (;;) await call("note", { text: "x".repeat(200_000) });`,
      "TOOL_ERROR",
    ],
    "it calls for ever": ["for (;;) await call('note', {});", "TOOL_LIMIT"],
  };
  for (const [what, [source, code]] of Object.entries(faults))
    test(`${what}: ${code}`, async () => {
      assert.deepEqual(await run(source).result, { kind: "refusal", code });
    });

  test("it does not exist: TOOL_ERROR", async () => {
    const { result } = run("", { program: "/nowhere/program" });
    assert.deepEqual(await result, { kind: "refusal", code: "TOOL_ERROR" });
  });
});

describe("a folder", () => {
  const card = (keys: string) => `---
name: odd
description: For a test.
metadata:
  examples: x
${keys}
---
`;
  const load = (keys: string, ...files: readonly string[]) => {
    programs += 1;
    const place = join(folder, `place-${programs}`);
    mkdirSync(join(place, "odd"), { recursive: true });
    writeFileSync(join(place, "odd", "SKILL.md"), card(keys));
    for (const file of files) writeFileSync(join(place, "odd", file), "export default {};\n");
    return loadSkills(place, { env });
  };

  test("with a command is a skill, its input and limits by its card", async () => {
    const keys = `  command: x y\n  inputs: codes date\n  freshness: close=daily\n  max-tool-calls: "9"`;
    const skill = (await load(keys)).get("odd");
    assert.ok(skill?.definition.input.safeParse({ codes: ["茅台"], date: "2026-05-06" }).success);
    assert.equal(skill.definition.input.safeParse({ other: 1 }).success, false);
    assert.equal(skill.definition.maxToolCalls, 9);
    assert.deepEqual(skill.definition.freshness, { close: { tradingDays: 5 } });
  });

  for (const [what, keys, files] of [
    ["both a command and index.ts", "  command: x", ["index.ts"]],
    ["an input that nobody knows", "  command: x\n  inputs: secrets", []],
    ["a class of age that does not exist", "  command: x\n  freshness: close=weekly", []],
    ["a time limit that is none", `  command: x\n  timeout-seconds: "0"`, []],
  ] as const)
    test(`with ${what} is refused`, async () => {
      await assert.rejects(
        load(keys, ...files),
        (error) => error instanceof AppError && error.code === "CONFIG_INVALID",
      );
    });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test("a Python skill says a price with its cite", { skip: !hasPython }, async () => {
  const skill = (await loadSkills(join(import.meta.dirname, "python"), { env })).get("py-quote");
  const { context } = openSkillHarness("茅台", priced);
  const result = await skill?.definition.run({ codes: ["茅台"] }, context);
  assert.ok(result?.kind === "answer");
  const [claim] = result.claims;
  assert.ok(claim?.kind === "numeric" && claim.value === 1801.23 && claim.name === "贵州茅台");
});
