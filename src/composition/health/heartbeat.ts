import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import type { AdapterStore } from "#contract";

const stateSchema = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  roles: z.array(z.string()),
  /** Epoch milliseconds, as all times here. */
  startedMs: z.number(),
  atMs: z.number(),
  adapters: z.array(z.object({ platform: z.string(), ok: z.boolean(), detail: z.string() })),
  circuits: z.array(
    z.object({ source: z.string(), capability: z.string(), code: z.string(), untilMs: z.number() }),
  ),
  modelFaults: z.array(
    z.object({
      model: z.string(),
      reason: z.string(),
      failures: z.number(),
      sinceMs: z.number(),
      lastMs: z.number(),
    }),
  ),
  /** Absent in what an earlier version says. */
  modelAnswers: z.array(z.object({ model: z.string(), atMs: z.number() })).default([]),
});

/** How one process of the service is, in its own words; no message text, no secret. */
export type ProcessState = z.infer<typeof stateSchema>;

export interface SeenProcess extends ProcessState {
  /** It has said nothing for so long that it is stuck, cut off or dead. */
  readonly isSilent: boolean;
}

const group = "processes";
const everyMs = 5000;
/** Three times without a word, and a little. */
const silentMs = 18_000;
/** A dead one is shown for this long, unless another has taken its place. */
const forgottenMs = 15 * 60_000;

export const processName = ({ host, pid }: Pick<ProcessState, "host" | "pid">): string => `${host}:${pid}`;

export interface HeartbeatOptions {
  readonly keep: Pick<AdapterStore, "entries" | "setEntry" | "deleteEntry">;
  readonly roles: readonly string[];
  readonly wallMs: () => number;
  readonly state: () => {
    readonly [Name in
      | "adapters"
      | "circuits"
      | "modelFaults"
      | "modelAnswers"]: readonly ProcessState[Name][number][];
  };
}

export interface Heartbeat {
  /** This process as it is now. */
  now(): ProcessState;
  /** Says good-bye, so that nobody misses it. */
  close(): Promise<void>;
}

/** What the processes have said; what another version wrote and this one cannot read is left alone. */
async function statesIn(keep: Pick<AdapterStore, "entries">): Promise<readonly ProcessState[]> {
  return [...(await keep.entries(group))].flatMap(([id, text]) => {
    const parsed = stateSchema.safeParse(JSON.parse(text));
    return parsed.success ? [{ ...parsed.data, id }] : [];
  });
}

/** Takes away what was left by processes that died long ago: where no page is looked at, nobody else does. */
async function dropPast(keep: Pick<AdapterStore, "entries" | "deleteEntry">, nowMs: number): Promise<void> {
  for (const { id, atMs } of await statesIn(keep))
    if (nowMs - atMs > forgottenMs) await keep.deleteEntry(group, id);
}

/** Tells the other processes every few seconds how this one is; a word that Redis does not take is left out. */
export function startHeartbeat({ keep, roles, wallMs, state }: HeartbeatOptions): Heartbeat {
  const id = randomUUID();
  const own = { id, host: hostname(), pid: process.pid, roles: [...roles], startedMs: wallMs() };
  const now = (): ProcessState => {
    const { adapters, circuits, modelFaults, modelAnswers } = state();
    const models = { modelFaults: [...modelFaults], modelAnswers: [...modelAnswers] };
    return { ...own, atMs: wallMs(), adapters: [...adapters], circuits: [...circuits], ...models };
  };
  let saying: Promise<unknown> = Promise.resolve();
  const say = () => {
    saying = keep.setEntry(group, id, JSON.stringify(now())).catch(() => undefined);
  };
  say();
  void dropPast(keep, wallMs()).catch(() => undefined);
  const timer = setInterval(say, everyMs);
  timer.unref();
  return {
    now,
    async close() {
      clearInterval(timer);
      await saying;
      await keep.deleteEntry(group, id).catch(() => undefined);
    },
  };
}

/** Whether another one of the same machine and roles has begun since it was last heard. */
const isReplaced = (silent: ProcessState, all: readonly ProcessState[]): boolean =>
  all.some(
    ({ id, host, roles, startedMs }) =>
      id !== silent.id &&
      host === silent.host &&
      roles.join() === silent.roles.join() &&
      startedMs >= silent.atMs,
  );

/** All processes that were heard of late, the longest-running first; what is past is forgotten. Throws AppError INTAKE_DOWN. */
export async function readProcesses(
  keep: Pick<AdapterStore, "entries" | "deleteEntry">,
  nowMs: number,
): Promise<readonly SeenProcess[]> {
  const all = await statesIn(keep);
  const seen: SeenProcess[] = [];
  for (const each of all) {
    const isSilent = nowMs - each.atMs > silentMs;
    const isPast = nowMs - each.atMs > forgottenMs || isReplaced(each, all);
    if (isSilent && isPast) await keep.deleteEntry(group, each.id);
    else seen.push({ ...each, isSilent });
  }
  return seen.sort((a, b) => a.startedMs - b.startedMs);
}
