import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "#contract";
import { connect, type Store } from "../../src/store/redis.ts";
import { eventually } from "../support/eventually.ts";

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

export interface RedisServer {
  readonly socketPath: string;
  readonly pid: number;
  /** A store on this server; closed with it. */
  store(namespace?: string, failAfterMs?: number): Store;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it anew on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A real Redis on a unix socket in a folder of its own, with the product's settings. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "qm-redis-"));
  const socketPath = join(folder, "r.sock");
  const stores: Store[] = [];
  const start = () =>
    spawn(
      "redis-server",
      `--port 0 --unixsocket ${socketPath} --dir ${folder} --appendonly yes --appendfsync everysec --maxmemory-policy noeviction`
        .split(" ")
        .concat("--save", ""),
      { stdio: "ignore" },
    );
  const ready = async (): Promise<void> => {
    const probe = connect({ socketPath });
    await eventually("Redis", async () => (await probe.health(0)).writable);
    await probe.close();
  };
  let child = start();
  await ready();
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return {
    socketPath,
    get pid() {
      return child.pid ?? 0;
    },
    store(namespace = "main", failAfterMs = 2000) {
      const store = connect({ socketPath, namespace, failAfterMs });
      stores.push(store);
      return store;
    },
    kill: () => end("SIGKILL"),
    async restart() {
      child = start();
      await ready();
    },
    async stop() {
      for (const store of stores) await store.close();
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
