import assert from "node:assert/strict";
import { test } from "node:test";
import chitchat from "../../skills/chitchat/index.ts";
import help from "../../skills/help/index.ts";
import { openSkillDesk } from "./skill-context.ts";

const answer = async (skill: typeof chitchat | typeof help, text: string) => {
  const result = await skill.run({}, openSkillDesk(text, () => undefined).context);
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
  for (const text of ["今天天气不错", "讲个笑话"]) assert.match(await answer(chitchat, text), /^闲聊/);
  assert.match(await answer(chitchat, "新年快乐"), /祝/);
});

test("a message without a word gets a hint what to ask", async () => {
  for (const skill of [chitchat, help])
    for (const text of ["😀", "???", "。。。", " "])
      assert.equal(await answer(skill, text), "NOT_UNDERSTOOD");
});
