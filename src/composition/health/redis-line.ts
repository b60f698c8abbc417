import type { HealthLine } from "../../admin/ports.ts";
import { durabilityFault, type FsyncPolicy, type StoreHealth } from "../../store/health.ts";

/** What one line of Redis says; `wanted` is REDIS_FSYNC. */
export function redisLine(redis: StoreHealth, wanted: FsyncPolicy): HealthLine {
  const { reachable, writable, version, appendOnly, appendFsync, maxmemoryPolicy, detail } = redis;
  const kept = durabilityFault(redis, wanted);
  const fault = !reachable
    ? "unreachable"
    : !writable
      ? "unwritable"
      : maxmemoryPolicy !== undefined && maxmemoryPolicy !== "noeviction"
        ? "eviction"
        : kept === "fsync_unread"
          ? undefined
          : kept;
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
