import {
  type KeptReminder,
  maxReminders,
  type RemindersValue,
  reminderKey,
  type SkillContext,
  type SkillResult,
  shanghaiDateOf,
} from "#contract";
import { setAlerts } from "./alerts.ts";
import { tried } from "./digest-trial.ts";
import { isNotDaily, readDigest } from "./digest-words.ts";
import { digestText, droppedText, listText, texts, whichToDrop } from "./reminder-texts.ts";
import type { Listed } from "./texts.ts";

/** What a message wants of the reminders. */
export type ReminderWish = "list" | "drop" | "digest" | "alert";

const drops =
  /取消|删|刪|去掉|关掉|關掉|停止|停了|停掉|(?:不要|不用|别|別|不想)[^,。]{0,6}(?:再|发|推|报|提醒|通知)|清空|退订|\b(?:cancel|delete|remove|stop|disable|unsubscribe|turn off|clear|no more|don'?t send)\b/i;
const lists =
  /(?:我|现有|当前|已设|全部|所有|查看|看看|看下|看一下|有哪些|哪些|什么|几个|多少)的?[^,。]{0,6}(?:提醒|预警|日报)|(?:提醒|预警|日报)(?:列表|有哪些|有什么|有几个|都有|清单)|什么时候提醒|\b(?:my|list|show|what|which|see|how many)\b.{0,12}\b(?:alerts?|reminders?|digests?)\b/i;
const digests =
  /日报|日報|每个?(?:交易日|工作日)|每[天日早晚周月]|天天|定时|\bdigests?\b|\bdaily\b|\b(?:every|each) (?:trading |business |week)?(?:day|morning|evening|afternoon)|\b(?:weekly|monthly|hourly)\b/i;
const hasLevel = /\d|百分之/;

/** Reads what is wanted. A level beside 我的提醒 sets one. */
export function readReminderWish(text: string): ReminderWish {
  if (drops.test(text)) return "drop";
  if (digests.test(text)) return lists.test(text) && !hasLevel.test(text) ? "list" : "digest";
  return lists.test(text) && !hasLevel.test(text) ? "list" : "alert";
}

/** The person's reminders, and the names of what these and the message are about. */
interface Shelf {
  readonly reminders: RemindersValue["reminders"];
  readonly arrival: RemindersValue["arrival"];
  readonly named: (code: string) => Promise<Listed>;
}

async function namesOf(
  reminders: readonly KeptReminder[],
  { named }: Shelf,
): Promise<ReadonlyMap<string, Listed>> {
  const codes = reminders.flatMap((each) => (each.kind === "alert" ? [each.rule.code] : []));
  const companies = await Promise.all([...new Set(codes)].map(named));
  return new Map(companies.map((company) => [company.code, company]));
}

/** What a message says of those to be taken off. */
interface DropWords {
  readonly text: string;
  readonly codes: readonly string[];
  readonly candidates: readonly string[];
}

/** Which of the reminders a message takes off; null where it does not say. */
function meant(
  { text, codes, candidates }: DropWords,
  reminders: readonly KeptReminder[],
): readonly KeptReminder[] | null {
  const number =
    /第\s*(\d{1,2}|[一二三四五六七八九十])|(?:alert|digest|reminder|number|no\.?|#)\s*(\d{1,2})\b/i.exec(
      text,
    );
  if (number !== null) {
    const written = number[1] ?? number[2] ?? "";
    const at = /\d/.test(written) ? Number(written) : "一二三四五六七八九十".indexOf(written) + 1;
    return reminders.slice(at - 1, at);
  }
  const of = (wanted: readonly string[]) =>
    reminders.filter((each) => each.kind === "alert" && wanted.includes(each.rule.code));
  const ofCompany = of(codes);
  if (ofCompany.length > 0) return ofCompany;
  const possible = candidates.filter((code) => of([code]).length > 0);
  if (possible.length > 0) return possible.length === 1 ? of(possible) : null;
  const isDigest = digests.test(text);
  if (codes.length > 0 && !isDigest) return [];
  if (/所有|全部|都|清空|\ball\b|everything|clear/i.test(text) && !isDigest) return reminders;
  if (isDigest) return reminders.filter(({ kind }) => kind === "digest");
  return reminders.length === 1 ? reminders : null;
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

const dayMs = 86_400_000;

/** The question as each day can answer it: 平安 in it is the company that was meant; or why no day can. */
async function answerable(question: string, names: readonly string[], context: SkillContext) {
  const first = await tried(question, context);
  const [name, ...others] = names;
  if (first.kind !== "unclear" || name === undefined || others.length > 0) return { question, trial: first };
  const meant = question.replace(first.subject, name);
  return { question: meant, trial: await tried(meant, context) };
}

async function setDigest(
  { text, companies, isOfIndex }: Pick<ReminderRequest, "text" | "companies" | "isOfIndex">,
  shelf: Shelf,
  context: SkillContext,
): Promise<SkillResult> {
  const { language, now } = context;
  if (isNotDaily(text)) return { kind: "text", text: texts.onlyDaily };
  const names = companies.map(({ name }) => name[language]);
  const read = readDigest(text, { names, namesOther: isOfIndex, language });
  const own = shelf.reminders.filter(({ kind }) => kind === "digest");
  const [only] = own;
  // 日报改成16点: of the only one the time alone is changed.
  const kept = own.length === 1 && only?.kind === "digest" ? { question: only.text, topic: only.topic } : {};
  const { question: asked, topic } = read.question === undefined ? kept : read;
  if (asked === undefined) return { kind: "text", text: texts.noQuestion };
  const isTried = read.question === undefined || topic !== undefined;
  const { question, trial } = isTried
    ? { question: asked, trial: { kind: "fine" } as const }
    : await answerable(asked, names, context);
  if (trial.kind === "refused") return trial.result;
  const { at } = read;
  if (at === undefined) return { kind: "text", text: texts.noTime };
  const hasPassed = at <= now.slice(11, 16);
  const done = shanghaiDateOf(Date.parse(now) - (hasPassed ? 0 : dayMs));
  const about = topic === undefined ? {} : { topic };
  const reminder = { kind: "digest", text: question, ...about, at, done } as const;
  const isReplaced = own.some((each) => reminderKey(each) === reminderKey(reminder));
  if (!isReplaced && shelf.reminders.length >= maxReminders) return { kind: "text", text: texts.full };
  return {
    kind: "text",
    text: digestText({ at, text: question, isReplaced }, shelf.arrival),
    reminders: [{ op: "set", reminder }],
  };
}

export interface ReminderRequest {
  readonly wish: ReminderWish;
  readonly text: string;
  /** Codes of companies of which the message may mean one. */
  readonly candidates: readonly string[];
  readonly companies: readonly Listed[];
  /** True where an index is named, which is no company. */
  readonly isOfIndex: boolean;
  readonly named: Shelf["named"];
}

/** Lists, sets and cancels alerts and digests. */
export async function answerReminders(
  { wish, text, candidates, companies, isOfIndex, named }: ReminderRequest,
  context: SkillContext,
): Promise<SkillResult> {
  if (context.message.chatKind === "group") return { kind: "text", text: texts.group };
  const read = await context.tools.get_reminders({});
  if (!read.ok) return { kind: "refusal", code: read.error.code };
  const { reminders, arrival } = read.value;
  const shelf = { reminders, arrival, named };
  switch (wish) {
    case "list":
      return {
        kind: "text",
        text: reminders.length === 0 ? texts.empty : listText(reminders, await namesOf(reminders, shelf)),
      };
    case "drop":
      return drop({ text, codes: companies.map(({ code }) => code), candidates }, shelf);
    case "digest":
      return setDigest({ text, companies, isOfIndex }, shelf, context);
    case "alert":
      return companies.length === 0
        ? { kind: "text", text: texts.noCompany }
        : setAlerts({ text, companies, kept: reminders, arrival: shelf.arrival }, context);
  }
}
