import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { partsOf } from "../../src/gateway/parts.ts";
import { splitText } from "../../src/gateway/split.ts";
import { question } from "../journal/messages.ts";

const dense = (text: string) => text.replace(/\s/g, "");

/** Texts of the kinds that tear: emoji families, surrogate pairs, combining marks, Han, paragraphs. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom(
        "\n\n",
        "\n",
        "。",
        ". ",
        " ",
        "👨‍👩‍👧‍👦",
        "🇨🇳",
        "é",
        "𠮷",
        "贵州茅台(600519.SH) 当前价 ¥1801.23;",
      ),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));

test("nothing is lost and no piece is too long or empty", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 120 }), (text, limit) => {
      fc.pre(text.trim() !== "");
      const pieces = splitText(text, limit);
      assert.equal(dense(pieces.join("")), dense(text));
      for (const piece of pieces)
        assert.ok(piece.length <= limit && piece.trim() !== "", JSON.stringify(piece));
    }),
  );
});

test("no surrogate pair is torn, and no grapheme that fits", () => {
  const graphemes = new Intl.Segmenter("zh", { granularity: "grapheme" });
  fc.assert(
    fc.property(anyText, (text) => {
      const pieces = splitText(text, 40);
      for (const piece of pieces) assert.ok(piece.isWellFormed());
      const whole = [...graphemes.segment(text)]
        .map(({ segment }) => segment)
        .filter((one) => one.trim() !== "");
      fc.pre(whole.every((one) => one.length <= 40));
      const shown = pieces.flatMap((piece) => [...graphemes.segment(piece)].map(({ segment }) => segment));
      assert.deepEqual(shown.map(dense).filter(Boolean), whole.map(dense));
    }),
  );
});

test("a cut stands at the best end: paragraph before line before sentence before word", () => {
  const filler = "一".repeat(30);
  assert.deepEqual(splitText(`${filler}\n\n${filler}。\n${filler}`, 70), [filler, `${filler}。\n${filler}`]);
  assert.deepEqual(splitText(`${filler}。${filler}\n${filler}`, 70), [`${filler}。${filler}`, filler]);
  assert.deepEqual(splitText(`${filler}。${filler}${filler}`, 70), [`${filler}。`, `${filler}${filler}`]);
  assert.deepEqual(splitText(`${"word ".repeat(10)}end`, 30), [
    "word word word word word word",
    "word word word word end",
  ]);
  assert.deepEqual(splitText("一二三四五", 2), ["一二", "三四", "五"]);
  // A number and its source stay together: neither its point nor a half-width bracket ends a sentence.
  assert.deepEqual(splitText(`${filler}价格 ¥1801.23(akshare, 2026-05-07)`, 40), [
    `${filler}价格`,
    "¥1801.23(akshare, 2026-05-07)",
  ]);
});

test("a short text is left as it is", () => {
  assert.deepEqual(splitText("  a\n\nb ", 100), ["  a\n\nb "]);
});

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
