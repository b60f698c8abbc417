import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { picturesFolder, terminalSocketName } from "#contract";
import { openTerminal, type TerminalClient } from "../cli/terminal-client.ts";
import type { Journal } from "../journal/journal.ts";
import { type Foundation, openStore } from "./foundation.ts";
import { createNerves } from "./nerves.ts";
import { startService } from "./service.ts";

/** A connection for the person at the desk, and the journal behind it. */
export interface Desk {
  readonly client: TerminalClient;
  readonly journal: Journal;
  close(): Promise<void>;
}

const graceMs = 2000;

/** The running service's desk; null where none runs. */
async function runningDesk(foundation: Foundation): Promise<Desk | null> {
  const { config, clock, log } = foundation;
  const client = await openTerminal(join(config.dataFolder, terminalSocketName)).catch(() => null);
  if (client === null) return null;
  const opened = await openStore(foundation);
  const { journal, closeQueues } = createNerves({
    store: opened.store,
    clock,
    log,
    journalDays: config.core.JOURNAL_DAYS,
  });
  return {
    client,
    journal,
    async close() {
      await client.close();
      await closeQueues();
      await opened.close();
    },
  };
}

/** Everything brought up for the one call: queues of its own, the journal shared, no platform but the terminal. */
async function ownDesk(foundation: Foundation): Promise<Desk> {
  const socketFolder = mkdtempSync(join(tmpdir(), "qianmen-"));
  const service = await startService(foundation, {
    roles: new Set(["gateway", "worker"]),
    http: false,
    platforms: ["terminal"],
    namespace: `local-${process.pid}`,
    socketFolder,
  });
  const client = await openTerminal(join(socketFolder, terminalSocketName));
  return {
    client,
    journal: service.nerves.journal,
    async close() {
      await client.close();
      await service.stop({ graceMs });
      // A picture outlives the call: the answer says where it lies.
      if (!existsSync(join(socketFolder, picturesFolder)))
        rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** Uses the running service and says so, or brings everything up for the one call; `local` forces the latter. */
export async function openDesk(foundation: Foundation, local: boolean): Promise<Desk> {
  const running = local ? null : await runningDesk(foundation);
  if (running !== null) {
    foundation.say("(使用正在运行的服务 using the running service)");
    return running;
  }
  const { pinnedNow } = foundation.sources;
  if (pinnedNow !== undefined)
    foundation.say(`(示例数据,行情时钟固定在 ${foundation.clock.market()} sample data, clock pinned)`);
  return ownDesk(foundation);
}
