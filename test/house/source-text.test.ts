import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { importsOf, readSource } from "../support/source-text.ts";

const imports = (text: string): string[] => importsOf(readSource(text));

test("every way of importing is seen, types too", () => {
  const text = [
    'import a from "one";',
    "import type { B } from 'two';",
    'import {\n  c,\n  type D,\n} from "./three.ts";',
    'export * from "four";',
    'export { e } from "five";',
    'import "six";',
    'const g = await import("seven");',
    'type H = import("eight").H;',
    'import data from "./nine.json" with { type: "json" };',
    'const j = require("ten");',
  ].join("\n");
  assert.deepEqual(imports(text), [
    "one",
    "two",
    "./three.ts",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "./nine.json",
    "ten",
  ]);
});

test("what only looks like an import is none", () => {
  assert.deepEqual(
    imports('// import a from "one";\n/* import "two" */ const s = \'import x from "three"\';'),
    [],
  );
  assert.deepEqual(
    imports('const t = `from "four"`; const from = 1; f(from, "five"); Array.from(["six"]);'),
    [],
  );
});

test("code is what runs: not comments, strings, templates' texts or patterns, but what templates call", () => {
  const { code } = readSource(
    [
      "// Date.now() in a remark",
      'const a = "Date.now()";',
      ["const b = `Date.now() ", "{Math.random()} ", "{`", "{c({ d: 1 })} Date.now()`} Date.now()`;"].join(
        "$",
      ),
      "const e = /[/\"'`]Date.now()/g.test(x) ? y / 2 : z / Date.parse(w);",
      "const g = x\n  / h('/') / i;",
    ].join("\n"),
  );
  assert.doesNotMatch(code, /Date\.now/);
  assert.match(code, /Math\.random\(\)/);
  assert.match(code, /c\(\{ d: 1 \}\)/);
  assert.match(code, /Date\.parse\(w\)/);
});

test("both readings keep every line where it was, whatever the text", () => {
  const shape = (text: string) => text.split("\n").map(({ length }) => length);
  const own = readFileSync(new URL("../support/source-text.ts", import.meta.url), "utf8");
  const pieces = fc.constantFrom(
    "`",
    "${",
    "}",
    "{",
    '"',
    "'",
    "/",
    "*",
    "\\",
    "\n",
    "a",
    " ",
    "//",
    "/*",
    "*/",
  );
  const anything = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(anything, fc.constant(own)), (text) => {
      const { uncommented, code } = readSource(text);
      assert.deepEqual(shape(uncommented), shape(text));
      assert.deepEqual(shape(code), shape(text));
    }),
  );
});
