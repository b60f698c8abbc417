import type { AdapterStore } from "#contract";
import type { ConnectPorts } from "../../admin/connections/connect-ports.ts";
import type { HealthLine } from "../../admin/ports.ts";
import { type Activity, hourMs } from "../../journal/activity.ts";
import type { TurnSearch } from "../../journal/search/search.ts";
import type { Agent } from "../agent/agent.ts";
import { type Foundation, pinnedTime } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { adapterLines, deliveryLines, modelLines, processLines, sourceLines } from "./component-lines.ts";
import { type Heartbeat, readProcesses, type SeenProcess } from "./heartbeat.ts";
import { redisLine } from "./redis-line.ts";

export interface HealthServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
  readonly agent: Agent;
  readonly search: Pick<TurnSearch, "oldestOpen">;
  /** Of this process. */
  readonly heartbeat: Pick<Heartbeat, "now">;
  readonly activity: Activity;
  readonly connect: Pick<ConnectPorts, "connections">;
  /** Remembers since when something is at fault, over restarts. */
  readonly keep: AdapterStore;
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

/** Since when each fault is there, as far as anybody has looked; forgotten once it is over. */
async function dated(lines: readonly HealthLine[], keep: AdapterStore, nowMs: number): Promise<HealthLine[]> {
  const known = await keep.entries("faults");
  const names = new Set(lines.map(({ group, name }) => `${group}:${name}`));
  // Of what is there no more nothing is kept: an account's name may be a person's.
  await Promise.all(
    [...known.keys()].filter((name) => !names.has(name)).map((name) => keep.deleteEntry("faults", name)),
  );
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

/** Of all processes; of this one what it knows now. */
async function processesOf({ keep, heartbeat }: HealthServices, nowMs: number): Promise<SeenProcess[]> {
  const own = heartbeat.now();
  const others = (await readProcesses(keep, nowMs)).filter(({ id }) => id !== own.id);
  return [{ ...own, isSilent: false }, ...others].sort((a, b) => a.startedMs - b.startedMs);
}

/** All that the service stands on, a line each. */
export async function healthLines(services: HealthServices): Promise<readonly HealthLine[]> {
  const { foundation, infra, agent, search, activity, keep } = services;
  const { clock, config } = foundation;
  const nowMs = clock.wallMs();
  const redis = redisLine(await infra.store.health(nowMs), config.core.REDIS_FSYNC);
  if (redis.fault === "unreachable" || redis.fault === "denied") return [redis];
  const [logins, hours, processes, dead, oldest] = await Promise.all([
    loginLines(services),
    activity.read(nowMs - hourMs, nowMs),
    processesOf(services, nowMs),
    infra.store.guarded((client) => client.zcard(infra.store.keys.deadLetters)),
    search.oldestOpen(),
  ]);
  const isPinned = pinnedTime(foundation) !== undefined;
  const clockLine: HealthLine = {
    group: "clock",
    name: isPinned ? "pinned" : "real",
    ok: true,
    detail: isPinned
      ? { zh: `固定在 ${clock.market()}`, en: `pinned at ${clock.market()}` }
      : { zh: `真实时间 ${clock.market()}`, en: `real time ${clock.market()}` },
  };
  const { summary } = agent.models;
  const lines = [
    ...processLines(processes, nowMs),
    ...adapterLines(foundation, processes),
    ...logins,
    ...sourceLines(foundation, processes, nowMs),
    ...modelLines({ summary, processes, hours: [...hours.values()] }),
    ...deliveryLines({ dead, oldestMs: oldest?.acceptedMs }, nowMs),
    redis,
    clockLine,
  ];
  // A Redis that takes no writes remembers nothing either.
  return redis.fault === "unwritable" ? lines : dated(lines, keep, nowMs);
}
