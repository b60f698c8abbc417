import assert from "node:assert/strict";
import { test } from "node:test";
import { createDirectory, type Mention } from "../../src/language/directory.ts";
import { readText } from "../../src/language/reading.ts";
import { bundledSecurities, foreignSecurities } from "../../src/language/securities.ts";

const list = [...bundledSecurities, ...foreignSecurities];
const [whole, small] = [createDirectory(list), createDirectory(list, { complete: false })];
const told = ({ query, status, matches }: Mention) =>
  [query, status, ...matches.map(({ code }) => code)].join(" ");

const longer: Readonly<Record<string, string>> = {
  万科物业股价多少: "万科物业 several 000002.SZ",
  太平洋财险股价: "太平洋财险 several 601099.SH",
  中国太平洋财产保险股价: "太平洋财产保险 several 601099.SH",
  平安健康呢: "平安健康 several 601318.SH 000001.SZ",
  中国平安人寿股价: "中国平安人寿 several 601318.SH",
  广发银行股价: "广发银行 several 000776.SZ",
  新奥能源现在多少钱: "新奥能源 several 600803.SH",
  格力电工股价: "格力电工 several 000651.SZ",
  中国铁塔股价: "中国铁塔 several 601186.SH",
  "Vanke Property price": "Vanke Property several 000002.SZ",
  "Commercial Bank of China price": "Commercial Bank of China several 601988.SH",
};

test("a longer name than the one found in it is asked about, not taken", () => {
  for (const directory of [whole, small])
    for (const [text, expected] of Object.entries(longer))
      assert.deepEqual(directory.mentions(text).map(told), [expected], text);
  assert.equal(whole.resolve("万科物业").status, "several");
});

test("such a name stays open whatever was spoken of before", () => {
  const at = "2026-05-13T10:00:00+08:00";
  const before = {
    ...{ turnId: "telegram-1-2-3", codes: ["000002.SZ"], skill: "price", input: {}, claims: [], at },
  };
  const message = { now: "2026-05-13T10:01:00+08:00", directory: whole };
  const reading = readText({ text: "万科物业呢", session: [before], ...message });
  assert.deepEqual(reading.subjects().mentions.map(told), ["万科物业 several 000002.SZ"]);
});

test("a name with a slip in its last character stays that name", () => {
  const reading = readText({
    text: "查一下贵州茅苔",
    session: [],
    now: "2026-05-13T10:01:00+08:00",
    directory: whole,
  });
  assert.deepEqual(reading.subjects().mentions.map(told), ["贵州茅苔 one 600519.SH"]);
});

const named: Readonly<Record<string, string>> = {
  "Industrial and Commercial Bank of China stock price": "601398.SH",
  中国石油化工股价多少: "600028.SH",
  新华人寿股价: "601336.SH",
  顺丰同城股价: "09699.HK",
  中国联塑股价: "02128.HK",
  恒生科技指数多少点: "HSTECH.HK",
  恒生国企指数多少点: "HSCEI.HK",
  中海油田服务股价: "601808.SH",
  中国船舶重工股价: "601989.SH",
  复星国际股价: "00656.HK",
  国泰君安国际股价: "01788.HK",
  美的置业股价: "03990.HK",
  "China State Construction International price": "03311.HK",
  TCL电子股价: "01070.HK",
  海尔生物股价: "688139.SH",
  长虹美菱股价: "000521.SZ",
  中兴商业股价: "000715.SZ",
  隆基机械股价: "002363.SZ",
  民生健康股价: "301507.SZ",
};

test("names that begin as well-known ones do are their own companies'", () => {
  for (const directory of [whole, small])
    for (const [text, code] of Object.entries(named)) {
      const mentions = directory.mentions(text);
      assert.deepEqual(
        mentions.flatMap(({ matches }) => matches.map((match) => match.code)),
        [code],
        text,
      );
    }
});

test("what is said of a company behind its name leaves the name as it is", () => {
  for (const text of [
    "平安银行国际业务收入占比",
    "美的电器股价",
    "招行信用卡怎么样",
    "宁德时代电池市占率",
    "比亚迪新能源车销量",
    "中国移动服务业务",
    "紫金矿业环保处罚",
    "茅台商业模式",
    "药明康德生物安全法案",
    "中国平安寿险新业务价值",
    "国泰君安证券股价",
    "卓胜微电子股价",
    "中国化学工程股价",
    "中国神华能源股价",
    "中国人寿保险股价",
    "BYD international sales",
    "Is Bank of China up today",
  ])
    assert.deepEqual(
      whole.mentions(text).map(({ status }) => status),
      ["one"],
      text,
    );
});
