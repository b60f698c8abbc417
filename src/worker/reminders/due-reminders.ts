import {
  type Alert,
  AppError,
  alertHolds,
  type Digest,
  isArmed,
  type JsonObject,
  type KeptReminder,
} from "#contract";
import { accept, type DueOptions, messageOf, type Owned, type ReminderCalendar } from "./put-in-line.ts";
import { isPriced, pricesOf } from "./watched-prices.ts";

/** A digest whose time passed while nothing ran is still sent within this; later it is only told that it was missed. */
const lateMs = 2 * 3_600_000;
/** A digest waits this minute out: the closes of the closing auction come in. */
const closing = "15:00";
/** Nobody is told by night that an alert's time is over, or that a digest was missed. */
const daytimeFrom = "09:00";

const isAlert = (each: Owned<KeptReminder>): each is Owned<Alert & { id: string }> =>
  each.reminder.kind === "alert";
const isDigest = (each: Owned<KeptReminder>): each is Owned<Digest & { id: string }> =>
  each.reminder.kind === "digest";

/** The newest trading day on which that time of day has passed, and for how long. */
function lastTime(at: string, now: string, calendar: ReminderCalendar) {
  const today = now.slice(0, 10);
  const isToday = at <= now.slice(11, 16) && calendar.isTradingDay(today);
  const day = isToday ? today : calendar.previousTradingDay(today);
  return { day, sinceMs: Date.parse(now) - Date.parse(`${day}T${at}:00+08:00`) };
}

type OwnedDigest = Owned<Digest & { id: string }>;

const idOn = ({ reminder }: OwnedDigest, what: string, day: string): string =>
  `${reminder.id}-${what}-${day.replaceAll("-", "")}`;

/** Tells that a digest did not come on a day; of several days on the newest. */
async function tellMissed(options: DueOptions, each: OwnedDigest, day: string): Promise<void> {
  const { log, clock } = options.pipeline;
  const { id, at } = each.reminder;
  const due = { kind: "missed" as const, due: `${day} ${at}` };
  const message = messageOf(each, { id: idOn(each, "missed", day), due, wallMs: clock.wallMs() });
  log.warn({ reminder: id, day, at }, "digest missed, its time had passed while nothing ran");
  await accept(options, message, each, { done: day });
}

async function tellDigest(options: DueOptions, each: OwnedDigest, now: string, calendar: ReminderCalendar) {
  const { reminder } = each;
  const { day, sinceMs } = lastTime(reminder.at, now, calendar);
  const time = now.slice(11, 16);
  if (reminder.done >= day || time === closing) return;
  const isOver = sinceMs > lateMs;
  if (isOver && time < daytimeFrom) return;
  const missed = isOver ? day : calendar.previousTradingDay(day);
  if (reminder.done < missed) await tellMissed(options, each, missed);
  if (isOver) return;
  const { wallMs } = options.pipeline.clock;
  const due = { kind: "digest" as const };
  const message = messageOf(each, { id: idOn(each, "digest", day), due, wallMs: wallMs() });
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

/** What one reminder trips over keeps no other from being told. Throws AppError INTAKE_DOWN while Redis is away. */
async function eachAlone<Kind extends Owned<KeptReminder>>(
  { onFault }: DueOptions,
  found: readonly Kind[],
  look: (each: Kind) => Promise<void>,
): Promise<void> {
  for (const each of found)
    try {
      await look(each);
    } catch (error) {
      if (error instanceof AppError && error.code === "INTAKE_DOWN") throw error;
      onFault(each.reminder.id, error instanceof Error ? error.message : "error");
    }
}

/** Those of people who may ask now; the others' are kept, for who may ask is a setting that comes and goes. */
async function allowed(options: DueOptions): Promise<readonly Owned<KeptReminder>[]> {
  const { reminders, isAllowed, pipeline, onFault } = options;
  const everybodys = await reminders.all((owner) => onFault(owner, "cannot be read"));
  const firsts = everybodys.flatMap((of) => of.reminders.slice(0, 1).map((reminder) => ({ of, reminder })));
  const found: Owned<KeptReminder>[] = [];
  await eachAlone(options, firsts, async (first) => {
    const { of, reminder } = first;
    const wallMs = pipeline.clock.wallMs();
    const probe = messageOf(first, { id: reminder.id, due: { kind: "digest" }, wallMs });
    if (await isAllowed(probe)) found.push(...of.reminders.map((each) => ({ of, reminder: each })));
  });
  return found;
}

/** Looks once what is due at the present market time, and puts it in line. */
export async function putDueInLine(options: DueOptions, signal: AbortSignal): Promise<void> {
  const now = options.pipeline.clock.market();
  const today = now.slice(0, 10);
  const found = await allowed(options);
  if (found.length === 0) return;
  const calendar = await options.calendar(today, signal);
  await eachAlone(options, found.filter(isDigest), (each) => tellDigest(options, each, now, calendar));
  const alerts = found.filter(isAlert);
  const over = alerts.filter(({ reminder }) => reminder.until < today);
  if (now.slice(11, 16) >= daytimeFrom) await eachAlone(options, over, (each) => tellExpiry(options, each));
  const phase = calendar.phaseAt(now);
  if (!isPriced(phase, now)) return;
  const open = alerts.filter(({ reminder }) => reminder.until >= today);
  const codes = [...new Set(open.map(({ reminder }) => reminder.rule.code))];
  const prices = await pricesOf(options, codes, now, signal);
  await eachAlone(options, open, async (each) => {
    const value = prices.get(each.reminder.rule.code);
    if (value !== undefined) await judgeAlert(options, each, { value, now });
  });
}
