import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createJournal } from "../src/journal/journal.ts";
import { indexTurns } from "../src/journal/search/index-turns.ts";
import { gatherTexts } from "../src/journal/search/text-slots.ts";
import { createAdapterStore } from "../src/store/adapter-store.ts";
import { connect } from "../src/store/redis.ts";
import { visit } from "../test/admin/site-visitor.ts";
import { createTelegramEmulator } from "../test/emulators/telegram.ts";
import { newChat } from "../test/line/chat.ts";
import { startService } from "../test/line/service.ts";

/**
 * The administrator's site over a large journal: server times of its pages, and what a bulk replay of 1,000 turns costs the people who
 * ask meanwhile. `node bench/admin.ts [turns]`, 100,000 unless said otherwise.
 */
const wanted = Number(process.argv[2] ?? 100_000);
const replays = 1000;
const rounds = 10;
const token = "operator-token-of-the-bench";

const quantile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
const shown = (all: readonly number[]) =>
  `p50 ${quantile(all, 0.5).toFixed(1)} ms, p95 ${quantile(all, 0.95).toFixed(1)} ms, most ${Math.max(...all).toFixed(1)} ms`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const telegram = await createTelegramEmulator();
const service = await startService({
  ADMIN_TOKEN: token,
  DATA_SOURCES: "sample",
  LOG_LEVEL: "error",
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_ROOT: telegram.root,
});
const store = connect({ socketPath: join(service.dataFolder, "redis.sock") });
const timed = async <Value>(work: () => Promise<Value>): Promise<readonly [number, Value]> => {
  const from = performance.now();
  const value = await work();
  return [performance.now() - from, value];
};

/** Copies answered turns under new ids, an hour's worth a second apart, then has them indexed. */
async function fill(): Promise<void> {
  const asked = ["茅台现在多少钱", "五粮液市盈率", "比亚迪昨天收盘", "你好", "宁德时代和比亚迪对比"];
  const patterns: Record<string, string>[] = [];
  for (const question of asked) {
    const { id } = await service.ask(question);
    patterns.push(await store.redis.hgetall(store.keys.turn(id)));
  }
  const nowMs = Date.now();
  for (let from = 0; from < wanted; from += 500) {
    const writes = store.redis.pipeline();
    for (let at = from; at < Math.min(wanted, from + 500); at++) {
      const turnId = `telegram-7-${at % 997}-${at}${randomBytes(2).toString("hex")}`;
      const atMs = nowMs - at * 20_000;
      const failed = at % 50 === 0 ? { s: "failed", error: "SOURCE_DOWN" } : {};
      const pattern = patterns[at % patterns.length] ?? {};
      const message = {
        ...JSON.parse(pattern.m ?? "{}"),
        id: turnId,
        platform: "telegram",
        chatId: `${at % 997}`,
      };
      writes.hset(store.keys.turn(turnId), {
        ...pattern,
        m: JSON.stringify(message),
        a: String(atMs),
        ...failed,
      });
      writes.zadd(store.keys.turns, atMs, turnId);
    }
    await writes.exec();
  }
  const signal = new AbortController().signal;
  const journal = createJournal(store, { days: 30, wallMs: Date.now });
  const keep = createAdapterStore(store, "journal");
  // The service has found these days empty when it came up.
  const today = Math.floor(nowMs / 86_400_000);
  await store.redis.del(Array.from({ length: 10 }, (_, at) => store.keys.texts(today - at)));
  const [ms, count] = await timed(() => indexTurns({ store, journal, keep, days: 30, signal }));
  say(`indexes of ${count} old turns built in ${(ms / 1000).toFixed(1)} s`);
  const [textMs, stretches] = await timed(() => gatherTexts({ store, days: 30, wallMs: Date.now, signal }));
  say(`texts of ${stretches} stretches gathered in ${(textMs / 1000).toFixed(1)} s`);
}

/** What does not depend on what else the machine does: Redis commands, processor time of Redis and of the service, milliseconds. */
async function spent(): Promise<readonly [commands: number, redisMs: number, serviceMs: number]> {
  const [stats, cpu, metrics] = await Promise.all([
    store.redis.info("stats"),
    store.redis.info("cpu"),
    fetch(`${service.url}/metrics`).then((response) => response.text()),
  ]);
  const number = (text: string, name: string) =>
    Number(new RegExp(`^${name}[: ]([\\d.]+)`, "m").exec(text)?.[1]);
  const redisMs = 1000 * (number(cpu, "used_cpu_user") + number(cpu, "used_cpu_sys"));
  return [
    number(stats, "total_commands_processed"),
    redisMs,
    1000 * number(metrics, "process_cpu_seconds_total"),
  ];
}

const mei = await visit(service.url, { token });

async function pages(): Promise<void> {
  const ids = await store.redis.zrevrange(store.keys.turns, 1000, 1040);
  const paths: Record<string, readonly string[]> = {
    "turn page": ids.map((id) => `/admin/turns/${id}`),
    list: Array.from({ length: 20 }, () => "/admin/turns"),
    "list of failed": Array.from({ length: 20 }, () => "/admin/turns?state=failed"),
    "by code and error": Array.from({ length: 20 }, () => "/admin/turns?code=600519.SH&error=SOURCE_DOWN"),
    "by skill and chat": Array.from({ length: 20 }, () => "/admin/turns?skill=price&chat=telegram/7/42"),
    "text of 7 days": Array.from({ length: 20 }, () => `/admin/turns?q=${encodeURIComponent("比亚迪昨天")}`),
    "text that is nowhere": Array.from({ length: 10 }, () => "/admin/turns?q=nowhere"),
    "by person": Array.from({ length: 20 }, () => "/admin/turns?sender=telegram:4242"),
    "under way": Array.from({ length: 20 }, () => "/admin/under-way"),
    health: Array.from({ length: 20 }, () => "/admin"),
  };
  for (const [name, each] of Object.entries(paths)) {
    const times: number[] = [];
    const before = await spent();
    for (const path of each) times.push((await timed(() => mei.get(path)))[0]);
    const after = await spent();
    const [commands, redisMs, serviceMs] = after.map(
      (value, at) => (value - (before[at] ?? 0)) / each.length,
    );
    say(
      `${name.padEnd(22)} ${shown(times)}; a page: ${commands?.toFixed(0)} commands, Redis ${redisMs?.toFixed(1)} ms, service ${serviceMs?.toFixed(1)} ms`,
    );
  }
}

/** People who ask one after the other, eight at a time, until told to stop. */
async function live(isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  const person = async (at: number) => {
    await pause(at * 37);
    const chat = newChat(telegram);
    while (!isOver()) {
      times.push((await timed(() => chat.ask("600519 现在多少钱")))[0]);
      await pause(120);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => person(at)));
  return times;
}

/** One bulk replay of the turns from `fromMs` to `toMs`; resolves with how many those were. */
async function replayBetween(fromMs: number, toMs: number): Promise<number> {
  const local = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19);
  const { headers } = await mei.post("/admin/bulk", {
    verb: "replay",
    from: local(fromMs),
    to: local(toMs),
    stage: "route",
    data: "recorded",
    sure: "1",
  });
  for (;;) {
    const { text } = await mei.get(String(headers.location));
    const [, done, total] = /id="bulk-progress">(\d+) \/ (\d+)/.exec(text) ?? [];
    if (done !== undefined && done === total) return Number(total);
    await pause(200);
  }
}

/** In rounds, a quiet stretch after each: what else the machine does meanwhile slows both down. */
async function bulk(): Promise<void> {
  const rows = await store.redis.zrevrange(store.keys.turns, 20, 20 + replays, "WITHSCORES");
  const scores = rows.filter((_, at) => at % 2 === 1).map(Number);
  const alone: number[] = [];
  const beside: number[] = [];
  let [replayed, replayMs] = [0, 0];
  for (let from = 0; from < replays; from += replays / rounds) {
    let isOver = false;
    const people = live(() => isOver);
    const [newest = 0, oldest = 0] = [scores[from], scores[from + replays / rounds]];
    // A filter's end takes in its whole minute.
    const [ms, count] = await timed(() => replayBetween(oldest, newest - 60_000));
    isOver = true;
    beside.push(...(await people));
    const untilMs = performance.now() + ms;
    alone.push(...(await live(() => performance.now() > untilMs)));
    replayed += count;
    replayMs += ms;
  }
  say(`bulk replay    ${replayed} turns in ${(replayMs / 1000).toFixed(1)} s`);
  say(`people alone   ${shown(alone)} (${alone.length})`);
  say(`people beside  ${shown(beside)} (${beside.length})`);
  say(`p95 ratio      ${(quantile(beside, 0.95) / quantile(alone, 0.95)).toFixed(2)}`);
}

await fill();
await pages();
await bulk();
await store.close();
await service.stop();
await telegram.close();
