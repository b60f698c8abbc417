import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { AppError, type IncomingMessage, sessionKey, type Turn } from "#contract";
import { replay } from "../../src/cli/replay.ts";
import { createTicker, type Ticker } from "../../src/worker/reminders/ticker.ts";
import { question } from "../journal/messages.ts";
import { eventually } from "../support/eventually.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

const wednesday = "2026-05-06";
const thursday = "2026-05-07";
const at = (time: string, day = thursday): string => `${day}T${time}:00+08:00`;

/** The market as these tests have it: the clock, and what every share costs. */
const market = { now: at("10:32"), price: 1350, low: 1340, pct: 0.5, isClose: false, asked: [] as string[] };
let mayAsk = true;
let harness: WorkerHarness;

before(async () => {
  harness = await openWorkerHarness((own) => ({
    ...own,
    clock: { ...own.clock, market: () => market.now },
    async callTool(name, args, context) {
      const outcome = await own.callTool(name, args, context);
      if (name !== "get_price" || !outcome.ok) return outcome;
      const { code } = args as { code: string };
      market.asked.push(code);
      const { price, low, pct: pct_chg, isClose } = market;
      const value = isClose
        ? { code, quality: "provisional", phase: "after_close", suspended: false, close: price }
        : { code, quality: "realtime", phase: "morning", suspended: false, current_price: price };
      return {
        ...outcome,
        value: { ...value, low, high: 1360, pct_chg },
        as_of: market.now,
        fetched_at: market.now,
      };
    },
  }));
});
after(() => harness.close());
beforeEach(() => {
  Object.assign(market, { now: at("10:32"), price: 1350, low: 1340, pct: 0.5, isClose: false, asked: [] });
  mayAsk = true;
});

const person = (chatId: string) => (text: string) => question({ chatId, senderId: chatId, text });
const ask = async (message: IncomingMessage): Promise<string> =>
  (await harness.ask(message)).reply?.text ?? "";
const kept = (me: (text: string) => IncomingMessage) => harness.memory.reminders.read(sessionKey(me("")));

const openTicker = (inbound: Pick<WorkerHarness["inbound"], "place" | "add"> = harness.inbound): Ticker =>
  createTicker({
    ...{ inbound, journal: harness.journal, reminders: harness.memory.reminders, pipeline: harness.pipeline },
    together: harness.store.together,
    calendar: harness.agent.data.calendars.around,
    isAllowed: () => mayAsk,
    lease: { hold: async () => true, giveBack: async () => {} },
  });

/** What a chat was told without having asked. */
async function told(chatId: string): Promise<readonly Turn[]> {
  const turns = await harness.journal.list({ limit: 200 });
  const own = turns.filter(
    (turn) => turn.chatId === chatId && /-(?:alert|expired|(?:digest|missed)-\d+)$/.test(turn.id),
  );
  return Promise.all(
    own.map(({ id }) =>
      eventually(`the end of ${id}`, async () => {
        const turn = await harness.journal.read(id);
        return turn?.ended_ms !== undefined && turn;
      }),
    ),
  );
}

const textsOf = (turns: readonly Turn[]) => turns.map(({ reply }) => reply?.text ?? "");

test("an alert is set, listed, changed and canceled", async () => {
  const me = person("11");
  assert.match(
    await ask(me("茅台跌破1300提醒我")),
    /^贵州茅台\(600519\.SH\) 当前价 ¥1350\.00\(sample, 2026-05-07 10:32\),高于你设的 1300 元。\n涨跌幅 .*\n已设提醒:贵州茅台\(600519\.SH\) 跌到 1300 元或更低时告诉你。\n.*90 天内有效\(到 2026-08-05\)/,
  );
  assert.match(
    await ask(me("茅台跌破1280提醒我")),
    /已设提醒:贵州茅台\(600519\.SH\) 跌到 1280 元.*\n之前设的仍然有效:跌到 1300 元或更低。/,
  );
  assert.match(await ask(me("取消茅台1300的提醒")), /^已取消提醒:贵州茅台.*1300 元或更低[^\n]*$/);
  assert.match(
    await ask(me("alert me when Moutai falls below 1250 instead of 1280")),
    /Changed: .*at 1250 yuan or below.*\nI look no more for the former: at 1280 yuan or below\./,
  );
  assert.match(await ask(me("alert me when BYD moves more than 5%")), /up or down 5% or more on the day/);
  assert.match(
    await ask(me("我的提醒")),
    /1\. 提醒:贵州茅台\(600519\.SH\) 跌到 1250 元或更低.*\n2\. 提醒:比亚迪\(002594\.SZ\) 当日涨跌达到 5%/,
  );
  assert.match(await ask(me("取消第1个提醒")), /^已取消提醒:贵州茅台/);
  assert.deepEqual(
    (await kept(me)).map(({ text }) => text),
    ["alert me when BYD moves 5%"],
  );
});

test("a group gets none, and what is not said to be watched is asked back", async () => {
  const group = question({ chatId: "-100", chatKind: "group", senderId: "12", text: "茅台跌破1300提醒我" });
  assert.match(await ask(group), /只能在和我的私聊里设/);
  const me = person("12");
  assert.match(await ask(me("平安跌破50提醒我")), /平安银行.*\n.*中国平安/);
  assert.match(await ask(me("2")), /已设提醒:中国平安\(601318\.SH\) 跌到 50 元/);
  assert.match(await ask(me("茅台市盈率低于20提醒我")), /只能看股价和当日涨跌幅/);
  assert.match(await ask(me("茅台涨了200股提醒我")), /请用数字写/);
  assert.equal((await kept(me)).length, 1);
});

test("a spoken level is read, and what is to be watched goes on the list too", async () => {
  const me = person("26");
  assert.match(
    await ask(me("关注一下茅台,跌破一千三提醒我")),
    /高于你设的 1300 元。[\s\S]*已设提醒:贵州茅台\(600519\.SH\) 跌到 1300 元或更低[\s\S]*已加入自选:贵州茅台\(600519\.SH\)。/,
  );
  assert.match(await ask(me("我的自选")), /^贵州茅台\(600519\.SH\)/);
  assert.doesNotMatch(await ask(me("盯着比亚迪,跌破300提醒我")), /自选/);
});

test("the close is looked at too, and told as a close", async () => {
  const me = person("27");
  await ask(me("茅台跌破1300提醒我"));
  const ticker = openTicker();
  Object.assign(market, { now: at("14:59"), price: 1301 });
  await ticker.look();
  Object.assign(market, { now: at("15:00"), price: 1299, isClose: true });
  await ticker.look();
  await ticker.look();
  const [text, ...others] = textsOf(await told("27"));
  assert.deepEqual(others, []);
  assert.match(
    text ?? "",
    /^🔔 提醒:贵州茅台\(600519\.SH\) .*¥1299\.00\(sample, 2026-05-07.*低于你设的 1300 元。/,
  );
});

test("an alert is told once, whoever looks, and then is done", async () => {
  const me = person("13");
  await ask(me("茅台跌破1300提醒我"));
  const tickers = [openTicker(), openTicker()];
  await Promise.all(tickers.map((ticker) => ticker.look()));
  assert.deepEqual(await told("13"), []);
  Object.assign(market, { now: at("10:40"), price: 1299.5, low: 1299, pct: -3.2 });
  await Promise.all(tickers.map((ticker) => ticker.look()));
  await openTicker().look();
  const [turn, ...others] = await told("13");
  assert.deepEqual(others, []);
  assert.equal(
    turn?.reply?.text,
    "🔔 提醒:贵州茅台(600519.SH) 当前价 ¥1299.50(sample, 2026-05-07 10:40),低于你设的 1300 元。\n涨跌幅 -3.20%(sample, 2026-05-07 10:40)\n这条提醒到此结束;要再设,把原话再发一次就行。\n示例数据,非真实行情。",
  );
  assert.equal(turn.state, "completed");
  assert.deepEqual(await kept(me), []);
  assert.match(await ask(me("它的市盈率呢")), /贵州茅台/);
});

test("a price that is back again is told as it stands, with the day's low that reached the level", async () => {
  const me = person("14");
  await ask(me("alert me when Moutai falls below 1300"));
  Object.assign(market, { now: at("10:40"), price: 1299.5, low: 1299 });
  await lookBefore(() => Object.assign(market, { price: 1301 }));
  const [text = ""] = textsOf(await told("14"));
  assert.match(
    text,
    /^🔔 Alert: Kweichow Moutai\(600519\.SH\) current price ¥1301\.00.*, above the 1300 yuan you set\.\n/,
  );
  assert.match(text, /low ¥1299\.00.*, below the 1300 yuan you set\./);
});

/** One look, and the market has moved before the answer is made. */
async function lookBefore(move: () => void): Promise<void> {
  const { inbound } = harness;
  const late = {
    place: inbound.place,
    add: async (...args: Parameters<typeof inbound.add>) => {
      move();
      await inbound.add(...args);
    },
  };
  await openTicker(late).look();
}

test("what is true already is told at the next crossing", async () => {
  const me = person("15");
  assert.match(await ask(me("茅台跌破1400提醒我")), /低于你设的 1400 元。\n[\s\S]*先回到另一边/);
  const ticker = openTicker();
  await ticker.look();
  Object.assign(market, { price: 1410 });
  await ticker.look();
  assert.deepEqual(await told("15"), []);
  Object.assign(market, { price: 1399, low: 1399 });
  await ticker.look();
  assert.equal((await told("15")).length, 1);
});

test("a day's change that is reached already is told when it is reached on a later day", async () => {
  market.now = at("10:32", wednesday);
  market.pct = 6;
  assert.match(await ask(person("19")("茅台涨跌超过5%提醒我")), /涨幅超过你设的 5%。\n[\s\S]*今天已经到了/);
  const ticker = openTicker();
  await ticker.look();
  assert.deepEqual(await told("19"), []);
  Object.assign(market, { now: at("09:31"), pct: -5.5 });
  await ticker.look();
  assert.match(
    textsOf(await told("19"))[0] ?? "",
    /^🔔 提醒:贵州茅台\(600519\.SH\) 涨跌幅 -5\.50%.*,跌幅超过你设的 5%。\n当前价/,
  );
});

test("nothing is looked at outside sessions", async () => {
  const me = person("16");
  await ask(me("茅台跌破1300提醒我"));
  market.asked.length = 0;
  Object.assign(market, { price: 1200, low: 1200 });
  const ticker = openTicker();
  const closed = [
    at("11:45"),
    at("09:20"),
    at("15:20"),
    at("20:00"),
    at("10:40", "2026-05-09"),
    at("10:40", "2026-06-19"),
  ];
  for (const now of closed) {
    market.now = now;
    await ticker.look();
  }
  assert.deepEqual(market.asked, []);
  market.now = at("13:05");
  await ticker.look();
  assert.equal((await told("16")).length, 1);
});

test("an alert is over after its time, which is told once, by day", async () => {
  const me = person("17");
  await ask(me("茅台跌破1300提醒我"));
  Object.assign(market, { now: at("08:40", "2026-08-06"), price: 1200 });
  const tickers = [openTicker(), openTicker()];
  await Promise.all(tickers.map((ticker) => ticker.look()));
  assert.deepEqual(await told("17"), []);
  market.now = at("09:00", "2026-08-06");
  await Promise.all(tickers.map((ticker) => ticker.look()));
  assert.deepEqual(await kept(me), []);
  assert.deepEqual(textsOf(await told("17")), [
    "🔔 提醒到期:你设的「贵州茅台跌破1300元提醒我」90 天里没有到,到期结束了,以后不再看。要再设,把原话再发一次就行。",
  ]);
});

test("a question that no day can answer is no digest, and is said to be none at once", async () => {
  const me = person("28");
  assert.match(await ask(me("每天15:30发茅台的股东人数")), /^日报没有设[^\n]*\n./);
  assert.match(await ask(me("每天15:30发明天茅台会不会涨")), /^(?!已设)/);
  assert.deepEqual(await kept(me), []);
  assert.match(await ask(me("每天15:30发茅台的市盈率")), /^已设日报.*「茅台的市盈率」/);
  assert.match(await ask(me("每天16:00发平安的市盈率")), /平安银行.*\n.*中国平安/);
  assert.match(await ask(me("2")), /^已设日报.*「中国平安的市盈率」/);
});

test("what no source has is refused, and changes no other digest", async () => {
  const me = person("30");
  await ask(me("每天15:30发我的自选"));
  assert.match(await ask(me("每天9:00发北向资金")), /^日报没有设[^\n]*\n北向资金/);
  assert.deepEqual(
    (await kept(me)).map((each) => each.kind === "digest" && each.at),
    ["15:30"],
  );
  assert.match(await ask(me("每天16:00发龙虎榜")), /^已设日报.*「龙虎榜」/);
});

test("the same list in two languages is one digest", async () => {
  const me = person("29");
  await ask(me("每天15:30发我的自选"));
  assert.match(await ask(me("send me my watchlist every day at 16:00")), /^Changed: .*16:00/);
  assert.match(await ask(me("日报改成15:40")), /^日报已改:每个交易日 15:40/);
  assert.equal((await kept(me)).length, 1);
});

test("a crash right behind the acceptance loses nothing and tells nothing twice", async () => {
  const me = person("18");
  await ask(me("茅台跌破1300提醒我"));
  Object.assign(market, { price: 1299, low: 1299 });
  const crashing = {
    place: harness.inbound.place,
    add: async () => {
      throw new AppError("INTAKE_DOWN", "killed");
    },
  };
  await assert.rejects(openTicker(crashing).look(), /killed/);
  await openTicker().look();
  await harness.inbound.sweep();
  assert.equal((await told("18")).length, 1);
});

test("a digest comes at its minute, once a trading day, and its question is asked anew", async () => {
  const me = person("21");
  await ask(me("把茅台加入自选"));
  market.now = at("10:32", wednesday);
  assert.match(await ask(me("每天10:45发我的自选")), /已设日报:每个交易日 10:45\(北京时间\)发「我的自选」/);
  const ticker = openTicker();
  market.now = at("10:44", wednesday);
  await ticker.look();
  assert.deepEqual(await told("21"), []);
  market.now = at("10:45", wednesday);
  await Promise.all([ticker.look(), openTicker().look()]);
  await ticker.look();
  const [first, ...more] = await told("21");
  assert.deepEqual(more, []);
  assert.match(first?.reply?.text ?? "", /^🔔 日报:贵州茅台\(600519\.SH\) 当前价 ¥1350\.00/);
  market.now = at("10:46");
  await ticker.look();
  assert.equal((await told("21")).length, 2);
  assert.match(await ask(me("日报改成16点")), /日报已改:每个交易日 16:00/);
  assert.match(await ask(me("不要再发日报")), /已取消日报:每个交易日 16:00「我的自选」/);
  assert.deepEqual(await kept(me), []);
});

test("a digest of 15:00 waits for the closing auction, and comes", async () => {
  const me = person("28");
  await ask(me("每天15:00发茅台股价"));
  const ticker = openTicker();
  for (const seconds of ["00", "45"]) {
    market.now = `${thursday}T15:00:${seconds}+08:00`;
    await ticker.look();
    assert.deepEqual(await told("28"), []);
  }
  Object.assign(market, { now: at("15:01"), isClose: true });
  await ticker.look();
  assert.equal((await told("28")).length, 1);
});

test("a digest is sent late by two hours at most, never for a time before it was set, and not on a holiday", async () => {
  const me = person("22");
  market.now = at("10:32", wednesday);
  await ask(me("每天9:35发大盘"));
  const ticker = openTicker();
  await ticker.look();
  assert.deepEqual(await told("22"), []);
  market.now = at("11:30");
  await ticker.look();
  assert.equal((await told("22")).length, 1);
  market.now = at("09:40", "2026-05-09");
  await ticker.look();
  assert.equal((await told("22")).length, 2);
  market.now = at("09:36", "2026-05-11");
  await ticker.look();
  assert.equal((await told("22")).length, 3);
});

test("a digest that is missed by more is told to be so, once, not by night, and the next one comes", async () => {
  const me = person("31");
  market.now = at("10:32", wednesday);
  await ask(me("每天15:30发大盘"));
  const ticker = openTicker();
  for (const time of ["00:05", "08:59"]) {
    market.now = at(time);
    await ticker.look();
  }
  assert.deepEqual(await told("31"), []);
  for (const time of ["09:00", "09:01", "12:00"]) {
    market.now = at(time);
    await ticker.look();
  }
  const [missed, ...more] = await told("31");
  assert.deepEqual(more, []);
  assert.equal(
    missed?.reply?.text,
    "🔔 日报:应在 2026-05-06 15:30 发的「大盘怎么样」没能按时发出。以后照常发;现在要看,把这句话再发一次就行。",
  );
  market.now = at("15:31");
  await ticker.look();
  const kinds = (await told("31")).map(({ message }) => message.reminder?.kind);
  assert.deepEqual(kinds.toSorted(), ["digest", "missed"]);
});

test("a digest that was missed is told of before the next one, in the words' language", async () => {
  const me = person("32");
  market.now = at("10:32", wednesday);
  await ask(me("send me the market at 15:30 every day"));
  const ticker = openTicker();
  market.now = at("15:40", "2026-05-08");
  await ticker.look();
  const turns = (await told("32")).toSorted((one, other) => one.accepted_ms - other.accepted_ms);
  assert.deepEqual(
    turns.map(({ message }) => message.reminder?.kind),
    ["missed", "digest"],
  );
  assert.match(
    turns[0]?.reply?.text ?? "",
    /^🔔 Daily digest: “.+”, due at 2026-05-07 15:30 Beijing time, could not be sent in time\./,
  );
});

test("whoever may not ask is told nothing while that is so, and loses nothing by it", async () => {
  const me = person("23");
  await ask(me("茅台跌破1300提醒我"));
  Object.assign(market, { price: 1200, low: 1200 });
  mayAsk = false;
  await openTicker().look();
  assert.deepEqual(await told("23"), []);
  assert.equal((await kept(me)).length, 1);
  mayAsk = true;
  await openTicker().look();
  assert.equal((await told("23")).length, 1);
});

test("one reminder that cannot be looked at keeps no other from being told", async () => {
  const [first, second] = [person("33"), person("34")];
  for (const me of [first, second]) await ask(me("茅台跌破1300提醒我"));
  Object.assign(market, { price: 1200, low: 1200 });
  const { inbound } = harness;
  let failures = 0;
  const place: typeof inbound.place = (id, chat) => {
    if (id.endsWith("-alert") && failures++ === 0) throw new TypeError("no such field");
    return inbound.place(id, chat);
  };
  await openTicker({ place, add: inbound.add }).look();
  assert.equal((await told("33")).length + (await told("34")).length, 1);
  await openTicker().look();
  assert.equal((await told("33")).length + (await told("34")).length, 2);
});

test("a replay says the same and changes nothing", async () => {
  const me = person("24");
  const set = await harness.ask(me("茅台跌破1300提醒我"));
  Object.assign(market, { price: 1299, low: 1299 });
  await openTicker().look();
  await ask(me("每天10:45发我的自选"));
  const [due] = await told("24");
  assert.ok(due !== undefined);
  for (const turn of [set, due])
    for (const from of ["route", "execute", "synthesize"]) {
      const signal = AbortSignal.timeout(120_000);
      const report = await replay({ turn, ports: harness.pipeline, from, live: false, signal });
      assert.ok(report.same, JSON.stringify(report.rows));
    }
  assert.deepEqual(
    (await kept(me)).map(({ kind }) => kind),
    ["digest"],
  );
});
