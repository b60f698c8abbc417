import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Turn } from "#contract";
import { filterNames } from "../../src/admin/html/filters.ts";
import type { View } from "../../src/admin/html/view.ts";
import { peoplePage } from "../../src/admin/pages/people-page.ts";
import { turnPage } from "../../src/admin/pages/turn-page.ts";
import { turnsPage } from "../../src/admin/pages/turns-page.ts";
import { question } from "../journal/messages.ts";

const view = (hidesText: boolean): View => ({
  language: "en",
  session: { id: "s", role: "viewer", endsMs: 1 },
  formToken: "t",
  mayAct: false,
  hidesText,
  path: "/admin",
  nowMs: 0,
});

const title = `<b>长线</b> <img src=x onerror=alert(1)>\u202e\n${"群".repeat(80)}`;
const turnIn = (chat: Partial<Turn["message"]>): Turn => ({
  v: 1,
  id: "t",
  message: question(chat),
  state: "completed",
  run: 1,
  accepted_ms: 0,
  models: [],
  stages: [],
});
const ofGroup = turnIn({ chatKind: "group", chatId: "-9001", chatTitle: title });

const filters = Object.fromEntries(filterNames.map((name) => [name, ""])) as Parameters<
  typeof turnsPage
>[1]["filters"];
const listOf = (shown: View, turn: Turn) => {
  const values = { skills: [], platforms: [] };
  return String(turnsPage(shown, { page: { turns: [{ turn }] }, filters, query: {}, values }).live);
};
const pageOf = (shown: View, turn: Turn) => {
  const rest = { ledger: [], sentFor: [], waiting: [], metrics: {}, prices: new Map() };
  return String(turnPage(shown, { turn, ...rest }).live);
};
const group = { name: "telegram:-9001", kind: "group", state: "paired", atMs: 0, by: "mei" } as const;
const peopleOf = (shown: View) => String(peoplePage(shown, [{ ...group, displayName: "<b>长线" }], []).live);

describe("the title of a group", () => {
  for (const [page, draw] of [
    ["the list", listOf],
    ["the turn's page", pageOf],
  ] as const) {
    test(`stands beside its id on ${page}, cut, in one line and as words`, () => {
      const html = draw(view(false), ofGroup);
      const link = `<a href="/admin/turns?chat=telegram%2F7%2F-9001">-9001</a>`;
      assert.match(html, new RegExp(`长线 群{30,40}… ${link.replaceAll("?", "\\?")}`));
      assert.doesNotMatch(html, /<b>|<img|\u202e/);
      assert.doesNotMatch(html, /群{41}/);
    });

    test(`is withheld on ${page} from who may not read messages`, () => {
      const html = draw(view(true), ofGroup);
      assert.doesNotMatch(html, /长线/);
      assert.match(html, /\(hidden\) <a href="[^"]*">-9001<\/a>/);
    });
  }

  test("that nobody told leaves the id alone, and a direct chat has no place for one in the list", () => {
    assert.match(listOf(view(false), turnIn({ chatKind: "group", chatId: "-1" })), /group <a [^>]*>-1<\/a>/);
    assert.doesNotMatch(listOf(view(false), turnIn({})), /<br>/);
  });

  test("stands beside its id among those who were let in, and is withheld likewise", () => {
    assert.match(peopleOf(view(false)), /telegram:-9001<\/code> &lt;b&gt;长线<\/td>/);
    assert.doesNotMatch(peopleOf(view(true)), /长线/);
  });
});
