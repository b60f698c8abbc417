import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openAccounts } from "../../../adapters/weixin/accounts.ts";
import { connect } from "../../../src/store/redis.ts";
import { createWeixinEmulator, type WeixinEmulator } from "../../emulators/weixin.ts";
import { createRandom, pick } from "../../line/random.ts";
import { type Service, startService } from "../../line/service.ts";
import { createTestHost } from "../support/test-host.ts";
import { auditPerson, type Question } from "./audit-person.ts";

/** `WEIXIN_KILLS=100 npm test -- test/adapters/weixin/kills.test.ts` is the long form; `WEIXIN_SEED` repeats a run's choices. */
const kills = Number(process.env.WEIXIN_KILLS ?? 3);
const seed = Number(process.env.WEIXIN_SEED ?? Math.floor(Math.random() * 1e9));
const people = 8;
/** Without one more answer for so long, everybody writes once more. */
const quietMs = 12_000;
/** Who waits for so many answers asks nothing more: what waits beyond the cap on held answers is given up, and said to be. */
const mostAwaited = 20;
/** So often everybody writes in vain before what is missing is lost. A machine that is slow only takes more rounds. */
const mostVainRounds = 4;

const questions: readonly Question[] = ["600519", "000858", "300750", "002594", "601318", "000001"].flatMap(
  (code) =>
    [
      ["现在多少钱", "当前价"],
      ["市盈率", "市盈率"],
      ["市净率", "市净率"],
    ].map(([ask = "", word = ""]) => ({ ask: `${code} ${ask}`, code, word })),
);

/** The turn of each person's question, for who has to find out what became of it. */
const turns = new Map<string, string>();

/** What the service has written down about a question. */
async function ledgerOf(userId: string, ask: string): Promise<string> {
  const store = connect({ socketPath: join(service.dataFolder, "redis.sock"), failAfterMs: 20_000 });
  const id = turns.get(`${userId} ${ask.split(":")[0]}`) ?? "";
  const rows = await Promise.all([
    store.redis.hgetall(store.keys.ledger(id)),
    store.redis.hgetall(store.keys.turn(id)),
  ]);
  await store.close();
  return `${ask} ${id} ${JSON.stringify(rows).slice(0, 3000)}`;
}

let channel: WeixinEmulator;
let service: Service;
before(async () => {
  channel = await createWeixinEmulator();
  service = await startService({
    WEIXIN_ENABLED: "on",
    WEIXIN_API_ROOT: channel.root,
    WEIXIN_CDN_ROOT: channel.cdnRoot,
    DATA_SOURCES: "sample",
    LOG_LEVEL: "error",
  });
  const { host } = await createTestHost({});
  const accounts = openAccounts({ ...host, config: {}, dataFolder: service.dataFolder });
  for (let person = 0; person < people; person++) {
    const { token, botId, userId } = channel.addAccount();
    const savedAtMs = Date.now();
    await accounts.save({ accountId: botId, token, baseUrl: channel.root, userId, savedAtMs });
  }
});
after(async () => {
  try {
    await service.stop();
  } finally {
    await channel.close();
  }
});

/** One person, who asks now and then until told to stop, and nothing twice unless there are more kills than questions. */
async function talk(userId: string, random: () => number, isOver: () => boolean): Promise<Question[]> {
  const asked: Question[] = [];
  const awaited = () =>
    auditPerson(
      asked,
      channel.shown(userId).map(({ text }) => text),
    ).missing;
  while (!isOver()) {
    if (awaited() >= mostAwaited) {
      await pause(200);
      continue;
    }
    const often = (question: Question) => asked.filter((each) => each === question).length;
    const least = Math.min(...questions.map(often));
    const question = pick(
      random,
      // The same words within three seconds are one message.
      questions.filter((each) => !asked.slice(-4).includes(each) && often(each) <= least + 1),
    );
    if (asked.length < Math.max(questions.length, kills)) {
      asked.push(question);
      const { message_id, to_user_id } = channel.userSays(question.ask, {}, userId);
      turns.set(`${userId} ${question.ask}`, `weixin-${to_user_id}-m${message_id}`);
    }
    await pause(1200 + 3000 * random());
  }
  return asked;
}

/** Until everything is there. People who see nothing new write once more: then what may not have arrived is offered again. */
async function settle(users: readonly string[], missing: () => number): Promise<void> {
  for (let round = 0, vain = 0; missing() > 0 && vain < mostVainRounds; round++) {
    const before = missing();
    while (missing() > 0) {
      const now = missing();
      await channel.waitFor(() => missing() < now, quietMs).catch(() => undefined);
      if (missing() === now) break;
    }
    vain = missing() < before ? 0 : vain + 1;
    if (missing() > 0) for (const userId of users) channel.userSays(`谢谢${round}`, {}, userId);
  }
}

/** Each life gets at least one answer out: a question whose worker dies again and again is failed, and its person told so. */
async function rage(random: () => number, answers: () => number): Promise<void> {
  for (let done = 0; done < kills; done++) {
    const before = answers();
    await channel.waitFor(() => answers() > before, 5000).catch(() => undefined);
    await pause(700 * random());
    // Beside the kill, one answer of the channel's is lost on its way: nobody can know that the message has arrived.
    if (random() < 0.5) channel.fail("sendmessage", { kind: "accept_then_drop" });
    if (random() < 0.2) channel.fail("getupdates", { kind: "accept_then_drop" });
    await service.kill();
    await service.start();
  }
}

test(`${kills} kills under load: nothing is lost, and nothing comes twice without saying so`, async () => {
  const random = createRandom(seed);
  let isOver = false;
  const users = Array.from({ length: people }, (_, at) => channel.addedUser(at));
  const talking = users.map((userId, at) => talk(userId, createRandom(seed + at + 1), () => isOver));
  const answers = () => users.reduce((sum, userId) => sum + channel.shown(userId).length, 0);
  await rage(random, answers).finally(() => {
    isOver = true;
  });
  const asked = await Promise.all(talking);
  const texts = (userId: string) => channel.shown(userId).map(({ text }) => text);
  await settle(users, () =>
    users.reduce((sum, userId, at) => sum + auditPerson(asked[at] ?? [], texts(userId)).missing, 0),
  );
  await pause(3000);
  for (const [at, userId] of users.entries()) {
    const { lost, doubled } = auditPerson(asked[at] ?? [], texts(userId));
    const ledgers = await Promise.all(lost.map((ask) => ledgerOf(userId, ask)));
    const story = `seed ${seed}\n${asked[at]?.map(({ ask }) => ask).join("\n")}\n--\n${texts(userId).join("\n")}\n${ledgers.join("\n")}`;
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] }, story);
  }
  assert.ok(asked.flat().length >= kills, "the people kept asking");
  assert.deepEqual(channel.violations, []);
});
