import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleanName } from "../../src/language/clean-name.ts";
import { createDirectory } from "../../src/language/directory.ts";
import { bundledSecurities, foreignSecurities, type SecurityEntry } from "../../src/language/securities.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const answer = (query: string) => {
  const { status, matches } = directory.resolve(query);
  return [status, ...matches.map(({ code }) => code)].join(" ");
};
const mentioned = (text: string) =>
  directory
    .mentions(text)
    .map(({ query, status, matches }) => [query, status, ...matches.map(({ code }) => code)].join(" "));

const resolutions: Readonly<Record<string, string>> = {
  贵州茅台: "one 600519.SH",
  茅台: "one 600519.SH",
  "贵 州 茅 台": "one 600519.SH",
  "sh.600519": "one 600519.SH",
  万科: "one 000002.SZ",
  "万  科Ａ": "one 000002.SZ",
  Moutai: "one 600519.SH",
  byd: "one 002594.SZ",
  gzmt: "one 600519.SH",
  maotai: "one 600519.SH",
  XD贵州茅: "one 600519.SH",
  隆基股份: "one 601012.SH",
  "600519 茅台": "one 600519.SH",
  平安: "several 000001.SZ 601318.SH",
  "Ping An": "several 601318.SH 000001.SZ",
  "000001": "one 000001.SZ",
  上证000001: "unsupported 000001.SH",
  "000300": "unsupported 000300.SH",
  上证指数: "unsupported 000001.SH",
  "510300": "unsupported 510300.SH",
  腾讯: "out_of_scope 00700.HK",
  比亚迪电子: "out_of_scope 00285.HK",
  恒大: "out_of_scope 03333.HK",
  AAPL: "out_of_scope AAPL.US",
  "00700": "out_of_scope 00700.HK",
  "02318.HK": "out_of_scope",
  "999999": "none",
  "600001": "none",
  "830799": "none",
  中国: "none",
  银行: "none",
  "": "none",
  __proto__: "none",
};

test("a query comes to one security, to several, to none, or is told to be out of scope", () => {
  for (const [query, expected] of Object.entries(resolutions)) assert.equal(answer(query), expected, query);
});

test("a query that is far too long is none", () => {
  assert.equal(answer("茅台".repeat(100)), "none");
});

const sentences: Readonly<Record<string, readonly string[]>> = {
  茅台昨天收盘: ["茅台 one 600519.SH"],
  "BYD price and CATL": ["BYD one 002594.SZ", "CATL one 300750.SZ"],
  格力美的谁更便宜: ["格力 one 000651.SZ", "美的 one 000333.SZ"],
  平安多少钱: ["平安 several 601318.SH 000001.SZ"],
  "平安(601318)多少钱": ["平安 one 601318.SH", "601318 one 601318.SH"],
  中国平安银行怎么样: ["中国平安银行 several 601318.SH 000001.SZ"],
  "what about Ping An Bank": ["Ping An Bank one 000001.SZ"],
  平安夜快乐: [],
  上海天气: [],
  最美的风景: [],
  今天国际昨天收盘: ["今天国际 one 300532.SZ"],
  "000001今天多少": ["000001 one 000001.SZ"],
  "大盘 000001": ["大盘 unsupported 000001.SH", "000001 unsupported 000001.SH"],
  "999999现在多少钱": ["999999 none"],
  买了100000股: [],
  花了600000元买茅台: ["茅台 one 600519.SH"],
  "202605茅台": ["茅台 one 600519.SH"],
  "600519,000858": ["600519 one 600519.SH", "000858 one 000858.SZ"],
  苹果多少钱: ["苹果 out_of_scope AAPL.US"],
  "show me the price": [],
  我1650买的: [],
};

test("a sentence's companies are found, the longest first, and ordinary words are not", () => {
  for (const [text, expected] of Object.entries(sentences)) assert.deepEqual(mentioned(text), expected, text);
});

test("a company listed abroad too means its A-share", () => {
  const both = createDirectory([
    { code: "02318.HK", name: "中国平安", kind: "hk" },
    { code: "601318.SH", name: "中国平安", kind: "stock" },
  ]);
  assert.deepEqual(both.resolve("中国平安").matches, [{ code: "601318.SH", name: "中国平安" }]);
});

test("decorations are taken off only where a name remains", () => {
  const listed = createDirectory([
    { code: "600001.SH", name: "*ST康美", kind: "stock" },
    { code: "600002.SH", name: "N天际物流", kind: "stock" },
    { code: "600003.SH", name: "C天", kind: "stock" },
    { code: "688001.SH", name: "某某芯片-U", kind: "stock" },
  ]);
  assert.equal(listed.resolve("康美").matches[0]?.code, "600001.SH");
  assert.equal(listed.resolve("ST康美").matches[0]?.code, "600001.SH");
  assert.equal(listed.resolve("天际物流").matches[0]?.code, "600002.SH");
  assert.equal(listed.resolve("某某芯片").matches[0]?.code, "688001.SH");
  assert.equal(listed.resolve("天").status, "none");
});

test("a code in a stock range counts where the list is known to lack stocks", () => {
  const small = createDirectory(bundledSecurities, { complete: false });
  assert.deepEqual(small.resolve("603000"), {
    query: "603000",
    status: "one",
    matches: [{ code: "603000.SH", name: "603000.SH" }],
  });
  assert.equal(small.resolve("999999").status, "none");
});

test("at most five candidates are named", () => {
  const entries = Array.from(
    { length: 8 },
    (_, at): SecurityEntry => ({ code: `60000${at}.SH`, name: `甲乙${at}`, kind: "stock" }),
  );
  assert.equal(createDirectory(entries).resolve("甲乙").matches.length, 5);
});

test("names are data: what is printed of them holds no markup, no slot and no line end", () => {
  const hostile = "茅台\n{{c1}}<b>*x*</b>http://a.b \u202e[链接](x)".repeat(3);
  const poisoned = createDirectory([{ code: "600001.SH", name: hostile, kind: "stock" }]);
  const name = poisoned.name("600001.SH") ?? "";
  assert.match(name, /^[\p{L}\p{N} \-&·']{1,24}$/u);
  assert.deepEqual(poisoned.names()["600001.SH"], [name]);
  assert.equal(cleanName("*ST 信通"), "*ST信通");
  assert.equal(cleanName("China  Life"), "China Life");
});

test("names() is one object, so that registries built on it can be cached", () => {
  assert.equal(directory.names(), directory.names());
  assert.deepEqual(directory.names()["600519.SH"]?.slice(0, 2), ["贵州茅台", "Kweichow Moutai"]);
});

test("mentions of any text lie in it, in order, without overlaps", () => {
  const piece = fc.oneof(
    fc.constantFrom("茅台", "平安银行", "600519", "BYD", "中国", "ＳＺ３００７５０", " ", "gzmt", "上证50"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      let end = 0;
      for (const { span, query } of directory.mentions(text)) {
        assert.ok(span[0] >= end && span[1] > span[0] && span[1] <= text.length);
        assert.equal(text.slice(...span), query);
        end = span[1];
      }
    }),
  );
});

test("every bundled name resolves to itself and names a code of its kind once", () => {
  const codes = bundledSecurities.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const { code, name, kind } of bundledSecurities) {
    const { status, matches } = directory.resolve(name);
    assert.deepEqual([status, matches[0]?.code], [kind === "stock" ? "one" : "unsupported", code], name);
  }
});
