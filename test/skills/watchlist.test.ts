import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { maxWatchlist, type Session, type SkillResult } from "#contract";
import watchlist from "../../skills/watchlist/index.ts";
import { readWish, type Wish } from "../../skills/watchlist/wish.ts";
import { lists, now, openSkillHarness, type Script } from "./skill-context.ts";

const wishes: readonly (readonly [text: string, namesCompany: boolean, wish: Wish])[] = [
  ["把茅台加入自选", true, "add"],
  ["茅台加自选", true, "add"],
  ["关注茅台", true, "add"],
  ["帮我关注一下它", true, "add"],
  ["把茅臺加入自選", true, "add"],
  ["收藏五粮液", true, "add"],
  ["add BYD to my watchlist", true, "add"],
  ["follow CATL", true, "add"],
  ["加入自选", false, "add"],
  ["我的自选", false, "list"],
  ["自选列表", false, "list"],
  ["我关注的股票", true, "list"],
  ["关注了哪些", true, "list"],
  ["我的关注", false, "list"],
  ["my watchlist", true, "list"],
  ["show my watchlist", true, "list"],
  ["what is on my watchlist", true, "list"],
  ["把茅台移出自选", true, "remove"],
  ["取消关注茅台", true, "remove"],
  ["不再关注茅台", true, "remove"],
  ["删除自选里的茅台", true, "remove"],
  ["remove BYD from my watchlist", true, "remove"],
  ["stop watching BYD", true, "remove"],
  ["清空自选", false, "clear"],
  ["把自选都删了", false, "clear"],
  ["clear my watchlist", false, "clear"],
  ["宁德时代跌破400提醒我", true, "reminder"],
  ["茅台到2000叫我", true, "reminder"],
  ["alert me when CATL hits 400", true, "reminder"],
  ["每天早上9点给我发自选", false, "reminder"],
  ["send me my watchlist every morning", false, "reminder"],
  ["加茅台,删五粮液", true, "unclear"],
];

for (const [text, namesCompany, wish] of wishes)
  test(`${text}: ${wish}`, () => {
    assert.equal(readWish({ text, namesCompany, answersQuestion: false }), wish);
  });

test("a bare name is added only where it answers a question back", () => {
  const facts = { text: "中国平安", namesCompany: true };
  assert.equal(readWish({ ...facts, answersQuestion: true }), "add");
  assert.equal(readWish({ ...facts, answersQuestion: false }), "list");
});

/** A harness with this list, where every stock has a price but those named. */
const holding =
  (codes: readonly string[], without: readonly string[] = []): Script =>
  (tool, args) => {
    if (tool === "get_watchlist") return { value: { codes: [...codes] } };
    if (tool !== "get_price") return lists(tool, args);
    const code = String(args.code);
    if (without.includes(code)) return { failure: { code: "NO_DATA", message: "none", subject: code } };
    const value = { code, quality: "realtime", phase: "morning", suspended: false };
    return { value: { ...value, current_price: 12.3, pct_chg: 0.5 }, as_of: now };
  };

async function run(
  text: string,
  codes: readonly string[],
  script: Script,
  session: Session = [],
): Promise<SkillResult> {
  const { context } = openSkillHarness(text, script, { session });
  return watchlist.run(codes.length === 0 ? {} : { codes: [...codes] }, context);
}

const changeOf = (result: SkillResult) => (result.kind === "text" ? result.watchlist : undefined);

describe("adding", () => {
  test("changes the list by what is new to it, and says what was there", async () => {
    const result = await run("加自选", ["600519.SH", "000858.SZ"], holding(["600519.SH"]));
    assert.deepEqual(changeOf(result), { op: "add", codes: ["000858.SZ"] });
    assert.ok(result.kind === "text");
    assert.equal(result.text.zh, "已加入自选:五粮液(000858.SZ)。\n已经在自选里:贵州茅台(600519.SH)。");
  });

  test("what is there already changes nothing", async () => {
    const result = await run("加自选", ["600519.SH"], holding(["600519.SH"]));
    assert.equal(result.kind, "text");
    assert.equal(changeOf(result), undefined);
  });

  test("beyond the most a list holds it is named and left out", async () => {
    const full = Array.from({ length: maxWatchlist }, (_, at) => `${600_001 + at}.SH`);
    const result = await run("加自选", ["600519.SH"], holding(full));
    assert.equal(changeOf(result), undefined);
    assert.ok(result.kind === "text");
    assert.match(result.text.zh, /贵州茅台\(600519\.SH\)/);
    assert.match(result.text.en, /Moutai\(600519\.SH\)/);
  });

  test("an ambiguous name beside a plain one is asked back, the plain one added", async () => {
    const result = await run("加自选", ["600519.SH", "平安"], holding([]));
    assert.deepEqual(changeOf(result), { op: "add", codes: ["600519.SH"] });
    assert.ok(result.kind === "text" && result.question?.subject === "平安");
  });

  test("an ambiguous, an unknown and a missing name change nothing", async () => {
    assert.equal((await run("加自选", ["平安"], holding([]))).kind, "question");
    assert.equal((await run("加自选", ["999999"], holding([]))).kind, "refusal");
    assert.equal(changeOf(await run("加自选", [], holding([]))), undefined);
  });
});

describe("removing", () => {
  test("of several that a name may mean, the only one on the list is taken off", async () => {
    const result = await run("平安移出自选", ["平安"], holding(["601318.SH", "600519.SH"]));
    assert.deepEqual(changeOf(result), { op: "remove", codes: ["601318.SH"] });
  });

  test("what is not on the list changes nothing", async () => {
    const result = await run("删掉茅台", ["600519.SH"], holding(["000858.SZ"]));
    assert.equal(changeOf(result), undefined);
    assert.ok(result.kind === "text" && result.text.zh.startsWith("不在自选里"));
  });

  test("emptying takes words that say so, and a list with something in it", async () => {
    assert.deepEqual(changeOf(await run("清空自选", [], holding(["600519.SH"]))), { op: "clear" });
    assert.equal(changeOf(await run("清空自选", [], holding([]))), undefined);
    assert.equal(changeOf(await run("我的自选", [], holding(["600519.SH"]))), undefined);
  });
});

describe("listing", () => {
  test("shows every stock in the list's order, and names those without a price", async () => {
    const codes = ["000858.SZ", "600519.SH", "300750.SZ"];
    const result = await run("我的自选", [], holding(codes, ["600519.SH"]));
    assert.ok(result.kind === "answer");
    const shown = result.claims.flatMap((claim) => ("code" in claim ? [claim.code] : []));
    assert.deepEqual(shown, ["000858.SZ", "000858.SZ", "300750.SZ", "300750.SZ"]);
    assert.deepEqual(result.missing, [{ code: "NO_DATA", subject: "600519.SH" }]);
  });

  test("a list that cannot be read is no empty list", async () => {
    const result = await run("我的自选", [], () => ({ failure: { code: "TOOL_ERROR", message: "away" } }));
    assert.deepEqual(result, { kind: "refusal", code: "TOOL_ERROR" });
  });
});
