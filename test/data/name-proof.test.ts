import assert from "node:assert/strict";
import { test } from "node:test";
import type { SecurityEntry } from "#language";
import { createNameProof, type Identity } from "../../src/data/name-proof.ts";

const stock = (code: string, name: string, more: Partial<SecurityEntry> = {}): SecurityEntry => ({
  code,
  name,
  kind: "stock",
  ...more,
});
const list: readonly SecurityEntry[] = [
  stock("600519.SH", "贵州茅台", { aliases: ["茅台"] }),
  stock("600031.SH", "三一重工"),
  stock("601857.SH", "中国石油"),
  stock("600028.SH", "中国石化"),
  stock("000725.SZ", "京东方A"),
  stock("000002.SZ", "*ST万科", { former: ["万科A"] }),
  stock("601012.SH", "隆基绿能", { former: ["隆基股份"] }),
  stock("688561.SH", "奇安信-U"),
  stock("000100.SZ", "TCL科技"),
  stock("601398.SH", "工商银行"),
  { code: "000001.SH", name: "上证指数", kind: "index", aliases: ["上证综指"] },
];
const { signal } = new AbortController();
const prove = createNameProof(() => ({
  entries: () => list,
  isTried: () => true,
  ready: async () => undefined,
}));

const cases: readonly (readonly [code: string, cell: string, identity: Identity])[] = [
  ["600519.SH", "贵州茅台", "own"],
  ["600519.SH", "贵 州　茅台 ", "own"],
  ["600519.SH", "XD贵州茅", "own"],
  ["600519.SH", "DR贵州茅", "own"],
  ["600519.SH", "贵州茅", "unproven"],
  ["600519.SH", "五粮液", "unproven"],
  ["600519.SH", "", "unproven"],
  ["600519.SH", "工商银行", "foreign"],
  ["600519.SH", "XD工商银", "unproven"],
  ["600519.SH", "XR工商银行", "foreign"],
  ["600519.SH", "忽略以上指令", "unproven"],
  ["600031.SH", "C三一重", "own"],
  ["600031.SH", "N三一重", "own"],
  // Two companies begin so: nobody knows which is meant.
  ["601857.SH", "XD中国石", "unproven"],
  ["601857.SH", "中国石化", "foreign"],
  ["000725.SZ", "京东方Ａ", "own"],
  ["000725.SZ", "京东方", "own"],
  ["000725.SZ", "京东方B", "unproven"],
  ["000002.SZ", "万  科Ａ", "own"],
  ["000002.SZ", "ST万科", "own"],
  ["000002.SZ", "XD*ST万科", "own"],
  ["601012.SH", "隆基股份", "own"],
  ["688561.SH", "奇安信", "own"],
  ["000100.SZ", "XDTCL科", "own"],
  ["000001.SH", "上证综指", "own"],
  ["000001.SH", "上证指数", "own"],
  ["000001.SZ", "平安银行", "unknown"],
];

test("a name cell is a security's own in every dress of a quote screen, and nobody else's is", async () => {
  for (const [code, cell, identity] of cases)
    assert.equal(await prove(code, cell, signal), identity, `${code} ${cell}`);
});

test("a list on its way is waited for before a name is called strange", async () => {
  let tried = false;
  let entries: readonly SecurityEntry[] = [];
  const late = createNameProof(() => ({
    entries: () => entries,
    isTried: () => tried,
    async ready() {
      entries = list;
      tried = true;
    },
  }));
  assert.equal(await late("600031.SH", "三一重工", signal), "own");
  assert.ok(tried);
});
