import type { AdapterStore } from "#contract";
import type { ConnectPorts } from "../admin/connect-ports.ts";
import type { HealthLine } from "../admin/ports.ts";
import { type Activity, type ActivityCounts, hourMs } from "../journal/activity.ts";
import type { Brain } from "./brain.ts";
import type { Foundation } from "./foundation.ts";
import type { GatewayRole } from "./gateway-role.ts";
import type { Nerves } from "./nerves.ts";

export interface HealthServices {
  readonly foundation: Foundation;
  readonly nerves: Nerves;
  readonly brain: Brain;
  readonly gateway: GatewayRole | null;
  readonly activity: Activity;
  readonly connect: ConnectPorts;
  /** Remembers since when something is at fault, over restarts. */
  readonly keep: AdapterStore;
}

function adapterLines({ foundation, gateway }: HealthServices): HealthLine[] {
  const running = gateway?.adapters ?? new Map();
  return foundation.adapters.map(({ platform, settings, isOn }) => {
    const health = running.get(platform)?.health();
    const off = isOn(foundation.config.of(settings));
    const detail = health?.detail ?? (off.on ? "not in this process" : off.hint);
    const ok = health === undefined ? {} : { ok: health.ok };
    return { group: "adapters", name: platform, detail, ...ok };
  });
}

/** The accounts that must be connected anew. */
async function loginLines({ connect }: HealthServices): Promise<HealthLine[]> {
  const lines = await Promise.all(
    connect.connections.map(async ({ platform, hint, accounts }) => {
      if (hint !== undefined) return [];
      const lost = (await accounts()).filter(({ state }) => state === "login_required");
      return lost.map(
        ({ accountId, userId, sinceMs }): HealthLine => ({
          group: "logins",
          name: `${platform} · ${userId ?? accountId}`,
          ok: false,
          detail: "login_required",
          fault: "login_required",
          ...(sinceMs === undefined ? {} : { sinceMs }),
        }),
      );
    }),
  );
  return lines.flat();
}

/** A source is at fault while something is not asked of it; what failed and was asked again is counted on the same page. */
function sourceLines({ foundation, brain }: HealthServices): HealthLine[] {
  const { sources } = foundation;
  const open = brain.data.openCircuits();
  return [
    ...sources.on.map(({ name }): HealthLine => {
      const own = open.filter(({ source }) => source === name);
      const [first] = own;
      if (first === undefined) return { group: "sources", name, ok: true, detail: "on" };
      const detail = own.map(({ capability, code }) => `${capability}: ${code}`).join(", ");
      const untilMs = Math.max(...own.map((circuit) => circuit.untilMs));
      return { group: "sources", name, ok: false, detail, fault: first.code, untilMs };
    }),
    ...sources.off.map(({ name, hint }): HealthLine => ({ group: "sources", name, detail: hint })),
  ];
}

/** By the calls of this hour and the one before; a model that is not asked is not at fault. */
function modelLines({ brain }: HealthServices, hours: Iterable<ActivityCounts>): HealthLine[] {
  const all = [...hours];
  const sum = (fits: (name: string) => boolean) =>
    all.reduce(
      (total, counts) =>
        total + Object.entries(counts).reduce((own, [name, count]) => own + (fits(name) ? count : 0), 0),
      0,
    );
  return Object.entries(brain.models.summary).map(([task, model]): HealthLine => {
    const calls = sum((name) => name === `task:${task}`);
    const prefix = `taskfail:${task}:`;
    const failed = sum((name) => name.startsWith(prefix));
    const fault = all
      .flatMap((counts) => Object.keys(counts))
      .find((name) => name.startsWith(prefix))
      ?.slice(prefix.length);
    const isDown = failed > 0 && failed >= calls;
    const counted = failed === 0 ? "" : ` · ${failed}/${calls} ${fault ?? ""}`;
    return {
      group: "models",
      name: task,
      ok: !isDown,
      detail: `${model}${counted}`,
      ...(isDown && fault !== undefined ? { fault } : {}),
    };
  });
}

async function redisLine({ nerves, foundation }: HealthServices): Promise<HealthLine> {
  const redis = await nerves.store.health(foundation.clock.wallMs());
  const fault = !redis.writable
    ? "unwritable"
    : redis.appendOnly === false
      ? "no_aof"
      : redis.maxmemoryPolicy !== undefined && redis.maxmemoryPolicy !== "noeviction"
        ? "eviction"
        : undefined;
  return {
    group: "redis",
    name: redis.version ?? "Redis",
    ok: fault === undefined,
    detail: [redis.appendOnly ? "AOF" : "no AOF", redis.maxmemoryPolicy, redis.detail]
      .filter(Boolean)
      .join(" · "),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Since when each fault is there, as far as anybody has looked; forgotten once it is over. */
async function dated(lines: readonly HealthLine[], keep: AdapterStore, nowMs: number): Promise<HealthLine[]> {
  const known = await keep.entries("faults");
  return Promise.all(
    lines.map(async (line) => {
      const name = `${line.group}:${line.name}`;
      const since = known.get(name);
      if (line.ok !== false) {
        if (since !== undefined) await keep.deleteEntry("faults", name);
        return line;
      }
      if (since === undefined) await keep.setEntry("faults", name, String(nowMs));
      return { sinceMs: Number(since ?? nowMs), ...line };
    }),
  );
}

/** All that the service stands on, a line each. */
export async function healthLines(services: HealthServices): Promise<readonly HealthLine[]> {
  const { foundation, activity, keep } = services;
  const { clock, config, sources } = foundation;
  const nowMs = clock.wallMs();
  const [redis, logins, hours] = await Promise.all([
    redisLine(services),
    loginLines(services),
    activity.read(nowMs - hourMs, nowMs),
  ]);
  const isPinned = config.core.QIANMEN_NOW !== undefined || sources.pinnedNow !== undefined;
  const clockLine: HealthLine = {
    group: "clock",
    name: isPinned ? "pinned" : "real",
    ok: true,
    detail: clock.market(),
  };
  const lines = [
    ...adapterLines(services),
    ...logins,
    ...sourceLines(services),
    ...modelLines(services, hours.values()),
    redis,
    clockLine,
  ];
  // A Redis that takes no writes remembers nothing either.
  return redis.fault === "unwritable" ? lines : dated(lines, keep, nowMs);
}
