import assert from "node:assert/strict";
import { test } from "node:test";
import price from "../../skills/price/index.ts";
import { lists, openSkillHarness } from "./skill-context.ts";

async function ask(text: string, codes: readonly string[]) {
  const harness = openSkillHarness(text, lists);
  return { result: await price.run(price.input.parse({ codes }), harness.context), calls: harness.calls };
}

test("who asks for a company's code is told it and where it is from, and no price is looked up", async () => {
  for (const text of ["茅台股票代码", "what's Moutai's ticker", "茅台的代码是多少"]) {
    const { result, calls } = await ask(text, ["茅台"]);
    assert.ok(result.kind === "text", text);
    assert.match(result.text.zh, /^贵州茅台 的股票代码是 600519\.SH\(来源:.+\)。$/);
    assert.match(result.text.en, /^The stock code of Kweichow Moutai is 600519\.SH \(source: .+\)\.$/);
    assert.deepEqual(calls, ['resolve_security {"query":"茅台"}']);
  }
});

test("several companies have a line each", async () => {
  const { result } = await ask("茅台和五粮液的股票代码", ["茅台", "五粮液"]);
  assert.ok(result.kind === "text");
  assert.deepEqual(
    result.text.zh.split("\n").map((line) => /\d{6}\.\w\w/.exec(line)?.[0]),
    ["600519.SH", "000858.SZ"],
  );
});

test("a code beside a figure is no question for the code alone, and an unclear name is asked back", async () => {
  const { calls } = await ask("茅台股票代码和股价", ["茅台"]);
  assert.ok(calls.some((call) => call.startsWith("get_price")));
  const { result } = await ask("平安股票代码", ["平安"]);
  assert.equal(result.kind, "question");
});
