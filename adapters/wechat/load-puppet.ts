import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { impls } from "wechaty-puppet";
import type { PuppetService } from "wechaty-puppet-service";
import { AppError } from "#contract";
import type { PuppetName, WechatConfig } from "./settings.ts";

export type Puppet = impls.PuppetInterface;

/** One puppet, not yet started. It serves one connection; the next one is made anew. */
export interface Connection {
  readonly puppet: Puppet;
  /** To be called once it has started: tells when nothing can come from it any more. */
  watch(onLost: (why: string) => void): void;
  /** Stops it, also after a start that failed half-way; a gateway stays logged in. */
  close(): Promise<void>;
}

export type Connect = () => Promise<Connection>;

export interface LoadOptions {
  readonly config: WechatConfig;
  /** Where a login of wechat4u is kept. */
  readonly dataFolder: string;
}

/** What the operator installs where wechaty is missing. */
const installLine = "npm install wechaty@1.20.2";

/** The watchdog of the SDK logs a gateway out after a minute in which nobody wrote; signs of life are asked for elsewhere. */
const noWatchdogSeconds = 7 * 86_400;

async function connectService({ config }: LoadOptions): Promise<Connect> {
  const { PuppetService } = await import("wechaty-puppet-service");
  return async () => {
    const puppet = new PuppetService({
      endpoint: config.WECHATY_PUPPET_ENDPOINT ?? "",
      token: config.WECHATY_PUPPET_TOKEN ?? "",
      timeoutSeconds: noWatchdogSeconds,
    });
    // It would keep the names of people under the home folder, in a folder named after the token.
    puppet.removeAllListeners("login").removeAllListeners("logout");
    // What went wrong would be sent a second time, as old gateways want it, though the first may have arrived.
    Object.assign(puppet, { messageSendFileStream: () => Promise.reject(new Error("not sent again")) });
    return {
      puppet,
      watch(onLost) {
        const { grpcManager } = puppet;
        for (const name of ["end", "error", "cancel"]) grpcManager.on(name, () => onLost(`stream ${name}`));
        const stream = grpcManager.eventStream;
        // It goes unnoticed when another client of the gateway has the stream.
        if (stream === undefined || stream.destroyed || stream.readableEnded || stream.errored !== null)
          onLost("no event stream");
      },
      async close() {
        keepRemote(puppet);
        // What the SDK does with the stream does not end it, and the gateway would serve nobody else.
        managerOf(puppet)?.eventStream?.cancel();
        await puppet.stop();
        // Nothing of a start that failed is stopped by the SDK.
        await managerOf(puppet)?.stop();
      },
    };
  };
}

function managerOf(puppet: PuppetService) {
  try {
    return puppet.grpcManager;
  } catch {
    return undefined;
  }
}

/** The SDK stops the gateway's puppet with its own, which may cost the login; for the gateway this must look like a client that is gone. */
function keepRemote(puppet: PuppetService): void {
  const done = (_request: unknown, answer: (error: null) => void) => answer(null);
  try {
    Object.assign(puppet.grpcManager.client, { stop: done });
  } catch {
    // There is no client: nothing to be kept.
  }
}

const inProcess = (puppet: Puppet): Connection => ({
  puppet,
  watch: () => {},
  close: () => puppet.stop(),
});

async function connectWechat4u({ dataFolder }: LoadOptions): Promise<Connect> {
  const [{ PuppetWechat4u }, { MemoryCard }] = await Promise.all([
    import("wechaty-puppet-wechat4u"),
    import("memory-card"),
  ]);
  const path = join(dataFolder, "wechat4u.memory-card.json");
  return async () => {
    await writeFile(path, "{}", { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
      const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isThere) throw error;
    });
    const puppet = new PuppetWechat4u();
    puppet.setMemory(new MemoryCard({ name: path }));
    return inProcess(puppet);
  };
}

async function connectMock(): Promise<Connect> {
  const { PuppetMock } = await import("wechaty-puppet-mock");
  return async () => inProcess(new PuppetMock());
}

type Loaders = Readonly<Record<PuppetName, (options: LoadOptions) => Promise<Connect>>>;

const usualLoaders: Loaders = {
  "wechaty-puppet-service": connectService,
  "wechaty-puppet-wechat4u": connectWechat4u,
  "wechaty-puppet-mock": connectMock,
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND");

/**
 * Loads wechaty, which only a process that uses it pays for (about 90 MB). Throws AppError CONFIG_INVALID where it is not installed.
 */
export async function loadPuppet(options: LoadOptions, loaders: Loaders = usualLoaders): Promise<Connect> {
  const name = options.config.WECHATY_PUPPET;
  if (name === undefined) throw new AppError("CONFIG_INVALID", "WECHATY_PUPPET is not set");
  const catching = new Set(process.listeners("uncaughtException"));
  try {
    const { log } = await import("wechaty-puppet");
    // It writes to the console, and what it writes is not ours to vouch for.
    log.level("silent");
    return await loaders[name](options);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new AppError("CONFIG_INVALID", `WECHATY_PUPPET is ${name}, which is not installed; ${installLine}`);
  } finally {
    // wechat4u swallows every uncaught exception of the process, ours too.
    for (const listener of process.listeners("uncaughtException"))
      if (!catching.has(listener)) process.off("uncaughtException", listener);
  }
}
