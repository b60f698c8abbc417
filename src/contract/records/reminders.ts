import { z } from "zod";
import { shanghaiDateOf } from "../common/shanghai-day.ts";
import type { Bilingual, JsonObject, Language } from "./json.ts";

/** The most alerts and digests that one person has at a time. */
export const maxReminders = 20;
/** An alert that has not come true by then ends, and its owner is told; calendar days. */
export const alertDays = 90;

/**
 * What an alert waits for: a price at or below, or at or above, a level in CNY; or a day's change of the price, up, down or either way, of
 * so many per cent or more.
 */
export const alertRule = z.object({
  code: z.string(),
  side: z.enum(["below", "above", "up", "down", "move"]),
  /** The user's own number, as a plain decimal. */
  level: z.string().regex(/^\d{1,12}(?:\.\d{1,6})?$/),
});
export type AlertRule = z.infer<typeof alertRule>;

/**
 * Whether a rule holds of what `get_price` returned; undefined where that has nothing to judge it by. A close stands for the price outside
 * sessions.
 */
export function alertHolds({ side, level }: AlertRule, value: JsonObject): boolean | undefined {
  const price = value.current_price ?? value.close;
  const found = side === "below" || side === "above" ? price : value.pct_chg;
  if (typeof found !== "number") return undefined;
  const limit = Number(level);
  if (side === "below") return found <= limit;
  if (side === "down") return found <= -limit;
  return (side === "move" ? Math.abs(found) : found) >= limit;
}

const dayMs = 86_400_000;

/** The last day of an alert that is set at a market time. */
export const lastDayOf = (now: string): string => shanghaiDateOf(Date.parse(now) + alertDays * dayMs);

/**
 * Whether an alert is told as soon as it holds. One that held when it was set waits for the other side; a change of a later day is another
 * change.
 */
export const isArmed = ({ armed, rule, until }: Alert, now: string): boolean =>
  armed || (rule.side !== "below" && rule.side !== "above" && lastDayOf(now) > until);

/** What is done when an alert is due, in the place of what a router would plan. */
const dueAction = z.object({ skill: z.string(), input: z.record(z.string(), z.json()) });

/**
 * On a message that no person has sent just now: one of their alerts came true or has ended without, or the time of a digest has come, or is
 * past (`due`: `2026-05-07 15:30`, Shanghai time).
 */
export const reminderDue = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("alert"), rule: alertRule, action: dueAction }),
  z.object({ kind: z.literal("expired"), rule: alertRule, action: dueAction }),
  z.object({ kind: z.literal("digest") }),
  z.object({ kind: z.literal("missed"), due: z.string() }),
]);
export type ReminderDue = z.infer<typeof reminderDue>;

/** `text`: the person's wish as one sentence; it is the message when it is due. */
export interface Alert extends JsonObject {
  readonly kind: "alert";
  readonly text: string;
  readonly rule: AlertRule;
  readonly action: z.infer<typeof dueAction>;
  /** ISO date of Shanghai, the last day on which it is looked at. */
  readonly until: string;
  /** False while it is true already: the price has to be seen on the other side first. */
  readonly armed: boolean;
}

/** `text`: the question that is asked anew at `at` of each trading day. */
export interface Digest extends JsonObject {
  readonly kind: "digest";
  readonly text: string;
  /** What it is about where it is no question of the person's own words: 我的自选 and my watchlist are one wish. */
  readonly topic?: string;
  /** `15:30`, Shanghai time. */
  readonly at: string;
  /** ISO date; what was due on it or before has been sent, was told to be missed, or lay before it was set. */
  readonly done: string;
}

/** What a person has asked to be told of by itself. */
export type Reminder = Alert | Digest;

/** A reminder on the list; `id` is stable. */
export type KeptReminder = Reminder & { readonly id: string };

/** Two of one key are one wish: the later takes the place of the earlier. Another level or another time is another wish. */
export const reminderKey = (reminder: Reminder): string =>
  reminder.kind === "alert"
    ? `alert ${reminder.rule.code} ${reminder.rule.side} ${Number(reminder.rule.level)}`
    : `digest ${reminder.topic ?? reminder.text.toLowerCase()} ${reminder.at}`;

/** What an answer changes of its asker's reminders; carried out like a change of the watchlist. */
export type ReminderChange =
  | { readonly op: "set"; readonly reminder: Reminder }
  | { readonly op: "drop"; readonly ids: readonly string[] };

/** Value of `get_reminders`: the asker's own, alerts first, each kind in the order in which it was set. */
export interface RemindersValue extends JsonObject {
  readonly reminders: readonly KeptReminder[];
  /** What the asker should know of how they arrive; absent where they simply do. */
  readonly arrival?: Bilingual & JsonObject;
}

const marks: Readonly<Record<ReminderDue["kind"], Bilingual>> = {
  alert: { zh: "🔔 提醒:", en: "🔔 Alert: " },
  expired: { zh: "🔔 提醒到期:", en: "🔔 Alert expired: " },
  digest: { zh: "🔔 日报:", en: "🔔 Daily digest: " },
  missed: { zh: "🔔 日报:", en: "🔔 Daily digest: " },
};

/** With what the text of a reminder that is due begins; nothing before an answer. */
export const reminderMark = (
  { reminder }: { readonly reminder?: ReminderDue | undefined },
  language: Language,
): string => (reminder === undefined ? "" : marks[reminder.kind][language]);
