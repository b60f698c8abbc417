import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "#contract";
import chitchat from "../../skills/chitchat/index.ts";
import help from "../../skills/help/index.ts";
import { now, openSkillHarness } from "./skill-context.ts";

const answer = async (skill: typeof chitchat | typeof help, text: string) => {
  const result = await skill.run({}, openSkillHarness(text, () => undefined).context);
  return result.kind === "text" ? result.text.zh : result.kind === "refusal" ? result.code : "";
};

test("thanks are answered as thanks, a goodbye as a goodbye", async () => {
  for (const text of ["谢谢", "多谢啦", "多謝", "thanks", "辛苦了"])
    assert.match(await answer(chitchat, text), /^不客气/);
  for (const text of ["再见", "再見", "bye"]) assert.match(await answer(chitchat, text), /^再见/);
  for (const text of ["你好", "在吗", "hello"]) assert.match(await answer(chitchat, text), /^你好/);
});

test("nobody is greeted who says that they have understood, or talks of the weather", async () => {
  for (const text of ["好的", "知道了", "ok", "收工啦"]) assert.match(await answer(chitchat, text), /^好的/);
  for (const text of ["今天天气不错", "讲个笑话", "世界杯怎么样"])
    assert.match(await answer(chitchat, text), /^闲聊/);
  for (const text of ["新年快乐", "平安夜快乐", "恭喜发财", "端午安康"])
    assert.match(await answer(chitchat, text), /祝/);
  for (const text of ["说得对", "有道理", "I agree", "makes sense"])
    assert.match(await answer(chitchat, text), /^好的/);
  for (const text of ["心累", "唉 又绿了", "跌麻了"]) assert.match(await answer(chitchat, text), /^理解/);
});

test("a message without a word gets a hint what to ask", async () => {
  for (const skill of [chitchat, help])
    for (const text of ["😀", "???", "。。。", " "])
      assert.equal(await answer(skill, text), "NOT_UNDERSTOOD");
});

test("what leans on no company is asked back in one line, the list of abilities is for whoever asks for it", async () => {
  const told = async (text: string, reason?: string) => {
    const input = help.input.parse(reason === undefined ? {} : { reason });
    const result = await help.run(input, openSkillHarness(text, () => undefined).context);
    assert.ok(result.kind === "text");
    return result.text;
  };
  const { zh, en } = await told("它呢", "which_stock");
  assert.match(zh, /^想查哪只股票.[^\n]+$/);
  assert.match(en, /^Which stock do you mean\?[^\n]+$/);
  assert.match((await told("怎么用")).zh, /可以这样问/);
});

test("whoever asks for help twice within minutes gets one line with the way to the list, in so many words all of it", async () => {
  const told = (minutes: number): Session => [
    {
      turnId: "t",
      codes: ["600519.SH"],
      skill: "price",
      input: {},
      claims: [],
      told: { what: "abilities", at: new Date(Date.parse(now) - minutes * 60_000).toISOString() },
      at: now,
    },
  ];
  const said = async (text: string, session: Session) => {
    const result = await help.run({}, openSkillHarness(text, () => undefined, { session }).context);
    assert.ok(result.kind === "text");
    assert.equal(result.told, "abilities");
    return result.text;
  };
  for (const text of ["帮助", "怎么用", "help"]) {
    const { zh, en } = await said(text, told(3));
    assert.match(zh, /^[^\n]+「你能做什么」[^\n]+$/, text);
    assert.match(en, /^[^\n]+“what can you do”[^\n]+$/, text);
    for (const session of [[], told(30)]) assert.match((await said(text, session)).zh, /可以这样问/, text);
  }
  for (const text of ["你能做什么", "what can you do", "有哪些功能"])
    assert.match((await said(text, told(3))).zh, /可以这样问/, text);
});

test("what no skill covers is said in one line, with the way to the list", async () => {
  const result = await help.run(
    { reason: "unsupported" },
    openSkillHarness("天上有几颗星", () => undefined).context,
  );
  assert.ok(result.kind === "text");
  assert.match(result.text.zh, /^这类问题目前还答不了[^\n]+「帮助」[^\n]+$/);
  assert.match(result.text.en, /^I cannot answer that kind of question yet[^\n]+“help”[^\n]+$/);
});

test("who asks where all numbers come from is told the enabled sources alone, and how to see one answer's", async () => {
  for (const text of ["你用哪些数据源", "which data sources do you use"]) {
    const harness = openSkillHarness(text, (tool) =>
      tool === "list_sources" ? { value: { sources: ["tushare", "tencent", "brandnew"] } } : undefined,
    );
    const result = await help.run(help.input.parse({}), harness.context);
    assert.ok(result.kind === "text", text);
    assert.match(result.text.zh, /^这里启用的数据源:Tushare、腾讯、brandnew。\n.*「这个数哪来的」/);
    assert.match(result.text.en, /^Data sources enabled here: Tushare, Tencent, brandnew\.\n.*\/source/);
  }
});

test("who is angry is answered with what to do, not with a list", async () => {
  for (const text of ["垃圾", "什么破玩意", "useless bot"]) {
    const told = await answer(chitchat, text);
    assert.match(told, /^抱歉没帮上忙/);
    assert.doesNotMatch(told, /\n/);
  }
});

test("what is typed in the place of a picture or a voice message is told to be no text, an emoticon is taken note of", async () => {
  for (const text of ["[图片]", "[語音]", "[动画表情]", "[图片][图片]", "[image]"])
    assert.equal(await answer(chitchat, text), "UNSUPPORTED_MESSAGE", text);
  for (const text of ["[强]", "[OK]", "[微笑] [微笑]"])
    assert.equal(await answer(chitchat, text), "ONLY_EMOJI", text);
  for (const text of ["牛逼", "666", "nb", "赞"]) assert.match(await answer(chitchat, text), /^好的/, text);
  assert.match(await answer(chitchat, "啥破股"), /^抱歉/);
});

test("wishes about the answers themselves are told what can be done, a question of what this can do its abilities", async () => {
  for (const [text, told] of [
    ["详细点", /上一条/],
    ["說人話", /括号/],
    ["用英文", /用英文问/],
    ["转人工", /没有人工/],
    ["停", /取消所有提醒/],
    ["more details", /上一条/],
    ["帮助", /可以这样问/],
    ["你能做什么", /可以这样问/],
  ] as const)
    assert.match(await answer(help, text), told, text);
  const unread = await help.run(
    { reason: "unsupported" },
    openSkillHarness("https://mp.weixin.qq.com/s/abc", () => undefined).context,
  );
  assert.ok(unread.kind === "text" && /链接我打不开/.test(unread.text.zh));
});
