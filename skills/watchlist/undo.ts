import type { KeptReminder, SessionTurn, SkillContext, SkillResult } from "#contract";
import { levelsIn } from "./alert-words.ts";
import { dayTimesIn } from "./day-times.ts";
import { droppedText, listText, texts, whichToDrop } from "./reminder-texts.ts";
import { readReminderWish } from "./reminders.ts";
import type { Listed } from "./texts.ts";

const longest = 24;
const wish =
  "算了|取消(?:了|掉)?|不要了?|不用(?:了|提醒)?|不[设設]了|撤[销銷回]|撤了|[删刪](?:了|掉)|[别別](?:[设設]|提醒)了?|never ?mind|forget it|cancel(?: (?:it|that|this|please))*|undo(?: (?:it|that|this))?|scrap (?:it|that)";
const words = new RegExp(
  `^(?:(?:哎|唉|啊|呃|额|那|嗯|还是|還是|actually|no|ok|oh|sorry|wait)[\\s,，.。!！]*)*(?:${wish})(?:${wish}|吧|[\\s,，.。!！~])*$`,
  "i",
);

/** 取消吧, 算了不要了, never mind: what was just done is not wanted. */
export const undoes = (text: string): boolean => text.length <= longest && words.test(text.trim());

/** Of the alerts and digests those that the turn before has set, by the company and the level, or the time, of its words. */
function setBy(
  { said = "", codes }: SessionTurn,
  reminders: readonly KeptReminder[],
  numbersOf: SkillContext["numbersOf"],
): readonly KeptReminder[] {
  const levels = levelsIn(said, numbersOf).map(({ level }) => Number(level));
  const found = reminders.filter((each) =>
    each.kind === "alert"
      ? codes.includes(each.rule.code) && levels.includes(Number(each.rule.level))
      : readReminderWish(said) === "digest" && dayTimesIn(said).some(({ at }) => at === each.at),
  );
  const [only, ...others] = reminders;
  return found.length === 0 && only !== undefined && others.length === 0 && said !== "" ? [only] : found;
}

/** Of the watchlist nothing is taken by a guess. */
const takeOff = ({ name }: Listed) => ({
  zh: `要移出自选吗?发「把${name.zh}移出自选」。要取消提醒,发「我的提醒」看有哪些。`,
  en: `To take it off your watchlist, send “remove ${name.en} from my watchlist”. For alerts send “my alerts”.`,
});

/** Takes back what the turn before has set, and asks where it has set nothing, or it is not clear what. */
export async function undo(
  named: (code: string) => Promise<Listed>,
  context: SkillContext,
): Promise<SkillResult> {
  const read = await context.tools.get_reminders({});
  if (!read.ok) return { kind: "refusal", code: read.error.code };
  const { reminders } = read.value;
  const last = context.session.at(-1);
  const gone = last?.skill === "watchlist" ? setBy(last, reminders, context.numbersOf) : [];
  const shown = gone.length > 0 ? gone : reminders;
  const codes = shown.flatMap((each) => (each.kind === "alert" ? [each.rule.code] : []));
  const companies = await Promise.all([...new Set(codes)].map(named));
  const names = new Map(companies.map((company) => [company.code, company]));
  if (gone.length > 0)
    return {
      kind: "text",
      text: droppedText(gone, names),
      reminders: [{ op: "drop", ids: gone.map(({ id }) => id) }],
    };
  const [added] = last?.skill === "watchlist" && last.said === undefined ? last.codes : [];
  if (added !== undefined) return { kind: "text", text: takeOff(await named(added)) };
  return {
    kind: "text",
    text: reminders.length === 0 ? texts.nothingToUndo : listText(reminders, names, whichToDrop),
  };
}
