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

/**
 * The log of one run. `write` puts one field and says whether this run still owns the turn. What earlier runs left was
 * read at the start, so that recalling costs no round trip.
 */
export function createTurnLog(
  earlier: Fields,
  write: (field: string, value: string) => Promise<boolean>,
): TurnLog {
  const known = new Map(earlier);
  const running = new Map<string, Promise<unknown>>();
  let writing: Promise<unknown> = Promise.resolve();
  /** All writes go out over one connection in this order; the promise resolves once this one and all before it are held. */
  const put = (field: string, value: string): Promise<unknown> => {
    known.set(field, value);
    const written = write(field, value).then((isOurs) => {
      if (!isOurs) throw new AppError("FENCED", field);
    });
    writing = Promise.all([writing, written]);
    // Whoever awaits the next record sees the failure.
    writing.catch(() => undefined);
    return writing;
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
