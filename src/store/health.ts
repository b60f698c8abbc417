import { createPermitted, deniedLua, deniesOnlyChannels, messageOf } from "./rights.ts";

/** What an operator must know of the Redis behind the product. */
export interface StoreHealth {
  readonly reachable: boolean;
  /** False when a write was refused or nothing answered. */
  readonly writable: boolean;
  readonly version?: string;
  /** True when every write goes to the append-only file. */
  readonly appendOnly?: boolean;
  /** `appendfsync` as it is in force; undefined where the server does not let its settings be read. */
  readonly appendFsync?: string;
  /** Must be `noeviction`: anything else silently drops jobs when memory runs out. */
  readonly maxmemoryPolicy?: string;
  /** Redis' clock minus ours, milliseconds; of one that is ahead only what the asking did not take. */
  readonly clockSkewMs?: number;
  readonly detail?: string;
  /** It answers, and refuses the user or the password, or wants one. */
  readonly refuses?: boolean;
  /** What is needed and its user may not do there: commands, or `qm:*` where its keys are not this user's. Absent where nothing is. */
  readonly denied?: readonly string[];
}

/** How redis says so. */
const refusal = /\b(?:NOAUTH|WRONGPASS)\b|invalid password/;
/** How soon what is written is on the disk: within a second, or before it is acknowledged. */
export type FsyncPolicy = "everysec" | "always";

/** What is wrong with how a Redis keeps its data, as far as it can be seen. */
export type DurabilityFault = "no_aof" | "no_fsync" | "fsync_unread";

/** `fsync_unread`: more than the usual is wanted, and nobody can see whether it is in force. */
export function durabilityFault(
  { appendOnly, appendFsync }: Pick<StoreHealth, "appendOnly" | "appendFsync">,
  wanted: FsyncPolicy,
): DurabilityFault | undefined {
  if (appendOnly === false) return "no_aof";
  if (appendFsync === undefined) return wanted === "always" ? "fsync_unread" : undefined;
  return appendFsync === "always" || appendFsync === wanted ? undefined : "no_fsync";
}

/** The commands the check needs; all but CONFIG work on managed services too. */
interface HealthCommands {
  config(verb: "GET", name: string): Promise<unknown>;
  eval(lua: string, keyCount: 1, key: string, channel: string): Promise<unknown>;
  info(section: string): Promise<string>;
  set(key: string, value: string, unit: "PX", milliseconds: number): Promise<unknown>;
  time(): Promise<readonly (string | number)[]>;
}

/** Undefined where it may not be read. */
async function fsyncOf(redis: HealthCommands): Promise<string | undefined> {
  const pair = await redis.config("GET", "appendfsync").catch(() => undefined);
  const value: unknown = Array.isArray(pair) ? pair[1] : undefined;
  return typeof value === "string" ? value : undefined;
}

const field = (info: string, name: string): string | undefined =>
  info
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

/** What it says of itself, as far as that may be read. */
function readInfo(server = "", memory = "", persistence = "") {
  const version = field(server, "redis_version");
  const policy = field(memory, "maxmemory_policy");
  const aof = field(persistence, "aof_enabled");
  return {
    ...(version === undefined ? {} : { version }),
    ...(policy === undefined ? {} : { maxmemoryPolicy: policy }),
    ...(aof === undefined ? {} : { appendOnly: aof === "1" }),
  };
}

/** What is set at the probe's key and heard on the channel is nobody's. Never throws. */
export async function checkHealth(
  redis: HealthCommands,
  probe: { readonly key: string; readonly channel: string },
  nowMs: number,
): Promise<StoreHealth> {
  const askedMs = performance.now();
  const denied = new Set<string>();
  const permitted = createPermitted(denied);
  try {
    const [server, memory, persistence, time, appendFsync] = await Promise.all([
      permitted("INFO", redis.info("server")),
      permitted("INFO", redis.info("memory")),
      permitted("INFO", redis.info("persistence")),
      permitted("TIME", redis.time()),
      fsyncOf(redis),
    ]);
    const redisMs = time === undefined ? nowMs : Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000);
    // While it was asked, which may begin with a connection, the time went on here too.
    const tookMs = Math.ceil(performance.now() - askedMs);
    const aheadMs = redisMs - nowMs;
    const [unwritten, unasked] = await Promise.all([
      permitted("SET", redis.set(probe.key, "1", "PX", 1000)).then(() => undefined, messageOf),
      // What else keeps a script from running keeps a write from being taken too.
      permitted("EVAL", redis.eval(deniedLua, 1, probe.key, probe.channel)).catch(() => undefined),
    ]);
    // As the script returns them.
    for (const name of (unasked ?? []) as readonly string[]) denied.add(name);
    const detail = unwritten ?? (denied.size === 0 ? undefined : `NOPERM: ${[...denied].join(", ")}`);
    const lacks = denied.size === 0 ? {} : { denied: [...denied] };
    return {
      reachable: true,
      writable: unwritten === undefined && deniesOnlyChannels(lacks),
      clockSkewMs: aheadMs > 0 ? Math.max(0, aheadMs - tookMs) : aheadMs,
      ...readInfo(server, memory, persistence),
      ...lacks,
      ...(appendFsync === undefined ? {} : { appendFsync }),
      ...(detail === undefined ? {} : { detail }),
    };
  } catch (error) {
    const detail = messageOf(error);
    return { reachable: false, writable: false, detail, ...(refusal.test(detail) ? { refuses: true } : {}) };
  }
}
