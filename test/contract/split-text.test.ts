import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitAlike, splitText } from "#contract";
import { cards } from "../gateway/company-cards.ts";

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

test("companies are kept whole, with and without empty lines between them", () => {
  for (const between of ["\n", "\n\n"]) {
    const text = cards.join(between);
    assert.deepEqual(splitText(text, 1400), [cards.slice(0, 2).join(between), cards[2]]);
    assert.deepEqual(splitText(text, 1000), cards);
  }
});

test("a short paragraph goes out alone rather than tear the next, which is cut only where it is too long itself", () => {
  const [first = "", second = ""] = cards;
  assert.deepEqual(splitText(`Two companies.\n\n${first}`, first.length + 5), ["Two companies.", first]);
  const tooLong = splitText(`Two companies.\n\n${first}\n\n${second}`, first.length - 5);
  assert.ok(tooLong[0]?.startsWith(`Two companies.\n\n${first.split("\n")[0]}`));
});

test("no cite and no number is torn that fits, however narrow the parts", () => {
  const spans =
    /\([^()]{8,60}\)|(?:CNY |¥)?[-+]?\d+(?:\.\d+)?(?:%|x| (?:billion|trillion|million CNY|CNY)| \d\d:\d\d)?/g;
  const text = cards.join("\n").replaceAll(" (TTM)", "");
  const whole = [...text.matchAll(spans)].map(([span]) => span);
  fc.assert(
    fc.property(fc.integer({ min: 32, max: 700 }), fc.boolean(), (limit, oneLine) => {
      const shown = oneLine ? text.replaceAll("\n", ",") : text;
      const pieces = splitText(shown, limit);
      assert.deepEqual(
        pieces.flatMap((piece) => [...piece.matchAll(spans)].map(([span]) => span)),
        whole,
      );
      assert.equal(dense(pieces.join("")), dense(shown));
    }),
  );
});

test("a short text is left as it is", () => {
  assert.deepEqual(splitText("  a\n\nb ", 100), ["  a\n\nb "]);
});

test("short lines before one that fills a part go out together, whatever the number of forms", () => {
  const text = ["一", "二", "三", "四".repeat(99)].join("\n");
  assert.deepEqual(splitAlike([text, text], 100), [
    ["一\n二\n三", "一\n二\n三"],
    ["四".repeat(99), "四".repeat(99)],
  ]);
});
