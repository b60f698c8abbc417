import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { picturesFolder, terminalSocketName } from "#contract";
import { openTerminal, type TerminalClient } from "../../cli/terminal-client.ts";
import { createJournal, type Journal } from "../../journal/journal.ts";
import type { Foundation } from "../foundation.ts";
import { openStore } from "../redis/open-store.ts";

/** A connection for the person at the terminal, and the journal behind it. */
export interface TerminalSession {
  readonly client: TerminalClient;
  readonly journal: Journal;
  close(): Promise<void>;
}

const graceMs = 2000;

/** Over the running service; null where none runs. */
async function sessionOfRunning(foundation: Foundation): Promise<TerminalSession | null> {
  const { config, clock } = foundation;
  const client = await openTerminal(join(config.dataFolder, terminalSocketName)).catch(() => null);
  if (client === null) return null;
  const opened = await openStore(foundation);
  return {
    client,
    journal: createJournal(opened.store, { days: config.core.JOURNAL_DAYS, wallMs: clock.wallMs }),
    async close() {
      await client.close();
      await opened.close();
    },
  };
}

/**
 * Everything brought up for the one call: queues of its own, the journal shared, no platform but the terminal. Loaded here, so that a
 * call which finds a service running pays for none of it.
 */
async function bringUp(foundation: Foundation): Promise<TerminalSession> {
  const { startService } = await import("../service.ts");
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
    journal: service.infra.journal,
    async close() {
      await client.close();
      await service.stop({ graceMs });
      // A picture outlives the call: the answer says where it lies.
      if (!existsSync(join(socketFolder, picturesFolder)))
        rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Whoever read the answer is gone (`| head`, a parent that was killed): the call ends in its own way all the same. */
function unread(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/**
 * Over a service of its own that leaves no Redis working behind it: a signal that would end the process closes it first, its start included,
 * and then the process dies of that signal.
 */
async function sessionOfOwn(foundation: Foundation): Promise<TerminalSession> {
  const outputs = [process.stdout, process.stderr];
  let asked: NodeJS.Signals | undefined;
  let closing: Promise<void> | undefined;
  const opening = bringUp(foundation);
  const letGo = () => {
    for (const signal of endings) process.off(signal, onSignal);
    for (const output of outputs) output.off("error", unread);
    if (asked !== undefined) process.kill(process.pid, asked);
  };
  const close = (): Promise<void> => {
    closing ??= opening.then((session) => session.close()).finally(letGo);
    return closing;
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    asked ??= signal;
    // What went wrong at a start is told where it is waited for.
    close().catch(() => undefined);
  };
  for (const signal of endings) process.on(signal, onSignal);
  for (const output of outputs) output.on("error", unread);
  try {
    return { ...(await opening), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** Uses the running service and says so, or brings everything up for the one call; `local` forces the latter. */
export async function openTerminalSession(foundation: Foundation, local: boolean): Promise<TerminalSession> {
  const running = local ? null : await sessionOfRunning(foundation);
  if (running !== null) {
    foundation.say("(使用正在运行的服务 using the running service)");
    return running;
  }
  const { pinnedNow } = foundation.sources;
  if (pinnedNow !== undefined)
    foundation.say(`(示例数据,行情时钟固定在 ${foundation.clock.market()} sample data, clock pinned)`);
  return sessionOfOwn(foundation);
}
