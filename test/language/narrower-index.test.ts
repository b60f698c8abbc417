import assert from "node:assert/strict";
import { test } from "node:test";
import { createDirectory } from "../../src/language/directory.ts";
import { bundledSecurities } from "../../src/language/securities.ts";

const directory = createDirectory(bundledSecurities);
const codes = (text: string) =>
  directory
    .mentions(text)
    .flatMap(({ matches, query }) => (matches.length === 0 ? [query] : matches.map(({ code }) => code)));

test("an index drawn from another one is not that one", () => {
  for (const [text, query] of Object.entries({
    上证红利指数多少点: "上证红利指数",
    上证100指数: "上证100指数",
    上证50AH优选现在多少: "上证50AH优选",
    上证180ETF: "上证180ETF",
    沪深300价值多少点: "沪深300价值",
    沪深300信息技术: "沪深300信息技术",
    中证500低波动: "中证500低波动",
    沪深300红利低波涨了多少: "沪深300红利低波",
    "CSI 300 Dividend level": "CSI 300 Dividend",
  })) {
    assert.deepEqual(codes(text), [query]);
    assert.equal(directory.mentions(text)[0]?.kind, "index");
  }
});

test("what is said of an index or of its companies leaves it as it is", () => {
  for (const [text, code] of Object.entries({
    上证50指数多少点: "000016.SH",
    "上证 50多少点": "000016.SH",
    上证3000点能守住吗: "000001.SH",
    上证20日均线: "000001.SH",
    上证60分钟: "000001.SH",
    上证综合指数: "000001.SH",
    上证成交量: "000001.SH",
    沪深300成长性: "000300.SH",
    沪深300银行股: "000300.SH",
    沪深300估值: "000300.SH",
    创业板指成长: "399006.SZ",
    "CSI 300 value today": "000300.SH",
    "CSI 300 dividend yield": "000300.SH",
  }))
    assert.deepEqual(codes(text), [code], text);
});
