import { hash } from "node:crypto";
import { AppError, type StageName, type StageRecord, type TurnLog } from "#contract";
import { type Fields, packStages, planField, stageField } from "./record.ts";
import { type Mark, marksOf, marksOfStage } from "./search/marks.ts";

/** JSON with sorted keys, so that equal inputs have equal hashes. By hand: a replacer costs several times as much. */
function canonical(value: unknown): string | undefined {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => canonical(inner) ?? "null").join(",")}]`;
  const fields = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, inner]) => {
      const text = canonical(inner);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return `{${fields.join(",")}}`;
}

const callField = (stage: StageName, attempt: number, input: unknown): string =>
  `c:${attempt}:${stage}:${hash("sha256", canonical(input) ?? "").slice(0, 32)}`;

/** Stages whose records say what a turn is about. */
const markedField = /^s:\d+:(route|execute)$/;

/** Field-value pairs of one write. */
export type Pairs = readonly string[];

/** A field that waits to be written. Most calls' results never are, so that nothing is made into text before. */
interface Entry {
  readonly field: string;
  readonly text: () => string;
}

/** The pairs to write: a single call's result need not stand beside the record of its stage, which holds it. */
function pairsOf(entries: readonly Entry[]): Pairs {
  const stages = entries.map(({ field }) => field).filter((field) => field.startsWith("s:"));
  const held = new Set(stages.map((field) => `c${field.slice(1)}:`));
  return entries
    .filter(({ field }) => !held.has(field.slice(0, field.lastIndexOf(":") + 1)))
    .flatMap(({ field, text }) => [field, text()]);
}

/**
 * Gathers what one step of the turn writes (a call's result, its stage's record, the pure stage after it) into one write: it
 * goes out as soon as the step waits for anything else. Writes keep their order.
 */
function createBatch(write: (pairs: Pairs) => Promise<boolean>) {
  let gathered: Entry[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<unknown> | undefined;
  const written = new Set<string>();
  const take = (): Pairs => {
    const entries = gathered;
    gathered = [];
    return pairsOf(entries);
  };
  const flush = async (): Promise<void> => {
    const pairs = take();
    next = undefined;
    // Taken away by the run's last write.
    if (pairs.length === 0) return;
    for (let at = 0; at < pairs.length; at += 2) written.add(pairs[at] ?? "");
    if (!(await write(pairs))) throw new AppError("FENCED", pairs[0] ?? "");
  };
  /** Resolves once this and everything before it is held. */
  const put = (entry: Entry): Promise<unknown> => {
    gathered.push(entry);
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
  return { put, take, written };
}

/** What the last write of a run carries along. */
export interface Left {
  /** Field-value pairs of stages that are not written yet and that `packed` does not hold. */
  readonly records: Pairs;
  /** All stages of the turn in one field; absent where they are small. */
  readonly packed?: string;
  /** Fields of the record that say nothing more: single calls' results of stages that are recorded, stages that are packed. */
  readonly spare: readonly string[];
  /** By what the turn is found later. */
  readonly marks?: readonly Mark[];
}

/** The log of one run. */
export interface RunLog extends TurnLog {
  /** Takes what is not written yet away from the log: it is the caller's to write, in the run's last script. */
  leave(): Left;
}

/**
 * The log of one run. `write` puts fields and says whether this run still owns the turn. What earlier runs left was
 * read at the start, so that recalling costs no round trip.
 */
export function createTurnLog(earlier: Fields, write: (pairs: Pairs) => Promise<boolean>): RunLog {
  const known = new Map([...earlier].map(([field, text]) => [field, () => text] as const));
  const running = new Map<string, Promise<unknown>>();
  const found: Mark[] = [];
  for (const [field, text] of earlier)
    if (markedField.test(field)) found.push(...marksOfStage(JSON.parse(text) as StageRecord));
  const { put: send, take, written } = createBatch(write);
  const put = (field: string, text: () => string): Promise<unknown> => {
    known.set(field, text);
    return send({ field, text });
  };
  const callAndPut = async <Value>(field: string, call: () => Promise<Value>): Promise<Value> => {
    const value = await call();
    // On its way before the result is used; the stage's record waits for it.
    put(field, () => JSON.stringify(value ?? null));
    return value;
  };
  return {
    leave() {
      const records = take();
      const stages = [...known].filter(([field]) => field.startsWith("s:") && field !== planField);
      const packed = packStages(stages.map(([, text]) => text()));
      const plan = records[0] === planField ? records.slice(0, 2) : [];
      const marks = marksOf(found);
      const isSpare = (field: string): boolean =>
        field.startsWith("c:")
          ? known.has(`s${field.slice(1, field.lastIndexOf(":"))}`)
          : packed !== undefined && field.startsWith("s:") && field !== planField;
      const spare = [...earlier.keys(), ...written].filter(isSpare);
      return packed === undefined ? { records, marks, spare } : { records: plan, packed, marks, spare };
    },
    recall(stage, attempt) {
      const text = known.get(stageField(stage, attempt));
      return text === undefined ? undefined : (JSON.parse(text()) as StageRecord).value;
    },
    async record(stage, attempt, value, ms) {
      const record: StageRecord = { stage, attempt, value: value ?? null, ms };
      found.push(...marksOfStage(record));
      const text = JSON.stringify(record);
      await put(stageField(stage, attempt), () => text);
    },
    async once<Value>(stage: StageName, attempt: number, input: unknown, call: () => Promise<Value>) {
      const field = callField(stage, attempt, input);
      const text = known.get(field);
      // The same call wrote it, in this run or an earlier one.
      if (text !== undefined) return JSON.parse(text()) as Value;
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
