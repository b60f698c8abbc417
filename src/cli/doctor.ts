import { AppError, asRun, type ConnectedAccount, type Switch } from "#contract";
import { type Check, check, majorOf } from "./doctor-check.ts";
import { type RedisState, redisChecks } from "./doctor-redis.ts";

export type { Check, RedisState };

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

export interface Extension {
  readonly name: string;
  readonly state: Switch;
  /** Asked only when it is on. */
  readonly probe?: Probe;
  /** The settings that it goes by, for who has to mend it: `AKTOOLS_API_ROOT=http://127.0.0.1:8080`. No secret in it. */
  readonly settings?: string;
  /** Those whose owners have scanned a code, where each person connects their own. May throw: what cannot be read is told. */
  readonly accounts?: () => Promise<readonly Pick<ConnectedAccount, "state">[]>;
}

/** Everything the doctor looks at, handed in. */
export interface DoctorProbes {
  /** `process.version`. */
  readonly nodeVersion: string;
  /** Where Redis is: `private (<folder>)` or the URL without its password. */
  readonly redisPlace: string;
  /** REDIS_FSYNC. */
  readonly fsync: "everysec" | "always";
  /** May throw: the private Redis could not be started. */
  readonly redis: () => Promise<RedisState>;
  readonly adapters: readonly Extension[];
  readonly sources: readonly Extension[];
  /** Task class → `builtin` or `provider:model`. */
  readonly models: Readonly<Record<string, string>>;
  /** Each model that is reached over the network, once. */
  readonly modelProbes: readonly Extension[];
  /** Lines about ACCESS, `<what is wrong>; <what to write>`; none when all is well. */
  readonly accessFaults: readonly string[];
  /** Whether the service can have its port. */
  readonly port: () => Promise<Check>;
  /** What is allowed but hardly meant in the settings, `<what>; <what to do>`. */
  readonly cautions: readonly string[];
  readonly marketNow: string;
  /** What holds the market clock still (`QIANMEN_NOW`, `sample data`); undefined while it runs. */
  readonly frozenBy?: string;
  /** What is wrong with how far the trading calendar reaches; null where nothing is. */
  readonly calendarTrouble: {
    readonly isOver: boolean;
    readonly detail: string;
    readonly fix: string;
  } | null;
}

const leastNode = 24;
const probeTimeoutMs = 8_000;

/** For people: without the code that stands before an AppError's own words. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof AppError ? error.message.slice(`${error.code}: `.length) : error.message;
}

function checkNode(version: string): Check {
  const isFit = majorOf(version) >= leastNode;
  return check("Node", isFit ? "ok" : "fault", version, "run `npm start` once: it brings Node 24");
}

async function checkRedis(probes: DoctorProbes): Promise<Check[]> {
  const state = await probes
    .redis()
    .catch((error: unknown): RedisState => ({ reachable: false, writable: false, detail: messageOf(error) }));
  return redisChecks(state, { place: probes.redisPlace, fsync: probes.fsync });
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

/** A platform that nobody has connected an account to answers nobody, however well it is set up. */
async function checkAccounts(
  title: string,
  name: string,
  accounts: NonNullable<Extension["accounts"]>,
): Promise<Check> {
  const all = await accounts().catch(messageOf);
  if (typeof all === "string") return check(title, "fault", `its accounts cannot be read: ${all}`);
  const login = asRun(`login ${name}`);
  if (all.length === 0) return check(title, "warn", `enabled, no account: ${login}`);
  const lost = all.filter(({ state }) => state === "login_required").length;
  const count = all.length === 1 ? "1 account" : `${all.length} accounts`;
  if (lost === 0) return check(title, "ok", count);
  return check(title, "warn", `${count}, ${lost} must log in again: ${login}`);
}

/** What was reached and turned the caller away; Telegram says 404 to a token of no bot's shape. */
const isRefusal = (detail: string): boolean => /\b40[134]\b/.test(detail);
const afterRefusal =
  "it was reached and refused: check the token or key first, then the address and the other settings";

/** Something else answers at the address. */
const isWebPage = (detail: string): boolean => /\bHTML\b/.test(detail);
const afterWebPage =
  "what answers there is a website (a login page, a proxy), no API: check the address, with the version in its path";

function cureOf(detail: string, unreached: string): string {
  if (isWebPage(detail)) return afterWebPage;
  return isRefusal(detail) ? afterRefusal : unreached;
}

/** `fix`, for what was not reached, is followed by the extension's settings. */
async function checkExtension(kind: string, extension: Extension, fix: string): Promise<Check> {
  const { name, state, probe, settings = "", accounts } = extension;
  const title = `${kind} ${name}`;
  if (!state.on) return check(title, "off", state.hint);
  if (probe === undefined && accounts !== undefined) return checkAccounts(title, name, accounts);
  if (probe === undefined) return check(title, "ok", state.detail ?? "on");
  const { ok, detail } = await answerOf(probe);
  // A model's failure begins with its name, which the title has said.
  const words = detail.startsWith(`${name}: `) ? detail.slice(`${name}: `.length) : detail;
  const cure = cureOf(words, fix);
  return check(title, ok ? "ok" : "fault", words, settings === "" ? cure : `${cure}: ${settings}`);
}

function checkModels(models: DoctorProbes["models"]): Check {
  const words = Object.entries(models).map(([task, model]) => `${task} ${model}`);
  return check("Models", "ok", words.join(", "));
}

function checkAccess(faults: readonly string[]): Check {
  if (faults.length === 0) return check("Access", "ok", "no platform is open by oversight");
  const parts = faults.map((fault) => fault.split("; "));
  const [wrong, cures] = [parts.map(([what = ""]) => what), parts.flatMap(([, ...rest]) => rest)];
  const fix = cures.length === 0 ? "set ACCESS and, for an allowlist, ACCESS_ALLOW" : cures.join("; ");
  return check("Access", "fault", wrong.join("; "), fix);
}

function checkMarketClock(marketNow: string, frozenBy: string | undefined): Check {
  if (frozenBy === undefined) return check("Market clock", "ok", `${marketNow}, running`);
  return check(
    "Market clock",
    "warn",
    `stands at ${marketNow} (${frozenBy})`,
    frozenBy === "QIANMEN_NOW"
      ? "for real questions unset QIANMEN_NOW"
      : "for real data set up a source, e.g. TUSHARE_TOKEN or AKTOOLS_API_ROOT",
  );
}

function checkCalendar(trouble: DoctorProbes["calendarTrouble"]): Check {
  const name = "Trading calendar";
  if (trouble === null) return check(name, "ok", "known, or asked for, beyond the next weeks");
  return check(name, trouble.isOver ? "fault" : "warn", trouble.detail, trouble.fix);
}

/** What comes after the last `; ` is what to do. */
function checkCaution(caution: string): Check {
  const end = caution.lastIndexOf("; ");
  return check("Settings", "warn", caution.slice(0, end), caution.slice(end + 2));
}

/** Looks at everything at once; never throws for what it finds. `ok` is false when anything is a fault. */
export async function doctor(probes: DoctorProbes): Promise<DoctorReport> {
  const { adapters, sources, modelProbes } = probes;
  const look = (kind: string, fix: string) => (each: Extension) => checkExtension(kind, each, fix);
  const network = "the network and the proxy (HTTPS_PROXY, NO_PROXY)";
  const [redis, port, onAdapters, onSources, onModels] = await Promise.all([
    checkRedis(probes),
    probes.port(),
    Promise.all(adapters.map(look("Adapter", `check ${network}, and its settings`))),
    Promise.all(sources.map(look("Source", `check ${network}, and its settings, or do without it`))),
    Promise.all(modelProbes.map(look("Model", `check ${network}, and its settings`))),
  ]);
  const checks = [
    checkNode(probes.nodeVersion),
    ...redis,
    port,
    ...probes.cautions.map(checkCaution),
    ...onAdapters,
    checkAccess(probes.accessFaults),
    ...onSources,
    checkModels(probes.models),
    ...onModels,
    checkMarketClock(probes.marketNow, probes.frozenBy),
    checkCalendar(probes.calendarTrouble),
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
