import { type ChatAddress, chatKey, endStates, type Turn } from "#contract";
import type { OrderedQueue } from "./ordered-queue.ts";
import { againJobId, againLane, type Outbox, partJobId } from "./outbox.ts";

export interface DropOptions {
  readonly inbound: Pick<OrderedQueue, "drop">;
  readonly outbox: Pick<Outbox, "rows">;
  readonly queueOf: (platform: string) => Pick<OrderedQueue, "drop">;
}

/** Takes every job of a turn out of the queues, its deliveries included. What a worker holds just now ends by itself. */
export async function dropJobs(
  { inbound, outbox, queueOf }: DropOptions,
  turn: { readonly id: string; readonly message: ChatAddress },
): Promise<void> {
  const chat = chatKey(turn.message);
  await inbound.drop(turn.id, chat);
  await inbound.drop(againJobId(turn.id), againLane(chat));
  const rows = await outbox.rows(turn.id);
  for (const part of rows.keys()) await queueOf(turn.message.platform).drop(partJobId(turn.id, part), chat);
}

export interface RestOptions {
  readonly inbound: Pick<OrderedQueue, "isHeld">;
  readonly outbox: Pick<Outbox, "rows" | "showsProgress">;
  readonly queueOf: (platform: string) => Pick<OrderedQueue, "isHeld">;
}

/**
 * Whether a turn has come to rest that was canceled if it had not ended (`state`: before that): nobody works a job of it, and no message of it
 * promises an answer.
 */
export async function isAtRest(
  { inbound, outbox, queueOf }: RestOptions,
  { id, message, state }: Pick<Turn, "id" | "message" | "state">,
): Promise<boolean> {
  const parts = [...(await outbox.rows(id)).keys()];
  const working = await Promise.all([
    inbound.isHeld(id),
    inbound.isHeld(againJobId(id)),
    ...parts.map((part) => queueOf(message.platform).isHeld(partJobId(id, part))),
    !endStates.has(state) && outbox.showsProgress(id),
  ]);
  return !working.includes(true);
}
