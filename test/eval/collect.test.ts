import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readCollected } from "../../src/composition/evaluation/collected-cases.ts";
import { readCases } from "../../src/eval/case.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { actor, openActHarness } from "../admin/act-harness.ts";
import { visit } from "../admin/site-visitor.ts";
import { type Service, startService } from "../line/service.ts";
import { openEvalHarness } from "./run-eval.ts";

const operator = { ADMIN_TOKEN: "operator-token-of-the-cases" };
const harness = openEvalHarness();
let service: Service;
before(async () => {
  service = await startService({ ...operator, DATA_SOURCES: "sample" });
});
after(async () => {
  await service?.stop();
  harness.close();
});

const casesIn = (path: string) => readCases(readFileSync(path, "utf8"));

test("a right turn becomes a case that asks its conversation again, and the evaluation keeps it", async () => {
  const first = await service.ask("茅台现在多少钱");
  const turn = await service.ask("它的市盈率呢");
  const to = join(harness.folder, "right.jsonl");
  const added = await service.cli("eval", "add", turn.id, "--to", to);
  assert.deepEqual([added.code, added.stdout.includes(to)], [0, true], added.stderr);
  const [only, ...more] = casesIn(to);
  assert.deepEqual(more, []);
  assert.deepEqual(
    only?.turns.map(({ question }) => question),
    ["茅台现在多少钱", "它的市盈率呢"],
  );
  assert.deepEqual([only?.now, only?.lang], [turn.market_now, "zh"]);
  const { answer, skills, codes, tools } = only?.turns[1]?.expect ?? {};
  assert.deepEqual([answer, skills, codes], [["numbers"], ["valuation"], ["600519.SH"]]);
  assert.ok(tools?.includes("get_valuation"));
  assert.ok(first.id !== turn.id);
  const ran = await harness.run(["eval", "--dataset", to]);
  assert.deepEqual([ran.status, ran.metrics().turns], [0, 2], ran.stdout);
  const again = await service.cli("eval", "add", turn.id, "--to", to);
  assert.deepEqual([again.code, casesIn(to).length], [1, 1], "once a turn");
});

test("a wrong one leaves the gold to be filled in, on the site as well, and the audit has both", async () => {
  const turn = await service.ask("15 × 23 等于多少");
  const visitor = await visit(service.url, { token: operator.ADMIN_TOKEN });
  const page = (await visitor.get(`/admin/turns/${turn.id}`)).text;
  assert.ok(page.includes(`action="/admin/turns/${turn.id}/collect"`));
  const sent = await visitor.post(`/admin/turns/${turn.id}/collect`, { wrong: "1" });
  assert.equal(sent.status, 303);
  const [only] = casesIn(join(service.dataFolder, "eval", "cases.jsonl"));
  const { answer = [], ...rest } = only?.turns.at(-1)?.expect ?? {};
  assert.deepEqual(rest, { says: [] });
  assert.ok(!answer.includes("failure") && answer.length > 1);
  assert.ok(only?.tags.includes("to-fill-in"));
  const { stdout } = await service.cli("turns", "audit");
  const lines = stdout.trimEnd().split("\n");
  const acts = lines.map((line) => JSON.parse(line)).filter(({ act }) => act === "eval.add");
  assert.deepEqual(acts.map(({ what, after: now }) => [what, now?.wrong ?? "refused"]).at(-1), [
    turn.id,
    true,
  ]);
  assert.ok(acts.some(({ who }) => String(who).startsWith("cli:")) && acts.length === 3);
  assert.doesNotMatch(JSON.stringify(acts), /15 × 23|市盈率/, "no word of the message");
});

test("a failed turn is to be filled in, one that has not ended is refused, and a file that is no dataset is left alone", async () => {
  const acts = await openActHarness();
  try {
    const failed = await acts.failed({ text: "茅台现在多少钱" });
    const to = join(harness.folder, "failed.jsonl");
    assert.equal((await acts.acts.collect(actor, failed.id, { wrong: false, to })).ok, true);
    const [only] = casesIn(to);
    assert.deepEqual(only?.turns[0]?.expect.says, []);
    assert.equal(only?.turns[0]?.question, "茅台现在多少钱");
    const waiting = await acts.waiting();
    assert.equal((await acts.acts.collect(actor, waiting.id, { wrong: false, to })).ok, false);
    assert.equal((await acts.acts.collect(actor, "telegram-none", { wrong: false, to })).ok, false);
    const other = join(harness.folder, "notes.txt");
    writeFileSync(other, "my notes\n");
    await assert.rejects(acts.acts.collect(actor, failed.id, { wrong: false, to: other }), /INVALID_ARGS/);
    assert.equal(readFileSync(other, "utf8"), "my notes\n");
    const nowhere = [join(other, "below", "cases.jsonl")];
    if (platform() === "linux") nowhere.push("/proc/nix/cases.jsonl");
    for (const place of nowhere)
      await assert.rejects(
        acts.acts.collect(actor, failed.id, { wrong: false, to: place }),
        /^AppError: INVALID_ARGS: /,
      );
    const kept = await readCollected(createAdapterStore(acts.store, "eval"));
    assert.deepEqual(
      kept.map(({ path }) => path),
      [to],
      "of a case that was not written nothing is kept",
    );
  } finally {
    await acts.close();
  }
});
