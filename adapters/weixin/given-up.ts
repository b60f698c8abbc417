import type { AdapterStore } from "#contract";

/** Nobody asks again for what was not sent longer ago. */
const toldForMs = 30 * 86_400_000;

/**
 * Answers that were given up because too many waited, or for too long; the person is told how many with the next one that goes out. Of who
 * never writes again they are forgotten 30 days after the last.
 */
export interface GivenUp {
  add(userId: string, turnId: string): Promise<void>;
  /** Their turns. */
  list(userId: string): Promise<readonly string[]>;
  /** The person has been told of these. */
  told(userId: string, turnIds: readonly string[]): Promise<void>;
}

export function createGivenUp(store: AdapterStore): GivenUp {
  const group = (userId: string) => `given-up:${userId}`;
  return {
    add: (userId, turnId) => store.setEntry(group(userId), turnId, "1", { ttlMs: toldForMs }),
    list: async (userId) => [...(await store.entries(group(userId))).keys()],
    async told(userId, turnIds) {
      for (const turnId of turnIds) await store.deleteEntry(group(userId), turnId);
    },
  };
}

/** The text under what the person must know of those that will not come. */
export function withGivenUp(text: string, count: number): string {
  if (count === 0) return text;
  const notice = /\p{Script=Han}/u.test(text)
    ? `(积压太多或太久,有 ${count} 条较早的回答没有发出;还需要的话请再问一次。)`
    : `(Too much was waiting, or for too long: ${count} earlier ${count === 1 ? "answer was" : "answers were"} not sent. Ask again if you still need them.)`;
  return `${notice}\n${text}`;
}
