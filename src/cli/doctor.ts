import type { Switch } from "#contract";

/** One thing looked at. `fix` says what to do where it is not in order. */
export interface Check {
  readonly name: string;
  /** `warn`: works, but not as it should; does not make the doctor fail. */
  readonly state: "ok" | "warn" | "fault" | "off";
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** An answer of something outside. */
export interface ProbeAnswer {
  readonly ok: boolean;
  /** Holds no secret. */
  readonly detail: string;
}

export type Probe = (signal: AbortSignal) => Promise<ProbeAnswer>;

/** What is known of the Redis behind the product. */
export interface RedisState {
  readonly reachable: boolean;
  readonly writable: boolean;
  readonly version?: string;
  readonly appendOnly?: boolean;
  readonly maxmemoryPolicy?: string;
  /** Redis' clock minus ours, milliseconds. */
  readonly clockSkewMs?: number;
  readonly detail?: string;
}

export interface Extension {
  readonly name: string;
  readonly state: Switch;
  /** Asked only when it is on. */
  readonly probe?: Probe;
}

/** Everything the doctor looks at, handed in. */
export interface DoctorProbes {
  /** `process.version`. */
  readonly nodeVersion: string;
  /** Where Redis is: `private (<folder>)` or the URL without its password. */
  readonly redisPlace: string;
  /** May throw: the private Redis could not be started. */
  readonly redis: () => Promise<RedisState>;
  readonly adapters: readonly Extension[];
  readonly sources: readonly Extension[];
  /** Task class → `builtin` or `provider:model`. */
  readonly models: Readonly<Record<string, string>>;
  /** Sentences about ACCESS; none when all is well. */
  readonly accessFaults: readonly string[];
  readonly marketNow: string;
  /** What holds the market clock still (`QIANMEN_NOW`, `sample data`); undefined while it runs. */
  readonly frozenBy?: string;
}

const leastNode = 24;
const leastRedis = 7;
const mostSkewMs = 2_000;
const probeTimeoutMs = 8_000;

const check = (name: string, state: Check["state"], detail: string, fix?: string): Check => ({
  name,
  state,
  ok: state !== "fault",
  detail,
  ...(fix === undefined || state === "ok" || state === "off" ? {} : { fix }),
});

const majorOf = (version: string): number => Number.parseInt(version.replace(/^v/, ""), 10);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function checkNode(version: string): Check {
  const isFit = majorOf(version) >= leastNode;
  return check("Node", isFit ? "ok" : "fault", version, "run `npm start` once: it brings Node 24");
}

function redisChecks(place: string, state: RedisState): Check[] {
  const { version = "of unknown version", writable, appendOnly, maxmemoryPolicy, clockSkewMs } = state;
  if (!state.reachable)
    return [
      check(
        "Redis",
        "fault",
        `${place}: ${state.detail ?? "not reachable"}`,
        "start it, or correct REDIS_URL",
      ),
    ];
  const isNew = majorOf(version) >= leastRedis;
  const skew = clockSkewMs ?? 0;
  return [
    check("Redis", isNew ? "ok" : "fault", `${version}, ${place}`, `use Redis ${leastRedis} or newer`),
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

async function checkRedis({ redis, redisPlace }: DoctorProbes): Promise<Check[]> {
  const state = await redis().catch(
    (error: unknown): RedisState => ({ reachable: false, writable: false, detail: messageOf(error) }),
  );
  return redisChecks(redisPlace, state);
}

/** A probe that neither throws nor outlasts its time. */
async function answerOf(probe: Probe): Promise<ProbeAnswer> {
  const abort = new AbortController();
  const late = Promise.withResolvers<ProbeAnswer>();
  const timer = setTimeout(() => {
    late.resolve({ ok: false, detail: `no answer within ${probeTimeoutMs / 1000} s` });
    abort.abort();
  }, probeTimeoutMs);
  try {
    return await Promise.race([probe(abort.signal), late.promise]);
  } catch (error) {
    return { ok: false, detail: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function checkExtension(kind: string, { name, state, probe }: Extension, fix: string): Promise<Check> {
  const title = `${kind} ${name}`;
  if (!state.on) return check(title, "off", state.hint);
  if (probe === undefined) return check(title, "ok", state.detail ?? "on");
  const { ok, detail } = await answerOf(probe);
  return check(title, ok ? "ok" : "fault", detail, fix);
}

function checkModels(models: DoctorProbes["models"]): Check {
  const words = Object.entries(models).map(([task, model]) => `${task} ${model}`);
  return check("Models", "ok", words.join(", "));
}

function checkAccess(faults: readonly string[]): Check {
  if (faults.length === 0) return check("Access", "ok", "no platform is open by oversight");
  return check("Access", "fault", faults.join("; "), "set ACCESS and, for an allowlist, ACCESS_ALLOW");
}

function checkMarketClock(marketNow: string, frozenBy: string | undefined): Check {
  if (frozenBy === undefined) return check("Market clock", "ok", `${marketNow}, running`);
  return check(
    "Market clock",
    "warn",
    `stands at ${marketNow} (${frozenBy})`,
    "for real questions unset QIANMEN_NOW and turn a real source on",
  );
}

/** Looks at everything at once; never throws for what it finds. `ok` is false when anything is a fault. */
export async function doctor(probes: DoctorProbes): Promise<DoctorReport> {
  const { adapters, sources } = probes;
  const look = (kind: string, fix: string) => (each: Extension) => checkExtension(kind, each, fix);
  const [redis, onAdapters, onSources] = await Promise.all([
    checkRedis(probes),
    Promise.all(adapters.map(look("Adapter", "check its token and address, and the network or proxy"))),
    Promise.all(sources.map(look("Source", "check its token and address, or take it out of DATA_SOURCES"))),
  ]);
  const checks = [
    checkNode(probes.nodeVersion),
    ...redis,
    ...onAdapters,
    checkAccess(probes.accessFaults),
    ...onSources,
    checkModels(probes.models),
    checkMarketClock(probes.marketNow, probes.frozenBy),
  ];
  return { ok: checks.every(({ ok }) => ok), checks };
}

const marks: Readonly<Record<Check["state"], string>> = {
  ok: "ok   ",
  warn: "warn ",
  fault: "FAULT",
  off: "off  ",
};

/** One line a check, its remedy below it, and a last line that sums up. */
export function renderDoctor({ checks }: DoctorReport): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, state, detail, fix }) => [
    `${marks[state]}  ${name.padEnd(width)}  ${detail}`,
    ...(fix === undefined ? [] : [`       ${"".padEnd(width)}  → ${fix}`]),
  ]);
  const faults = checks.filter(({ state }) => state === "fault").length;
  const sum =
    faults === 0
      ? "一切正常。Everything needed is in order."
      : `发现 ${faults} 处问题。${faults} ${faults === 1 ? "fault" : "faults"} found.`;
  return [...lines, sum].join("\n");
}
