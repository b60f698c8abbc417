import {
  type Alert,
  alertHolds,
  chatKey,
  type Digest,
  type IncomingMessage,
  isArmed,
  type JsonObject,
  type KeptReminder,
  type PriceValue,
  type ReminderDue,
} from "#contract";
import type { Journal } from "../journal/journal.ts";
import type { Reminders, RemindersOf } from "../memory/reminders.ts";
import type { PipelinePorts } from "../pipeline/ports.ts";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import type { Together } from "./answer-parts.ts";

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
}

/** A digest whose time passed while nothing ran is still sent within this. */
const lateMs = 2 * 3_600_000;
/** Companies whose prices are asked for at once. */
const codesAtOnce = 50;

const sessions: ReadonlySet<PriceValue["phase"]> = new Set(["morning", "afternoon", "closing_auction"]);
/** So long the day's close is looked for; the closing auction settles at 15:00. */
const closeUntil = "15:10";
/** Nobody is told by night that an alert's time is over. */
const expiryFrom = "09:00";

const isClose = (phase: PriceValue["phase"], now: string): boolean =>
  (phase === "after_close" || phase === "after_hours") && now.slice(11, 16) < closeUntil;

type Kept<Kind extends KeptReminder> = Kind & { readonly id: string };
interface Owned<Kind extends KeptReminder> {
  readonly of: RemindersOf;
  readonly reminder: Kept<Kind>;
}

const isAlert = (each: Owned<KeptReminder>): each is Owned<Alert & { id: string }> =>
  each.reminder.kind === "alert";
const isDigest = (each: Owned<KeptReminder>): each is Owned<Digest & { id: string }> =>
  each.reminder.kind === "digest";

/** What the person would have written, at the moment at which it is due. */
const messageOf = (
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

/** The newest trading day on which that time of day has passed, and for how long. */
function lastTime(at: string, now: string, calendar: ReminderCalendar) {
  const today = now.slice(0, 10);
  const isToday = at <= now.slice(11, 16) && calendar.isTradingDay(today);
  const day = isToday ? today : calendar.previousTradingDay(today);
  return { day, sinceMs: Date.parse(now) - Date.parse(`${day}T${at}:00+08:00`) };
}

/** Puts a message in line, in one script with what becomes of the reminder: a crash comes before both or after both. */
async function accept(
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

async function tellDigest(
  options: DueOptions,
  each: Owned<Digest & { id: string }>,
  now: string,
  calendar: ReminderCalendar,
) {
  const { reminders, together, pipeline } = options;
  const { reminder, of } = each;
  const { day, sinceMs } = lastTime(reminder.at, now, calendar);
  if (reminder.done >= day) return;
  if (sinceMs > lateMs) {
    await together([reminders.duePatchStep(of.owner, reminder.id, { done: day })]);
    pipeline.log.warn(
      { reminder: reminder.id, day, at: reminder.at },
      "digest let go, its time had passed while nothing ran",
    );
    return;
  }
  const id = `${reminder.id}-digest-${day.replaceAll("-", "")}`;
  const message = messageOf(each, { id, due: { kind: "digest" }, wallMs: pipeline.clock.wallMs() });
  await accept(options, message, each, { done: day });
}

async function judgeAlert(
  options: DueOptions,
  each: Owned<Alert & { id: string }>,
  { value, now }: { readonly value: JsonObject; readonly now: string },
) {
  const { reminders, together, pipeline } = options;
  const { reminder, of } = each;
  const holds = alertHolds(reminder.rule, value);
  const armed = isArmed(reminder, now);
  if (holds === false && !armed)
    await together([reminders.duePatchStep(of.owner, reminder.id, { armed: true })]);
  if (holds !== true || !armed) return;
  const { rule, action } = reminder;
  const due = { kind: "alert" as const, rule, action };
  const message = messageOf(each, { id: `${reminder.id}-alert`, due, wallMs: pipeline.clock.wallMs() });
  await accept(options, message, each, null);
}

/** Tells that an alert's time is over. */
async function tellExpiry(options: DueOptions, each: Owned<Alert & { id: string }>): Promise<void> {
  const { rule, action } = each.reminder;
  const due = { kind: "expired" as const, rule, action };
  const id = `${each.reminder.id}-expired`;
  await accept(options, messageOf(each, { id, due, wallMs: options.pipeline.clock.wallMs() }), each, null);
}

/** True for a price of now, or behind the session for the close of that day. */
const isOfNow = (value: PriceValue, asOf: string | undefined, now: string): boolean =>
  typeof value.current_price === "number" ||
  (isClose(value.phase, now) && typeof value.close === "number" && asOf?.slice(0, 10) === now.slice(0, 10));

/** What all watched companies stand at, by code; those without a price of now are left out. */
async function pricesOf(
  { pipeline }: DueOptions,
  codes: readonly string[],
  now: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JsonObject>> {
  const prices = new Map<string, JsonObject>();
  for (let from = 0; from < codes.length; from += codesAtOnce)
    await Promise.all(
      codes.slice(from, from + codesAtOnce).map(async (code) => {
        const found = await pipeline.callTool("get_price", { code }, { now, signal, excludeSources: [] });
        if (!found.ok) return;
        const value = found.value as PriceValue;
        if (isOfNow(value, found.as_of, now) && !value.suspended) prices.set(code, value);
      }),
    );
  return prices;
}

/** Those of people who may still ask; the others' are dropped. */
async function allowed(options: DueOptions): Promise<readonly Owned<KeptReminder>[]> {
  const { reminders, isAllowed, pipeline } = options;
  const found: Owned<KeptReminder>[] = [];
  for (const of of await reminders.all()) {
    const own = of.reminders.map((reminder) => ({ of, reminder }));
    const [first] = own;
    if (first === undefined) continue;
    const probe = messageOf(first, {
      id: first.reminder.id,
      due: { kind: "digest" },
      wallMs: pipeline.clock.wallMs(),
    });
    if (await isAllowed(probe)) found.push(...own);
    else {
      await reminders.drop(of.owner);
      pipeline.log.info(
        { chat: of.owner, count: own.length },
        "reminders dropped, the person may not ask any more",
      );
    }
  }
  return found;
}

/** Looks once what is due at the present market time, and puts it in line. */
export async function putDueInLine(options: DueOptions, signal: AbortSignal): Promise<void> {
  const now = options.pipeline.clock.market();
  const today = now.slice(0, 10);
  const found = await allowed(options);
  if (found.length === 0) return;
  const calendar = await options.calendar(today, signal);
  for (const each of found.filter(isDigest)) await tellDigest(options, each, now, calendar);
  const alerts = found.filter(isAlert);
  if (now.slice(11, 16) >= expiryFrom)
    for (const each of alerts.filter(({ reminder }) => reminder.until < today))
      await tellExpiry(options, each);
  const phase = calendar.phaseAt(now);
  if (!sessions.has(phase) && !isClose(phase, now)) return;
  const open = alerts.filter(({ reminder }) => reminder.until >= today);
  const codes = [...new Set(open.map(({ reminder }) => reminder.rule.code))];
  const prices = await pricesOf(options, codes, now, signal);
  for (const each of open) {
    const value = prices.get(each.reminder.rule.code);
    if (value !== undefined) await judgeAlert(options, each, { value, now });
  }
}
