import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { type ToolOutcome, toolCallSchema } from "#contract";
import { replay } from "../../src/cli/replay.ts";
import { sourcesOf } from "../../src/gateway/sources.ts";
import type { SeenRequest } from "../emulators/models.ts";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type SeenToolCall, type TurnHarness, turnOf } from "./turn-harness.ts";

const question = "600519 现在多少钱";
const both = "茅台和五粮液现在多少钱";
const stageOrder = ["route", "execute", "verify", "synthesize", "guard"];

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
afterEach(() => {
  harness.twist(() => undefined);
  harness.models.respond(() => undefined);
});
after(() => harness.close());

const isRouting = ({ system }: SeenRequest): boolean => system.includes("You route messages");
const promptOf = (request: SeenRequest | undefined): string =>
  request?.messages.map(({ content }) => content).join("\n") ?? "";
const plan = (...codes: string[]) => ({ actions: [{ skill: "price", input: { codes } }], language: "zh" });
const namesOf = (stages: readonly { stage: string; attempt: number }[]): string[] =>
  stages.map(({ stage, attempt }) => (attempt === 0 ? stage : `${stage}/${attempt}`));

/** Routes every question to the price of these companies. */
const routeTo = (...codes: string[]): void =>
  harness.models.respond((request) => (isRouting(request) ? plan(...codes) : undefined));

/** The honest outcome with something changed. */
const changed =
  (change: (outcome: Extract<ToolOutcome, { ok: true }>) => Partial<ToolOutcome>) =>
  async (honest: () => Promise<ToolOutcome>): Promise<ToolOutcome> => {
    const outcome = await honest();
    return outcome.ok ? ({ ...outcome, ...change(outcome) } as ToolOutcome) : outcome;
  };

const hourOld = changed(() => ({ as_of: "2026-05-07T09:31:00+08:00" }));
const isPriceOf = ({ name, args }: SeenToolCall, code: string): boolean =>
  name === "get_price" && args.code === code;

test("the stages are journaled in their order, once each", async () => {
  const journal = createMemoryLog();
  const { state } = await harness.run(question, { journal });
  assert.equal(state, "completed");
  assert.deepEqual(namesOf(journal.stages), stageOrder);
  const [, executed] = journal.stages;
  for (const row of (executed?.value as { trace: unknown[] }).trace) toolCallSchema.parse(row);
});

test("the plan is on its way to the journal before anything is fetched, and the verdict is before anything is written", async () => {
  const events: string[] = [];
  harness.twist(() => {
    events.push("tool");
    return undefined;
  });
  harness.models.respond((request) => {
    events.push(isRouting(request) ? "router" : "writer");
    return undefined;
  });
  const journal = createMemoryLog({}, async (stage) => {
    events.push(`${stage} sent`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    events.push(`${stage} held`);
  });
  await harness.run(question, { journal });
  const wanted = ["router", "route sent", "tool", "verify sent", "writer"];
  const places = wanted.map((event) => events.indexOf(event));
  assert.ok(!places.includes(-1), events.join(" "));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    events.join(" "),
  );
});

test("no model is told what a person or a group is called", async () => {
  const seen = harness.models.calls.length;
  const message = { chatKind: "group", chatTitle: "长线股友会", senderName: "小王同学" } as const;
  const outcome = await harness.run(question, { message });
  assert.equal(outcome.state, "completed");
  const told = harness.models.calls.slice(seen).map((call) => JSON.stringify(call));
  assert.ok(told.length >= 2, "the router and the writer were asked");
  for (const text of told) assert.doesNotMatch(text, /股友会|小王/);
});

test("no model is told what a headline says or an outlet is called: they are strangers' words", async () => {
  const seen = harness.models.calls.length;
  const actions = [{ skill: "news", input: { codes: ["茅台"] } }];
  harness.models.respond((request) => (isRouting(request) ? { actions, language: "zh" } : undefined));
  const { reply } = await harness.run("茅台最近有什么新闻");
  const quoted = [...reply.text.matchAll(/「([^」]+)」/g)].flatMap(([, words = ""]) => words);
  assert.ok(quoted.length > 1, reply.text);
  const told = harness.models.calls.slice(seen).map((call) => JSON.stringify(call));
  assert.ok(told.length >= 2, "the router and the writer were asked");
  for (const words of quoted)
    assert.ok(!told.some((text) => text.includes(words)), `a model was told: ${words}`);
});

test("a run resumes at the first stage without a record and ends as the whole run did", async () => {
  const whole = createMemoryLog();
  const outcome = await harness.run(question, { journal: whole });
  for (let kept = 0; kept <= stageOrder.length; kept++) {
    const journal = createMemoryLog({ stages: whole.stages.slice(0, kept) });
    const [modelsBefore, toolsBefore] = [harness.models.calls.length, harness.toolCalls.length];
    const resumed = await harness.run(question, { journal });
    assert.equal(resumed.reply.text, outcome.reply.text);
    assert.deepEqual(namesOf(journal.stages), stageOrder);
    const asked = harness.models.calls
      .slice(modelsBefore)
      .map((call) => (isRouting(call) ? "route" : "write"));
    assert.deepEqual(asked, [...(kept < 1 ? ["route"] : []), ...(kept < 4 ? ["write"] : [])]);
    assert.equal(harness.toolCalls.length - toolsBefore, kept < 2 ? 1 : 0);
  }
});

test("inside a stage a run resumes at the first call: what was paid for is not paid again", async () => {
  const whole = createMemoryLog();
  const outcome = await harness.run(question, { journal: whole });
  const [modelsBefore, toolsBefore] = [harness.models.calls.length, harness.toolCalls.length];
  const resumed = await harness.run(question, { journal: createMemoryLog({ calls: whole.calls }) });
  assert.equal(resumed.reply.text, outcome.reply.text);
  assert.deepEqual([harness.models.calls.length, harness.toolCalls.length], [modelsBefore, toolsBefore]);
});

test("an aborted run stops at the next stage with the signal's reason and records no more", async () => {
  const stop = new AbortController();
  const journal = createMemoryLog();
  harness.twist((_, honest) => {
    stop.abort(new Error("stopped"));
    return honest();
  });
  await assert.rejects(harness.run(question, { journal, signal: stop.signal }), /stopped/);
  assert.deepEqual(namesOf(journal.stages), ["route", "execute"]);
});

test("a claim that stays stale is withheld and named as missing; the rest is answered", async () => {
  routeTo("茅台", "五粮液");
  harness.twist((call, honest) => (isPriceOf(call, "000858.SZ") ? hourOld(honest) : honest()));
  const { state, reply } = await harness.run(both);
  assert.equal(state, "completed");
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.doesNotMatch(reply.text, /000858|¥132/);
  assert.match(reply.text, /五粮液 的数据已过时,为避免误导不予显示,请稍后再试。$/);
});

test("when no claim survives the turn fails, with its reason and without a number", async () => {
  harness.twist((call, honest) => (isPriceOf(call, "600519.SH") ? hourOld(honest) : undefined));
  const { state, error, reply } = await harness.run(question);
  assert.deepEqual([state, error], ["failed", "STALE"]);
  assert.doesNotMatch(reply.text, /\d/);
});

test("after a stale claim its source is excluded, and the second attempt is the larger model's", async () => {
  harness.twist((call, honest) => (call.excludeSources.length === 0 ? hourOld(honest) : honest()));
  const journal = createMemoryLog();
  const [modelsBefore, toolsBefore] = [harness.models.calls.length, harness.toolCalls.length];
  await harness.run(question, { journal });
  const excluded = harness.toolCalls.slice(toolsBefore).map(({ excludeSources }) => excludeSources);
  assert.deepEqual(excluded, [[], ["sample"]]);
  const first = ["route", "execute", "verify"];
  const second = ["route/1", "execute/1", "verify/1", "synthesize/1", "guard/1"];
  assert.deepEqual(namesOf(journal.stages), [...first, ...second]);
  const calls = harness.models.calls.slice(modelsBefore);
  assert.equal(calls.filter(isRouting).length, 1, "the plan is kept: only the data was at fault");
});

test("a claim that is no claim sends the turn back to the router, with the reason, on the larger tier", async () => {
  const undated = changed(() => ({ as_of: "some time ago" }));
  let asked = 0;
  harness.twist((_, honest) => (asked++ === 0 ? undated(honest) : honest()));
  const before = harness.models.calls.length;
  const { state, reply } = await harness.run(question);
  const routings = harness.models.calls.slice(before).filter(isRouting);
  assert.equal(routings.length, 2);
  assert.match(promptOf(routings[1]), /refused: schema/);
  assert.notEqual(routings[0]?.model, routings[1]?.model);
  assert.equal(state, "completed");
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23\(sample, 2026-05-07 10:32\)/);
});

test("what goes beyond the tool calls of one action is named and not silently left out", async () => {
  const codes = ["600519", "000858", "300750", "002594", "601318", "000001"];
  // A skill that sets no number of its own.
  const flows = { actions: [{ skill: "fund-flow", input: { codes } }], language: "zh" };
  harness.models.respond((request) => (isRouting(request) ? flows : undefined));
  const before = harness.toolCalls.length;
  const { reply } = await harness.run(`${codes.join("、")} 昨天主力资金`);
  assert.equal(harness.toolCalls.length - before, 6);
  // The day is a call as well.
  for (const code of codes.slice(0, 5)) assert.match(reply.text, new RegExp(`\\(${code}\\.S[HZ]\\) `));
  assert.match(reply.text, /\n一次问得太多,「平安银行」没有查全,请分开问。$/);
});

test("a value of another company than the one asked about is no answer", async () => {
  const other = changed(({ value }) => ({ value: { ...(value as object), code: "000858.SZ" } }));
  harness.twist((_, honest) => other(honest));
  const { state, reply } = await harness.run(question);
  assert.equal(state, "failed");
  assert.doesNotMatch(reply.text, /¥|%|五粮液/);
});

test("a retry that finds less does not cost what the first attempt had verified", async () => {
  routeTo("茅台", "五粮液");
  const down: ToolOutcome = { ok: false, error: { code: "SOURCE_DOWN", message: "down" } };
  harness.twist((call, honest) => {
    if (call.excludeSources.length > 0) return Promise.resolve(down);
    return isPriceOf(call, "000858.SZ") ? hourOld(honest) : undefined;
  });
  const journal = createMemoryLog();
  const outcome = await harness.run(both, { journal });
  assert.equal(outcome.state, "completed");
  assert.match(outcome.reply.text, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.match(outcome.reply.text, /五粮液 的数据已过时/);
  const sources = sourcesOf(turnOf(both, journal, outcome)).map(({ claim }) => "code" in claim && claim.code);
  assert.ok(
    sources.length > 0 && sources.every((code) => code === "600519.SH"),
    "the list of sources is of that attempt",
  );
});

test("beside another company's values it is said whose source was down; alone it goes without saying", async () => {
  routeTo("茅台", "五粮液");
  const down: ToolOutcome = { ok: false, error: { code: "SOURCE_DOWN", message: "down" } };
  harness.twist((call) => (isPriceOf(call, "000858.SZ") ? Promise.resolve(down) : undefined));
  const { reply } = await harness.run(both);
  assert.match(reply.text, /^贵州茅台\(600519\.SH\) 当前价/);
  assert.match(reply.text, /^五粮液: 数据源暂时都不可用/m);
  routeTo("茅台");
  harness.twist(() => Promise.resolve(down));
  assert.match((await harness.run(question)).reply.text, /^数据源暂时都不可用/);
});

test("what the plan invented is told to the model when it is asked again, without naming it", async () => {
  let asked = 0;
  harness.models.respond((request) =>
    isRouting(request) ? plan(asked++ === 0 ? "000858" : "600519") : undefined,
  );
  const before = harness.models.calls.length;
  const { reply } = await harness.run(question);
  const [, again] = harness.models.calls.slice(before).filter(isRouting);
  assert.match(
    promptOf(again),
    /refused: actions\[0\]\.input\.codes\[0\] is a security that the message does not name/,
  );
  assert.doesNotMatch(promptOf(again), /000858/);
  assert.match(reply.text, /600519/);
});

test("two skills that come to the same values say them once", async () => {
  const codes = ["茅台", "五粮液"];
  const both = ["price", "peers"].map((skill) => ({ skill, input: { codes, date: "这周" } }));
  harness.models.respond((request) => (isRouting(request) ? { actions: both, language: "zh" } : undefined));
  const { reply } = await harness.run("茅台和五粮液这周谁涨得多,各涨了多少");
  for (const company of ["贵州茅台", "五粮液"])
    assert.equal(reply.text.split(`${company}(`).length, 2, reply.text);
  assert.equal(reply.text.split("各行按").length, 2, reply.text);
});

test("a message that only points back is answered from the session, and routed by it again in a replay", async () => {
  const first = await harness.run(question);
  harness.models.respond((request) =>
    isRouting(request) ? { actions: [{ skill: "valuation", input: {} }], language: "zh" } : undefined,
  );
  const journal = createMemoryLog();
  const followUp = await harness.run("它的市盈率呢", { journal, session: first.session });
  assert.match(followUp.reply.text, /^贵州茅台\(600519\.SH\) 市盈率/);
  const report = await replayOf("它的市盈率呢", journal, followUp);
  assert.ok(report.same, JSON.stringify(report.rows));
});

const replayOf = (
  text: string,
  journal: ReturnType<typeof createMemoryLog>,
  outcome: Awaited<ReturnType<TurnHarness["run"]>>,
  from = "route",
) =>
  replay({
    turn: turnOf(text, journal, outcome),
    ports: harness.ports,
    from,
    live: false,
    signal: AbortSignal.timeout(120_000),
  });

for (const [what, text, twist] of [
  ["an answer", question, () => undefined],
  ["an answer about two companies", both, () => undefined],
  ["a question back", "平安多少钱", () => undefined],
  ["an unknown code", "999999 多少钱", () => undefined],
  [
    "a source that was down",
    question,
    async (): Promise<ToolOutcome> => ({ ok: false, error: { code: "SOURCE_DOWN", message: "down" } }),
  ],
  [
    "a rate limit",
    question,
    async (): Promise<ToolOutcome> => ({ ok: false, error: { code: "RATE_LIMIT", message: "busy" } }),
  ],
  [
    "a second attempt that mended the first",
    question,
    (call: SeenToolCall, honest: () => Promise<ToolOutcome>) =>
      call.excludeSources.length === 0 ? hourOld(honest) : honest(),
  ],
  [
    "a retry that found less than the first attempt",
    both,
    (call: SeenToolCall, honest: () => Promise<ToolOutcome>) =>
      isPriceOf(call, "000858.SZ") ? hourOld(honest) : undefined,
  ],
] as const) {
  test(`a dry replay of ${what} has the same result from every stage, and fetches nothing`, async () => {
    const codes: Readonly<Record<string, string[]>> = {
      [both]: ["茅台", "五粮液"],
      平安多少钱: ["平安"],
      "999999 多少钱": ["999999"],
    };
    routeTo(...(codes[text] ?? ["600519"]));
    harness.twist(twist as Parameters<TurnHarness["twist"]>[0]);
    const journal = createMemoryLog();
    const outcome = await harness.run(text, { journal });
    const before = harness.toolCalls.length;
    for (const from of stageOrder) {
      const report = await replayOf(text, journal, outcome, from);
      assert.deepEqual(
        report.rows.filter(({ before, after }) => before !== after),
        [],
        `from ${from}`,
      );
    }
    assert.equal(harness.toolCalls.length, before);
  });
}

test("a replay shows what another plan would have come to, and says that results differ", async () => {
  const journal = createMemoryLog();
  const outcome = await harness.run(question, { journal });
  harness.models.respond((request) =>
    isRouting(request) ? { actions: [{ skill: "chitchat", input: {} }], language: "zh" } : undefined,
  );
  const report = await replayOf(question, journal, outcome);
  assert.equal(report.same, false);
  const differing = report.rows.filter(({ before, after }) => before !== after).map(({ what }) => what);
  assert.deepEqual(differing, ["plan", "values", "prose"]);
});

test("a tool that answers without any figure ends in words, not in silence", async () => {
  routeTo("600519");
  harness.twist((call, honest) =>
    isPriceOf(call, "600519.SH")
      ? changed(() => ({
          value: { code: "600519.SH", quality: "realtime", phase: "morning", suspended: false },
        }))(honest)
      : undefined,
  );
  const { state, reply } = await harness.run(question);
  assert.equal(state, "failed");
  assert.notEqual(reply.text.trim(), "");
});

test("a chart is drawn for as long as its turn goes on, and an answer without its picture says so", async () => {
  harness.models.respond((request) =>
    isRouting(request)
      ? { actions: [{ skill: "chart", input: { codes: ["600519.SH"] } }], language: "zh" }
      : undefined,
  );
  const { signal } = new AbortController();
  const signals: unknown[] = [];
  const drawChart = async (...[, , asked]: Parameters<typeof harness.ports.drawChart>) => {
    signals.push(asked);
    return null;
  };
  const { state, reply } = await harness.run("茅台K线图", { signal, ports: { drawChart } });
  assert.deepEqual([state, signals], ["completed", [signal]]);
  assert.match(reply.text, /图没有画出来/);
  const stop = new AbortController();
  const stopped = async () => {
    stop.abort();
    return null;
  };
  await assert.rejects(
    harness.run("茅台K线图", { signal: stop.signal, ports: { drawChart: stopped } }),
    (error) => error === stop.signal.reason,
  );
});
