import { type ChatAddress, chatKey } from "#contract";
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
