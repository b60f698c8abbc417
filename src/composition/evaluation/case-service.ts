import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Artifact, endStates, type IncomingMessage, type Turn } from "#contract";
import type { Journal } from "../../journal/journal.ts";
import type { Store } from "../../store/redis.ts";
import { scanKeys } from "../../store/scan-keys.ts";
import type { Agent } from "../agent/agent.ts";
import type { Foundation } from "../foundation.ts";
import { openStore } from "../redis/open-store.ts";
import { type Service, type ServiceOptions, startService } from "../service.ts";
import { createCaseAdapter, platform } from "./case-adapter.ts";

const graceMs = 2000;
/** Cases are told of their end by its delivery; this finds what another process ended, or what was canceled. */
const lookEveryMs = 500;

/** One question of one conversation. `id` is new for every question; the same again is the same question. */
export interface CaseQuestion {
  /** Letters, digits, `-` and `_`, at most 80. */
  readonly id: string;
  readonly chat: string;
  readonly text: string;
  /** Aborted: the turn is canceled and comes back as such. */
  readonly signal?: AbortSignal;
}

/** A turn that has ended, with the pictures of its answer where it was answered here and now. */
export interface AnsweredCase {
  readonly turn: Turn;
  readonly artifacts?: readonly Artifact[];
}

export interface CaseService {
  readonly agent: Agent;
  readonly journal: Journal;
  readonly turnIdOf: (id: string) => string;
  /** Whether the registry has a tool of that name. */
  hasTool(name: string): Promise<boolean>;
  /** `refused`: why the door did not take it. */
  ask(question: CaseQuestion): Promise<AnsweredCase | { readonly refused: string }>;
  /** Ends a turn that has not ended, promptly; false where it has. */
  cancel(turn: Pick<Turn, "id" | "message">): Promise<boolean>;
  close(): Promise<void>;
}

const turnIdOf = (id: string): string => `${platform}-${id}`;

/** Waits until the journal has the turn's end; null where there is no such turn any more. */
async function untilEnded(
  journal: Journal,
  turnId: string,
  { delivered, known, limit }: { delivered: Promise<void>; known: boolean; limit: AbortSignal },
): Promise<Turn | null> {
  // A turn that was there before may have ended long ago.
  let told: Promise<unknown> = known ? Promise.resolve() : delivered;
  for (;;) {
    const look = new AbortController();
    const pause = sleep(lookEveryMs, undefined, { signal: AbortSignal.any([look.signal, limit]) });
    await Promise.race([told, pause.catch(() => undefined)]);
    look.abort();
    const turn = await journal.read(turnId);
    if (turn === null || endStates.has(turn.state) || limit.aborted) return turn;
    // What was delivered has ended, or does so in a moment.
    told = delivered.then(() => sleep(20));
  }
}

interface Asking {
  readonly service: Service;
  readonly adapter: ReturnType<typeof createCaseAdapter>;
  readonly cancel: CaseService["cancel"];
  readonly wallMs: () => number;
  /** Aborted: the service closes. */
  readonly closing: AbortSignal;
}

function messageOf({ id, chat, text }: CaseQuestion, wallMs: number): IncomingMessage {
  return {
    id: turnIdOf(id),
    ...{ platform, accountId: "cases", chatId: chat, chatKind: "direct", senderId: chat, text },
    attachments: [],
    addressed: true,
    sentAt: new Date(wallMs).toISOString(),
    event: "new",
  };
}

async function ask(
  { service, adapter, cancel, wallMs, closing }: Asking,
  question: CaseQuestion,
): ReturnType<CaseService["ask"]> {
  const { journal } = service.infra;
  const message = messageOf(question, wallMs());
  const { parts, delivered, forget } = adapter.expect(message.id);
  const canceled = Promise.withResolvers<void>();
  const stop = () => void cancel({ id: message.id, message }).then(() => canceled.resolve());
  try {
    const outcome = await adapter.receive(message);
    if (!outcome.accepted && outcome.reason !== "duplicate") return { refused: outcome.reason };
    if (question.signal?.aborted === true) stop();
    else question.signal?.addEventListener("abort", stop, { once: true });
    const told = Promise.race([delivered, canceled.promise]);
    const known = !outcome.accepted;
    const turn = await untilEnded(journal, message.id, { delivered: told, known, limit: closing });
    if (turn === null) return { refused: "the journal has no record of it" };
    const whole = [...parts.values()];
    return whole.length === 0
      ? { turn }
      : { turn, artifacts: whole.flatMap(({ artifacts }) => artifacts ?? []) };
  } finally {
    question.signal?.removeEventListener("abort", stop);
    forget();
  }
}

/** Takes the queues of a namespace away, which nobody will ever open again. */
async function dropQueues(store: Store, namespace: string): Promise<void> {
  for await (const keys of scanKeys(store, `qm:*:${namespace}:*`, 5000))
    await store.guarded((redis) => redis.unlink(...keys));
}

/**
 * A service whose only platform are cases: queue, worker and door of its own, over the Redis of the foundation. `dayBudget`: see the
 * service's.
 */
export async function openCaseService(
  foundation: Foundation,
  namespace: string,
  dayBudget?: ServiceOptions["dayBudget"],
): Promise<CaseService> {
  const adapter = createCaseAdapter();
  const socketFolder = mkdtempSync(join(tmpdir(), "qianmen-case-"));
  const discard = () => rmSync(socketFolder, { recursive: true, force: true });
  const own: Foundation = { ...foundation, adapters: [adapter.definition], say: () => undefined };
  const service = await startService(own, {
    roles: new Set(["gateway", "worker"]),
    http: false,
    namespace,
    socketFolder,
    ...(dayBudget === undefined ? {} : { dayBudget }),
  }).catch((error: unknown) => {
    discard();
    throw error;
  });
  const { journal, signals } = service.infra;
  const closing = new AbortController();
  const cancel: CaseService["cancel"] = async ({ id, message }) => {
    if (!(await journal.cancel(id))) return false;
    const { accountId, chatId } = message;
    await signals.publish({ kind: "cancel", turnId: id, platform, accountId, chatId });
    return true;
  };
  const asking: Asking = {
    service,
    adapter,
    cancel,
    wallMs: foundation.clock.wallMs,
    closing: closing.signal,
  };
  return {
    agent: service.agent,
    journal,
    turnIdOf,
    async hasTool(name) {
      const context = { now: foundation.clock.market(), signal: closing.signal, excludeSources: [] };
      // Every tool takes an object, so that none runs on nothing; only one that is not there says so.
      const outcome = await service.agent.ports.callTool(name, null, context);
      return outcome.ok || outcome.error.code !== "UNKNOWN_TOOL";
    },
    ask: (question) => ask(asking, question),
    cancel,
    async close() {
      closing.abort();
      const after = await openStore(own, { namespace, asIs: true }).catch(() => undefined);
      await service.stop({ graceMs });
      // A Redis that has gone away keeps them.
      if (after !== undefined) await dropQueues(after.store, namespace).catch(() => undefined);
      await after?.close();
      discard();
    },
  };
}
