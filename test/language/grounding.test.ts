import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Action, JsonObject, Session, SessionTurn } from "#contract";
import { createDirectory } from "../../src/language/directory.ts";
import { readChoice } from "../../src/language/follow-up.ts";
import { languageOf } from "../../src/language/language-of.ts";
import { bundledSecurities, foreignSecurities } from "../../src/language/securities.ts";
import { groundPlan } from "./ground-plan.ts";

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

/** What three kinds of skill take: one about days, one about periods, one that talks. */
const keys: Readonly<Record<string, ReadonlySet<string>>> = {
  price: new Set(["codes", "date"]),
  reports: new Set(["codes", "period"]),
  talk: new Set(["reason"]),
};

function groundAll(
  text: string,
  actions: readonly Action[],
  session: Session = [],
): readonly Action[] | readonly string[] {
  const plan = { actions, language: "zh" as const };
  const takes = (skill: string) => keys[skill];
  const grounded = groundPlan(plan, { text, session, now, directory, takes });
  return "problems" in grounded ? grounded.problems : grounded.plan.actions;
}

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

const moutai = ["600519.SH"];
const daysOf = (text: string, actions: readonly Action[], session: Session = []) =>
  groundAll(text, actions, session).map((action) =>
    typeof action === "string" ? action : `${action.skill} ${action.input.date ?? "-"}`,
  );
const price = (input: JsonObject = {}): Action => ({ skill: "price", input: { codes: moutai, ...input } });
const reports: Action = { skill: "reports", input: { codes: moutai } };

test("a time that is no day becomes the date, so that the skill says it cannot be read", () => {
  for (const [text, words] of [
    ["茅台去年收盘", "去年"],
    ["茅台10:00的价格", "10:00"],
    ["茅台最近一周走势", "最近一周"],
    ["茅台今天10:00的价格", "今天10:00"],
    ["Moutai close last year", "last year"],
  ] as const)
    assert.deepEqual(daysOf(text, [price()]), [`price ${words}`], text);
});

test("each time of a message is some action's", () => {
  assert.deepEqual(daysOf("茅台昨天和去年收盘", [price({ date: "2026-05-06" })]), [
    "price 2026-05-06",
    "price 去年",
  ]);
  assert.deepEqual(daysOf("茅台昨天和去年收盘", [price()]), ["price 去年"]);
  assert.deepEqual(daysOf("茅台昨天和4月30日收盘", [price()]), ["price 2026-05-06", "price 2026-04-30"]);
  assert.deepEqual(daysOf("茅台昨天和4月30日收盘", [price({ date: "2026-04-30" })]), [
    "price 2026-04-30",
    "price 2026-05-06",
  ]);
  assert.deepEqual(daysOf("茅台今天和昨天收盘", [price()]), ["price -", "price 2026-05-06"]);
  const full = ["2026-05-06", "2026-05-05", "2026-04-30"].map((date) => price({ date }));
  assert.deepEqual(daysOf("茅台昨天、前天、4月30日和去年收盘", full), [
    "price 2026-05-06",
    "price 2026-05-05",
    "price 去年",
  ]);
});

test("more days than there is room for are left to the last action, which tells them", () => {
  assert.deepEqual(daysOf("茅台4月27日、4月28日、4月29日、4月30日收盘", [price()]), [
    "price 2026-04-27",
    "price 2026-04-28",
    "price 2026-04-29, 2026-04-30",
  ]);
});

test("a period is the business of a skill that takes no day, where there is one; a day that does not exist never is", () => {
  assert.deepEqual(daysOf("茅台股价和2025年净利润", [price(), reports]), ["price -", "reports -"]);
  assert.deepEqual(daysOf("茅台股价和2025年净利润", [price({ date: "2025年" }), reports]), [
    "price -",
    "reports -",
  ]);
  assert.deepEqual(daysOf("茅台2月30日股价和净利润", [price(), reports]), ["price 2月30日", "reports -"]);
  assert.deepEqual(daysOf("茅台2025年净利润", [reports]), ["reports -"]);
});

test("nothing is filled in that a skill does not take", () => {
  assert.deepEqual(groundAll("茅台昨天,谢谢", [{ skill: "talk", input: { reason: "thanks" } }]), [
    { skill: "talk", input: { reason: "thanks" } },
  ]);
  assert.deepEqual(daysOf("茅台昨天股价和净利润", [price(), reports]), ["price 2026-05-06", "reports -"]);
});

test("an ISO day may stand for words that only the calendar resolves", () => {
  assert.deepEqual(daysOf("茅台春节前最后一个交易日收盘", [price({ date: "2026-02-13" })]), [
    "price 春节前最后一个交易日",
  ]);
  assert.deepEqual(ground("茅台春节前最后一个交易日收盘", { date: "2026-01-13" }), inventedDay);
});

test("那天 is the day of the turn before, or a time that nobody can read", () => {
  const dated = turn({ date: "2026-04-30", input: { codes: moutai, date: "2026-04-30" } });
  assert.deepEqual(daysOf("那天茅台收盘", [price()], [dated]), ["price 2026-04-30"]);
  assert.deepEqual(daysOf("那天茅台收盘", [price()]), ["price 那天"]);
});

test("a listing of another market is never the A-share", () => {
  for (const [text, words] of [
    ["比亚迪港股多少钱", "比亚迪港股"],
    ["比亚迪H股", "比亚迪H股"],
    ["BYD H shares", "BYD H shares"],
    ["港股比亚迪", "港股比亚迪"],
    ["ADR of BYD", "ADR of BYD"],
  ] as const) {
    assert.deepEqual(ground(text, {}), { codes: [words] }, text);
    assert.deepEqual(ground(text, { codes: ["002594"] }), { codes: [words] }, text);
  }
  assert.deepEqual(ground("比亚迪A股和H股", {}), { codes: ["002594.SZ", "比亚迪H股"] });
});

test("no sentence with a time word that is not read leaves a price undated", () => {
  const zh = [
    "去年",
    "上个月",
    "2026年4月",
    "近30日",
    "最近一周",
    "上半年",
    "三季度",
    "0000-00-00",
    "2月30日",
    "10:00",
    "上午十点",
    "前几天",
    "历史最高",
    "二〇二五年",
    "上周",
  ];
  const en = [
    "last year",
    "in 2025",
    "past 30 days",
    "52-week",
    "10am",
    "this quarter",
    "2026-02-30",
    "recently",
  ];
  const company = fc.constantFrom("茅台", "600519", "Moutai", "６００５１９");
  const day = fc.constantFrom("", "昨天", "今天", "4月30日", "yesterday");
  const asks = fc.constantFrom("收盘价", "多少钱", "close", "市盈率");
  const frame = fc.constantFrom(
    "{c} {d} {t} {a}",
    "{t} {c} {a} {d}",
    "{d}和{t} {c}的{a}",
    "{a} of {c} {t} {d}",
  );
  fc.assert(
    fc.property(company, fc.constantFrom(...zh, ...en), day, asks, frame, (c, t, d, a, form) => {
      const text = form.replace("{c}", c).replace("{t}", t).replace("{d}", d).replace("{a}", a);
      const grounded = groundAll(text, [{ skill: "price", input: {} }]);
      for (const action of grounded)
        assert.ok(
          typeof action !== "string" && action.input.date !== undefined,
          `${text}: ${JSON.stringify(grounded)}`,
        );
    }),
  );
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
  for (const text of ["银行那个", "银行的", "是银行那只"])
    assert.equal(readChoice(text, candidates), "000001.SZ", text);
  for (const text of ["保险那个", "the insurance one"])
    assert.equal(readChoice(text, candidates, directory.names()), "601318.SH", text);
  for (const text of ["3", "平安", "茅台", "1801", "平安银行昨天收盘", ""])
    assert.equal(readChoice(text, candidates), null, text);
});

test("the language is Chinese where Han characters stand or no words do", () => {
  for (const text of ["茅台 price", "600519", "SH600519", "600519.SH 1801.23", "😀", ""])
    assert.equal(languageOf(text), "zh", text);
  for (const text of ["price of 600519", "PE of 600519", "Moutai?"])
    assert.equal(languageOf(text), "en", text);
});

test("a stretch of time keeps the message's words, however much of them the model says", () => {
  for (const [text, said, kept] of [
    ["Moutai over the past 3 months", "past 3 months", "over the past 3 months"],
    ["茅台从4月1日到5月6日涨了多少", "从4月1日到5月6日", "4月1日到5月6日"],
    ["茅台这周涨了多少", "这周", "这周"],
  ] as const)
    assert.deepEqual(groundAll(text, [{ skill: "price", input: { codes: ["600519"], date: said } }]), [
      { skill: "price", input: { codes: ["600519.SH"], date: kept } },
    ]);
  const invented = groundAll("茅台这周涨了多少", [
    { skill: "price", input: { codes: ["600519"], date: "本月" } },
  ]);
  assert.deepEqual(invented, inventedDay);
});

test("a stretch of time in other words is the message's own, where both come to the same days", () => {
  const dateOf = (text: string, date: string) => {
    const [action] = groundAll(text, [{ skill: "price", input: { codes: ["茅台"], date } }]);
    return typeof action === "string" ? action : action?.input.date;
  };
  const problem = "actions[0].input.date is a day that the message does not name";
  for (const words of ["本周", "本星期", "this week", "wtd"])
    assert.equal(dateOf("茅台这周涨了多少", words), "这周", words);
  for (const words of ["ytd", "今年以来", "this year"])
    assert.equal(dateOf("how much has 茅台 gained year to date", words), "year to date", words);
  assert.equal(dateOf("茅台近三个月涨了多少", "past 3 months"), "近三个月");
  for (const words of ["上周", "本月", "近7天", "本周和上周", "2026-05-04", "2026-05-04/2026-05-07"])
    assert.equal(dateOf("茅台这周涨了多少", words), problem, words);
  // Only 本周 would be the same: what stands beside it is nowhere in the message.
  assert.equal(dateOf("茅台这周涨了多少", "本周 2026-04-30"), problem);
  assert.equal(dateOf("茅台涨了多少", "本周"), problem);
});

test("a company planned by its code is its own mention, and not the one before that may mean it too", () => {
  assert.deepEqual(ground("平安和601318", { codes: ["平安", "601318.SH"] }), {
    codes: ["平安", "601318.SH"],
  });
  assert.deepEqual(ground("平安和平安银行现价", { codes: ["平安", "000001.SZ"] }), {
    codes: ["平安", "000001.SZ"],
  });
  assert.deepEqual(ground("平安现价", { codes: ["601318.SH"] }), { codes: ["平安"] });
});
