import { isBehindReminders, type SkillContext, type SkillResult } from "#contract";
import { wordsBefore } from "./change-of.ts";
import { digestText } from "./reminder-texts.ts";
import { readReminderWish } from "./reminders.ts";
import type { Listed } from "./texts.ts";

/** Says where to: 把招行加到自选. */
const ownList = /自[选選]|关注|關注|收藏|watch ?list/i;

/** Companies and nothing else are asked about: each part is one, and the same is asked of it as of the new one alone. */
async function namesOnly(
  question: string,
  { name }: Listed,
  { tools, tryOut, language }: SkillContext,
): Promise<boolean> {
  const parts = question.split(/[、,，和与與]| and /).map((part) => part.trim());
  const found = await Promise.all(parts.map((query) => tools.resolve_security({ query })));
  if (!found.every((each) => each.ok && each.value.status === "one")) return false;
  const [asked, bare] = await Promise.all([tryOut(question), tryOut(name[language])]);
  const skillsOf = (actions: typeof asked) => actions.map(({ skill }) => skill).join();
  return skillsOf(asked) === skillsOf(bare);
}

const asksWhere = (question: string, { name: { zh, en } }: Listed): SkillResult => ({
  kind: "text",
  text: {
    zh: `「${zh}」加到哪里?加到自选发「把${zh}加入自选」;要它也每天发,把问题说全再设一次,例如「每天15:30发${zh}的市盈率」。现在每天发的是「${question}」。`,
    en: `Where shall I add ${en}? For the watchlist send “add ${en} to my watchlist”; to have it sent daily too, send the whole question, for example “send me the P/E of ${en} every day at 15:30”. What I send now is “${question}”.`,
  },
});

/** 再加个招行 behind a digest of companies puts it into that digest; null where no digest was spoken of, or it is said where to. */
export async function addToDigest(company: Listed, context: SkillContext): Promise<SkillResult | null> {
  const { message, session, tools, language } = context;
  const said = wordsBefore(session);
  const isOfDigest = said !== undefined && readReminderWish(said) === "digest";
  if (!isOfDigest || ownList.test(message.text) || !isBehindReminders(session)) return null;
  const read = await tools.get_reminders({});
  if (!read.ok) return null;
  const digest = read.value.reminders.findLast((each) => each.kind === "digest");
  if (digest === undefined || digest.topic !== undefined) return null;
  if (!(await namesOnly(digest.text, company, context))) return asksWhere(digest.text, company);
  const { id, ...kept } = digest;
  const text = `${digest.text}${language === "zh" ? "、" : " and "}${company.name[language]}`;
  return {
    kind: "text",
    text: digestText({ times: [digest.at], text, isReplaced: true }, read.value.arrival),
    reminders: [
      { op: "drop", ids: [id] },
      { op: "set", reminder: { ...kept, text } },
    ],
  };
}
