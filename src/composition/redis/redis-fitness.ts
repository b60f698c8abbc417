import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#contract";
import { durabilityFault, type FsyncPolicy, type StoreHealth } from "../../store/health.ts";
import type { Store } from "../../store/redis.ts";
import { aclAdvice, deniesOnlyChannels } from "../../store/rights.ts";

/** A Redis that starts beside us (compose) may need a moment. */
const patienceMs = 10_000;
/** The queue's and our own scripts need it. */
const leastVersion = 7;

/** What to do about a Redis that takes no writes, by how it says so. */
function cureOfUnwritten(detail = ""): string {
  if (/\bOOM\b/.test(detail)) return "raise its maxmemory, or free memory there";
  if (/\bREADONLY\b/.test(detail)) return "it is a replica: name the primary in REDIS_URL, or the sentinels";
  if (/\bMISCONF\b/.test(detail)) return "free disk space there, and look at its log";
  return "free disk space or memory there, and look at its log";
}

/** What keeps it from being used, and what to do; null where nothing does. */
function unfitness(place: string, health: StoreHealth, mustWrite: boolean): string | null {
  const { reachable, writable, refuses, denied = [], version, maxmemoryPolicy, detail } = health;
  const instead = `start Redis ${leastVersion} or newer there, correct REDIS_URL, or unset it for a private one`;
  if (refuses === true)
    return `${place} answers but refuses the user or password in REDIS_URL: write redis://<user>:<password>@<host>:<port> with those of that Redis`;
  if (!reachable) return `nothing answers at ${place}: ${instead}`;
  if (!deniesOnlyChannels(health))
    return `${place} does not let the user of REDIS_URL do what is needed (${denied.join(", ")}): run there ${aclAdvice}`;
  if (version !== undefined && Number.parseInt(version, 10) < leastVersion)
    return `${place} is Redis ${version}: ${instead}`;
  if (maxmemoryPolicy !== undefined && maxmemoryPolicy !== "noeviction")
    return `${place} has maxmemory-policy ${maxmemoryPolicy}, which drops messages when memory runs out: set it to noeviction`;
  if (mustWrite && !writable)
    return `${place} takes no writes (${detail ?? "refused"}): ${cureOfUnwritten(detail)}, then start again`;
  return null;
}

/** Waits for it a moment; `mustWrite`: also until it takes writes. Throws AppError REDIS_UNFIT, saying what to do, where no fit Redis answers in time. */
export async function awaitFitRedis(
  store: Pick<Store, "health">,
  {
    place,
    wallMs,
    say,
    mustWrite = false,
  }: { place: string; wallMs: () => number; say: (line: string) => void; mustWrite?: boolean },
): Promise<StoreHealth> {
  const untilMs = wallMs() + patienceMs;
  let health = await store.health(wallMs());
  const isAway = () => !health.reachable && health.refuses !== true;
  const isFull = () => mustWrite && health.reachable && !health.writable && deniesOnlyChannels(health);
  const wait = `yet, waiting ${patienceMs / 1000} s`;
  if (isAway()) say(`nothing answers at ${place} ${wait}`);
  if (isFull()) say(`${place} takes no writes ${wait}`);
  while ((isAway() || isFull()) && wallMs() < untilMs) {
    await sleep(500);
    health = await store.health(wallMs());
  }
  const unfit = unfitness(place, health, mustWrite);
  if (unfit !== null) throw new AppError("REDIS_UNFIT", unfit);
  return health;
}

/** Lines for the operator about a Redis that is used although it keeps less than it should, or does less. */
export function redisWarnings(place: string, health: StoreHealth, wanted: FsyncPolicy): string[] {
  const { denied = [] } = health;
  const unheard =
    denied.length === 0
      ? []
      : [
          `Redis at ${place} does not let the user of REDIS_URL use the channel qm:signals (${denied.join(", ")}): no typing or progress is shown and /cancel comes too late; run there ${aclAdvice}`,
        ];
  return [...durabilityWarnings(place, health, wanted), ...unheard];
}

function durabilityWarnings(place: string, health: StoreHealth, wanted: FsyncPolicy): string[] {
  const asked = `REDIS_FSYNC=${wanted}`;
  switch (durabilityFault(health, wanted)) {
    case "no_aof":
      return [
        `Redis at ${place} has appendonly no: a restart of it loses messages; set appendonly yes there`,
      ];
    case "no_fsync":
      return [
        `${asked} is not in force: Redis at ${place} has appendfsync ${health.appendFsync}; set appendfsync ${wanted} there`,
      ];
    case "fsync_unread":
      return [
        `${asked} may not be in force: the settings of Redis at ${place} cannot be read; see that appendfsync is ${wanted} there`,
      ];
    default:
      return [];
  }
}
