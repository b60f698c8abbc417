import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, Session, SessionTurn } from "#contract";
import { createDirectory } from "../../src/language/directory.ts";
import { readChoice } from "../../src/language/follow-up.ts";
import { groundPlan } from "../../src/language/grounding.ts";
import { languageOf } from "../../src/language/language-of.ts";
import { bundledSecurities, foreignSecurities } from "../../src/language/securities.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

const turn = (changes: Partial<SessionTurn> = {}): SessionTurn => ({
  turnId: "telegram-1-2-3",
  codes: ["600519.SH"],
  skill: "price",
  input: { codes: ["600519.SH"] },
  claims: [],
  at: now,
  ...changes,
});

function ground(text: string, input: JsonObject, session: Session = []): JsonObject | readonly string[] {
  const plan = { actions: [{ skill: "price", input }], language: "zh" as const };
  const grounded = groundPlan(plan, { text, session, now, directory });
  return "problems" in grounded ? grounded.problems : (grounded.plan.actions[0]?.input ?? {});
}

const invented = ["actions[0].input.codes[0] is a security that the message does not name"];
const inventedDay = ["actions[0].input.date is a day that the message does not name"];

test("a code that the message does not name is a problem that names no security", () => {
  assert.deepEqual(ground("茅台多少钱", { codes: ["000858"] }), invented);
  assert.deepEqual(ground("大家好", { codes: ["600519.SH"] }), invented);
  assert.deepEqual(ground("五粮液多少钱", { codes: ["600519.SH"] }, [turn()]), invented);
});

test("the company of an earlier turn never stands in for one that the message names", () => {
  assert.deepEqual(ground("五粮液呢", { codes: ["600519.SH"] }, [turn()]), invented);
  assert.deepEqual(ground("那五粮液呢?", { codes: ["600519.SH", "000858"] }, [turn()]), [
    "actions[0].input.codes[0] is a security that the message does not name",
  ]);
  assert.deepEqual(ground("它和五粮液", { codes: ["600519.SH", "000858"] }, [turn()]), {
    codes: ["600519.SH", "000858.SZ"],
  });
  assert.deepEqual(ground("它多少钱", { codes: ["600519.SH"] }, [turn()]), { codes: ["600519.SH"] });
});

test("a company that the message names must be in the plan", () => {
  const missing = ["the message names a security that no action is about"];
  assert.deepEqual(ground("茅台和五粮液多少钱", { codes: ["茅台"] }), missing);
  const candidates = [
    { code: "000001.SZ", name: "平安银行" },
    { code: "601318.SH", name: "中国平安" },
  ];
  const asked = [turn(), turn({ turnId: "telegram-1-2-4", codes: [], candidates })];
  assert.deepEqual(ground("1", { codes: ["600519.SH"] }, asked), invented);
  assert.deepEqual(ground("1", { codes: ["000001.SZ"] }, asked), { codes: ["000001.SZ"] });
});

test("a code in any form stands for the mention it resolves to", () => {
  for (const code of ["600519", "600519.SH", "sh600519", "贵州茅台", "茅台", "Moutai"])
    assert.deepEqual(ground("茅台多少钱", { codes: [code] }), { codes: ["600519.SH"] }, code);
});

test("an ambiguous name stays the user's word, whichever candidate the model picked", () => {
  for (const code of ["601318", "平安", "平安银行"])
    assert.deepEqual(ground("平安多少钱", { codes: [code] }), { codes: ["平安"] }, code);
});

test("a name that no list knows passes as the user wrote it, uncut", () => {
  assert.deepEqual(ground("某某科技多少钱", { codes: ["某某科技"] }), { codes: ["某某科技"] });
  assert.deepEqual(ground("price of Foobar Inc", { codes: ["Foobar Inc"] }), { codes: ["Foobar Inc"] });
  assert.deepEqual(ground("price of Foobar Inc", { codes: ["oobar"] }), invented);
});

test("missing companies and the only day are filled in from the message", () => {
  assert.deepEqual(ground("茅台昨天收盘", {}), { codes: ["600519.SH"], date: "2026-05-06" });
  assert.deepEqual(ground("茅台今天怎么样", {}), { codes: ["600519.SH"] });
  assert.deepEqual(ground("茅台2026-02-30收盘", {}), { codes: ["600519.SH"], date: "2026-02-30" });
  assert.deepEqual(ground("茅台上个交易日收盘", {}), { codes: ["600519.SH"], date: "上个交易日" });
  assert.deepEqual(ground("上证指数000001", { codes: ["000001"] }), { codes: ["000001.SH"] });
});

test("a follow-up reaches the companies of the turns before, a new question does not", () => {
  assert.deepEqual(ground("它的市盈率呢", {}, [turn()]), { codes: ["600519.SH"] });
  assert.deepEqual(ground("那昨天呢", { codes: ["600519"] }, [turn()]), {
    codes: ["600519.SH"],
    date: "2026-05-06",
  });
  assert.deepEqual(ground("北向资金呢", {}, [turn()]), {});
  assert.deepEqual(ground("你好", {}, [turn()]), {});
});

test("a day is one that the message names, or that of the turn it points back to", () => {
  assert.deepEqual(ground("茅台昨天收盘", { date: "2026-05-06" }), {
    codes: ["600519.SH"],
    date: "2026-05-06",
  });
  assert.deepEqual(ground("茅台昨天收盘", { date: "2026-05-05" }), inventedDay);
  assert.deepEqual(ground("五粮液呢", { date: "2026-05-06" }, [turn({ date: "2026-05-06" })]), {
    codes: ["000858.SZ"],
    date: "2026-05-06",
  });
  assert.deepEqual(ground("五粮液收盘", { date: "2026-05-06" }, [turn({ date: "2026-05-06" })]), inventedDay);
  assert.deepEqual(ground("茅台多少钱", { date: "2026-05-07" }), { codes: ["600519.SH"] });
  assert.deepEqual(ground("今天国际多少钱", { date: "2026-05-06" }), inventedDay);
});

const candidates = [
  { code: "000001.SZ", name: "平安银行" },
  { code: "601318.SH", name: "中国平安" },
];

test("an answer to the open question lets its candidate pass", () => {
  const asked = turn({ codes: [], candidates, date: "2026-05-06" });
  assert.deepEqual(ground("2", { codes: ["601318.SH"], date: "2026-05-06" }, [asked]), {
    codes: ["601318.SH"],
    date: "2026-05-06",
  });
  assert.deepEqual(ground("2", {}, [asked]), { codes: ["601318.SH"] });
  const open = turn({ codes: ["000001.SZ", "601318.SH"], input: { codes: ["平安"] }, candidates });
  assert.deepEqual(ground("它的市盈率呢", {}, [turn({ turnId: "telegram-1-2-1" }), open]), {
    codes: ["平安"],
  });
});

test("candidates are picked by number, name or code, and by nothing else", () => {
  for (const text of [
    "1",
    "第一个",
    "平安银行",
    "平安银行。",
    "我说的是平安银行",
    "000001",
    "000001.SZ",
    "the first one",
  ])
    assert.equal(readChoice(text, candidates), "000001.SZ", text);
  for (const text of ["2", "第二", "选2", "中国平安吧"])
    assert.equal(readChoice(text, candidates), "601318.SH", text);
  for (const text of ["3", "平安", "茅台", "1801", "平安银行昨天收盘", ""])
    assert.equal(readChoice(text, candidates), null, text);
});

test("the language is Chinese where Han characters stand or no words do", () => {
  for (const text of ["茅台 price", "600519", "SH600519", "600519.SH 1801.23", "😀", ""])
    assert.equal(languageOf(text), "zh", text);
  for (const text of ["price of 600519", "PE", "Moutai?"]) assert.equal(languageOf(text), "en", text);
});
