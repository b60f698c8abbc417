import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { type Service, startService } from "../line/service.ts";
import { noBrowser, openBrowser } from "./browser.ts";
import { ask, type Visitor, visit } from "./site-visitor.ts";

const tokens = {
  ADMIN_TOKEN: "operator-token-of-the-queues",
  ADMIN_VIEWER_TOKEN: "viewer-token-of-the-queues",
};
const asked = "600519 现在多少钱";
let service: Service;
let mei: Visitor;
let browser: Browser | undefined;

before(async () => {
  service = await startService({ ...tokens, DATA_SOURCES: "sample" });
  mei = await visit(service.url, { token: tokens.ADMIN_TOKEN });
  await service.ask(asked);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

interface Route {
  readonly method: string | readonly string[];
  readonly route: string | readonly string[];
}

/** Every way in which the board can be asked to do something, as its own table has them. */
function changingRoutes(): (readonly [method: string, path: string])[] {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@bull-board/api"));
  const { appRoutes }: { appRoutes: { api: readonly Route[] } } = require(join(folder, "routes.js"));
  return appRoutes.api.flatMap(({ method, route }) =>
    [method].flat().flatMap((each) =>
      [route].flat().map((path) => {
        const filled = path
          .replace(":queueName", "inbound")
          .replace(":jobId", "1")
          .replace(":queueStatus", "completed")
          .replace(/:\w+/g, "x");
        return [String(each).toUpperCase(), `/admin/queues${filled}`] as const;
      }),
    ),
  );
}

test("the queues are shown to an operator, ids and counts, and not a word of what was asked or answered", async () => {
  const { status, text } = await mei.get("/admin/queues/api/queues?activeQueue=inbound&status=latest");
  assert.equal(status, 200);
  const { queues } = JSON.parse(text);
  const names = queues.map(({ name }: { name: string }) => name);
  assert.ok(names.includes("inbound") && names.includes("outbound-terminal"), names.join());
  assert.ok(queues.every((queue: { readOnlyMode: boolean }) => queue.readOnlyMode));
  const [inbound] = queues;
  assert.equal(inbound.jobs.length, 1);
  assert.match(inbound.jobs[0].data.chat, /^terminal\//);
  assert.doesNotMatch(text, /多少钱|1801/);
});

test("nobody else sees them", async () => {
  assert.equal((await ask(service.url, "/admin/queues")).status, 303);
  assert.equal((await ask(service.url, "/admin/queues/api/queues")).status, 303);
  const guest = await visit(service.url, { token: tokens.ADMIN_VIEWER_TOKEN });
  for (const path of ["/admin/queues", "/admin/queues/api/queues", "/admin/queues/static/js/main.js"])
    assert.equal((await guest.get(path)).status, 403, path);
});

test("whatever the board could do is refused, with the session and with its form token", async () => {
  const form = /name="form" value="([^"]+)"/.exec((await mei.get("/admin")).text)?.[1] ?? "";
  assert.notEqual(form, "");
  const changing = changingRoutes().filter(([method]) => method !== "GET");
  assert.ok(changing.length > 15, String(changing.length));
  const headers = { cookie: mei.cookie };
  const countsOf = async () => JSON.parse((await mei.get("/admin/queues/api/queues")).text).queues[0].counts;
  const before = await countsOf();
  for (const [method, path] of changing) {
    for (const fields of [undefined, { form }]) {
      const more = fields === undefined ? {} : { fields };
      const { status } = await ask(service.url, path, { method, headers, ...more });
      assert.equal(status, 403, `${method} ${path}`);
    }
  }
  assert.deepEqual(await countsOf(), before);
});

test("its pages work under the site's policy, without a word from elsewhere", {
  skip: noBrowser,
}, async () => {
  browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: "zh-CN" });
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(service.url)) elsewhere.push(request.url());
  });
  await page.goto(`${service.url}/admin`);
  await page.fill("#token", tokens.ADMIN_TOKEN);
  await page.click("#enter");
  await page.click("a:has-text('bull-board')");
  await page.locator("text=inbound").first().waitFor();
  const policy = (await mei.get("/admin/queues")).headers["content-security-policy"];
  assert.doesNotMatch(String(policy), /unsafe/);
  await page.goto(`${service.url}/admin/queues/queue/inbound?status=completed`);
  await page.locator("text=/terminal-/").first().waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /多少钱/);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "queues.png") });
  assert.deepEqual(complaints, []);
  assert.deepEqual(elsewhere, []);
});
