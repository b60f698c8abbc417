import { hash } from "node:crypto";
import { AppError, type StageName, type StageRecord, type TurnLog } from "#contract";
import { type Fields, stageField } from "./record.ts";

/** JSON with sorted keys, so that equal inputs have equal hashes. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

const callField = (stage: StageName, attempt: number, input: unknown): string =>
  `c:${attempt}:${stage}:${hash("sha256", canonical(input) ?? "").slice(0, 32)}`;

/** Field-value pairs of one write. */
export type Pairs = readonly string[];

/**
 * Gathers what one step of the turn writes (a call's result, its stage's record, the pure stage after it) into one write: it
 * goes out as soon as the step waits for anything else. Writes keep their order.
 */
function createBatch(write: (pairs: Pairs) => Promise<boolean>) {
  let gathered: string[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  const flush = async (): Promise<void> => {
    const pairs = gathered;
    gathered = [];
    next = undefined;
    if (!(await write(pairs))) throw new AppError("FENCED", pairs[0] ?? "");
  };
  /** Resolves once this and everything before it is held. */
  return (field: string, value: string): Promise<unknown> => {
    gathered.push(field, value);
    if (next === undefined) {
      const flushed = new Promise<void>((resolve, reject) => {
        // After all promise jobs at hand, before any I/O.
        process.nextTick(() => flush().then(resolve, reject));
      });
      next = Promise.all([writing, flushed]);
      writing = next;
      // Whoever awaits a record sees the failure.
      writing.catch(() => undefined);
    }
    return next;
  };
}

/**
 * The log of one run. `write` puts fields and says whether this run still owns the turn. What earlier runs left was
 * read at the start, so that recalling costs no round trip.
 */
export function createTurnLog(earlier: Fields, write: (pairs: Pairs) => Promise<boolean>): TurnLog {
  const known = new Map(earlier);
  const running = new Map<string, Promise<unknown>>();
  const send = createBatch(write);
  const put = (field: string, value: string): Promise<unknown> => {
    known.set(field, value);
    return send(field, value);
  };
  const callAndPut = async <Value>(field: string, call: () => Promise<Value>): Promise<Value> => {
    const value = await call();
    // On its way before the result is used; the stage's record waits for it.
    put(field, JSON.stringify(value ?? null));
    return value;
  };
  return {
    recall(stage, attempt) {
      const text = known.get(stageField(stage, attempt));
      return text === undefined ? undefined : (JSON.parse(text) as StageRecord).value;
    },
    async record(stage, attempt, value, ms) {
      const record: StageRecord = { stage, attempt, value: value ?? null, ms };
      await put(stageField(stage, attempt), JSON.stringify(record));
    },
    async once<Value>(stage: StageName, attempt: number, input: unknown, call: () => Promise<Value>) {
      const field = callField(stage, attempt, input);
      const text = known.get(field);
      // The same call wrote it, in this run or an earlier one.
      if (text !== undefined) return JSON.parse(text) as Value;
      const same = running.get(field);
      if (same !== undefined) return (await same) as Value;
      const fresh = callAndPut(field, call);
      running.set(field, fresh);
      try {
        return await fresh;
      } finally {
        running.delete(field);
      }
    },
  };
}
