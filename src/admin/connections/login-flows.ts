import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type AdapterStore, AppError, type Bilingual, type Log, type LoginOutcome } from "#contract";
import type { Connection } from "./connection.ts";

const bilingual = z.object({ zh: z.string(), en: z.string() });

const progressShape = z.object({
  /** The text to draw as a code. */
  link: z.string().optional(),
  /** How far it is. */
  said: bilingual.optional(),
  /** The digits of the phone are waited for; `again`: those given were wrong. */
  asks: z.enum(["first", "again"]).optional(),
  outcome: z
    .union([
      z.object({ ok: z.literal(true), accountId: z.string(), already: z.boolean() }),
      z.object({ ok: z.literal(false), reason: bilingual }),
    ])
    .optional(),
});

/** How far a login is. With an outcome it is over. */
export type LoginProgress = z.infer<typeof progressShape>;

/** Logins that are followed on pages. They stand in Redis, so that any process can draw them. */
export interface LoginFlows {
  /** `running`: there is one of this name. `busy`: too many run in this process. Throws AppError INTAKE_DOWN. */
  start(
    name: string,
    connection: Pick<Connection, "platform" | "login">,
    onConnected: () => Promise<void>,
  ): Promise<"started" | "running" | "busy">;
  /** Undefined: none runs, and none has lately. */
  read(name: string): Promise<LoginProgress | undefined>;
  /** The digits that the person has typed in. */
  answer(name: string, digits: string): Promise<void>;
  /** Resolves once none runs any more; the signal stops them. */
  settled(): Promise<void>;
}

export interface LoginFlowsOptions {
  readonly store: AdapterStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Between two looks for digits. */
  readonly lookMs?: number;
}

const mostAtOnce = 40;
/** What a process that has died leaves behind is gone after this; one that lives renews it. */
const heldMs = 30_000;
const outcomeKeptMs = 600_000;
const digitsKeptMs = 60_000;
/** How long a person may look for the digits. */
const patienceMs = 180_000;

const words = {
  starting: { zh: "正在取二维码…", en: "Fetching a code…" },
  broken: { zh: "登录中断了,请再试一次。", en: "The login broke off. Try again." },
} satisfies Record<string, Bilingual>;

const progressName = (name: string): string => `login:${name}`;
const holdName = (name: string): string => `login-held:${name}`;
const digitsName = (name: string): string => `login-digits:${name}`;

/** Shows one login to whoever looks, write after write. A write that fails is made up for by the next. */
function createBoard(store: AdapterStore, name: string) {
  let progress: LoginProgress = {};
  let writing: Promise<unknown> = Promise.resolve();
  const behind = (write: () => Promise<unknown>): void => {
    writing = writing.then(write).catch(() => undefined);
  };
  const put = (next: LoginProgress, ttlMs = heldMs): void => {
    progress = next;
    const text = JSON.stringify(next);
    behind(() => store.set(progressName(name), text, { ttlMs }));
  };
  return {
    put,
    change: (more: LoginProgress): void => put({ ...progress, ...more }),
    dropQuestion(): void {
      const { asks: _, ...rest } = progress;
      put(rest);
    },
    renew(): void {
      put(progress);
      behind(() => store.set(holdName(name), "1", { ttlMs: heldMs }));
    },
    clear: () => behind(() => store.delete(progressName(name))),
    async release(): Promise<void> {
      behind(() => store.delete(holdName(name)));
      await writing;
    },
  };
}

export function createLoginFlows({ store, log, signal, lookMs = 500 }: LoginFlowsOptions): LoginFlows {
  const running = new Set<Promise<void>>();

  async function awaitDigits(name: string): Promise<string | undefined> {
    await store.delete(digitsName(name));
    for (let looks = 0; looks * lookMs < patienceMs; looks++) {
      const digits = await store.get(digitsName(name));
      if (digits !== undefined) {
        await store.delete(digitsName(name));
        return digits;
      }
      await sleep(lookMs, undefined, { signal });
    }
    return undefined;
  }

  async function conduct(
    name: string,
    { platform, login }: Pick<Connection, "platform" | "login">,
    onConnected: () => Promise<void>,
  ): Promise<void> {
    const board = createBoard(store, name);
    board.put({ said: words.starting });
    const renewal = setInterval(board.renew, heldMs / 3);
    const screen = {
      show: (link: string) => board.change({ link }),
      tell: (said: Bilingual) => board.change({ said }),
      async ask(wrong: boolean) {
        board.change({ asks: wrong ? "again" : "first" });
        return awaitDigits(name).finally(board.dropQuestion);
      },
    };
    const broken = (error: unknown): LoginOutcome => {
      const reason = error instanceof AppError ? error.code : error instanceof Error ? error.name : "UNKNOWN";
      if (!signal.aborted) log.warn({ platform, reason }, "a login broke off");
      return { ok: false, reason: words.broken };
    };
    try {
      const outcome = await login(screen, signal).catch(broken);
      if (outcome.ok) await onConnected().catch(broken);
      // At the end of the service the page begins anew with the next one.
      if (signal.aborted && !outcome.ok) board.clear();
      else board.put({ outcome }, outcomeKeptMs);
    } finally {
      clearInterval(renewal);
      await board.release();
    }
  }

  return {
    async start(name, connection, onConnected) {
      if (running.size >= mostAtOnce || signal.aborted) return "busy";
      if (!(await store.set(holdName(name), "1", { ttlMs: heldMs, ifAbsent: true }))) return "running";
      const work = conduct(name, connection, onConnected);
      running.add(work);
      void work.finally(() => running.delete(work));
      return "started";
    },
    async read(name) {
      const text = await store.get(progressName(name));
      if (text === undefined) return undefined;
      const parsed = progressShape.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    },
    async answer(name, digits) {
      await store.set(digitsName(name), digits, { ttlMs: digitsKeptMs });
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
