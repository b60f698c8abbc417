import {
  type Digest,
  maxReminders,
  reminderKey,
  remindersTold,
  type SkillContext,
  type SkillResult,
  shanghaiDateOf,
} from "#contract";
import { tried } from "./digest-trial.ts";
import { type DigestWords, isNotDaily, readDigest } from "./digest-words.ts";
import { digestText, texts } from "./reminder-texts.ts";
import type { KeptDigest, Shelf } from "./shelf.ts";
import type { Listed } from "./texts.ts";

const dayMs = 86_400_000;

/** The question as each day can answer it: 平安 in it is the company that was meant; or why no day can. */
async function answerable(question: string, names: readonly string[], context: SkillContext) {
  const first = await tried(question, context);
  const [name, ...others] = names;
  if (first.kind !== "unclear" || name === undefined || others.length > 0) return { question, trial: first };
  const meant = question.replace(first.subject, name);
  return { question: meant, trial: await tried(meant, context) };
}

/** What two digests are of alike: 我的自选 and my watchlist are one. */
const wishOf = ({ text, topic }: Pick<Digest, "text" | "topic">): string => topic ?? text.toLowerCase();

/** The digest whose time alone is changed: the only one (日报改成16点), or the only one of the former time. */
function changedOf({ former, question }: DigestWords, own: readonly KeptDigest[]): KeptDigest | undefined {
  const found = former.length === 0 ? own : own.filter(({ at }) => former.includes(at));
  const [only, ...others] = found;
  return others.length > 0 || (former.length === 0 && question !== undefined) ? undefined : only;
}

export interface DigestWish {
  readonly text: string;
  readonly companies: readonly Listed[];
  /** True where an index is named, which is no company. */
  readonly isOfIndex: boolean;
}

/** Sets a digest for each time that the message names. A later time for the same question takes the place of the earlier. */
export async function setDigests(
  { text, companies, isOfIndex }: DigestWish,
  { reminders, arrival }: Pick<Shelf, "reminders" | "arrival">,
  context: SkillContext,
): Promise<SkillResult> {
  const { language, now } = context;
  if (isNotDaily(text)) return { kind: "text", text: texts.onlyDaily };
  const names = companies.map(({ name }) => name[language]);
  const read = readDigest(text, { names, namesOther: isOfIndex, language });
  if (read.isMixed) return { kind: "text", text: texts.oneTime };
  const own = reminders.filter((each) => each.kind === "digest");
  const changed = changedOf(read, own);
  if (read.former.length > 0 && !own.some(({ at }) => read.former.includes(at)))
    return { kind: "text", text: texts.none };
  const { question: asked, topic } =
    changed === undefined ? read : { question: changed.text, topic: changed.topic };
  if (asked === undefined) return { kind: "text", text: texts.noQuestion };
  const { question, trial } =
    changed !== undefined || topic !== undefined
      ? { question: asked, trial: { kind: "fine" } as const }
      : await answerable(asked, names, context);
  if (trial.kind === "refused") return trial.result;
  if (read.times.length === 0) return { kind: "text", text: texts.noTime };
  const set = read.times.map((at): Digest => {
    const hasPassed = at <= now.slice(11, 16);
    const done = shanghaiDateOf(Date.parse(now) - (hasPassed ? 0 : dayMs));
    return { kind: "digest", text: question, ...(topic === undefined ? {} : { topic }), at, done };
  });
  const wish = wishOf({ text: question, ...(topic === undefined ? {} : { topic }) });
  const replaced = own.filter(
    (each) => wishOf(each) === wish && (read.former.length === 0 || read.former.includes(each.at)),
  );
  const keys = new Set(set.map(reminderKey));
  const left = reminders.filter(
    (each) => !replaced.includes(each as KeptDigest) && !keys.has(reminderKey(each)),
  );
  if (left.length + set.length > maxReminders) return { kind: "text", text: texts.full };
  return {
    kind: "text",
    text: digestText({ times: read.times, text: question, isReplaced: replaced.length > 0 }, arrival),
    told: remindersTold,
    reminders: [
      ...(replaced.length === 0 ? [] : [{ op: "drop", ids: replaced.map(({ id }) => id) } as const]),
      ...set.map((reminder) => ({ op: "set", reminder }) as const),
    ],
  };
}
