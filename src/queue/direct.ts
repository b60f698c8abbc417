import { AppError } from "#contract";
import type { Step } from "../store/steps.ts";
import { readGate } from "./order.ts";
import { directMark } from "./order-scripts.ts";
import { type Handler, isFenced, ownSteps, promoteNext, storeFaultMs, type WorkParts } from "./processor.ts";
import { reasonOf } from "./reason-of.ts";

/**
 * Works a chat's head in the process that puts it into the order, without a job of BullMQ between: what must not be lost stands in
 * the order already. A job is added only where the work has to wait; that of a process which dies is added by the sweep.
 */
export interface Direct {
  /** Undefined where there is no room, or where it would not be known that this process lives: then a job is needed. */
  open(id: string, chat: string): Opening | undefined;
  close(): void;
}

/** A job that is taken up in the script that puts it into its chat's order. */
export interface Opening {
  /** To stand behind the step that places the job. */
  readonly steps: readonly Step[];
  /**
   * Told the replies of these steps. False where the job is not the chat's head: then its BullMQ job is needed. `unknown` where the script
   * may have run without its answer coming back.
   */
  take(replies: readonly unknown[] | "unknown"): boolean;
  /** In place of `take` where the script failed. */
  drop(): void;
}

export interface DirectOptions {
  /** Unique among the processes; what holds a job by it is left alone by the sweep while its process lives. */
  readonly owner: string;
  readonly concurrency: number;
  /** The handler's own first step; its reply is the job's `opened`. */
  readonly openStep: (id: string, token: string) => Step;
  /** How long a process that died counts as alive. */
  readonly lockMs: number;
  readonly signal: AbortSignal;
  /** Waited for at a stop. */
  readonly running: Set<Promise<void>>;
}

/** A failure gives its job this rest before the first of its attempts. */
const failedMs = 500;

/** The tokens of one process, by their numbers. */
interface Tokens {
  /** How many there have been so far. */
  count: number;
  /** Those that it works by, or may be about to. */
  readonly inWork: Set<number>;
}

/** `<count>,<number in work>,…,`: a token that is neither named nor of a later number is worked no more, whatever Redis says who holds what. */
const signOfLife = ({ count, inWork }: Tokens): string =>
  `${[count, ...inWork].map((number) => `${number},`).join("")}`;

/** Says every so often that this process lives, and what it works; `isKnown` once Redis has heard it and will not forget it yet. */
function startBeating({ store, wallMs }: WorkParts, { owner, lockMs }: DirectOptions, tokens: Tokens) {
  let knownUntilMs = 0;
  const beat = async (): Promise<void> => {
    const sentMs = wallMs();
    await store.redis.set(store.keys.alive(owner), signOfLife(tokens), "PX", lockMs);
    knownUntilMs = sentMs + lockMs / 2;
  };
  const say = () => void beat().catch(() => undefined);
  say();
  const timer = setInterval(say, lockMs / 4);
  timer.unref();
  return {
    isKnown: () => wallMs() < knownUntilMs,
    end: () => clearInterval(timer),
  };
}

export function createDirect(parts: WorkParts, handler: Handler, options: DirectOptions): Direct {
  const { owner, concurrency, signal, running, openStep } = options;
  const { order, jobs, sweep, log, name } = parts;
  const tokens: Tokens = { count: 0, inWork: new Set() };
  const { inWork } = tokens;
  const beating = startBeating(parts, options, tokens);
  let isClosed = false;
  const tokenOf = (number: number): string => `${directMark}/${owner}/${number}`;
  const waitAfter = (id: string, error: unknown): number => {
    if (signal.aborted) return 0;
    if (error instanceof AppError && error.code === "INTAKE_DOWN") return storeFaultMs;
    log.warn({ queue: name, job: id, reason: reasonOf(error) }, "job failed");
    return failedMs;
  };
  const work = async (id: string, chat: string, token: string, reply: unknown): Promise<void> => {
    const steps = ownSteps(parts, id, chat, token);
    const outcome = await handler({ id, chat, token, signal, steps, opened: { reply } }).catch(
      (error: unknown) => (isFenced(error) ? "done" : { laterMs: waitAfter(id, error) }),
    );
    if (outcome === "done") return promoteNext(parts, chat, await order.release(id, chat, token));
    if ("released" in outcome) return promoteNext(parts, chat, outcome.released);
    if ("laterMs" in outcome) return jobs.addLater(id, chat, outcome.laterMs);
    // Done before, or another one's turn, whose end will be told to this one's job.
    return outcome.stopped === "gone" ? sweep.healChat(chat) : jobs.addLater(id, chat, 0);
  };
  const start = (id: string, chat: string, number: number, reply: unknown): void => {
    const run: Promise<void> = work(id, chat, tokenOf(number), reply)
      // What Redis could not be told is found by the sweep.
      .catch((error: unknown) => log.warn({ queue: name, job: id, reason: reasonOf(error) }, "job left"))
      .finally(() => {
        inWork.delete(number);
        running.delete(run);
      });
    running.add(run);
  };
  return {
    open(id, chat) {
      if (isClosed || inWork.size >= concurrency || !beating.isKnown()) return undefined;
      const number = tokens.count++;
      inWork.add(number);
      const token = tokenOf(number);
      // A script that failed may have run all the same: then the sweep finds what it holds in name only.
      const drop = () => void inWork.delete(number);
      return {
        steps: [order.gateStep(id, chat, token), openStep(id, token)],
        take(replies) {
          const [gate, reply] = replies === "unknown" ? [1] : replies;
          const isHead = readGate(gate) === "head";
          if (isHead) start(id, chat, number, reply);
          else drop();
          return isHead;
        },
        drop,
      };
    },
    close() {
      isClosed = true;
      beating.end();
    },
  };
}
