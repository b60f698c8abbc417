import assert from "node:assert/strict";
import { test } from "node:test";
import { readPersonName } from "#contract";

const platforms = [
  { platform: "telegram", isId: (id: string) => /^-?[0-9]+$/.test(id), idExample: "123456789" },
  { platform: "weixin" },
];

test("a person or a group is named by an installed platform and an id that it can have", () => {
  for (const name of ["telegram:777", " telegram:-1001234567890 ", "weixin:o9cq80@im.wechat"]) {
    const read = readPersonName(name, platforms);
    assert.ok(read.ok && read.name === name.trim() && `${read.platform}:${read.id}` === read.name, name);
  }
});

test("an unknown platform, an id of another shape and what is no name say how one is written", () => {
  const whyOf = (name: string) => {
    const read = readPersonName(name, platforms);
    return read.ok ? "" : read.why.en;
  };
  assert.equal(whyOf("telegrm:777"), "There is no platform telegrm: choose from telegram, weixin.");
  for (const name of ["telegram:@wang", "telegram:", "telegram:7 7", "telegram:7,8"])
    assert.equal(whyOf(name), "telegram has no such ids: write telegram:123456789.", name);
  assert.equal(whyOf("telegram12"), "Write <platform>:<id>, e.g. telegram:123456789, weixin:<id>.");
  assert.match(whyOf("weixin:"), /weixin:<id>/);
});
