import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createMarketEmulator, type MarketEmulator } from "./market.ts";

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

describe("the public quote sites", () => {
  const browser = { "user-agent": "Mozilla/5.0", referer: "https://finance.sina.com.cn/" };
  const get = (path: string, headers: Record<string, string> = browser): Promise<Response> =>
    fetch(`${market.root}${path}`, { headers });
  const gbk = async (path: string): Promise<string> =>
    new TextDecoder("gbk").decode(await (await get(path)).arrayBuffer());
  const truth = () => market.truth.quote("600519.SH", now);

  test("Tencent and Sina write lines in GBK, an unknown code has none", async () => {
    const line = await gbk("/q=sh600519,sz000001");
    const cells = /^v_sh600519="([^"]*)";$/m.exec(line)?.[1]?.split("~") ?? [];
    assert.equal(cells.length, 88);
    assert.deepEqual([cells[1], cells[2], Number(cells[3])], ["贵州茅台", "600519", truth()?.price]);
    assert.equal(Number(cells[6]) * 100, truth()?.volume);
    assert.match(line, /^v_sz000001=/m);
    assert.equal(await gbk("/q=sh999999"), 'v_pv_none_match="1";\n');
    const [name, open, , price] = /"(.*)"/.exec(await gbk("/list=sh600519"))?.[1]?.split(",") ?? [];
    assert.deepEqual([name, Number(open), Number(price)], ["贵州茅台", truth()?.open, truth()?.price]);
    assert.equal(await gbk("/list=sh999999"), 'var hq_str_sh999999="";\n');
  });

  test("Eastmoney's numbers are scaled integers unless fltt=2, the unknown is null, the missing a dash", async () => {
    const read = async (query: string): Promise<Record<string, unknown> | null> =>
      ((await (await get(`/api/qt/stock/get?${query}`)).json()) as { data: Record<string, unknown> | null })
        .data;
    const fields = "fields=f43,f51,f57";
    assert.deepEqual(Object.keys((await read(`secid=1.600519&fltt=2&${fields}`)) ?? {}), [
      "f43",
      "f51",
      "f57",
    ]);
    assert.equal((await read(`secid=1.600519&fltt=2&${fields}`))?.f43, truth()?.price);
    assert.equal((await read(`secid=1.600519&${fields}`))?.f43, Math.round((truth()?.price ?? 0) * 100));
    assert.equal((await read(`secid=1.000001&fltt=2&${fields}`))?.f51, "-");
    assert.equal(await read(`secid=0.600519&fltt=2&${fields}`), null);
  });

  test("Yahoo's closes are single precision, Xueqiu's times epoch milliseconds", async () => {
    const chart = (await (await get("/v8/finance/chart/600519.SS?range=10d&interval=1d")).json()) as {
      chart: { result: { timestamp: number[]; indicators: { quote: { close: number[] }[] } }[] };
    };
    const [result] = chart.chart.result;
    assert.equal(result?.timestamp.length, 10);
    const close = market.truth.close("600519.SH", "2026-05-06") ?? 0;
    assert.equal(result?.indicators.quote[0]?.close.at(-2), Math.fround(close));
    for (const symbol of ["600519.SH", "920799.BJ", "999999.SS"]) {
      assert.equal((await get(`/v8/finance/chart/${symbol}`)).status, 404);
    }
    const quote = (await (await get("/v5/stock/realtime/quotec.json?symbol=SH600519")).json()) as {
      data: { timestamp: number; volume: number }[];
    };
    assert.equal(quote.data[0]?.timestamp, Date.parse("2026-05-07T10:32:03+08:00"));
    assert.equal(quote.data[0]?.volume, truth()?.volume);
  });

  test("they turn away what is no browser, Sina also what comes from elsewhere", async () => {
    assert.equal((await get("/q=sh600519", { "user-agent": "node" })).status, 403);
    const elsewhere = await get("/list=sh600519", { "user-agent": "Mozilla/5.0" });
    assert.equal(elsewhere.status, 403);
    assert.match(await elsewhere.text(), /Kinsoku jikou desu/);
  });

  test("their own faults", async () => {
    market.fail("xueqiu", { kind: "expired_token" });
    const expired = await get("/v5/stock/realtime/quotec.json?symbol=SH600519");
    assert.equal(expired.status, 400);
    assert.equal(((await expired.json()) as { error_code: string }).error_code, "400016");
    market.fail("hq", { kind: "gbk_garbage" });
    assert.match(await gbk("/list=sh600519"), /\uFFFD/);
    market.fail("qt", { kind: "off_by", percent: 0.05 });
    const price = Number((await gbk("/q=sh600519")).split("~")[3]);
    assert.equal(price, Math.round((truth()?.price ?? 0) * 100.05) / 100);
    now = "2026-05-07T09:20:00+08:00";
    assert.equal((await gbk("/list=sh600519")).split(",")[3], "0.000");
  });
});
