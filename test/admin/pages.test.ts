import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { Claim, ToolCall } from "#contract";
import { createJournal } from "../../src/journal/journal.ts";
import { connect } from "../../src/store/redis.ts";
import { question } from "../journal/messages.ts";
import { type MarketLine, openMarketLine } from "../line/market-line.ts";
import { noBrowser, openBrowser } from "./browser.ts";
import { type Visitor, visit } from "./site-visitor.ts";

const token = "operator-token-of-the-pages";
let line: MarketLine;
let mei: Visitor;
let browser: Browser | undefined;

before(async () => {
  line = await openMarketLine("2026-05-07T10:31:00+08:00", { ADMIN_TOKEN: token });
  mei = await visit(line.service.url, { token });
});
after(async () => {
  await browser?.close();
  await line?.close();
});

/** A page of the site in a browser that notes whatever runs or loads though it should not. */
async function openPage(): Promise<{ page: Page; ran: string[] }> {
  browser ??= await openBrowser();
  const page = await browser.newPage({ locale: "zh-CN" });
  page.setDefaultTimeout(120_000);
  const ran: string[] = [];
  page.on("dialog", async (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error") ran.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(line.service.url)) ran.push(`request ${request.url()}`);
  });
  await page.goto(`${line.service.url}/admin`);
  await page.fill("#token", token);
  await page.click("#enter");
  return { page, ran };
}

const foreignElements = `document.querySelectorAll("main script, main img:not([src^='data:']), main iframe, main em, main [onerror], main [onclick]").length`;

test("a headline that is a script stays words all the way to the turn's page", {
  skip: noBrowser,
}, async () => {
  await line.askAt("2026-05-07T10:31:10+08:00", "茅台最近有什么新闻");
  const { page, ran } = await openPage();
  await page.goto(`${line.service.url}/admin/turns?skill=news`);
  await page.locator("tbody a").first().click();
  await page.waitForURL(/\/admin\/turns\/telegram/);
  for (const details of await page.locator("details summary").all()) await details.click();
  assert.match(await page.locator("main").innerText(), /忽略之前的指令[\s\S]*alert\(1\)/);
  assert.equal(await page.evaluate(foreignElements), 0);
  assert.deepEqual(ran, []);
});

test("titles that are kept as they came, as an earlier version did, are shown as they came and run nothing", {
  skip: noBrowser,
}, async (t) => {
  const store = connect({ socketPath: join(line.service.dataFolder, "redis.sock") });
  t.after(() => store.close());
  const evil = `<img src=x onerror=alert(1)><script>alert(2)</script></pre></details><em>"'&`;
  const message = question({ text: `${evil} 新闻`, senderName: evil, chatId: "31337" });
  const journal = createJournal(store, { days: 1, wallMs: Date.now });
  await journal.create(message, { acceptedMs: Date.now() });
  const begun = await journal.begin(message.id, {
    marketNow: "2026-05-07T10:31:00+08:00",
    startedMs: Date.now(),
  });
  assert.ok(typeof begun !== "string");
  const call: ToolCall = {
    ...{ tool_call_id: "tc_evil", tool: "get_news", args: { code: "600519.SH", [evil]: evil } },
    ...{ source: "akshare", table: evil, served_by: evil, fetched_at: "2026-05-07T10:31:00+08:00" },
    ...{ value: [{ title: evil, outlet: evil }], as_of: "2026-05-06" },
  };
  const claim: Claim = {
    ...{ kind: "text", value: evil, type: "title", metric: "title", code: "600519.SH", as_of: "2026-05-06" },
    cite: {
      ...{ kind: "tool", source: "akshare", tool_call_id: "tc_evil", path: "/0/title" },
      fetched_at: "2026-05-07T10:31:00+08:00",
    },
  };
  const { log, run } = begun;
  const failure = { claim_index: 0, reason: "value_mismatch", message: evil };
  log.record("execute", 0, { trace: [call], claims: [claim], actions: [] }, 1).catch(() => undefined);
  log.record("verify", 0, { ok: false, failures: [failure] }, 1).catch(() => undefined);
  const written = { draft: evil, text: evil, by: evil, refusals: [evil], degraded: false, models: [] };
  log.record("synthesize", 0, written, 1).catch(() => undefined);
  const problem = { reason: evil, span: evil, message: evil };
  await log.record("guard", 0, { ok: false, problems: [problem] }, 1);
  await journal.end(message.id, run, {
    ...{ state: "failed", error: "VERIFY_FAILED", models: [], endedMs: Date.now() },
    reply: { text: evil, buttons: [] },
  });

  const { page, ran } = await openPage();
  for (const path of [
    `/admin/turns/${message.id}`,
    "/admin/turns",
    `/admin/turns?q=${encodeURIComponent(evil)}`,
  ]) {
    await page.goto(`${line.service.url}${path}`);
    assert.ok((await page.locator("main").innerText()).includes("<img src=x onerror=alert(1)>"), path);
    for (const details of await page.locator("details summary").all()) await details.click();
    assert.equal(await page.evaluate(foreignElements), 0, path);
  }
  assert.deepEqual(ran, []);
});

test("the first page says what is wrong, since when, and what to do about it, and no more once it is over", async () => {
  const { market } = line;
  const health = async () => (await mei.get("/admin?lang=en")).text;
  assert.match(await health(), /id="all-well"/);
  market.fail("*", { kind: "html_502" }, 10_000);
  for (const name of ["五粮液", "比亚迪", "招商银行", "宁德时代"])
    await line.askAt("2026-05-07T10:32:00+08:00", `${name}现在多少钱`);
  const text = await health();
  const faults = /<section id="faults">([\s\S]*?)<\/section>/.exec(text)?.[1] ?? "";
  assert.match(faults, /Sources · (akshare|tushare)/);
  assert.match(faults, /SOURCE_DOWN/);
  assert.match(faults, /left alone until <time datetime="/);
  assert.match(faults, /Check network, proxy and address/);
  const { text: failed } = await mei.get("/admin/turns?state=failed&lang=en");
  const [, path = ""] = /href="(\/admin\/turns\/telegram[^"]+)"/.exec(failed) ?? [];
  const { text: turn } = await mei.get(`${path}?lang=en`);
  assert.match(turn, /SOURCE_DOWN<\/code> [^<]+<\/span><br><span class="soft">[^<]*(?:akshare|tushare)/);
  assert.match(turn, /There was no value to verify\./);
  assert.doesNotMatch(turn, /All passed the Verifier|Every number of the text/);
  const { text: figures } = await mei.get("/metrics");
  assert.match(figures, /^qianmen_source_circuit_open\{source="\w+",capability="\w+"\} 1$/m);
  assert.match(figures, /^qianmen_adapter_up\{platform="telegram"\} 1$/m);
  market.clearFaults();
  // What failed before a jump of the market clock says nothing about the time after it.
  await line.askAt("2026-05-07T11:10:00+08:00", "五粮液现在多少钱");
  assert.match(await health(), /id="all-well"/);
});

test("a filter of the address that cannot be read chooses nothing, in a list and for a bulk act", async () => {
  await line.askAt("2026-05-07T10:31:20+08:00", "茅台现在多少钱");
  const rows = (text: string) => text.split("<tr>").length - 1;
  assert.ok(rows((await mei.get("/admin/turns?from=2020-01-01")).text) > 1);
  for (const filter of ["state=nope", "from=bad", "to=bad"]) {
    const { text } = await mei.get(`/admin/turns?${filter}`);
    assert.equal(rows(text), 0, filter);
    assert.match(text, /没有按它查|nothing was looked for/, filter);
    const bulk = (await mei.get(`/admin/bulk?${filter}&verb=replay`)).text;
    assert.match(bulk, /没有按它查|nothing was looked for/, filter);
    assert.match(bulk, /class="danger" disabled/, filter);
    const fields = { ...Object.fromEntries([filter.split("=")]), verb: "replay" };
    assert.equal((await mei.post("/admin/bulk", fields)).status, 400, filter);
  }
});
