import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#contract";
import { durabilityFault, type FsyncPolicy, type StoreHealth } from "../../store/health.ts";
import type { Store } from "../../store/redis.ts";

/** A Redis that starts beside us (compose) may need a moment. */
const patienceMs = 10_000;
/** The queue's and our own scripts need it. */
const leastVersion = 7;

/** What keeps it from being used, and what to do; null where nothing does. */
function unfitness(
  place: string,
  { reachable, refuses, version, maxmemoryPolicy }: StoreHealth,
): string | null {
  const instead = `start Redis ${leastVersion} or newer there, correct REDIS_URL, or unset it for a private one`;
  if (refuses === true)
    return `${place} answers but refuses the user or password in REDIS_URL: write redis://<user>:<password>@<host>:<port> with those of that Redis`;
  if (!reachable) return `nothing answers at ${place}: ${instead}`;
  if (version !== undefined && Number.parseInt(version, 10) < leastVersion)
    return `${place} is Redis ${version}: ${instead}`;
  if (maxmemoryPolicy !== undefined && maxmemoryPolicy !== "noeviction")
    return `${place} has maxmemory-policy ${maxmemoryPolicy}, which drops messages when memory runs out: set it to noeviction`;
  return null;
}

/** Waits for it a moment. Throws AppError REDIS_UNFIT, saying what to do, where no fit Redis answers in time. */
export async function awaitFitRedis(
  store: Pick<Store, "health">,
  { place, wallMs, say }: { place: string; wallMs: () => number; say: (line: string) => void },
): Promise<StoreHealth> {
  const untilMs = wallMs() + patienceMs;
  let health = await store.health(wallMs());
  const isAway = () => !health.reachable && health.refuses !== true;
  if (isAway()) say(`nothing answers at ${place} yet, waiting ${patienceMs / 1000} s`);
  while (isAway() && wallMs() < untilMs) {
    await sleep(500);
    health = await store.health(wallMs());
  }
  const unfit = unfitness(place, health);
  if (unfit !== null) throw new AppError("REDIS_UNFIT", unfit);
  return health;
}

/** Lines for the operator about a Redis that is used although it keeps less than it should. */
export function durabilityWarnings(place: string, health: StoreHealth, wanted: FsyncPolicy): string[] {
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
