import assert from "node:assert/strict";
import { test } from "node:test";
import type { Puppet } from "../../../adapters/wechat/load-puppet.ts";
import { readMessage } from "../../../adapters/wechat/read-message.ts";

test("a name that somebody gave themselves is handed on no longer than names are", async () => {
  const payload = { talkerId: "wxid_1", type: 7, text: "600519", timestamp: Date.now() };
  // As much of a puppet as a direct message asks for.
  const puppet = {
    messagePayload: async () => payload,
    contactPayload: async () => ({ name: ` ${"长".repeat(5000)}`, type: 1 }),
  } as unknown as Puppet;
  const read = await readMessage("m1", { puppet, accountId: "bot", sinceMs: 0, callMs: 1000 });
  assert.ok("message" in read);
  assert.equal(read.message.senderName, "长".repeat(64));
});
