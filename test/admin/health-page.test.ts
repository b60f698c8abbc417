import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../../src/admin/html/view.ts";
import { type HealthFacts, healthPage } from "../../src/admin/pages/health-page.ts";

const view: View = {
  language: "en",
  session: { id: "s", role: "operator", endsMs: 1 },
  formToken: "t",
  mayAct: true,
  hidesText: false,
  path: "/admin",
  nowMs: 10_800_000,
};

const facts: HealthFacts = {
  lines: [],
  queues: {},
  oldest: { question: undefined, answer: undefined },
  dead: 0,
  refused: 0,
  failed: 0,
  day: {},
  waitingPeople: 0,
};

/** What stands in the card of that name, without markup. */
function card(over: Partial<HealthFacts>, name: string): string {
  const page = String(healthPage(view, { ...facts, ...over }).live);
  const own = page.split('<div class="card">').find((each) => each.includes(`>${name}<`)) ?? "";
  const [body = ""] = own.split("</section>");
  return body.replace(/<(?!a )[^>]*>/g, " ").replace(/\s+/g, " ");
}

const question = { id: "q1", acceptedMs: 10_795_000 };
const answer = { id: "a1", platform: "weixin", acceptedMs: 0 };

test("the oldest waiting is a question or an answer, and neither hides the other", () => {
  const oldest = (over: Partial<HealthFacts["oldest"]>) =>
    card({ oldest: { ...facts.oldest, ...over } }, "Oldest waiting");
  assert.match(oldest({}), /Oldest waiting –/);
  assert.match(oldest({ question }), /Oldest waiting 5\.00 s question 5\.00 s <a href="\/admin\/turns\/q1">/);
  assert.match(oldest({ answer }), /Oldest waiting 3\.0 h answer → weixin 3\.0 h <a href="[^"]*\/a1">/);
  assert.match(oldest({ question, answer }), /Oldest waiting 3\.0 h question 5\.00 s .*q1.* answer → weixin/);
});

test("answers that a platform refused are counted, with the list of them behind", () => {
  const refused = card({ refused: 3 }, "Refused by the platform");
  assert.match(refused, /Refused by the platform 3 <a href="\/admin\/turns\?state=refused">/);
});
