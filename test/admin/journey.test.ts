import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { newChat, patienceMs } from "../line/chat.ts";
import { type MarketLine, openMarketLine } from "../line/market-line.ts";
import { noBrowser, openBrowser } from "./browser.ts";

const adminToken = "operator-token-of-the-journey";
const question = "600519 现在多少钱";
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let line: MarketLine;
let browser: Browser;
let page: Page;
/** What the browser complained about: refused scripts, failed loads. */
const complaints: string[] = [];

before(async () => {
  if (noBrowser !== false) return;
  line = await openMarketLine("2026-05-07T10:31:00+08:00", { ADMIN_TOKEN: adminToken });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: "zh-CN" });
  page.setDefaultTimeout(120_000);
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
});
after(async () => {
  await browser?.close();
  await line?.close();
});

/** Serious faults for people who cannot see or use a mouse, a line each. */
async function barriers(): Promise<string[]> {
  // Over the debugging protocol, so that the page's own policy stays as it is.
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: readFileSync(axe, "utf8") });
  const { result } = await client.send("Runtime.evaluate", {
    expression: `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes[0].html))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await client.detach();
  return result.value;
}

const mainText = () => page.locator("main").innerText();

test("from a failed turn to its late answer: found, read, replayed dry, compared, sent, in the audit", {
  skip: noBrowser,
}, async () => {
  const { market, telegram, service } = line;
  market.fail("*", { kind: "html_502" }, 10_000);
  const chat = newChat(telegram);
  const asked = chat.say(question, { from: { first_name: "<img src=x onerror=alert(1)>" } });
  const failure = await chat.answerTo(asked);
  assert.doesNotMatch(failure.text ?? "", /¥/);

  await page.goto(`${service.url}/admin`);
  await page.fill("#token", adminToken);
  await page.click("#enter");
  await page.click("nav a:has-text('消息')");
  await page.selectOption("#f-state", "failed");
  await page.click("button:has-text('筛选')");
  const row = page.locator("tbody tr").first();
  assert.match(await row.innerText(), /失败[\s\S]*600519 现在多少钱/);
  assert.deepEqual(await barriers(), []);
  await row.locator("a").first().click();
  const shown = await mainText();
  for (const part of ["消息", "计划", "工具调用", "守卫", "投递", "模型调用", "已送达"])
    assert.ok(shown.includes(part), part);
  assert.match(shown, /<img src=x onerror=alert\(1\)>/);
  assert.deepEqual(await barriers(), []);

  // The sources are back, and what shut them off is past.
  market.clearFaults();
  await line.askAt("2026-05-07T10:45:00+08:00", question);
  await page.selectOption("#data", "live");
  await page.click("button:has-text('试重放')");
  await page.waitForSelector(".diff");
  assert.match(await mainText(), /没有发送任何消息/);
  assert.match(await page.locator(".differs ins").last().innerText(), /贵州茅台/);
  assert.deepEqual(await barriers(), []);
  const before = chat.said().length;

  await page.click("button:has-text('发送')");
  assert.match(await mainText(), /第二次确认/);
  assert.equal(chat.said().length, before, "nothing is sent before the second confirmation");
  await page.click("#sure");
  await page.waitForSelector(".said");
  assert.match(await mainText(), /补发/);
  const late = await telegram.waitFor(() => chat.said()[before], patienceMs, "the late answer");
  assert.match(late.text ?? "", /^【补发】(截至 [^,]+,)?贵州茅台\(600519\.SH\) (当前价|价格) ¥[\d.]+\(/);
  assert.equal(late.reply_to_message?.message_id, asked);
  assert.equal(chat.said().length, before + 1);

  await page.click("nav a:has-text('操作记录')");
  const audit = await mainText();
  assert.match(audit, /replay\.deliver[\s\S]*mark: late/);
  assert.match(audit, /replay\n?\s/);
  assert.match(audit, /operator#/);
  assert.deepEqual(await barriers(), []);
  assert.deepEqual(complaints, []);
});

test("on a phone's width the health page stays readable: no name squeezes what is said of it", {
  skip: noBrowser,
}, async () => {
  const wide = page.viewportSize() ?? assert.fail();
  await page.setViewportSize({ width: 390, height: 850 });
  await page.goto(`${line.service.url}/admin`);
  const cells = `[...document.querySelectorAll(".grid.wide td:last-child")].map((cell) => cell.offsetWidth)`;
  const widths = (await page.evaluate(cells)) as number[];
  assert.ok(widths.length > 0 && Math.min(...widths) >= 60, String(widths));
  await page.setViewportSize(wide);
});

test("a page that is looked at changes by itself when a message comes in", { skip: noBrowser }, async () => {
  await page.goto(`${line.service.url}/admin/turns`);
  const rows = page.locator("#live tbody tr");
  const before = await rows.count();
  await line.askAt("2026-05-07T10:46:00+08:00", "五粮液现在多少钱");
  await rows.nth(before).waitFor();
  assert.match(await rows.first().innerText(), /五粮液现在多少钱/);
  assert.deepEqual(complaints, []);
});

test("every number of an answer leads to its claim, and the claim to the call that gave it", {
  skip: noBrowser,
}, async () => {
  await line.askAt("2026-05-07T10:47:00+08:00", "茅台现在多少钱");
  await page.goto(`${line.service.url}/admin/turns?q=${encodeURIComponent("茅台现在")}`);
  await page.locator("tbody a").first().click();
  const links = page.locator(".prose a");
  assert.ok((await links.count()) >= 3);
  for (const link of await links.all()) {
    const target = await link.getAttribute("href");
    const claim = page.locator(`tr[id="${target?.slice(1)}"]`);
    const call = await claim.locator("a").first().getAttribute("href");
    assert.equal(await page.locator(`[id="${call?.slice(1)}"]`).count(), 1);
    const digits = (await link.innerText()).replace(/[^\d.]/g, "");
    const [said, traced] = [
      await claim.locator("td").nth(3).innerText(),
      await claim.locator("td").nth(4).innerText(),
    ];
    assert.ok(
      Math.abs(Number(digits) - Math.abs(Number.parseFloat(traced))) < 1,
      `${digits}: ${said} / ${traced}`,
    );
  }
  const prose = await page.locator(".prose").nth(1).innerText();
  const unlinked = String(
    await page.evaluate(`(() => {
      const copy = document.querySelectorAll(".prose")[1].cloneNode(true);
      for (const link of copy.querySelectorAll("a")) link.remove();
      return copy.textContent;
    })()`),
  );
  assert.doesNotMatch(unlinked.replace(/\([^()]*\)/g, ""), /\d/, prose);
});

test("on a phone nothing is wider than the screen, in both languages", { skip: noBrowser }, async () => {
  await page.setViewportSize({ width: 375, height: 800 });
  for (const language of ["zh", "en"]) {
    for (const path of [
      "/admin",
      "/admin/turns",
      "/admin/charts",
      "/admin/people",
      "/admin/settings",
      "/admin/audit",
    ]) {
      await page.goto(`${line.service.url}${path}?lang=${language}`);
      const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
      const title = await page.title();
      assert.ok(wide <= 375, `${path} ${language}: ${wide}`);
      assert.equal(/\p{Script=Han}/u.test(title), language === "zh", title);
    }
    await page.goto(`${line.service.url}/admin?lang=${language}`);
    const hidden = `[...document.querySelectorAll("table.slim")].map(({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth - clientWidth)`;
    assert.deepEqual(await page.evaluate(hidden), [0], "the numbers of the queues stand on the screen");
  }
  assert.deepEqual(await barriers(), []);
});
