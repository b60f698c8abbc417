import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createRandom, pick } from "../../line/random.ts";
import { type Service, startService } from "../../line/service.ts";
import { auditPerson, type Question } from "../weixin/audit-person.ts";
import { createGateway, type Gateway } from "./gateway.ts";

/** `WECHAT_KILLS=100 npm test -- test/adapters/wechat/kills.test.ts` is the long form; `WECHAT_SEED` repeats a run's choices. */
const kills = Number(process.env.WECHAT_KILLS ?? 2);
const seed = Number(process.env.WECHAT_SEED ?? Math.floor(Math.random() * 1e9));
const people = Array.from({ length: 6 }, (_, at) => `wxid_person_${at}`);
const patienceMs = 180_000;
/** How far back the gateway hands out again what was written, to whoever begins to listen. */
const caughtUpMs = 600_000;

const questions: readonly Question[] = ["600519", "000858", "300750", "002594", "601318", "000001"].flatMap(
  (code) =>
    [
      ["现在多少钱", "当前价"],
      ["市盈率", "市盈率"],
      ["市净率", "市净率"],
    ].map(([ask = "", word = ""]) => ({ ask: `${code} ${ask}`, code, word })),
);

let gateway: Gateway;
let service: Service;
before(async () => {
  gateway = await createGateway({ onConnection: (world) => world.announceSince(Date.now() - caughtUpMs) });
  gateway.world.people.push(...people);
  await gateway.start();
  service = await startService({
    ...gateway.settings,
    DATA_SOURCES: "sample",
    LOG_LEVEL: "error",
  });
});
after(async () => {
  await service.stop().finally(() => gateway.stop());
  await gateway.puppet.stop();
});

/** One person, who asks now and then until told to stop; the service may be down. */
async function talk(from: string, random: () => number, isOver: () => boolean): Promise<Question[]> {
  const asked: Question[] = [];
  while (!isOver()) {
    const left = questions.filter((each) => !asked.slice(-questions.length + 2).includes(each));
    const question = pick(random, left);
    asked.push(question);
    gateway.world.say(question.ask, { from });
    await pause(1000 + 3000 * random());
  }
  return asked;
}

async function rage(random: () => number): Promise<void> {
  for (let done = 0; done < kills; done++) {
    await pause(1500 * random());
    // Beside the kill, one answer of the gateway's is lost: nobody can know that the message has arrived.
    if (random() < 0.5) gateway.world.loseNextAnswer();
    const before = gateway.connections();
    await service.kill();
    await service.start();
    // The next process gets the account when the lease of the killed one has run out.
    await gateway.world.waitFor(() => gateway.connections() > before, patienceMs);
  }
}

test(`${kills} kills under load: nothing is lost, and nothing comes twice without saying so`, async () => {
  const random = createRandom(seed);
  let isOver = false;
  const talking = people.map((from, at) => talk(from, createRandom(seed + at + 1), () => isOver));
  await rage(random).finally(() => {
    isOver = true;
  });
  const asked = await Promise.all(talking);
  const { world } = gateway;
  const lostOf = (at: number) => auditPerson(asked[at] ?? [], world.seen(people[at])).lost;
  await world
    .waitFor(() => people.every((_, at) => lostOf(at).length === 0), patienceMs)
    .catch(() => undefined);
  await pause(2000);
  for (const [at, person] of people.entries()) {
    const { lost, doubled } = auditPerson(asked[at] ?? [], world.seen(person));
    const story = `seed ${seed}\n${asked[at]?.map(({ ask }) => ask).join("\n")}\n--\n${world.seen(person).join("\n")}`;
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] }, story);
  }
  assert.ok(asked.flat().length >= kills, "the people kept asking");
  assert.ok(gateway.connections() > kills, "every start has found the gateway");
});
