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
}

/** How redis says so; NOPERM: the user may not do what we need. */
const refusal = /\b(?:NOAUTH|WRONGPASS|NOPERM)\b|invalid password/;

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

/** Never throws. */
export async function checkHealth(
  redis: HealthCommands,
  probeKey: string,
  nowMs: number,
): Promise<StoreHealth> {
  const askedMs = performance.now();
  try {
    const [server, memory, persistence, time, appendFsync] = await Promise.all([
      redis.info("server"),
      redis.info("memory"),
      redis.info("persistence"),
      redis.time(),
      fsyncOf(redis),
    ]);
    const redisMs = Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000);
    // While it was asked, which may begin with a connection, the time went on here too.
    const tookMs = Math.ceil(performance.now() - askedMs);
    const aheadMs = redisMs - nowMs;
    const version = field(server, "redis_version");
    const policy = field(memory, "maxmemory_policy");
    const refusal = await redis.set(probeKey, "1", "PX", 1000).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    return {
      reachable: true,
      writable: refusal === undefined,
      appendOnly: field(persistence, "aof_enabled") === "1",
      clockSkewMs: aheadMs > 0 ? Math.max(0, aheadMs - tookMs) : aheadMs,
      ...(appendFsync === undefined ? {} : { appendFsync }),
      ...(version === undefined ? {} : { version }),
      ...(policy === undefined ? {} : { maxmemoryPolicy: policy }),
      ...(refusal === undefined ? {} : { detail: refusal }),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { reachable: false, writable: false, detail, ...(refusal.test(detail) ? { refuses: true } : {}) };
  }
}
