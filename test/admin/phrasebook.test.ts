import assert from "node:assert/strict";
import { test } from "node:test";
import { inLanguage } from "../../src/admin/html/phrasebook.ts";

test("what adapters and sources say in English is said in Chinese where it is known, and stays as it is elsewhere", () => {
  for (const [said, chinese] of [
    ["set TELEGRAM_BOT_TOKEN", "设 TELEGRAM_BOT_TOKEN"],
    [
      "set WEIXIN_ENABLED=on, then npm run -s qianmen -- login weixin",
      "设 WEIXIN_ENABLED=on,再运行 npm run -s qianmen -- login weixin",
    ],
    [
      "set AKTOOLS_API_ROOT, or name akshare in DATA_SOURCES",
      "设 AKTOOLS_API_ROOT,或在 DATA_SOURCES 里写上 akshare",
    ],
    [
      "set TUSHARE_TOKEN, and add tushare to DATA_SOURCES",
      "设 TUSHARE_TOKEN,再在 DATA_SOURCES 里写上 tushare",
    ],
    [
      "3 accounts, 1 must log in again: npm run -s qianmen -- login weixin",
      "3 个账号, 1 个要重新登录:npm run -s qianmen -- login weixin",
    ],
    ["401 Unauthorized", "401 Unauthorized"],
  ] as const) {
    assert.equal(inLanguage(said, "zh"), chinese);
    assert.equal(inLanguage(said, "en"), said);
  }
});
