import type { HealthLine } from "../../admin/ports.ts";
import {
  type DurabilityFault,
  durabilityFault,
  type FsyncPolicy,
  type StoreHealth,
} from "../../store/health.ts";
import { deniesOnlyChannels } from "../../store/rights.ts";

/** The worst of what is wrong; undefined where nothing is. */
function faultOf(redis: StoreHealth, kept: DurabilityFault | undefined): string | undefined {
  const { reachable, writable, denied = [], maxmemoryPolicy } = redis;
  if (!reachable) return "unreachable";
  if (!deniesOnlyChannels(redis)) return "denied";
  if (!writable) return "unwritable";
  if (maxmemoryPolicy !== undefined && maxmemoryPolicy !== "noeviction") return "eviction";
  if (kept !== undefined && kept !== "fsync_unread") return kept;
  return denied.length > 0 ? "no_channels" : undefined;
}

/** What one line of Redis says; `wanted` is REDIS_FSYNC. */
export function redisLine(redis: StoreHealth, wanted: FsyncPolicy): HealthLine {
  const { version, appendOnly, appendFsync, maxmemoryPolicy, detail } = redis;
  const kept = durabilityFault(redis, wanted);
  const fault = faultOf(redis, kept);
  const fsync = kept === "fsync_unread" ? "appendfsync cannot be read" : appendFsync;
  const aof = appendOnly ? ["AOF", fsync].filter(Boolean).join(", ") : "no AOF";
  return {
    group: "redis",
    name: version ?? "Redis",
    ok: fault === undefined,
    detail: [aof, maxmemoryPolicy, detail].filter(Boolean).join(" · "),
    ...(fault === undefined ? {} : { fault }),
  };
}
