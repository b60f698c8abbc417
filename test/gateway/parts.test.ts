import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../../src/gateway/parts.ts";
import { question } from "../journal/messages.ts";
import { cards } from "./company-cards.ts";

const dense = (text: string) => text.replace(/\s/g, "");

const buttons = [{ label: "来源", action: "/source x" }];

test("parts quote the question, count themselves, and carry the buttons last", () => {
  const message = question();
  const parts = partsOf(message, { text: `${"a".repeat(90)}\n\n${"b".repeat(90)}`, buttons }, 148);
  assert.deepEqual(
    parts.map(({ part, of, replyTo }) => [part, of, replyTo]),
    [
      [0, 2, message.platformMessageId],
      [1, 2, message.platformMessageId],
    ],
  );
  assert.deepEqual(
    parts.map((part) => part.buttons),
    [[], buttons],
  );
  assert.equal("validUntil" in (parts[0] ?? {}), false);
});

test("the aged form of each part holds the lines of its current form", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `公司${at} 当前价 ¥1801.23`);
  const agedText = [
    "截至 2026-05-07 10:32",
    ...lines.slice(1).map((line) => line.replace("当前价", "价格")),
  ].join("\n");
  const reply = { text: lines.join("\n"), agedText, validUntil: "2026-05-07T10:33:00+08:00", buttons: [] };
  const parts = partsOf(question(), reply, 200);
  assert.ok(parts.length > 1);
  assert.equal(parts.map(({ text }) => text).join("\n"), reply.text);
  assert.equal(parts.map((part) => part.agedText).join("\n"), agedText);
  for (const part of parts) {
    assert.equal(part.text.split("\n").length, part.agedText?.split("\n").length);
    assert.ok(part.text.length <= 168 && (part.agedText?.length ?? 0) <= 168);
  }
});

test("forms that cannot be cut alike are sent aged, never mixed", () => {
  const reply = {
    text: "现".repeat(300),
    agedText: `截至\n${"旧".repeat(300)}`,
    validUntil: "2026-05-07T10:33:00+08:00",
    buttons: [],
  };
  const parts = partsOf(question(), reply, 200);
  assert.equal(dense(parts.map(({ text }) => text).join("")), dense(reply.agedText));
  assert.ok(parts.every((part) => part.agedText === undefined));
});

test("a picture goes with the last text, which is short enough to stand below it; more pictures follow one by one", () => {
  const picture = (name: string) => ({ name, mediaType: "image/png" as const, base64: "AA==" });
  const buttons = [{ label: "来源", action: "/source x" }];
  const reply = { text: `${"a\n".repeat(900)}`, buttons, artifacts: [picture("a.png"), picture("b.png")] };
  const parts = partsOf(question(), reply, 4096);
  const shown = parts.map(({ artifacts = [] }) => artifacts.map(({ name }) => name).join());
  assert.deepEqual(shown, ["", "a.png", "b.png"]);
  assert.ok(parts.every(({ text, artifacts }) => artifacts === undefined || text.length <= 1024));
  assert.deepEqual(
    parts.map((part) => part.buttons.length),
    [0, 1, 0],
  );
  assert.equal(
    parts
      .slice(0, 2)
      .map(({ text }) => text.replaceAll(/\s/g, ""))
      .join(""),
    "a".repeat(900),
  );
});

test("no company is cut in two, nor its aged form otherwise", () => {
  for (const between of ["\n", "\n\n"]) {
    const text = cards.join(between);
    const aged = (each: string) => each.replace("current price", "price");
    const agedText = `As of 2026-05-07 10:32: ${aged(text).replaceAll("current price", "price")}`;
    const reply = { text, agedText, validUntil: "2026-05-07T10:33:00+08:00", buttons: [] };
    const parts = partsOf(question(), reply, 1000 + 48);
    assert.deepEqual(
      parts.map((part) => part.text),
      cards,
    );
    assert.deepEqual(
      parts.map((part) => part.agedText),
      cards.map((each, at) => `${at === 0 ? "As of 2026-05-07 10:32: " : ""}${aged(each)}`),
    );
  }
});
