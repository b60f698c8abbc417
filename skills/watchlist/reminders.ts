import { remindersTold, type SkillContext, type SkillResult } from "#contract";
import { setAlerts } from "./alerts.ts";
import { type DropWords, meant } from "./drop-choice.ts";
import { readDrop } from "./drop-words.ts";
import { droppedText, listText, texts, whichToDrop } from "./reminder-texts.ts";
import { setDigests } from "./set-digests.ts";
import { type KeptAlert, namesOf, type Shelf } from "./shelf.ts";
import type { Listed } from "./texts.ts";

/** What a message wants of the reminders; `both`: to have some taken off and others set. */
export type ReminderWish = "list" | "drop" | "both" | "digest" | "alert";

const lists =
  /(?:我|现有|當前|当前|已[设設]|[设設][了过過]|全部|所有|查看|看看|看下|看一下|有哪些|哪些|什[么麼]|啥|[几幾][个個条條]|多少)的?[^,。]{0,6}(?:提醒|预警|預警|日[报報])(?!我)|(?:提醒|预警|預警|日[报報])(?:列表|有哪些|有什[么麼]|有啥|有[几幾][个個]|都有|清[单單])|什[么麼][时時]候提醒|\b(?:my|list|show|what|which|see|how many)\b.{0,12}\b(?:alerts?|reminders?|digests?)\b/i;
const digests =
  /日报|日報|每个?(?:交易日|工作日)|每[天日早晚周月]|天天|定时|\bdigests?\b|\bdaily\b|\b(?:every|each) (?:trading |business |week)?(?:day|morning|evening|afternoon|night)|\b(?:weekly|monthly|hourly)\b/i;
const hasLevel = /\d|百分之/;

/** Reads what is wanted. A level beside 我的提醒 sets one. */
export function readReminderWish(text: string): ReminderWish {
  const drop = readDrop(text);
  if (drop !== null) return drop.isBoth ? "both" : "drop";
  if (digests.test(text)) return lists.test(text) && !hasLevel.test(text) ? "list" : "digest";
  return lists.test(text) && !hasLevel.test(text) ? "list" : "alert";
}

async function drop(said: DropWords, shelf: Shelf): Promise<SkillResult> {
  const { reminders } = shelf;
  if (reminders.length === 0) return { kind: "text", text: texts.empty };
  const gone = meant(said, reminders);
  if (gone === null)
    return { kind: "text", text: listText(reminders, await namesOf(reminders, shelf), whichToDrop) };
  if (gone.length === 0) return { kind: "text", text: texts.none };
  return {
    kind: "text",
    text: droppedText(gone, await namesOf(gone, shelf)),
    reminders: [{ op: "drop", ids: gone.map(({ id }) => id) }],
  };
}

export interface ReminderRequest {
  readonly wish: ReminderWish;
  readonly text: string;
  readonly companies: readonly Listed[];
  /** Codes of companies of which the message may mean one. */
  readonly candidates: readonly string[];
  /** What was read as a company's name, as it stands in the message. */
  readonly queries: readonly string[];
  /** True where something is named that has no alerts: a foreign company, an index. */
  readonly namesOther: boolean;
  /** True where an index is named, which is no company. */
  readonly isOfIndex: boolean;
  readonly named: Shelf["named"];
  /** The alert whose level is changed, where the message tells which. */
  readonly changed?: KeptAlert;
}

/** Lists, sets and cancels alerts and digests. */
export async function answerReminders(
  { wish, text, isOfIndex, named, changed, ...rest }: ReminderRequest,
  context: SkillContext,
): Promise<SkillResult> {
  if (context.message.chatKind === "group") return { kind: "text", text: texts.group };
  const read = await context.tools.get_reminders({});
  if (!read.ok) return { kind: "refusal", code: read.error.code };
  const { reminders, arrival } = read.value;
  const { companies } = rest;
  const shelf = { reminders, arrival, named };
  switch (wish) {
    case "list":
      return {
        kind: "text",
        text: reminders.length === 0 ? texts.empty : listText(reminders, await namesOf(reminders, shelf)),
        ...(reminders.length === 0 ? {} : { told: remindersTold }),
      };
    case "drop":
      return drop(
        { text, ...rest, clauses: readDrop(text)?.clauses ?? [], numbersOf: context.numbersOf },
        shelf,
      );
    case "both":
      return { kind: "text", text: texts.both };
    case "digest":
      return setDigests({ text, companies, isOfIndex }, shelf, context);
    case "alert":
      return companies.length === 0
        ? { kind: "text", text: texts.noCompany, question: { subject: "", candidates: [] } }
        : setAlerts({ text, companies, shelf, ...(changed === undefined ? {} : { changed }) }, context);
  }
}
