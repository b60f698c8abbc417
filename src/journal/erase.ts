import type { Turn } from "#contract";
import type { Store } from "../store/redis.ts";
import { allMarksOf } from "./marks.ts";

/** Takes a turn out of everything that knows of it: record, indexes, delivery ledger, list of dead letters. */
export async function eraseTurn(
  { keys, guarded }: Pick<Store, "keys" | "guarded">,
  turn: Turn,
): Promise<void> {
  const { id } = turn;
  const sets = [
    keys.turns,
    keys.deadLetters,
    ...(["open", "failed", "canceled", "input-required"] as const).map((state) => keys.turnsIn(state)),
    ...allMarksOf(turn).map(({ dimension, value }) => keys.turnsBy(dimension, value)),
  ];
  await guarded(async (redis) => {
    const erase = redis.multi();
    for (const key of sets) erase.zrem(key, id);
    erase.del(keys.turn(id), keys.ledger(id));
    await erase.exec();
  });
}
