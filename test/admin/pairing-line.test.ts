import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { TelegramEmulator } from "../emulators/telegram.ts";
import { newChat, patienceMs } from "../line/chat.ts";
import type { Service } from "../line/service.ts";
import { openTelegramLine, type TelegramLine } from "../line/telegram-line.ts";

let line: TelegramLine;
let telegram: TelegramEmulator;
let service: Service;

before(async () => {
  line = await openTelegramLine({
    ACCESS: "pairing",
    LOG_LEVEL: "debug",
  });
  ({ telegram, service } = line);
});
after(() => line?.close());

test("a stranger is given a code, approved at the command line, told, answered, and revoked", async () => {
  const chat = newChat(telegram);
  const greeting = await chat.ask("600519 现在多少钱");
  const code = /[A-HJKMNP-Z2-9]{8}/.exec(greeting)?.[0] ?? "";
  assert.match(greeting, /配对码/);
  assert.doesNotMatch(greeting, /¥/);
  const { waiting } = JSON.parse((await service.cli("pair", "list", "--json")).stdout);
  assert.deepEqual(
    waiting.map((each: { code: string }) => each.code),
    [code],
  );

  assert.equal((await service.cli("pair", "approve", "WRONGWRO")).code, 1);
  assert.equal((await service.cli("pair", "approve", code)).code, 0);
  await telegram.waitFor(
    () => chat.said().find(({ text }) => text?.includes("已获准")),
    patienceMs,
    "the good news",
  );
  assert.match(await chat.ask("600519 现在多少钱"), /当前价 ¥1801\.23/);

  assert.equal((await service.cli("pair", "revoke", `telegram:${chat.id}`)).code, 0);
  assert.equal((await service.cli("pair", "revoke", `telegram:${chat.id}`)).code, 1);
  const { people } = JSON.parse((await service.cli("pair", "list", "--json")).stdout);
  assert.deepEqual(people, []);
  assert.ok(!service.output().includes(code), "the code is in no log");
});

test("the verbs of the site are the command line's too, and leave the same audit lines", async () => {
  const turn = await service.ask("五粮液现在多少钱");
  const dry = await service.cli("replay", turn.id, "--json");
  assert.equal(JSON.parse(dry.stdout).same, true, dry.stderr);
  assert.equal((await service.cli("replay", turn.id, "--deliver")).code, 1);
  const listed = await service.cli("turns", "--code", "000858.SZ", "--skill", "price", "--json");
  assert.deepEqual(
    JSON.parse(listed.stdout).map((each: { id: string }) => each.id),
    [turn.id],
    listed.stderr,
  );
  const named = await service.cli("turns", "--code", "五粮液", "--skill", "price", "--json");
  assert.equal(named.stdout, listed.stdout, named.stderr);
  for (const [name, said] of [
    ["平安", /--code 平安: may be .*中国平安 601318\.SH.*; write the code of one/],
    ["没有这家", /--code 没有这家: is the name of no stock or index; a code is written 600519/],
  ] as const) {
    const unclear = await service.cli("turns", "--code", name);
    assert.equal(unclear.code, 1);
    assert.match(unclear.stderr, said);
  }
  const filter = ["bulk", "replay", "--sender", "terminal:desk", "--text", "五粮液"];
  const many = JSON.parse((await service.cli("turns", ...filter, "--yes", "--json")).stdout);
  assert.ok(
    many.items.some((item: object) =>
      isDeepStrictEqual(item, { turnId: turn.id, result: "same", detail: "" }),
    ),
  );
  const file = join(service.dataFolder, "turn.json");
  writeFileSync(file, (await service.cli("turns", "export", turn.id)).stdout);
  assert.equal(JSON.parse((await service.cli("replay", "--file", file, "--json")).stdout).same, true);
  const shown = JSON.parse((await service.cli("turns", "show", turn.id)).stdout);
  assert.equal(shown.prose, turn.prose);
  const refused = JSON.parse((await service.cli("turns", "cancel", turn.id, "--json")).stdout);
  assert.equal(refused.ok, false);
  assert.equal((await service.cli("turns", "remove", turn.id)).code, 0);
  assert.equal((await service.cli("turns", "show", turn.id)).code, 1);
  const lines = (await service.cli("turns", "audit")).stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const acts = lines.filter(({ what }) => what === turn.id).map(({ act }) => act);
  assert.deepEqual(acts, ["replay", "replay", "cancel", "remove"]);
  assert.ok(lines.every(({ who, act }) => who.startsWith("cli:") && act !== ""));
});
