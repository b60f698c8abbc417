import assert from "node:assert/strict";
import { test } from "node:test";
import type { Language } from "#contract";
import { type Filters, filterNames } from "../../src/admin/html/filters.ts";
import { layout } from "../../src/admin/html/layout.ts";
import { time, type View } from "../../src/admin/html/view.ts";
import { bulkAskPage } from "../../src/admin/pages/bulk-page.ts";
import { turnsPage } from "../../src/admin/pages/turns-page.ts";

const viewIn = (language: Language): View => ({
  ...{ language, formToken: "t", mayAct: true, hidesText: false, path: "/admin/bulk", nowMs: 0 },
  session: { id: "s", role: "operator", endsMs: 1 },
});
const filtersOf = (over: Partial<Filters> = {}): Filters =>
  ({ ...Object.fromEntries(filterNames.map((name) => [name, ""])), ...over }) as Filters;
const asked = (verb: "replay" | "retry" | "cancel", over: Partial<Filters>, count: number) =>
  String(bulkAskPage(viewIn("en"), verb, filtersOf(over), count).top);

test("before a bulk act its page says which filter it goes by, and what is done to how many", () => {
  const page = asked("retry", { state: "failed", code: "600519.SH", from: "2026-05-07T09:30" }, 1);
  assert.match(page, /<p class="big">1 turn<\/p>/);
  assert.match(page, /Begin with 1 turn</);
  for (const part of [
    "state: <strong>failed<",
    "code or name: <strong>600519.SH<",
    "<strong>2026-05-07 09:30<",
  ])
    assert.ok(page.includes(part), part);
  assert.match(page, /from the beginning, on present live data/);
  assert.match(asked("replay", {}, 2), /2 turns<[\s\S]*No filter: all turns/);
});

test("where to begin and on which data is asked only where it counts", () => {
  for (const name of ["stage", "data"]) {
    const choice = new RegExp(`<select[^>]* name="${name}"`);
    assert.match(asked("replay", {}, 2), choice);
    assert.doesNotMatch(asked("retry", {}, 2), choice);
    assert.doesNotMatch(asked("cancel", {}, 2), choice);
  }
});

test("a page says once whose time it shows, and an instant says it with its offset", () => {
  const ms = Date.parse("2026-05-07T02:32:05Z");
  assert.equal(
    String(time(ms)),
    '<time datetime="2026-05-07T10:32:05+08:00" title="2026-05-07T10:32:05+08:00">2026-05-07 10:32:05</time>',
  );
  assert.match(
    String(layout(viewIn("zh"), { title: "x" })),
    /<footer>时间均为北京时间\(UTC\+8\)。<\/footer>/,
  );
});

test("a name that stands for no company says how a code is written", () => {
  const empty = (code: string) => {
    const facts = { page: { turns: [] }, filters: filtersOf({ code }), query: {} };
    return String(turnsPage(viewIn("zh"), { ...facts, values: { skills: [], platforms: [] } }).live);
  };
  assert.match(empty("银行"), /「银行」不是一家公司的名称。代码写成 600519/);
  assert.match(empty("600519.SH"), /没有符合的消息。/);
});

test("a filter that cannot be read is told, and neither a list nor a bulk act goes on without it", () => {
  const filters = filtersOf({ state: "dead", from: "bad" });
  const unread = ["state", "from"] as const;
  const bulk = String(bulkAskPage(viewIn("en"), "replay", filters, 0, unread).top);
  assert.match(bulk, /“dead” is no state: nothing was looked for/);
  assert.match(bulk, /“bad” is no time; one is written 2026-05-07T10:30/);
  assert.match(bulk, /<button class="danger" disabled/);
  const facts = { page: { turns: [] }, filters, query: {}, values: { skills: [], platforms: [] } };
  const page = turnsPage(viewIn("zh"), { ...facts, unread });
  assert.match(String(page.live), /「dead」不是一种状态:没有按它查/);
  assert.doesNotMatch(String(page.bottom), /admin\/bulk/);
  assert.match(String(turnsPage(viewIn("zh"), facts).bottom), /admin\/bulk/);
});
