import {
  chatKey,
  type IncomingMessage,
  type KeptReminder,
  type PriceValue,
  type ReminderDue,
} from "#contract";
import type { Journal } from "../../journal/journal.ts";
import type { Reminders, RemindersOf } from "../../memory/reminders.ts";
import type { PipelinePorts } from "../../pipeline/ports.ts";
import type { OrderedQueue } from "../../queue/ordered-queue.ts";
import type { Together } from "../../queue/step.ts";

/** The trading days and times of day, as far as reminders go by them. */
export interface ReminderCalendar {
  isTradingDay(date: string): boolean;
  previousTradingDay(date: string): string;
  phaseAt(now: string): PriceValue["phase"];
}

export interface DueOptions {
  readonly reminders: Reminders;
  readonly journal: Journal;
  readonly inbound: Pick<OrderedQueue, "place" | "add">;
  readonly together: Together;
  readonly pipeline: Pick<PipelinePorts, "callTool" | "clock" | "log">;
  calendar(date: string, signal: AbortSignal): Promise<ReminderCalendar>;
  /** Whether the person may still ask. */
  isAllowed(message: IncomingMessage): boolean | Promise<boolean>;
  /** One reminder, or all of one chat, could not be looked at; the others are. */
  onFault(of: string, reason: string): void;
}

type Kept<Kind extends KeptReminder> = Kind & { readonly id: string };
/** A reminder with whose it is. */
export interface Owned<Kind extends KeptReminder> {
  readonly of: RemindersOf;
  readonly reminder: Kept<Kind>;
}

/** What the person would have written, at the moment at which it is due. */
export const messageOf = (
  { of, reminder }: Owned<KeptReminder>,
  { id, due, wallMs }: { readonly id: string; readonly due: ReminderDue; readonly wallMs: number },
): IncomingMessage => ({
  id,
  ...of.to,
  chatKind: "direct",
  text: reminder.text,
  attachments: [],
  addressed: true,
  sentAt: new Date(wallMs).toISOString(),
  event: "new",
  reminder: due,
});

/** Puts a message in line, in one script with what becomes of the reminder: a crash comes before both or after both. */
export async function accept(
  { journal, reminders, inbound, pipeline }: DueOptions,
  message: IncomingMessage,
  { of: { owner }, reminder: { id } }: Owned<KeptReminder>,
  patch: Parameters<Reminders["duePatchStep"]>[2],
): Promise<void> {
  const chat = chatKey(message);
  const created = await journal.create(message, {
    acceptedMs: pipeline.clock.wallMs(),
    place: inbound.place(message.id, chat),
    before: [reminders.duePatchStep(owner, id, patch)],
  });
  if (created.outcome !== "created") return;
  await inbound.add(message.id, chat, created.position);
  pipeline.log.info({ turn: message.id, kind: message.reminder?.kind }, "reminder due");
}
