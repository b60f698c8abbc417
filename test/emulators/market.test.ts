import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import { createMarketEmulator, type MarketEmulator, type MarketFault } from "./market.ts";

let market: MarketEmulator;
let now = "2026-05-07T10:32:05+08:00";

before(async () => {
  market = await createMarketEmulator({ now: () => now });
});
beforeEach(() => {
  market.clearFaults();
  now = "2026-05-07T10:32:05+08:00";
});
after(() => market.close());

interface TushareReply {
  readonly code: number;
  readonly msg: string;
  readonly data: {
    readonly fields: string[];
    readonly items: unknown[][];
    readonly has_more: boolean;
  } | null;
}

async function post(
  api: string,
  params: object,
  fields = "",
  token = market.tushareToken,
): Promise<Response> {
  const body = JSON.stringify({ api_name: api, token, params, fields });
  return fetch(market.root, { method: "POST", body });
}

async function rows(api: string, params: object, fields = ""): Promise<Record<string, unknown>[]> {
  const { data } = (await (await post(api, params, fields)).json()) as TushareReply;
  return (data?.items ?? []).map((item) =>
    Object.fromEntries((data?.fields ?? []).map((field, index) => [field, item[index]])),
  );
}

const aktools = (name: string, args: Record<string, string> = {}): Promise<Response> =>
  fetch(`${market.root}/api/public/${name}?${new URLSearchParams(args)}`);

async function spot(symbol: string): Promise<Record<string, unknown>> {
  const items = (await (await aktools("stock_individual_spot_xq", { symbol })).json()) as {
    item: string;
    value: unknown;
  }[];
  return Object.fromEntries(items.map((row) => [row.item, row.value]));
}

const at = (time: string): string => `2026-05-07T${time}+08:00`;

describe("Tushare", () => {
  test("gives the asked columns in an order of its own, newest day first", async () => {
    const reply = (await (
      await post(
        "daily",
        { ts_code: "600519.SH", start_date: "20260427", end_date: "20260507" },
        "ts_code,trade_date,close",
      )
    ).json()) as TushareReply;
    assert.equal(reply.code, 0);
    assert.notDeepEqual(reply.data?.fields, ["ts_code", "trade_date", "close"]);
    assert.deepEqual(reply.data?.fields.toSorted(), ["close", "trade_date", "ts_code"]);
    const found = await rows("daily", { ts_code: "600519.SH", start_date: "20260427", end_date: "20260507" });
    assert.deepEqual(
      found.map((row) => row.trade_date),
      ["20260506", "20260430", "20260429", "20260428", "20260427"],
    );
    const bar = market.truth.bar("600519.SH", "2026-05-06");
    assert.equal(found[0]?.close, bar?.close);
    assert.equal(found[0]?.vol, (bar?.volume ?? 0) / 100, "lots");
    assert.ok(Math.abs(Number(found[0]?.amount) - (bar?.amount ?? 0) / 1000) < 0.001, "thousands of CNY");
  });

  test("publishes today's rows only in the evening, the valuation later than the price", async () => {
    const today = { ts_code: "600519.SH", trade_date: "20260507" };
    now = at("16:00:00");
    assert.equal((await rows("daily", today)).length, 0);
    now = at("16:30:00");
    assert.equal((await rows("daily", today)).length, 1);
    assert.equal((await rows("daily_basic", today)).length, 0);
    now = at("18:00:00");
    assert.equal((await rows("daily_basic", today)).length, 1);
  });

  test("ignores parameters it does not know: the whole market comes back", async () => {
    const all = await rows("daily", { symbol: "600519", trade_date: "20260506" });
    assert.ok(all.length >= 60);
  });

  test("null for a loss, no row for a suspended day or a holiday", async () => {
    const [loss] = await rows("daily_basic", { ts_code: "601012.SH", trade_date: "20260506" });
    assert.equal(loss?.pe_ttm, null);
    assert.deepEqual(await rows("daily", { ts_code: "600585.SH", trade_date: "20260506" }), []);
    assert.deepEqual(await rows("daily", { ts_code: "600519.SH", trade_date: "20260501" }), []);
    assert.equal((await rows("suspend_d", { ts_code: "600585.SH", trade_date: "20260506" })).length, 1);
  });

  test("lists companies and the calendar", async () => {
    const [moutai] = await rows("stock_basic", { ts_code: "600519.SH" }, "ts_code,name,cnspell,exchange");
    assert.deepEqual(moutai, { ts_code: "600519.SH", name: "贵州茅台", cnspell: "gzmt", exchange: "SSE" });
    const days = await rows("trade_cal", { start_date: "20260430", end_date: "20260506" });
    assert.deepEqual(
      days.map((row) => [row.cal_date, row.is_open, row.pretrade_date]),
      [
        ["20260506", 1, "20260430"],
        ["20260505", 0, "20260430"],
        ["20260504", 0, "20260430"],
        ["20260503", 0, "20260430"],
        ["20260502", 0, "20260430"],
        ["20260501", 0, "20260430"],
        ["20260430", 1, "20260429"],
      ],
    );
  });

  const refusals: readonly [MarketFault["kind"], number, RegExp][] = [
    ["rate_minute", 40203, /每分钟最多访问/],
    ["rate_frequency", 40203, /频率超限\(\d+次\/分钟\)/],
    ["rate_hour", 40203, /每小时最多访问/],
    ["rate_day", 40203, /每天最多访问/],
    ["no_permission", 40203, /没有接口.*访问权限/],
    ["bad_token", 40101, /token不对/],
    ["ip_limit", 40204, /IP数量超限，最大数量为2个/],
  ];
  for (const [kind, code, message] of refusals)
    test(`${kind} is a business error under HTTP 200, once`, async () => {
      market.fail("daily", { kind } as MarketFault);
      const refused = await post("daily", {});
      const reply = (await refused.json()) as TushareReply;
      assert.deepEqual([refused.status, reply.code, reply.data], [200, code, null]);
      assert.match(reply.msg, message);
      assert.equal(((await (await post("trade_cal", {})).json()) as TushareReply).code, 0);
    });

  test("a wrong token, an unknown API and a body that is no JSON", async () => {
    const code = async (response: Response): Promise<number> =>
      ((await response.json()) as TushareReply).code;
    assert.equal(await code(await post("daily", {}, "", "wrong")), 40101);
    assert.equal(await code(await post("no_such_api", {})), -2001);
    assert.equal(await code(await fetch(market.root, { method: "POST", body: "{" })), -1000);
  });
});

describe("AKTools", () => {
  test("a quote is item/value rows, true at the emulated clock", async () => {
    const quote = await spot("SH600519");
    assert.equal(quote.现价, market.truth.spot("600519.SH", now));
    assert.equal(quote.时间, "2026-05-07 10:32:03");
    assert.equal(quote.代码, "SH600519");
    assert.equal(quote.成交量, market.truth.quote("600519.SH", now)?.volume, "shares");
    assert.equal((await spot("SH601012"))["市盈率(TTM)"], null);
  });

  test("history has dates without a zone, lots, and today's partial bar", async () => {
    const response = await aktools("stock_zh_a_hist", {
      symbol: "600519",
      period: "daily",
      start_date: "20260506",
      end_date: "20260507",
      adjust: "",
    });
    const bars = (await response.json()) as Record<string, unknown>[];
    assert.deepEqual(
      bars.map((bar) => bar.日期),
      ["2026-05-06T00:00:00.000", "2026-05-07T00:00:00.000"],
    );
    assert.equal(bars[0]?.收盘, market.truth.close("600519.SH", "2026-05-06"));
    assert.equal(bars[0]?.成交量, (market.truth.bar("600519.SH", "2026-05-06")?.volume ?? 0) / 100);
    assert.equal(bars[1]?.收盘, market.truth.spot("600519.SH", now));
  });

  test("an adjusted history moves the days before a dividend only", async () => {
    const closes = async (adjust: string): Promise<unknown[]> => {
      const args = { symbol: "601398", start_date: "20260417", end_date: "20260420", adjust };
      const bars = (await (await aktools("stock_zh_a_hist", args)).json()) as Record<string, unknown>[];
      return bars.map((bar) => bar.收盘);
    };
    const [before, exDate] = await closes("");
    const [adjustedBefore, adjustedExDate] = await closes("qfq");
    assert.equal(adjustedExDate, exDate);
    assert.ok(Number(adjustedBefore) < Number(before));
  });

  test("names hold full-width letters and spaces; trading days are a sorted list", async () => {
    const names = (await (await aktools("stock_info_a_code_name")).json()) as {
      code: string;
      name: string;
    }[];
    assert.equal(names.find((row) => row.code === "000002")?.name, "万  科Ａ");
    const days = (await (await aktools("tool_trade_date_hist_sina")).json()) as { trade_date: string }[];
    assert.equal(days[0]?.trade_date, "2026-01-05T00:00:00.000");
    assert.deepEqual(
      days,
      days.toSorted((one, two) => one.trade_date.localeCompare(two.trade_date)),
    );
  });

  test("errors have the shapes of AKTools", async () => {
    const unknown = await aktools("no_such_function");
    assert.equal(unknown.status, 404);
    assert.match(((await unknown.json()) as { error: string }).error, /未找到该接口/);
    assert.deepEqual(await (await aktools("stock_zh_a_hist", { symbol: "999999" })).json(), []);
    const refusedArgument = await aktools("stock_zh_a_hist", { symbol: "600519", timeout: "5" });
    assert.equal(refusedArgument.status, 500);
    assert.match(refusedArgument.headers.get("content-type") ?? "", /text\/plain/);
    assert.equal(await refusedArgument.text(), "Internal Server Error");
    assert.equal((await aktools("stock_individual_spot_xq", { symbol: "SH999999" })).status, 500);
    market.fail("stock_individual_spot_xq", { kind: "expired_token" });
    const expired = await aktools("stock_individual_spot_xq", { symbol: "SH600519" });
    assert.equal(expired.status, 404);
    assert.match(((await expired.json()) as { error: string }).error, /请输入正确的参数错误 'data'/);
  });

  test("a demanded Xueqiu token opens the quote and is not recorded", async (context) => {
    const guarded = await createMarketEmulator({ now: () => now, xueqiuToken: "secret" });
    context.after(() => guarded.close());
    const url = `${guarded.root}/api/public/stock_individual_spot_xq?symbol=SH600519`;
    assert.equal((await fetch(url)).status, 404);
    assert.equal((await fetch(`${url}&token=secret`)).status, 200);
    assert.ok(!JSON.stringify(guarded.calls).includes("secret"));
  });
});

describe("twisted data", () => {
  const twisted = async (fault: MarketFault): Promise<Record<string, unknown>> => {
    market.fail("stock_individual_spot_xq", fault);
    return spot("SH600519");
  };

  test("quotes", async () => {
    assert.notEqual((await twisted({ kind: "wrong_code" })).代码, "SH600519");
    assert.equal((await twisted({ kind: "wrong_date" })).时间, "2026-05-06 15:00:00");
    assert.equal((await twisted({ kind: "stale", seconds: 600 })).时间, "2026-05-07 10:22:03");
    assert.equal((await twisted({ kind: "utc_clock" })).时间, "2026-05-07 02:32:03");
    assert.equal((await twisted({ kind: "zero_price" })).现价, 0);
    assert.equal((await twisted({ kind: "null_price" })).现价, null);
    const honest = await spot("SH600519");
    assert.equal((await twisted({ kind: "wrong_unit" })).成交量, Number(honest.成交量) * 100);
  });

  test("days", async () => {
    const asked = { ts_code: "600519.SH", trade_date: "20260506" };
    const first = async (fault: MarketFault): Promise<Record<string, unknown> | undefined> => {
      market.fail("daily", fault);
      return (await rows("daily", asked))[0];
    };
    assert.equal((await first({ kind: "wrong_date" }))?.trade_date, "20260430");
    assert.notEqual((await first({ kind: "wrong_code" }))?.ts_code, "600519.SH");
    assert.equal((await first({ kind: "zero_price" }))?.close, 0);
    assert.equal(await first({ kind: "empty" }), undefined);
    market.fail("daily", { kind: "ignores_params" });
    assert.ok((await rows("daily", asked)).length > 1);
  });

  test("transport", async () => {
    market.fail("tushare", { kind: "html_502" });
    const broken = await post("daily", {});
    assert.equal(broken.status, 502);
    assert.match(await broken.text(), /<html>/);
    market.fail("aktools", { kind: "garbage" });
    await assert.rejects((await aktools("tool_trade_date_hist_sina")).json(), SyntaxError);
    market.fail("*", { kind: "drop" });
    await assert.rejects(aktools("tool_trade_date_hist_sina"), TypeError);
    market.fail("*", { kind: "hang" });
    const leaving = new AbortController();
    const hanging = fetch(`${market.root}/api/public/tool_trade_date_hist_sina`, { signal: leaving.signal });
    await eventually("the call that hangs", () => market.calls.at(-1)?.fault === "hang");
    await pause(40);
    leaving.abort();
    await assert.rejects(hanging, { name: "AbortError" });
  });
});
