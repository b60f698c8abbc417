import assert from "node:assert/strict";
import { test } from "node:test";
import type { SentEntry } from "../emulators/telegram.ts";
import { type Asked, audit, type Worked } from "./audit.ts";

const asked: readonly Asked[] = [
  { chatId: 1, messageId: 10, code: "600519" },
  { chatId: 1, messageId: 11, code: "000858" },
  { chatId: 2, messageId: 20, code: "300750" },
];

const answers: readonly Partial<SentEntry>[] = [
  { chatId: 1, messageId: 101, replyTo: 10, text: "贵州茅台(600519.SH) 当前价 ¥1" },
  { chatId: 2, messageId: 201, replyTo: 20, text: "宁德时代(300750.SZ) 当前价 ¥2" },
  { chatId: 1, messageId: 102, replyTo: 11, text: "五粮液(000858.SZ) 当前价 ¥3" },
];

const sentOf = (rows: readonly Partial<SentEntry>[]): SentEntry[] =>
  rows.map((row, index) => ({
    order: index + 1,
    atMs: index,
    method: "sendMessage",
    chatId: 0,
    messageId: 0,
    text: "",
    params: {},
    ...row,
  }));

/** How many of each fault the judge finds in these sends. */
function faultsIn(rows: readonly Partial<SentEntry>[], worked: readonly Worked[] = []) {
  const { marked, ...lists } = audit(asked, sentOf(rows), worked);
  const found = Object.entries(lists).filter(([, lines]) => lines.length > 0);
  return { marked, ...Object.fromEntries(found.map(([name, lines]) => [name, lines.length])) };
}

const [first = {}, other = {}, second = {}] = answers;
const repeat = { ...first, messageId: 103, text: `(可能重复) ${first.text}` };

test("a run in which every question has its answer is clean, marked repeats and progress included", () => {
  assert.deepEqual(faultsIn(answers), { marked: 0 });
  assert.deepEqual(faultsIn([first, repeat, other, second]), { marked: 1 });
  const progress = { ...first, text: "正在查询,请稍候…" };
  const edit = { ...first, method: "editMessageText" as const };
  assert.deepEqual(faultsIn([progress, edit, edit, other, second]), { marked: 0 });
});

test("each fault is found and named", () => {
  assert.deepEqual(faultsIn([first, second]), { marked: 0, lost: 1 });
  assert.deepEqual(faultsIn([first, first, other, second]), { marked: 0, doubled: 1 });
  assert.deepEqual(faultsIn([second, other, first]), { marked: 0, outOfOrder: 1 });
  assert.deepEqual(faultsIn([...answers, { ...repeat, chatId: 2 }]), { marked: 0, wrongChat: 1 });
  assert.deepEqual(faultsIn([...answers.slice(0, 2), { ...second, text: first.text ?? "" }]), {
    marked: 0,
    wrongChat: 1,
  });
  assert.deepEqual(faultsIn([...answers.slice(0, 2), { ...second, text: "处理这条消息时出错" }]), {
    marked: 0,
    failed: 1,
  });
});

test("a turn begun before the chat's earlier one has ended is an overlap", () => {
  const turn = { chatId: 1, state: "completed", startedMs: 5, endedMs: 9 };
  const worked = [
    { ...turn, id: "a", messageId: 10 },
    { ...turn, id: "b", messageId: 11, startedMs: 8, endedMs: 12 },
    { ...turn, id: "c", messageId: 20, chatId: 2, startedMs: 1 },
  ];
  assert.deepEqual(faultsIn(answers, worked), { marked: 0, overlapping: 1 });
});
