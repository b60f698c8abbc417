import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { argsOf, readJsonAnswer } from "../../src/models/json-answer.ts";

describe("the JSON of an answer", () => {
  const wanted = { a: '{"}', b: [1, { c: null }] };
  const written = JSON.stringify(wanted);
  const readable = [
    written,
    `  ${written}\n`,
    `\`\`\`json\n${written}\n\`\`\``,
    `Sure, {{c1}} it is:\n${written}\nAnything else?`,
    `[note] ${written}`,
  ];
  for (const text of readable)
    test(`is read from ${JSON.stringify(text.slice(0, 24))}…`, () =>
      assert.deepEqual(readJsonAnswer(text), wanted));

  for (const text of ["", "no", '"text"', "12", '{"a": ', "{a: 1}", '{"a": 1} or {"a": 2}', "{{c1}}"])
    test(`is not found in ${JSON.stringify(text)}`, () => assert.equal(readJsonAnswer(text), undefined));

  test("is not looked for without end in an answer of nothing but braces", () => {
    assert.equal(readJsonAnswer(`${"{a}".repeat(40)}${written}`), undefined);
    // Tried at each brace this would take hours.
    assert.equal(readJsonAnswer("{".repeat(500_000) + "}".repeat(500_000)), undefined);
  });

  test("is none where it is nested deeper than a reader may go", () => {
    const nested = (levels: number): string => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    assert.notEqual(readJsonAnswer(nested(20)), undefined);
    assert.equal(readJsonAnswer(nested(5000)), undefined);
    assert.equal(argsOf(nested(5000)), null);
  });

  test("any object survives prose without braces around it", () => {
    const prose = fc.string().map((text) => text.replaceAll("{", "(").replaceAll("}", ")"));
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, object, after) => {
        const text = JSON.stringify(object);
        assert.deepEqual(readJsonAnswer(`x${before}${text}${after}x`), JSON.parse(text));
      }),
    );
  });
});
