import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../../src/admin/html/view.ts";
import { peoplePage } from "../../src/admin/pages/people-page.ts";
import type { WaitingPerson } from "../../src/admin/ports.ts";
import { pairList } from "../../src/cli/pair-list.ts";
import { question } from "../journal/messages.ts";

const view = (hidesText: boolean): View => ({
  language: "zh",
  session: { id: "s", role: "viewer", language: "zh", expiresMs: 1 } as unknown as View["session"],
  formToken: "t",
  mayAct: false,
  hidesText,
  path: "/admin/people",
  nowMs: 0,
});

const group: WaitingPerson = {
  code: "ABCDEFGH",
  name: "telegram:-9001",
  kind: "group",
  askedBy: "Mei <b> telegram:9",
  expiresMs: 60_000,
  message: question({ chatKind: "group", chatId: "-9001" }),
};

test("a group that waits stands with who asked for it, escaped, on the page and in the list", () => {
  const pageOf = (hidesText: boolean) => String(peoplePage(view(hidesText), [], [group]).live);
  assert.match(pageOf(false), /telegram:-9001<\/code>[^<]*提出:Mei &lt;b&gt; telegram:9<\/td>/);
  assert.doesNotMatch(pageOf(true), /Mei/);
  assert.equal(
    pairList([group], [], 0),
    "ABCDEFGH  waits     telegram:-9001  asked for by Mei <b> telegram:9  (1 min left)",
  );
});
