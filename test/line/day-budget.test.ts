import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { costOf } from "../../src/admin/cost.ts";
import { createJournal } from "../../src/journal/journal.ts";
import { createDaySpending } from "../../src/store/day-spending.ts";
import { connect } from "../../src/store/redis.ts";
import type { ModelsEmulator } from "../emulators/models.ts";
import type { TelegramEmulator } from "../emulators/telegram.ts";
import { newChat, patienceMs } from "./chat.ts";
import type { Service } from "./service.ts";
import { type ModelLine, openModelLine } from "./telegram-line.ts";

const small = { prompt: 2, completion: 10 };
const large = { prompt: 20, completion: 100 };
const prices = new Map([
  ["openai:gpt-5.4-mini", small],
  ["openai:gpt-5.4", large],
]);

let line: ModelLine;
let telegram: TelegramEmulator;
let models: ModelsEmulator;
let service: Service;

/** The limits are those of one day in Shanghai; this test takes well below two minutes. */
async function leaveMidnightBehind(): Promise<void> {
  const dayMs = 86_400_000;
  const untilMidnightMs = dayMs - ((Date.now() + 8 * 3_600_000) % dayMs);
  if (untilMidnightMs < 120_000) await sleep(untilMidnightMs + 1000);
}

before(async () => {
  await leaveMidnightBehind();
  line = await openModelLine({
    MODEL_PRICES: "openai:gpt-5.4-mini=2/10,openai:gpt-5.4=20/100",
    DAY_REQUESTS: "2",
    DAY_COST: "5",
    TOTAL_DAY_TOKENS: "500000",
    LOG_LEVEL: "error",
  });
  ({ telegram, models, service } = line);
});
after(() => line?.close());

/** What the limits of the day have counted, and what the journal's turns have cost, in tokens and billionths. */
async function books() {
  const store = connect({ socketPath: join(service.dataFolder, "redis.sock") });
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const turns = await journal.list({ limit: 9 });
  const newest = await journal.read(turns[0]?.id ?? "");
  const calls = turns.flatMap((turn) => turn.models);
  const tokens = calls.reduce((sum, { usage }) => sum + usage.prompt_tokens + usage.completion_tokens, 0);
  const counted = await createDaySpending(store).read(null);
  await store.close();
  return {
    counted,
    journaled: { tokens, cost: Math.round((costOf(calls, prices) ?? 0) * 1e9) },
    calls,
    newest,
  };
}

test("killed in the middle of a call: nothing is counted twice, nothing stays set aside; and the questions of a day end", async () => {
  const chat = newChat(telegram);
  assert.match(await chat.ask("600519 现在多少钱 #1"), /当前价 ¥/);
  let written = false;
  models.respond(({ system }) => {
    if (system.includes("You route messages")) return undefined;
    written = true;
    models.hold();
    return undefined;
  });
  const second = chat.say("000858 现在多少钱 #2");
  // The plan is paid for and the text is being written.
  await models.waitFor(() => written && models.waiting() === 1, patienceMs);
  await service.kill();
  models.respond(() => undefined);
  models.release();
  await service.start();
  assert.match((await chat.answerTo(second)).text ?? "", /当前价 ¥/);

  const { counted, journaled, calls } = await books();
  assert.equal(calls.length, 4);
  assert(journaled.tokens > 0 && journaled.cost > 0);
  assert.deepEqual(counted, { requests: 2, ...journaled });

  const third = chat.say("300750 现在多少钱 #3");
  assert.match(
    (await chat.answerTo(third)).text ?? "",
    /^今天可以提的问题已经提完,这条没有受理。北京时间 \d{4}-\d\d-\d\d 00:00 起可以继续提问。$/,
  );
  const shown = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(shown, /^qianmen_day_limit_refusals_total\{scope="user",limit="requests"\} 1$/m);
  assert.match(
    shown,
    /^qianmen_model_cost_total\{provider="openai",model="gpt-5.4-mini",tier="small"\} 0\.0\d+/m,
  );
  const turns = JSON.parse((await service.cli("turns", "--json")).stdout);
  const costs: number[] = turns.map(({ cost }: { cost: number }) => cost);
  assert.equal(Math.round(costs.reduce((sum, cost) => sum + cost, 0) * 1e9), journaled.cost);
});

test("what a replay at the command line asks of models counts for everybody's day", async () => {
  const { newest: turn } = await books();
  assert.ok(turn !== null);
  const exported = join(service.dataFolder, "turn.json");
  writeFileSync(exported, JSON.stringify({ qianmen: 1, turn }));
  for (const which of [[turn.id], ["--file", exported]]) {
    const before = (await books()).counted;
    const [asked, used] = [models.calls.length, models.tokens];
    const known = { ...used };
    const { code, stderr } = await service.cli("replay", ...which, "--live");
    assert.equal(code, 0, stderr);
    assert.equal(models.calls.length - asked, 2);
    const { prompt, completion } = models.tokens;
    const { requests, tokens } = (await books()).counted;
    assert.equal(tokens - before.tokens, prompt + completion - known.prompt - known.completion);
    assert.equal(requests, before.requests);
  }
});
