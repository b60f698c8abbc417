import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "../../src/store/redis.ts";
import { freePort } from "../line/service.ts";

export interface SentinelWorld {
  /** As `REDIS_URL` wants it. */
  readonly url: string;
  /** kill -9 of the master; the sentinels make the replica the new one. */
  killMaster(): Promise<void>;
  close(): Promise<void>;
}

const sentinelCount = 3;
const masterName = "qianmen";

async function awaitWritable(url: string): Promise<void> {
  const store = connect({ url, failAfterMs: 1000 });
  while (!(await store.health(0)).writable) await pause(50);
  await store.close();
}

/** One master, one replica and three sentinels, each a process on loopback. */
export async function startSentinels(): Promise<SentinelWorld> {
  const folder = mkdtempSync(join(tmpdir(), "qm-sentinel-"));
  const children: ChildProcess[] = [];
  const start = (name: string, args: readonly string[]): ChildProcess => {
    mkdirSync(join(folder, name));
    const child = spawn("redis-server", [...args, "--logfile", "log"], {
      cwd: join(folder, name),
      stdio: "ignore",
    });
    children.push(child);
    return child;
  };
  const [masterPort, replicaPort] = [await freePort(), await freePort()];
  const data = (port: number) =>
    ["--port", String(port), "--bind", "127.0.0.1", "--appendonly", "yes", "--save", ""].concat(
      "--maxmemory-policy",
      "noeviction",
      "--repl-diskless-sync-delay",
      "0",
    );
  const master = start("master", data(masterPort));
  await awaitWritable(`redis://127.0.0.1:${masterPort}`);
  start("replica", [...data(replicaPort), "--replicaof", `127.0.0.1 ${masterPort}`]);
  const ports: number[] = [];
  for (let index = 0; index < sentinelCount; index++) {
    const port = await freePort();
    ports.push(port);
    const file = join(folder, `sentinel-${index}.conf`);
    const rules = [
      `port ${port}`,
      "bind 127.0.0.1",
      `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
      `sentinel down-after-milliseconds ${masterName} 2500`,
      `sentinel failover-timeout ${masterName} 5000`,
    ];
    writeFileSync(file, `${rules.join("\n")}\n`);
    start(`sentinel-${index}`, [file, "--sentinel"]);
  }
  const url = `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${masterName}`;
  await awaitWritable(url);
  // The sentinels learn of the replica and of one another by the master; without both there is no fail-over.
  await awaitKnown(ports[0] ?? 0);
  return {
    url,
    async killMaster() {
      master.kill("SIGKILL");
      await once(master, "exit");
    },
    async close() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a sentinel says that it knows the replica and both other sentinels. */
async function awaitKnown(port: number): Promise<void> {
  const store = connect({ url: `redis://127.0.0.1:${port}`, failAfterMs: 1000 });
  const isKnown = async () => {
    const line = await store.redis.info("sentinel").catch(() => "");
    return /slaves=1,sentinels=3/.test(line);
  };
  while (!(await isKnown())) await pause(100);
  await store.close();
}
