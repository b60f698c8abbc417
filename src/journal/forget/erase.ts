import { chatKey, type Turn } from "#contract";
import type { Store } from "../../store/redis.ts";
import { turnField } from "../../store/turn-fields.ts";
import { allMarksOf } from "../search/marks.ts";
import { slotPlace } from "../search/text-slots.ts";

/**
 * Takes a turn out of everything that knows of it: record, indexes, texts, delivery ledger, list of dead letters, and what leads to it from
 * a message that is quoted.
 */
export async function eraseTurn(
  { keys, guarded }: Pick<Store, "keys" | "guarded">,
  turn: Turn,
): Promise<void> {
  const { id } = turn;
  const sets = [
    keys.turns,
    keys.deadLetters,
    ...(["open", "failed", "canceled", "sent-since", "input-required", "refused"] as const).map((state) =>
      keys.turnsIn(state),
    ),
    ...allMarksOf(turn).map(({ dimension, value }) => keys.turnsBy(dimension, value)),
  ];
  const chat = chatKey(turn.message);
  await guarded(async (redis) => {
    const names = ((await redis.hget(keys.turn(id), turnField.quotedAs)) ?? "").split(" ").filter(Boolean);
    const erase = redis.multi();
    for (const key of sets) erase.zrem(key, id);
    erase.del(
      keys.turn(id),
      keys.ledger(id),
      keys.pictures(id),
      ...names.map((name) => keys.said(chat, name)),
    );
    const { day, slot } = slotPlace(turn.accepted_ms);
    erase.hdel(keys.texts(day), String(slot));
    await erase.exec();
  });
}
