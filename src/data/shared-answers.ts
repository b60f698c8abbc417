import { setTimeout as sleep } from "node:timers/promises";

/** Somebody's answer; the right to fetch one; or: somebody else is fetching it. */
export type Taken =
  | { readonly state: "kept"; readonly text: string }
  | { readonly state: "mine"; readonly token: string }
  | { readonly state: "wait" };

/** Answers that all processes share for seconds; handed in. Methods may fail: then everybody fetches for himself. */
export interface SharedAnswers {
  /** `lockMs` is how long the right to fetch lasts unless it is given back; `waited` also takes a failure that was put. */
  take(
    key: string,
    asked: { readonly marketMs: number; readonly lockMs: number; readonly waited: boolean },
  ): Promise<Taken>;
  /** Keeps an answer and gives the right to fetch back, where `token` still holds it. */
  put(
    key: string,
    answer: {
      readonly text: string;
      readonly marketMs: number;
      readonly ttlMs: number;
      readonly failed: boolean;
      readonly token?: string;
    },
  ): Promise<void>;
}

/** Who fetches has this long before another one may; who waits asks again this often. */
const lockMs = 2_000;
const againMs = 10;
/** So short that it only keeps a crowd from asking for the same thing: what lasts longer is kept in each process. */
const answerMs = 1_000;
/** A failure is told to those who waited for it, and to nobody who comes later. */
const failureMs = 1_000;

export interface SharedFetch<Value> {
  readonly key: string;
  readonly ttlMs: number;
  readonly marketMs: () => number;
  readonly isFailure: (value: Value) => boolean;
  /** False: nothing kept will do, but what is fetched is kept. */
  readonly useKept: boolean;
  fetch(): Promise<Value>;
}

/** The answer of whichever process is first to fetch it. `Value` is JSON. */
export async function fetchShared<Value>(answers: SharedAnswers, asked: SharedFetch<Value>): Promise<Value> {
  const { key, marketMs, isFailure } = asked;
  const taken = asked.useKept ? await takeInTurn(answers, key, marketMs) : undefined;
  if (taken?.state === "kept") {
    const value = readKept<Value>(taken.text);
    if (value !== undefined) return value;
  }
  const value = await asked.fetch();
  const failed = isFailure(value);
  const answer = {
    text: JSON.stringify(value),
    marketMs: marketMs(),
    ttlMs: failed ? failureMs : Math.min(answerMs, asked.ttlMs),
    failed,
    ...(taken?.state === "mine" ? { token: taken.token } : {}),
  };
  // Nobody waits for the keeping; without it the next one fetches for himself.
  answers.put(key, answer).catch(() => undefined);
  return value;
}

/** Undefined: fetch without the right to; the one who has it takes too long, or the store is away. */
async function takeInTurn(
  answers: SharedAnswers,
  key: string,
  marketMs: () => number,
): Promise<Taken | undefined> {
  try {
    for (let waits = 0; waits * againMs < lockMs; waits += 1) {
      const taken = await answers.take(key, { marketMs: marketMs(), lockMs, waited: waits > 0 });
      if (taken.state !== "wait") return taken;
      await sleep(againMs);
    }
  } catch {
    // As without a shared store.
  }
  return undefined;
}

function readKept<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
