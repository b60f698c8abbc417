import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { loginReport, terminalScreen } from "../../src/cli/login.ts";

test("the terminal shows code and link, asks for the digits, and says when they were wrong", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const screen = terminalScreen({ input, output, signal: new AbortController().signal });
  screen.show("https://liteapp.weixin.qq.com/q/abc");
  screen.tell({ zh: "已扫码", en: "Scanned" });
  input.write("12 34\n56\n");
  assert.equal(await screen.ask(false), "1234");
  assert.equal(await screen.ask(true), "56");
  input.end();
  assert.equal(await screen.ask(true), undefined);
  output.end();
  const written = await text(output);
  assert.match(written, /█/);
  assert.match(written, /https:\/\/liteapp\.weixin\.qq\.com\/q\/abc/);
  assert.match(written, /已扫码\nScanned/);
  assert.match(written, /数字不对/);
});

test("a link too long for a code is shown as it is", async () => {
  const output = new PassThrough();
  const screen = terminalScreen({ input: new PassThrough(), output, signal: new AbortController().signal });
  screen.show(`https://x/${"y".repeat(600)}`);
  output.end();
  assert.match(await text(output), /^\nhttps:\/\/x\/y+\n/);
});

test("an interrupted login asks nobody any more", async () => {
  const abort = new AbortController();
  const screen = terminalScreen({
    input: new PassThrough(),
    output: new PassThrough(),
    signal: abort.signal,
  });
  const asked = screen.ask(false);
  abort.abort();
  assert.equal(await asked, undefined);
});

test("the end says who is connected, what is off, or why not", () => {
  const done = { ok: true, accountId: "b@im.bot", already: false } as const;
  assert.match(loginReport("weixin", done, undefined).text, /b@im\.bot/);
  assert.match(loginReport("weixin", done, "set WEIXIN_ENABLED=on").text, /WEIXIN_ENABLED=on/);
  assert.equal(loginReport("weixin", { ...done, already: true }, undefined).exitCode, 0);
  const failed = loginReport("weixin", { ok: false, reason: { zh: "超时", en: "Too late" } }, undefined);
  assert.deepEqual(failed, {
    exitCode: 1,
    text: "超时\nToo late\n再试一次 Try again: npm run -s qianmen -- login weixin",
  });
});
