import { isBehindReminders, type KeptReminder, type Session, type SkillContext } from "#contract";
import { namesTime } from "./alert-words.ts";
import { newOf, saysOnlyChange } from "./change-words.ts";
import { placesIn } from "./list-places.ts";
import { readReminderWish } from "./reminders.ts";
import type { KeptAlert } from "./shelf.ts";

/** A message that only changes something, as it is to be read. */
export interface Change {
  readonly text: string;
  /** The alert whose level it changes, where the message tells which. */
  readonly alert?: KeptAlert;
}

/** The newest words that set something, and no change of it. */
export const wordsBefore = (session: Session): string | undefined =>
  session.findLast(({ skill, said }) => skill === "watchlist" && said !== undefined && !saysOnlyChange(said))
    ?.said;

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** 第一个改成1750: what stands there is named by its own level, or its own time. */
function ofOne(reminder: KeptReminder, text: string): Change {
  const to = newOf(text);
  if (reminder.kind === "alert")
    return { text: isChinese(text) ? `提醒${to}` : `alert, change it ${to}`, alert: reminder };
  return {
    text: isChinese(text) ? `日报从${reminder.at}${to}` : `digest, change it from ${reminder.at} ${to}`,
  };
}

/**
 * 改成1650 behind an alert, 改成8点半 behind a digest, 第一个改成1750 behind the list: what is changed stands in the message that has set it,
 * or has that place; null where nothing is changed, or it is not clear what.
 */
export async function changeOf({ message: { text }, session, tools }: SkillContext): Promise<Change | null> {
  if (!saysOnlyChange(text) || !isBehindReminders(session)) return null;
  const read = await tools.get_reminders({});
  const reminders = read.ok ? read.value.reminders : [];
  const said = wordsBefore(session);
  const [first] = placesIn(text, reminders.length);
  const only = said === undefined && reminders.length === 1 ? 0 : undefined;
  const meant = reminders[first ?? only ?? -1];
  if (meant !== undefined) return ofOne(meant, text);
  if (said === undefined || first !== undefined) return null;
  const isDigest = namesTime(text) || readReminderWish(said) === "digest";
  const [digest, alert] = isChinese(text) ? ["日报", "提醒"] : ["digest, ", "alert, "];
  return { text: `${isDigest ? digest : alert}${text}` };
}
