/** Yes or no stands first where the values decide it, and the guard lets it pass. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Json, ToolOutcome } from "#contract";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type ToolTwist, type TurnHarness } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  const builtin = { MODEL_ROUTING: "builtin", MODEL_SYNTHESIS: "builtin", MODEL_ESCALATION: "builtin" };
  harness = await openTurnHarness({ env: builtin });
});
afterEach(() => harness.twist(() => undefined));
after(() => harness.close());

const moutai = String.raw`贵州茅台\(600519\.SH\)`;

/** Sets fields of what one tool returns. */
const setting =
  (tool: string, fields: Readonly<Record<string, number>>): ToolTwist =>
  ({ name }, honest) =>
    name !== tool
      ? undefined
      : honest().then((found): ToolOutcome => {
          if (!found.ok) return found;
          const value = Object.fromEntries(Object.entries(found.value as object));
          return { ...found, value: { ...value, ...fields } };
        });

const cases: readonly (readonly [question: string, expected: string, twist?: ToolTwist])[] = [
  ["茅台破净了吗", `没有:${moutai} 市净率 7\\.10倍`],
  ["茅台跌破净资产没", `没有:${moutai} 市净率 7\\.10倍`],
  ["is Moutai below book value", String.raw`No: Kweichow Moutai\(600519\.SH\) P/B 7\.10x`],
  ["茅台破净了吗", `是:${moutai} 市净率 0\\.56倍`, setting("get_valuation", { pb: 0.56 })],
  ["茅台破净了吗", `${moutai} 市净率 1\\.00倍`, setting("get_valuation", { pb: 0.998 })],
  [
    "茅台超买了吗",
    `没有:${moutai} RSI14 42\\.88.*\n按 Wilder 的惯例,RSI\\(14日\\)高于 70 视为超买.*rsi-overbought`,
  ],
  ["五粮液超买了吗", String.raw`是:五粮液\(000858\.SZ\) RSI14 79\.55`],
  ["茅台超賣了嗎", `没有:${moutai} RSI14 42\\.88`],
  ["is Wuliangye overbought", String.raw`Yes: Wuliangye\(000858\.SZ\) RSI14 79\.55[\s\S]*above 70`],
  ["茅台超买还是超卖", `${moutai} RSI14`],
  ["茅台和五粮液超买了吗", `${moutai} RSI14`],
  ["茅台创新高了吗", `没有:${moutai} 当前价 ¥1801\\.23.*\n最高价\\(前复权\\) ¥1942\\.26`],
  ["is Moutai at a new high", String.raw`No: Kweichow Moutai\(600519\.SH\) current price ¥1801\.23`],
  ["has BYD hit a new low", String.raw`No: BYD\(002594\.SZ\) current price`],
  [
    "is Moutai above three hundred",
    String.raw`Yes: Kweichow Moutai\(600519\.SH\) current price .*, above the 300 yuan you asked about\.`,
  ],
  ["茅台是1800块吗", `不是:${moutai} 当前价 ¥1801\\.23.*,高于你问的 1800 元。`],
  ["我记得茅台才300块,对吗", `不是:${moutai} 当前价 .*,高于你问的 300 元。`],
  ["茅台股价1801.23元对吧", `是:${moutai} 当前价 .*,正好是你问的 1801\\.23 元。`],
  ["is Moutai 300 yuan", String.raw`No: Kweichow Moutai\(600519\.SH\) current price`],
  ["when does the market close", "[^]*15:00"],
  ["茅台涨了吗", `是:${moutai} 当前价`],
  ["茅台跌了没", `没有:${moutai} 当前价`],
  ["茅台今天是涨是跌", `涨了:${moutai} 当前价`],
  ["茅台昨天涨了还是跌了", `跌了:${moutai} 收盘价`],
  ["茅台这周涨了吗", `是:${moutai} 本周涨跌幅`],
  ["did Moutai fall this week", String.raw`No: Kweichow Moutai\(600519\.SH\)`],
  ["BYD up or down?", String.raw`Down: BYD\(002594\.SZ\) current price`],
  ["茅台涨了多少", `${moutai} 当前价`],
  ["茅台和五粮液涨了吗", `是,都涨了:\\n${moutai} 当前价`],
  ["kdj超买了吗 茅台", `${moutai} KDJ`],
  // The bars at hand begin within the year: an earlier one may have stood higher.
  ["茅台创新高了吗", `${moutai} 最高价 ¥1950\\.00`, setting("get_price", { high: 1950 })],
  ["茅台近一个月创新高了吗", `是:${moutai} 最高价 ¥1950\\.00.*\n`, setting("get_price", { high: 1950 })],
];

for (const [question, expected, twist] of cases)
  test(`${question} → ${expected.slice(0, 3)}`, async () => {
    if (twist !== undefined) harness.twist(twist);
    const { reply, state } = await harness.run(question, { journal: createMemoryLog() });
    assert.equal(state, "completed");
    assert.match(reply.text, new RegExp(`^${expected}`));
  });

test("an older close decides nothing of today", async () => {
  for (const question of ["茅台今天涨停了吗", "茅台涨了吗", "茅台创新高了吗", "茅台今天跌破1800了吗"]) {
    harness.twist(({ name }, honest) =>
      name !== "get_price"
        ? undefined
        : honest().then((found): ToolOutcome => {
            if (!found.ok) return found;
            const { current_price, ...value } = found.value as Record<string, Json>;
            const close = { ...value, close: current_price ?? null, gap: "no_data", phase: "after_close" };
            return { ...found, value: close, as_of: "2026-05-06" };
          }),
    );
    const { reply } = await harness.run(question, { journal: createMemoryLog() });
    assert.doesNotMatch(reply.text, /^(?:是|没有|现在没有|涨了|跌了):/, question);
    assert.match(reply.text, /^贵州茅台/, question);
  }
});
