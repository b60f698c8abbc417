import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { newChat } from "../line/chat.ts";
import { type Service, startService } from "../line/service.ts";
import { eventually } from "../support/eventually.ts";
import { ask, type Visitor, visit } from "./site-visitor.ts";

const token = "operator-token-of-a-bad-day";
let telegram: TelegramEmulator;
let service: Service;
let mei: Visitor;

before(async () => {
  telegram = await createTelegramEmulator();
  service = await startService({
    ADMIN_TOKEN: token,
    DATA_SOURCES: "sample",
    LOG_LEVEL: "silent",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
  });
  mei = await visit(service.url, { token });
});
after(async () => {
  await service?.stop();
  await telegram?.close();
});

/** What the pages show while an answer is being sent, unless it was gone before anybody looked. */
async function tryDuringSend() {
  const held = Promise.withResolvers<void>();
  telegram.fail("sendMessage", { kind: "held", until: held.promise });
  const chat = newChat(telegram);
  const asked = chat.say("600519 现在多少钱");
  let text = "";
  try {
    await eventually("the answer to be under way", async () => {
      ({ text } = await mei.get("/admin/under-way?lang=zh"));
      return isInWork(text) || chat.said().length > 0;
    });
    return { text, health: (await mei.get("/admin?lang=zh")).text };
  } finally {
    held.resolve();
    await chat.answerTo(asked);
    telegram.clearFaults();
  }
}

const isInWork = (page: string) => /outbound-telegram[\s\S]*处理中/.test(page);
const isDirect = (page: string) => /回答第 1 段<\/td><td>处理中\(就地\)/.test(page);

/** The pages of a send that is as wanted: a service that was itself held up for a second gives an answer to a job. */
async function pagesDuringSend(isWanted = isInWork) {
  let pages = await tryDuringSend();
  for (let tries = 0; tries < 20 && !isWanted(pages.text); tries += 1) pages = await tryDuringSend();
  assert.ok(isWanted(pages.text), pages.text);
  return pages;
}

test("an answer that is sent without a job is under way all the same, and counted", async () => {
  const { text, health } = await pagesDuringSend(isDirect);
  assert.match(text, /600519 现在多少钱/);
  assert.match(
    health,
    /回答 → telegram<\/th><td class="n">0<\/td><td class="n">1<\/td><td class="n">0<\/td>/,
  );
});

test("the first page counts what is waiting to be sent, and what the platform would not take", {
  timeout: 300_000,
}, async () => {
  const { health } = await pagesDuringSend();
  assert.match(health, /最久的等待<\/div>(?:(?!class="card")[\s\S])*回答 → telegram/);
  telegram.fail("sendMessage", { kind: "error", status: 400 }, Number.POSITIVE_INFINITY);
  try {
    newChat(telegram).say("600519 现在多少钱");
    const isCounted = (page: string) =>
      /平台拒收<\/div><div class="big">1<\/div><a href="([^"]+)"/.exec(page);
    const counted = await eventually("the refusal to be counted", async () =>
      isCounted((await mei.get("/admin?lang=zh")).text),
    );
    assert.match((await mei.get(counted[1] ?? "")).text, /600519 现在多少钱/);
  } finally {
    telegram.clearFaults();
  }
});

test("all turns of a person are found by their id, in whatever chat they wrote", async () => {
  const [direct, group] = [newChat(telegram), newChat(telegram, "group")];
  const from = { id: direct.id, first_name: "Mei <b>" };
  await direct.ask("五粮液现在多少钱", { from });
  await group.answerTo(group.say(`@${telegram.bot.username} 比亚迪现在多少钱`, { from }));
  for (const sender of [`telegram:${direct.id}`, String(direct.id)]) {
    const { text } = await mei.get(`/admin/turns?sender=${encodeURIComponent(sender)}`);
    assert.equal(text.match(/<td>telegram · Mei &lt;b&gt;<(?:\/td|br)>/g)?.length, 2, sender);
    assert.match(text, /五粮液现在多少钱/);
    assert.match(text, /比亚迪现在多少钱/);
  }
  assert.match((await mei.get("/admin/turns?lang=zh&sender=telegram:1")).text, /没有符合的消息/);
});

test("while Redis is away every page says so and what to do, and goes on by itself afterwards", async () => {
  const pid = Number(readFileSync(join(service.dataFolder, "redis.pid"), "utf8").split("@")[0]);
  process.kill(pid, "SIGSTOP");
  try {
    const page = await mei.get("/admin/turns?lang=zh");
    assert.equal(page.status, 503);
    assert.match(page.text, /Redis 没有应答[\s\S]*自动重启[\s\S]*qianmen doctor/);
    assert.equal(page.headers["content-security-policy"]?.includes("default-src 'none'"), true);
    const act = await mei.post("/admin/people/block?lang=zh", { name: "telegram:666", sure: "1" });
    assert.equal(act.status, 503);
    assert.match(act.text, /可能没有执行/);
    const stranger = await ask(service.url, "/admin", { headers: { "accept-language": "en" } });
    assert.equal(stranger.status, 303, "who holds no cookie is sent to the door");
    const door = await ask(service.url, "/admin/login", { fields: { token: "wrong" } });
    assert.equal(door.status, 503);
    assert.doesNotMatch(door.text, /redis\.sock|qm-line/);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const status = await eventually("a page other than 503", async () => {
    const page = await mei.get("/admin");
    return page.status !== 503 && page.status;
  });
  assert.equal(status, 200);
});
