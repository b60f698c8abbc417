import { type Check, check, majorOf } from "./doctor-check.ts";

/** What is known of the Redis behind the product. */
export interface RedisState {
  readonly reachable: boolean;
  readonly writable: boolean;
  readonly version?: string;
  readonly appendOnly?: boolean;
  /** `appendfsync` in force there; undefined where it cannot be read. */
  readonly appendFsync?: string;
  readonly maxmemoryPolicy?: string;
  /** Redis' clock minus ours, milliseconds. */
  readonly clockSkewMs?: number;
  readonly detail?: string;
  /** It answers, and refuses the user or the password. */
  readonly refuses?: boolean;
  /** What is needed and its user may not do there. */
  readonly denied?: readonly string[];
}

interface RedisPlace {
  readonly place: string;
  /** REDIS_FSYNC. */
  readonly fsync: "everysec" | "always";
}

const leastRedis = 7;
const mostSkewMs = 2_000;

/** Nothing where its user may do all that is needed. */
const rightsCheck = ({ denied = [] }: RedisState): Check[] =>
  denied.length === 0
    ? []
    : [
        check(
          "Redis rights",
          "fault",
          `the user of REDIS_URL may not use ${denied.join(", ")}`,
          "run there ACL SETUSER <user> on ~qm:* &qm:* +@all",
        ),
      ];

/** Nothing where there is no file to write: that is said already. */
function fsyncCheck({ appendOnly, appendFsync }: RedisState, wanted: RedisPlace["fsync"]): Check[] {
  const name = "Redis fsync";
  if (appendOnly !== true) return [];
  const fix = `set \`appendfsync ${wanted}\` there`;
  if (appendFsync === undefined)
    return [
      check(
        name,
        wanted === "always" ? "warn" : "ok",
        `cannot be read there; REDIS_FSYNC is ${wanted}`,
        `see that \`appendfsync\` is ${wanted} there`,
      ),
    ];
  const isMet = appendFsync === "always" || appendFsync === wanted;
  return [check(name, isMet ? "ok" : "fault", `${appendFsync}${isMet ? "" : `, not ${wanted}`}`, fix)];
}

/** What is wrong with the Redis at `place`, or how it is. */
export function redisChecks(state: RedisState, { place, fsync }: RedisPlace): Check[] {
  const { version = "of unknown version", writable, appendOnly, maxmemoryPolicy, clockSkewMs } = state;
  if (state.refuses === true)
    return [
      check(
        "Redis",
        "fault",
        `${place}: it answers but refuses the user or password in REDIS_URL (${state.detail ?? "refused"})`,
        "write REDIS_URL=redis://<user>:<password>@<host>:<port> with those of that Redis",
      ),
    ];
  if (!state.reachable)
    return [
      check(
        "Redis",
        "fault",
        `${place}: no answer${state.detail === undefined ? "" : ` (${state.detail})`}`,
        place.startsWith("private")
          ? "make QIANMEN_DATA a folder that can be written, or set REDIS_URL to a Redis of your own"
          : "start Redis 7 or newer there, correct REDIS_URL, or unset it for a private one",
      ),
    ];
  const isNew = majorOf(version) >= leastRedis;
  const skew = clockSkewMs ?? 0;
  const server = check(
    "Redis",
    isNew ? "ok" : "fault",
    `${version}, ${place}`,
    `use Redis ${leastRedis} or newer`,
  );
  const rights = rightsCheck(state);
  // Who may not ask and write learns nothing of the rest.
  if (!writable && rights.length > 0) return state.version === undefined ? rights : [server, ...rights];
  return [
    server,
    ...rights,
    check(
      "Redis writes",
      writable ? "ok" : "fault",
      writable ? "accepted" : (state.detail ?? "refused"),
      "free disk space or memory; look at the Redis log",
    ),
    check(
      "Redis AOF",
      appendOnly === true ? "ok" : "fault",
      appendOnly === true ? "on" : "off: a restart of Redis loses messages",
      "set `appendonly yes`",
    ),
    ...fsyncCheck(state, fsync),
    check(
      "Redis eviction",
      maxmemoryPolicy === "noeviction" ? "ok" : "fault",
      maxmemoryPolicy ?? "unknown",
      "set `maxmemory-policy noeviction`: any other silently drops messages when memory runs out",
    ),
    check(
      "Redis clock",
      Math.abs(skew) <= mostSkewMs ? "ok" : "fault",
      `${skew} ms from this machine's`,
      "synchronise both machines' clocks (NTP)",
    ),
  ];
}
