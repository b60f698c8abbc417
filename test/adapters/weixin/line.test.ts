import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createWeixinEmulator, type WeixinEmulator } from "../../emulators/weixin.ts";
import { patienceMs } from "../../line/chat.ts";
import { type Service, startService } from "../../line/service.ts";

let channel: WeixinEmulator;
let service: Service;
before(async () => {
  channel = await createWeixinEmulator();
  service = await startService({
    WEIXIN_ENABLED: "on",
    WEIXIN_API_ROOT: channel.root,
    WEIXIN_CDN_ROOT: channel.cdnRoot,
    DATA_SOURCES: "sample",
  });
});
after(async () => {
  await service.stop();
  await channel.close();
});

const texts = () => channel.shown().map(({ text }) => text);
const shows = (pattern: RegExp) =>
  channel.waitFor(() => texts().find((text) => pattern.test(text)), patienceMs, String(pattern));

test("a person who scans at the terminal is taken up by the running service and answered with cites", async () => {
  const { code, stdout } = await service.cli("login", "weixin");
  assert.equal(code, 0, stdout);
  assert.match(stdout, /█/);
  assert.match(stdout, /liteapp\.weixin\.qq\.com/);
  channel.userSays("600519 现在多少钱");
  const answer = await shows(/当前价/);
  assert.match(answer, /^贵州茅台\(600519\.SH\) 当前价 ¥\d+\.\d\d\(sample, 2026-05-07 \d\d:\d\d\)/);
  await channel.waitFor(() => channel.pending() === 0);
});

test("several questions at once are answered in order, each under its beginning", async () => {
  const before = texts().length;
  // The picture takes far longer than the next question needs to be taken in.
  channel.userSays("五粮液日K线图");
  channel.userSays("宁德时代的市盈率是多少呢谢谢");
  const said = () => texts().slice(before).filter(Boolean);
  await channel.waitFor(() => said().length >= 2, patienceMs);
  const [first = "", second = ""] = said();
  assert.match(first, /^「五粮液日K线图」\n[\s\S]*五粮液\(000858\.SZ\)/);
  assert.match(second, /宁德时代\(300750\.SZ\) 市盈率/);
});

test("a quoted answer is what a follow-up is about, by its id or by its text; another's is asked back", async () => {
  const shown = () => channel.shown().find(({ text }) => text.startsWith("贵州茅台(600519.SH) 当前价"));
  const { messageId = "", text = "" } = shown() ?? {};
  channel.userSays("比亚迪现在多少钱");
  await shows(/^比亚迪\(002594\.SZ\)/);
  const ask = async (words: string, ref_msg: object, pattern: RegExp) => {
    const before = channel.shown().length;
    channel.userSends([{ type: 1, text_item: { text: words }, ref_msg }]);
    const answer = await channel.waitFor(() => channel.shown()[before]?.text, patienceMs, words);
    assert.match(answer, pattern, words);
  };
  const words = (quoted: string) => ({ message_item: { type: 1, text_item: { text: quoted } } });
  await ask("它的市盈率呢", { svr_id: messageId }, /^贵州茅台\(600519\.SH\) 市盈率/);
  await ask("它的市净率是多少呀", words(text), /^贵州茅台\(600519\.SH\) 市净率/);
  await ask("它的股息率呢", words("宁德时代(300750.SZ) 当前价 ¥1"), /^引用的那条消息里没有可以接着问的股票/);
});

test("pictures and voice without words are acknowledged, a voice message with words is a question", async () => {
  channel.userSends([{ type: 2, image_item: { media: { encrypt_query_param: "p" } } }]);
  await shows(/看不了图片/);
  channel.userSends([{ type: 3, voice_item: { text: "比亚迪现在多少钱", playtime: 2000 } }]);
  await shows(/比亚迪\(002594\.SZ\) 当前价/);
});

test("nothing that the channel must be told was left out", () => {
  assert.deepEqual(channel.violations, []);
});
