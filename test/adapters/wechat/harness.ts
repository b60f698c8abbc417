import { PuppetMock } from "wechaty-puppet-mock";
import type { Clock } from "#contract";
import type { Platform } from "../contract.ts";
import type { TestHost } from "../support/test-host.ts";
import { openStore } from "../weixin/harness.ts";
import { botId, createWorld, personId, type World } from "./world.ts";

export const realClock: Clock = { market: () => "2026-05-07T10:32:05+08:00", wallMs: () => Date.now() };

/** Every mock puppet that starts from now on stands in this world, until it is called off. */
export function intoWorld(world: World): () => void {
  const { prototype } = PuppetMock;
  const original = prototype.onStart;
  prototype.onStart = async function onStart(this: PuppetMock) {
    world.equip(this);
    await original.call(this);
  };
  return () => {
    prototype.onStart = original;
  };
}

/** A direct chat of wechaty's own mock puppet, in this process. */
export async function createPlatform(): Promise<Platform> {
  const world = createWorld();
  const leave = intoWorld(world);
  const redis = await openStore();
  let host: TestHost | undefined;
  let said = 0;
  let last = "";
  const receivedBefore = { count: 0 };
  // wechaty knows no acknowledgement: what is held is acknowledged.
  const unacknowledged = () => said - ((host?.received.length ?? 0) - receivedBefore.count);
  return {
    config: { WECHATY_PUPPET: "wechaty-puppet-mock", WECHATY_PUPPET_TOKEN: "insecure_a-secret-token" },
    host: { store: redis.store, clock: realClock },
    chat: { platform: "wechat", accountId: botId, chatId: personId },
    async open(opened) {
      host = opened;
      receivedBefore.count = opened.received.length;
    },
    async say(text) {
      said += 1;
      last = world.say(text);
    },
    async sayAgain() {
      said += 1;
      world.announce(last);
    },
    acknowledged: async () => void (await host?.waitFor(() => unacknowledged() === 0)),
    unacknowledged,
    seen: () => world.seen(),
    sees: async (text) => void (await world.waitFor(() => world.seen().includes(text))),
    async close() {
      leave();
      await redis.close();
    },
  };
}
