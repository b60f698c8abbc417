import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openAccounts } from "../../../adapters/weixin/accounts.ts";
import { createAdapterStore } from "../../../src/store/adapter-store.ts";
import { connect } from "../../../src/store/redis.ts";
import { createWeixinEmulator, type WeixinEmulator } from "../../emulators/weixin.ts";
import { patienceMs } from "../../line/chat.ts";
import { freePort, type Service, startService } from "../../line/service.ts";
import { createTestHost } from "../support/test-host.ts";
import { auditPerson, type Question } from "./audit-person.ts";
import { credentialsKey } from "./harness.ts";

/** `WEIXIN_STALL=on` adds a gateway that stands still for longer than its leases last, and then goes on. */
const stalls = process.env.WEIXIN_STALL === "on";
const people = 24;
/** Longer than a lease, see `createAlone`. */
const stallMs = 9000;

const ask = (code: string): Question => ({ ask: `${code} 现在多少钱`, code, word: "当前价" });
const rounds = ["600519", "000858", "300750", "002594", "601318"].map(ask);

const folder = mkdtempSync(join(tmpdir(), "qm-two-"));
const port = await freePort();
const redis = spawn(
  "redis-server",
  `--port ${port} --bind 127.0.0.1 --appendonly yes --save  --maxmemory-policy noeviction --dir ${folder}`.split(
    " ",
  ),
  { stdio: "ignore" },
);
const gateways: Service[] = [];
let channel: WeixinEmulator;
let users: readonly string[] = [];

before(async () => {
  channel = await createWeixinEmulator();
  const REDIS_URL = `redis://127.0.0.1:${port}`;
  const store = connect({ url: REDIS_URL, failAfterMs: 20_000 });
  const { host, close } = await createTestHost({ CREDENTIALS_KEY: credentialsKey });
  const accounts = openAccounts({ ...host, store: createAdapterStore(store, "weixin") });
  for (let person = 0; person < people; person++) {
    const { token, botId, userId } = channel.addAccount();
    await accounts.save({ accountId: botId, token, baseUrl: channel.root, userId, savedAtMs: Date.now() });
  }
  await Promise.all([store.close(), close()]);
  users = Array.from({ length: people }, (_, at) => channel.addedUser(at));
  // The first takes all leases.
  for (let at = 0; at < 2; at++)
    gateways.push(
      await startService({
        REDIS_URL,
        WEIXIN_ENABLED: "on",
        WEIXIN_API_ROOT: channel.root,
        WEIXIN_CDN_ROOT: channel.cdnRoot,
        CREDENTIALS_KEY: credentialsKey,
        DATA_SOURCES: "sample",
        LOG_LEVEL: "error",
      }),
    );
});
after(async () => {
  for (const gateway of gateways) {
    gateway.signal("SIGCONT");
    await gateway.stop();
  }
  redis.kill("SIGKILL");
  await once(redis, "exit");
  await channel.close();
  rmSync(folder, { recursive: true, force: true });
});

const verdict = (userId: string, asked: readonly Question[]) =>
  auditPerson(
    asked,
    channel.shown(userId).map(({ text }) => text),
  );
const missing = (asked: readonly Question[]) =>
  users.reduce((sum, userId) => sum + verdict(userId, asked).missing, 0);

/** Everybody asks at once. */
function say(question: Question | undefined): void {
  for (const userId of users) channel.userSays(question?.ask ?? "", {}, userId);
}

const answered = (asked: readonly Question[], most = 0) =>
  channel.waitFor(() => missing(asked) <= most, patienceMs, `all answers but ${most}`);

function audit(asked: readonly Question[]): void {
  for (const userId of users) {
    const { lost, doubled } = verdict(userId, asked);
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
  }
  assert.deepEqual(channel.violations, []);
}

test("two gateways on one Redis: one polls each token, the other takes over from a killed and from a stopped one", async () => {
  const [first, second] = gateways as [Service, Service];
  const [one, two, three, four] = rounds as [Question, Question, Question, Question];
  say(one);
  await answered([one]);
  say(two);
  // Some are answered, some are on their way, some lie in the stream.
  await answered([one, two], people - 3);
  await first.kill();
  say(three);
  await answered([one, two, three], people / 2);
  await first.start();
  say(four);
  await second.stop({ keep: true });
  await answered(rounds.slice(0, 4));
  await second.start();
  audit(rounds.slice(0, 4));
  assert.equal(channel.mostPolling(), 1);
});

test("a gateway that stood still for longer than its leases last loses nothing and doubles nothing", {
  skip: !stalls,
}, async () => {
  const [first] = gateways as [Service, Service];
  first.signal("SIGSTOP");
  say(rounds[4]);
  await pause(stallMs);
  first.signal("SIGCONT");
  await answered(rounds);
  await pause(2000);
  audit(rounds);
});
