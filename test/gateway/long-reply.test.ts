import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../../src/gateway/parts.ts";
import { question } from "../journal/messages.ts";

const lines = Array.from({ length: 400 }, (_, at) => `第${at}行 当前价 ¥1801.23(sample, 2026-05-07 10:32)`);
const aged = lines.map((line) => line.replace("当前价", "价格"));
const long = {
  text: lines.join("\n"),
  agedText: aged.join("\n"),
  validUntil: "2026-05-07T10:33:00+08:00",
  buttons: [{ label: "来源", action: "/source x" }],
};

const fileOf = (parts: ReturnType<typeof partsOf>, at = 0) => {
  const [file] = parts[at]?.artifacts ?? [];
  return {
    ...file,
    text: Buffer.from(file?.base64 ?? "", "base64").toString(),
  };
};

test("a reply of too many messages is its beginning and a file that holds all of it, in words that do not age", () => {
  const parts = partsOf(question(), long, 1800, 3);
  assert.equal(parts.length, 1);
  const [{ text = "", agedText = "", buttons = [] } = {}] = parts;
  assert.ok(text.length <= 1800 - 48 && agedText.length <= 1800 - 48);
  assert.ok(text.startsWith(lines.slice(0, 20).join("\n")));
  assert.ok(text.endsWith("\n(全文见随后的文件)") && agedText.endsWith("\n(全文见随后的文件)"));
  assert.equal(buttons.length, 1);
  const file = fileOf(parts);
  assert.equal(file.mediaType, "text/plain");
  assert.match(file.name ?? "", /^qianmen-2026-05-07\.txt$/);
  assert.equal(file.text, `\u{feff}${long.agedText}\n`);
});

test("the file is named by the day that it is in Shanghai, however the platform writes the time", () => {
  for (const [sentAt, day] of [
    ["2026-05-06T16:00:00.000Z", "2026-05-07"],
    ["2026-05-06T15:59:59Z", "2026-05-06"],
    ["2026-05-06T23:30:00-05:00", "2026-05-07"],
    ["not a time", "report"],
  ] as const)
    assert.equal(fileOf(partsOf(question({ sentAt }), long, 1800, 3)).name, `qianmen-${day}.txt`, sentAt);
});

test("one message more than may be is too many", () => {
  const text = lines.slice(0, 130).join("\n");
  assert.equal(partsOf(question(), { text, buttons: [] }, 1800).length, 4);
  assert.equal(partsOf(question(), { text, buttons: [] }, 1800, 4).length, 4);
  assert.equal(partsOf(question(), { text, buttons: [] }, 1800, 3).length, 1);
});

test("its pictures follow as parts of their own", () => {
  const picture = { name: "k.png", mediaType: "image/png", base64: "AA==" } as const;
  const parts = partsOf(question(), { ...long, artifacts: [picture] }, 1800, 3);
  assert.deepEqual(
    parts.map(({ artifacts = [] }) => artifacts.map(({ mediaType }) => mediaType)),
    [["text/plain"], ["image/png"]],
  );
  assert.equal(parts[1]?.text, "k.png");
});

test("what fits, and what goes to a platform that takes as many as there are, has no file", () => {
  const fitting = { text: lines.slice(0, 100).join("\n"), buttons: [] };
  assert.equal(partsOf(question(), fitting, 1800, 3).length, 3);
  const all = partsOf(question(), long, 1800);
  assert.ok(all.length > 3);
  for (const { artifacts } of [...all, ...partsOf(question(), fitting, 1800, 3)])
    assert.equal(artifacts, undefined);
});

test("English says it in English", () => {
  const text = Array.from({ length: 300 }, () => "Kweichow Moutai closed at 1801.23").join("\n");
  const [part] = partsOf(question(), { text, buttons: [] }, 1800, 3);
  assert.ok(part?.text.endsWith("\n(the full text follows as a file)"));
});
