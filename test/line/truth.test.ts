import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError } from "#contract";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "../emulators/market.ts";
import { openQuestionRun, type QuestionRun } from "./question-run.ts";
import { createRandom, pick } from "./random.ts";
import { judge } from "./truth-judge.ts";

/** `QUESTIONS=1000 SEED=… npm test -- test/line/truth.test.ts` is the long form. */
const questions = Number(process.env.QUESTIONS ?? 150);
const seed = Number(process.env.SEED ?? 20261121);

let now = "2026-05-07T10:32:05+08:00";
let market: MarketEmulator;
let line: QuestionRun;

before(async () => {
  market = await createMarketEmulator({ now: () => now });
  const env = {
    DATA_SOURCES: "tushare,akshare",
    TUSHARE_TOKEN: market.tushareToken,
    TUSHARE_API_ROOT: `${market.root}/`,
    AKTOOLS_API_ROOT: market.root,
  };
  line = await openQuestionRun(env, now);
});

after(async () => {
  line.close();
  await market.close();
});

const clocks = [
  "08:50:00",
  "09:20:00",
  "09:26:10",
  "10:32:05",
  "11:29:40",
  "12:10:00",
  "13:00:20",
  "14:30:00",
  "14:58:30",
  "15:10:00",
  "16:40:00",
  "20:00:00",
];
const days = [
  "2026-04-28",
  "2026-04-30",
  "2026-05-01",
  "2026-05-02",
  "2026-05-06",
  "2026-05-07",
  "2026-05-08",
];
const faults: readonly (MarketFault | null)[] = [
  null,
  null,
  null,
  { kind: "empty" },
  { kind: "wrong_code" },
  { kind: "wrong_date" },
  { kind: "stale", seconds: 7200 },
  { kind: "zero_price" },
  { kind: "server_error" },
  { kind: "html_502" },
  { kind: "no_permission" },
  { kind: "rate_minute" },
];
const functions = ["daily", "stock_individual_spot_xq", "stock_zh_a_hist", "trade_cal"];

type Wording = (company: string) => { readonly text: string; readonly day?: string };

const wordings: readonly Wording[] = [
  (company) => ({ text: `${company} 现在多少钱` }),
  (company) => ({ text: `${company}最新价` }),
  (company) => ({ text: `${company}今天涨了多少` }),
  (company) => ({ text: `帮我查一下${company}的股价,谢谢` }),
  (company) => ({ text: `price of ${company}` }),
  (company) => ({ text: `${company}昨天收盘`, day: "yesterday" }),
  (company) => ({ text: `${company} 2026-04-23 收盘价`, day: "2026-04-23" }),
  (company) => ({ text: `4月24日${company}收盘多少`, day: "2026-04-24" }),
  (company) => ({ text: `${company} 4月18日收盘`, day: "2026-04-18" }),
  (company) => ({ text: `${company} close on 2026-04-22`, day: "2026-04-22" }),
];

test("the judge finds a wrong value, day, source and company", () => {
  const asked = { truth: market.truth, code: "600519.SH", now: "2026-05-07T10:32:05+08:00" };
  const close = market.truth.close("600519.SH", "2026-05-06")?.toFixed(2);
  const right = `贵州茅台(600519.SH) 收盘价 ¥${close}(tushare, 2026-05-06)`;
  assert.deepEqual(judge(right, asked), []);
  assert.equal(judge(right.replace(`¥${close}`, "¥1.00"), asked).length, 1);
  assert.equal(judge(right.replace("05-06", "04-30"), asked).length, 1);
  assert.equal(judge(right.replace("tushare, ", "somebody, "), asked).length, 1);
  assert.equal(judge(right.replace("600519.SH", "000858.SZ"), asked).length, 1);
  assert.equal(judge(right.replace("05-06", "05-08"), asked).length, 1);
});

test(`no wrong number in ${questions} generated questions (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (let index = 0; index < questions; index++) {
    const company = pick(random, market.truth.companies);
    const spelling = pick(random, [
      company.name,
      company.code.slice(0, 6),
      company.code,
      `${company.code.slice(7).toLowerCase()}${company.code.slice(0, 6)}`,
    ]);
    const { text } = pick(random, wordings)(spelling);
    now = `${pick(random, days)}T${pick(random, clocks)}+08:00`;
    line.setNow(now);
    market.clearFaults();
    const fault = pick(random, faults);
    const broken = pick(random, functions);
    if (fault !== null) market.fail(broken, fault);
    const reply = await line.ask(text).then(
      (outcome) => ({ text: outcome.reply.text, ending: outcome.error ?? outcome.state }),
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return { text: "", ending: error.code };
      },
    );
    counts[reply.ending] = (counts[reply.ending] ?? 0) + 1;
    const problems = judge(reply.text, { truth: market.truth, code: company.code, now });
    if (problems.length > 0)
      wrong.push(`${now} ${text} [${fault?.kind ?? "-"} ${broken}] → ${reply.text}: ${problems.join("; ")}`);
  }
  console.log(JSON.stringify(counts));
  assert.deepEqual(wrong, []);
  assert.ok((counts.completed ?? 0) > questions / 2, "most questions are answered");
});
