import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#contract";
import { withFolderLock } from "./folder-lock.ts";
import { findRedis } from "./install-redis.ts";
import { makeFolder } from "./make-folder.ts";
import { identityOf, isLiving } from "./process-identity.ts";
import { socketCommand } from "./socket-command.ts";
import { type ServerWatch, watchServer } from "./watch-server.ts";

export { ensureRedisInstalled } from "./install-redis.ts";

export interface PrivateRedisOptions {
  /** Holds the data, the socket and the log; made if missing, mode 0700. */
  readonly folder: string;
  /** One line to the operator. */
  readonly say: (line: string) => void;
  /** `always`: nothing is lost even when the machine loses power; costs throughput. Default `everysec`. */
  readonly fsync?: "everysec" | "always";
}

export interface PrivateRedis {
  readonly socketPath: string;
  /** True when this call started the server, or took over one whose users had all died. */
  readonly owned: boolean;
  /** True when this call started the server on a folder that held no data. */
  readonly isNew: boolean;
  /** Leaves; the last user to leave stops the server, everything written out. May be called twice. */
  stop(): Promise<void>;
}

/** sockaddr_un(7): 108 bytes with the closing zero. */
const maxSocketPathBytes = 107;
const pauseMs = 10;
const mostPausesSilent = 1_000;
const mostPausesLoading = 30_000;

interface Place {
  readonly folder: string;
  readonly socketPath: string;
  readonly usersFolder: string;
  readonly pidFile: string;
  readonly logFile: string;
  readonly lockFile: string;
  /** Where the server writes everything down. */
  readonly dataPath: string;
}

async function openPlace(wanted: string): Promise<Place> {
  await makeFolder(wanted);
  const folder = await realpath(wanted);
  const socketPath = join(folder, "redis.sock");
  const bytes = Buffer.byteLength(socketPath);
  if (bytes > maxSocketPathBytes)
    throw new AppError(
      "CONFIG_INVALID",
      `QIANMEN_DATA: the path is too long for a socket (${bytes} bytes with redis.sock, at most ${maxSocketPathBytes}). Choose a shorter folder.`,
    );
  const usersFolder = join(folder, "redis.users");
  await makeFolder(usersFolder);
  return {
    folder,
    socketPath,
    usersFolder,
    pidFile: join(folder, "redis.pid"),
    logFile: join(folder, "redis.log"),
    lockFile: join(folder, "redis.lock"),
    dataPath: join(folder, "appendonlydir"),
  };
}

/** How many living processes use the server; what dead ones left behind is removed. */
async function countUsers({ usersFolder }: Place): Promise<number> {
  let living = 0;
  for (const name of await readdir(usersFolder)) {
    const file = join(usersFolder, name);
    const isUser = isLiving(await readFile(file, "utf8").catch(() => ""));
    if (isUser) living += 1;
    else await rm(file, { force: true });
  }
  return living;
}

function spawnServer(command: string, place: Place, fsync: string): ChildProcess {
  const settings = [
    ["--port", "0", "--unixsocket", place.socketPath, "--unixsocketperm", "700"],
    ["--appendonly", "yes", "--appendfsync", fsync, "--save", "", "--maxmemory-policy", "noeviction"],
    ["--dir", place.folder, "--logfile", place.logFile, "--loglevel", "warning", "--daemonize", "no"],
  ];
  // Its own group and no pipe of ours: a Ctrl-C or a kill -9 that ends us does not cut it off in mid-write.
  const child = spawn(command, settings.flat(), { cwd: place.folder, detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
  return child;
}

/** Resolves once the server answers; while it reads its data it is waited for. */
async function awaitReady(place: Place, isRunning: () => boolean): Promise<void> {
  for (let silent = 0, loading = 0; silent < mostPausesSilent && loading < mostPausesLoading; ) {
    const answer = await socketCommand(place.socketPath, "PING");
    if (answer === "+PONG") return;
    if (!isRunning()) break;
    if (answer?.startsWith("-LOADING")) loading += 1;
    else silent += 1;
    await sleep(pauseMs);
  }
  const log = await readFile(place.logFile, "utf8").catch(() => "");
  const tail = log.trim().split("\n").slice(-5).join("\n");
  throw new AppError("REDIS_UNFIT", `the private Redis did not start; ${place.logFile} ends with:\n${tail}`);
}

async function start(place: Place, fsync: string, say: PrivateRedisOptions["say"]): Promise<void> {
  const former = await readFile(place.pidFile, "utf8").catch(() => "");
  if (isLiving(former))
    throw new AppError(
      "REDIS_UNFIT",
      `a Redis (process ${former.split("@")[0]}) still works on ${place.folder} but does not answer on its socket; ` +
        `stop it (kill ${former.split("@")[0]}) and start again`,
    );
  const program = await findRedis();
  if (program === undefined)
    throw new AppError("REDIS_UNFIT", "neither redis-server nor valkey-server 7 or newer is on PATH");
  await rm(place.socketPath, { force: true });
  const child = spawnServer(program.command, place, fsync);
  const identity = child.pid === undefined ? undefined : identityOf(child.pid);
  if (identity !== undefined) await writeFile(place.pidFile, identity);
  await awaitReady(place, () => identity !== undefined && isLiving(identity));
  say(`private Redis ${program.version} started in ${place.folder}`);
}

/** A server that cannot stop yet (it writes its first data file) is asked again; one that never does is left to the next start. */
async function shutDown(place: Place): Promise<void> {
  const identity = await readFile(place.pidFile, "utf8").catch(() => "");
  for (let pauses = 0; pauses === 0 || isLiving(identity); pauses += 1) {
    if (pauses >= mostPausesSilent) return;
    if (pauses % 50 === 0) await socketCommand(place.socketPath, "SHUTDOWN", 10_000);
    else await sleep(pauseMs);
  }
  await rm(place.pidFile, { force: true });
  await rm(place.socketPath, { force: true });
}

/** A server that was killed (by hand, or out of memory) is started again by whichever of its users sees it first. */
function keepRunning(place: Place, fsync: string, say: PrivateRedisOptions["say"]): ServerWatch {
  return watchServer({
    isDown: async () => !isLiving(await readFile(place.pidFile, "utf8").catch(() => "")),
    revive: () =>
      withFolderLock(place.lockFile, async () => {
        if ((await socketCommand(place.socketPath, "PING")) === null) await start(place, fsync, say);
      }),
    report: (error) => say(error instanceof Error ? error.message : String(error)),
  });
}

/**
 * Brings up a Redis of our own on a unix socket in `folder`, or joins the one that already works there: two servers
 * never run on the same data. It outlives a kill -9 of ours unharmed; the next start finds it and takes it over. Killed itself, it
 * is started again within seconds. Throws AppError REDIS_UNFIT or CONFIG_INVALID with what to do.
 */
export async function startPrivateRedis({
  folder,
  say,
  fsync = "everysec",
}: PrivateRedisOptions): Promise<PrivateRedis> {
  const place = await openPlace(folder);
  const userFile = join(place.usersFolder, randomUUID());
  const { owned, isNew } = await withFolderLock(place.lockFile, async () => {
    const isAlone = (await countUsers(place)) === 0;
    const answer = await socketCommand(place.socketPath, "PING");
    const isNew = answer === null && !existsSync(place.dataPath);
    if (answer === null) await start(place, fsync, say);
    else await awaitReady(place, () => true);
    // One that already runs is only ever made safer: another user may have asked for `always`.
    if (answer !== null && fsync === "always")
      await socketCommand(place.socketPath, "CONFIG SET appendfsync always");
    await writeFile(userFile, identityOf(process.pid) ?? "");
    return { owned: isAlone, isNew };
  });
  const watch = keepRunning(place, fsync, say);
  let stopping: Promise<void> | undefined;
  const leave = async () => {
    await watch.end();
    await withFolderLock(place.lockFile, async () => {
      await rm(userFile, { force: true });
      if ((await countUsers(place)) === 0) await shutDown(place);
    });
  };
  return {
    socketPath: place.socketPath,
    owned,
    isNew,
    stop() {
      stopping ??= leave();
      return stopping;
    },
  };
}
