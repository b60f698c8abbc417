import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { LoginScreen, OutboundPart } from "#contract";
import { openAccounts } from "../../../adapters/weixin/accounts.ts";
import weixin from "../../../adapters/weixin/index.ts";
import { login } from "../../../adapters/weixin/login.ts";
import { createWeixinEmulator } from "../../emulators/weixin.ts";
import { createVariedChannel, type VariedChannel } from "../../emulators/weixin-varied.ts";
import { createRandom } from "../../line/random.ts";
import { createTestHost } from "../support/test-host.ts";
import { openStore } from "./harness.ts";
import { apart, type Bot, createBots, testTimings } from "./start.ts";

/** `WEIXIN_DIALECTS=300` is the long form; `WEIXIN_SEED` repeats a run's choices. */
const dialects = Number(process.env.WEIXIN_DIALECTS ?? 16);
const firstSeed = Number(process.env.WEIXIN_SEED ?? 1);

const createBot = await createBots();
/** Of all calls, how many go wrong; by the seed. */
const faultRates = [0, 0.05, 0.12, 0.25];
const patientMs = 120_000;
const questions = ["600519", "茅台的市盈率", "300750 走势", "来源", "比亚迪 🚗 多少钱", "谢谢"];
const image = Buffer.from("not quite a picture, but bytes that must arrive");

/** The person writes; resolves once it has been taken in. */
async function says(bot: Bot, text: string): Promise<void> {
  bot.channel.userSays(text);
  const isIn = () => bot.host.received.some((message) => message.text === text);
  await bot.host.waitFor(isIn, patientMs, `"${text}" to come in`);
}

let goes = 0;

/** One part as the gateway sends it: again where it may be, later where it must wait; the person helps where they must. */
async function deliver(bot: Bot, part: OutboundPart): Promise<string> {
  let doubts = 0;
  for (let tries = 0; tries < 60; tries++) {
    const { status } = await bot.adapter.send(part);
    if (status === "delivered" || status === "unconfirmed" || status === "refused") return status;
    if (status === "unknown" && ++doubts === 2) return status;
    if (status === "held") await says(bot, `还在等第${++goes}次`);
    else await pause(5);
  }
  return assert.fail(`no end of sending "${part.text}"`);
}

const times = (list: readonly string[], wanted: (text: string) => boolean): number =>
  list.filter(wanted).length;

async function converse(bot: Bot, channel: VariedChannel): Promise<void> {
  const answers: string[] = [];
  for (const [at, question] of questions.entries()) {
    await says(bot, question);
    await bot.adapter.typing?.(bot.part(""));
    const text = `第${at}答 ¥1801.23`;
    const picture = [
      { name: "chart.png", mediaType: "image/png" as const, base64: image.toString("base64") },
    ];
    const part = bot.part(text, at === 2 ? { artifacts: picture } : {});
    const status = await deliver(bot, part);
    answers.push(text);
    assert.notEqual(status, "refused");
  }
  channel.calm();
  // What may not have arrived is offered with the next messages.
  await says(bot, "还有吗");
  await deliver(bot, bot.part("没有了"));
  await says(bot, "好吧");
  await deliver(bot, bot.part("再见"));
  const all = [...answers, "没有了", "再见"];
  // Offers run beside what is sent.
  for (const text of all)
    await bot.channel.waitFor(() => bot.texts().some((each) => each.endsWith(text)), patientMs, text);
  const seen = bot.texts();
  for (const text of all)
    assert.ok(times(seen, (each) => each === text) <= 1, `"${text}" came twice, unmarked`);
  const pictures = () => bot.channel.shown(bot.userId).filter(({ kind }) => kind === "image");
  const missed = () =>
    times(bot.texts(), (each) => /^(图片没有发出去|刚才的图片或文件可能没有送达)/.test(each));
  await bot.channel.waitFor(() => pictures().length + missed() > 0, patientMs, "the picture, or word of it");
  assert.ok(pictures().length <= 1 && missed() <= 1);
  assert.ok(pictures().every(({ bytes }) => bytes?.equals(image)));
}

function auditIntake(bot: Bot): void {
  const ids = new Map<string, Set<string>>();
  for (const { id, text } of bot.host.received) ids.set(text, (ids.get(text) ?? new Set()).add(id));
  for (const [text, own] of ids) assert.equal(own.size, 1, `"${text}" was taken as ${own.size} messages`);
  const order = [...ids.keys()].filter((text) => questions.includes(text));
  assert.deepEqual(order, questions);
  assert.deepEqual(bot.host.malformed, []);
  assert.deepEqual(bot.channel.violations, []);
}

const redis = await openStore();
after(() => redis.close());

/** One person scans, whatever happens to the calls; the digits are wrong twice. */
async function enters(seed: number): Promise<void> {
  const emulator = await createWeixinEmulator();
  const random = createRandom(seed);
  const channel = await createVariedChannel(emulator, random, faultRates[seed % faultRates.length] ?? 0);
  const config = weixin.settings.schema.parse({ WEIXIN_API_ROOT: channel.root });
  const { host, close } = await createTestHost(config, { store: apart(redis.store) });
  emulator.planScan("wait", "scaned", { status: "need_verifycode", code: "42" }, "wait", "confirmed");
  const typed = ["41", "40"];
  let codes = 0;
  const screen: LoginScreen = {
    show: () => {
      codes += 1;
    },
    tell: () => {},
    ask: async () => typed.shift() ?? "42",
  };
  const outcome = await login(host, screen, AbortSignal.timeout(patientMs), testTimings);
  const accounts = await openAccounts(host as never).list();
  await Promise.all([close(), channel.close(), emulator.close()]);
  // A code that could be had at all is one that leads on.
  assert.equal(outcome.ok, codes > 0);
  if (codes > 0) assert.equal(accounts[0]?.token, emulator.account().token);
}

for (let seed = firstSeed; seed < firstSeed + dialects / 2; seed++)
  test(`a login in the words of another writer comes to its end (seed ${seed})`, () => enters(seed));

for (let seed = firstSeed; seed < firstSeed + dialects; seed++)
  test(`a channel that writes and fails in its own way costs no message and doubles none (seed ${seed})`, async () => {
    const varied: VariedChannel[] = [];
    const bot = await createBot({
      timings: { loginProbeMs: 30 },
      through: async (emulator) => {
        varied.push(
          await createVariedChannel(emulator, createRandom(seed), faultRates[seed % faultRates.length] ?? 0),
        );
        return varied[0]?.root ?? "";
      },
    });
    const [channel] = varied;
    assert.ok(channel !== undefined);
    after(() => channel.close());
    try {
      await converse(bot, channel);
      auditIntake(bot);
    } catch (error) {
      throw new Error(
        `seed ${seed}, ${JSON.stringify(channel.dialect)}, saw ${JSON.stringify(bot.texts())}`,
        {
          cause: error,
        },
      );
    } finally {
      await bot.close();
      await channel.close();
    }
  });
