import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AdapterHost,
  type AdapterStore,
  AppError,
  type CommandSpec,
  type IncomingMessage,
  incomingMessage,
  type LoginHost,
  type ReceiveOutcome,
} from "#contract";
import { withFolderLock } from "../../../src/store/folder-lock.ts";
import { createWaiting } from "../../emulators/waiting.ts";

export interface TestHost {
  readonly host: AdapterHost<never> & LoginHost<never>;
  /** What came in, each checked against the contract's schema; a message that broke it stands in `malformed`. */
  readonly received: readonly IncomingMessage[];
  readonly malformed: readonly unknown[];
  /** Every line logged, with its fields, as JSON. */
  readonly logged: readonly string[];
  /** Decides over each message before it counts as received; by default it is accepted. May throw. */
  door: (message: IncomingMessage) => Promise<ReceiveOutcome> | ReceiveOutcome;
  waitFor<T>(predicate: () => T, timeoutMs?: number, what?: string): Promise<NonNullable<T>>;
  close(): Promise<void>;
}

export const testCommands: readonly CommandSpec[] = [
  { name: "help", description: { zh: "怎么用", en: "How to use" } },
  { name: "source", description: { zh: "数字的来源", en: "Where the numbers come from" } },
];

const withoutRedis = (): never => {
  throw new AppError("INTAKE_DOWN", "no Redis in this test");
};

/** Stands where a test has nothing to keep; one that has hands in a store over a real Redis. */
const noStore: AdapterStore = {
  get: async () => withoutRedis(),
  set: async () => withoutRedis(),
  increment: async () => withoutRedis(),
  delete: async () => withoutRedis(),
  entries: async () => withoutRedis(),
  someEntries: async () => withoutRedis(),
  setEntry: async () => withoutRedis(),
  deleteEntry: async () => withoutRedis(),
};

/** A host for one adapter: a fresh data folder, a real fetch, and a door that remembers who came in. */
export async function createTestHost(
  config: object,
  over: Partial<AdapterHost<never>> = {},
): Promise<TestHost> {
  const dataFolder = await mkdtemp(join(tmpdir(), "qm-"));
  const waiting = createWaiting();
  const received: IncomingMessage[] = [];
  const malformed: unknown[] = [];
  const logged: string[] = [];
  const write = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ message, ...fields }));
    waiting.changed();
  };
  const test: TestHost = {
    received,
    malformed,
    logged,
    door: (message) => ({ accepted: true, turnId: message.id }),
    waitFor: waiting.waitFor,
    close: () => rm(dataFolder, { recursive: true, force: true }),
    host: {
      config: config as never,
      log: { debug: write, info: write, warn: write, error: write },
      clock: { market: () => "2026-05-07T10:32:05+08:00", wallMs: () => 1_778_121_125_000 },
      dataFolder,
      commands: testCommands,
      fetch: globalThis.fetch,
      store: noStore,
      withAccounts: (work) => withFolderLock(join(dataFolder, "accounts.lock"), work),
      async receive(message) {
        if (!incomingMessage.safeParse(message).success) malformed.push(message);
        const outcome = await test.door(message);
        received.push(message);
        waiting.changed();
        return outcome;
      },
      ...over,
    },
  };
  return test;
}
