import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { terminalSocketName } from "#contract";
import { openTerminal } from "../cli/terminal-client.ts";
import type { EvalDesk } from "../eval/run-cases.ts";
import { findRedis } from "../store/install-redis.ts";
import type { Foundation } from "./foundation.ts";
import { startService } from "./service.ts";

const graceMs = 2000;

/**
 * A whole service for an evaluation: queue, worker and terminal of its own. Where a Redis can be started it has a private one in a
 * folder that goes with it, so that nothing of the installation is touched; else (the image) it uses REDIS_URL, and its
 * turns stand in that journal beside the others.
 */
export async function openEvalDesk(foundation: Foundation): Promise<EvalDesk & { close(): Promise<void> }> {
  const dataFolder = mkdtempSync(join(tmpdir(), "qianmen-eval-"));
  const { core, ...config } = foundation.config;
  const { REDIS_URL, ...others } = core;
  const isPrivate = REDIS_URL === undefined || (await findRedis()) !== undefined;
  let now: string | undefined;
  const own: Foundation = {
    ...foundation,
    config: { ...config, dataFolder, core: isPrivate ? others : core },
    clock: {
      market: () => now ?? foundation.sources.pinnedNow ?? foundation.clock.market(),
      wallMs: foundation.clock.wallMs,
    },
    say: () => undefined,
  };
  const discard = () => rmSync(dataFolder, { recursive: true, force: true });
  const service = await startService(own, {
    roles: new Set(["gateway", "worker"]),
    http: false,
    platforms: ["terminal"],
    namespace: `eval-${process.pid}`,
  }).catch((error: unknown) => {
    discard();
    throw error;
  });
  return {
    setNow(wanted) {
      now = wanted;
    },
    async converse() {
      // Never one that an earlier run may have left memories of.
      const chat = `eval-${randomUUID().slice(0, 13)}`;
      const client = await openTerminal(join(dataFolder, terminalSocketName), { chat });
      return {
        async ask(question) {
          const asked = await client.ask(question);
          if (!asked.ok) return { refused: asked.reason };
          return (
            (await service.nerves.journal.read(asked.turnId)) ?? {
              refused: "the journal has no record of it",
            }
          );
        },
        close: () => client.close(),
      };
    },
    async close() {
      await service.stop({ graceMs });
      discard();
    },
  };
}
