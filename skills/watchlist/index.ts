import { z } from "zod";
import {
  defineSkill,
  type Freshness,
  isBehindReminders,
  linesByCompany,
  maxQueries,
  maxWatchlist,
  resolveCodes,
  type SkillAnswer,
  type SkillContext,
  type SkillResult,
  type SkillText,
  staleness,
  wholeCode,
} from "#contract";
import { addToDigest } from "./add-to-digest.ts";
import { tellAlert } from "./alerts.ts";
import { type Change, changeOf } from "./change-of.ts";
import { isLevelAlone } from "./drop-choice.ts";
import { viewList } from "./list-view.ts";
import { expired, texts as reminderTexts } from "./reminder-texts.ts";
import { answerReminders, type ReminderRequest, readReminderWish } from "./reminders.ts";
import { addedText, type Listed, removedText, texts } from "./texts.ts";
import { undo, undoes } from "./undo.ts";
import { addsBesideAlert, readWish, speaksOfList, type Wish } from "./wish.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them; none for the whole list."),
  date: z
    .string()
    .max(64)
    .optional()
    .describe(
      "Of the whole list: an ISO date, or the user's words for a stretch of time (这周, this month).",
    ),
});

const freshness: Readonly<Record<string, Freshness>> = {
  current_price: staleness.live,
  close: staleness.daily,
  pct_chg: staleness.daily,
  high: staleness.daily,
  low: staleness.daily,
  ...Object.fromEntries(
    ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv", "circ_mv", "turnover_rate"].map((metric) => [
      metric,
      staleness.daily,
    ]),
  ),
};

async function nameOf(code: string, { tools }: SkillContext): Promise<Listed> {
  const resolved = await tools.resolve_security({ query: code });
  const match = resolved.ok ? resolved.value.matches.find((each) => each.code === code) : undefined;
  const zh = match?.name ?? code;
  return { code, name: { zh, en: match?.english_name ?? zh } };
}

const named = (codes: readonly string[], context: SkillContext): Promise<readonly Listed[]> =>
  Promise.all(codes.map((code) => nameOf(code, context)));

/** What the user named, with what did not come to exactly one stock; a result where nothing did. */
async function resolved(queries: readonly string[], context: SkillContext, among?: readonly string[]) {
  const found = await resolveCodes(queries, context.tools);
  const { missing } = found;
  // Of several that a name may mean, the only one on the list is the one to take off it.
  const listed = found.question?.candidates.filter(({ code }) => among?.includes(code)) ?? [];
  const meant = listed.length === 1 ? listed.map(({ code }) => code) : [];
  const codes = [...found.codes, ...meant];
  const question = meant.length === 1 ? null : found.question;
  const rest = { missing, ...(question === null ? {} : { question }) };
  const [first] = missing;
  const nothing: SkillResult | null =
    codes.length > 0
      ? null
      : question !== null
        ? { kind: "question", ...question }
        : first !== undefined
          ? { kind: "refusal", ...first }
          : null;
  return { codes, rest, nothing };
}

async function add(
  queries: readonly string[],
  list: readonly string[],
  context: SkillContext,
): Promise<SkillResult> {
  const { codes, rest, nothing } = await resolved(queries, context);
  if (nothing !== null) return nothing;
  const fresh = codes.filter((code) => !list.includes(code));
  const room = Math.max(0, maxWatchlist - list.length);
  const [added, beyond, present] = await Promise.all([
    named(fresh.slice(0, room), context),
    named(fresh.slice(room), context),
    named(
      codes.filter((code) => list.includes(code)),
      context,
    ),
  ]);
  const change = { op: "add", codes: added.map(({ code }) => code) } as const;
  return {
    kind: "text",
    text: addedText({ added, present, beyond }),
    ...rest,
    ...(added.length === 0 ? {} : { watchlist: change }),
  };
}

async function remove(
  queries: readonly string[],
  list: readonly string[],
  context: SkillContext,
): Promise<SkillResult> {
  const { codes, rest, nothing } = await resolved(queries, context, list);
  if (nothing !== null) return nothing;
  const [removed, absent] = await Promise.all([
    named(
      codes.filter((code) => list.includes(code)),
      context,
    ),
    named(
      codes.filter((code) => !list.includes(code)),
      context,
    ),
  ]);
  const change = { op: "remove", codes: removed.map(({ code }) => code) } as const;
  return {
    kind: "text",
    text: removedText({ removed, absent }),
    ...rest,
    ...(removed.length === 0 ? {} : { watchlist: change }),
  };
}

/** A wish for an alert or a digest is short; what goes beyond is none. */
const longestWish = 300;

/** What the message says; behind a question back that is the message before, since the answer is a company alone. */
function wordsOf({ message: { text }, session }: SkillContext): string {
  const said = session.at(-1)?.said;
  return (said !== undefined && text.startsWith(`${said} `) ? said : text).slice(0, longestWish);
}

/** Alerts and digests, of companies that are known by now. */
async function remind(
  queries: readonly string[],
  context: SkillContext,
  change: Change | null = null,
): Promise<SkillResult> {
  const text = change?.text ?? wordsOf(context);
  const wish = readReminderWish(text);
  const answered = async (codes: readonly string[], more: Partial<ReminderRequest> = {}) =>
    answerReminders(
      {
        ...{ wish, text, queries, candidates: [], namesOther: false, isOfIndex: false, ...more },
        ...(change?.alert === undefined ? {} : { changed: change.alert }),
        companies: await named(codes, context),
        named: (code) => nameOf(code, context),
      },
      context,
    );
  if (queries.length === 0 || wish === "list" || wish === "both") return answered([]);
  const names = wish === "drop" ? queries.filter((query) => !isLevelAlone(query)) : queries;
  const { codes, rest, nothing } = await resolved(names, context);
  // What no list knows (第2个) says nothing of what there is to be canceled.
  if (wish === "drop")
    return answered(codes, {
      candidates: rest.question?.candidates.map(({ code }) => code) ?? [],
      queries: names,
      namesOther: rest.missing.some(({ code }) => code !== "UNKNOWN_SECURITY"),
    });
  // An index is no stock, and a digest may be about it.
  const isOfIndex = rest.missing.some(({ code }) => code === "UNSUPPORTED_INDEX");
  if (wish === "digest" && nothing?.kind === "refusal" && isOfIndex) return answered([], { isOfIndex });
  if (wish === "alert" && isOfIndex && codes.length === 0)
    return { kind: "text", text: reminderTexts.ofIndex };
  if (nothing !== null) return nothing;
  const result = await answered(codes);
  if (result.kind !== "answer" && result.kind !== "text") return result;
  const reminded = { ...result, ...rest, missing: [...(result.missing ?? []), ...rest.missing] };
  return wish === "alert" && (result.reminders ?? []).length > 0 && addsBesideAlert(text)
    ? listedToo(reminded, codes, context)
    : reminded;
}

/** The companies of an alert that was set, on the list too. */
async function listedToo(
  set: SkillAnswer | SkillText,
  codes: readonly string[],
  context: SkillContext,
): Promise<SkillResult> {
  const read = await context.tools.get_watchlist({});
  if (!read.ok) return { ...set, missing: [...(set.missing ?? []), { code: read.error.code }] };
  const added = await add(codes, read.value.codes, context);
  if (added.kind !== "text") return set;
  const { zh, en } = set.text ?? { zh: "", en: "" };
  return {
    ...set,
    text: { zh: `${zh}\n${added.text.zh}`, en: `${en}\n${added.text.en}` },
    ...(added.watchlist === undefined ? {} : { watchlist: added.watchlist }),
  };
}

/** 全部取消, remove it behind alerts, 删掉宁德那个 where an alert is all that there is of it: what is taken off is no list's. */
async function takesOffReminders(
  wish: Wish,
  codes: readonly string[],
  { message: { text }, session, tools }: SkillContext,
): Promise<boolean> {
  if (wish === "add" || wish === "unclear" || readReminderWish(text) !== "drop" || speaksOfList(text))
    return false;
  const isBehind = isBehindReminders(session);
  const read = await tools.get_reminders({});
  if (!read.ok || read.value.reminders.length === 0) return false;
  if (codes.length === 0) return isBehind;
  const isAlerted = read.value.reminders.some(
    (each) => each.kind === "alert" && codes.includes(each.rule.code),
  );
  if (!isAlerted || isBehind) return isAlerted;
  const list = await tools.get_watchlist({});
  return list.ok && !codes.some((code) => list.value.codes.includes(code));
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  // The list, the alerts and a quote of each.
  maxToolCalls: maxWatchlist + 3,
  async run({ codes = [], date }, context) {
    const { reminder } = context.message;
    if (reminder?.kind === "alert") return tellAlert(reminder.rule, context);
    if (reminder?.kind === "expired") return { kind: "text", text: expired(context.message.text) };
    if (undoes(context.message.text)) return undo((code) => nameOf(code, context), context);
    const wish = readWish({
      text: context.message.text,
      namesCompany: codes.length > 0,
      answersQuestion: context.session.at(-1)?.candidates !== undefined,
    });
    const change = await changeOf(context);
    if (change !== null) {
      const own = change.alert === undefined ? codes : [change.alert.rule.code];
      // The company of a digest stands in its own question.
      return remind(readReminderWish(change.text) === "digest" ? [] : own, context, change);
    }
    if (wish === "reminder" || (await takesOffReminders(wish, codes, context))) return remind(codes, context);
    if (wish === "unclear") return { kind: "text", text: texts.unclear };
    if (wish === "add" && codes.length === 0) return { kind: "text", text: texts.whichToAdd };
    if (wish === "remove" && codes.length === 0) return { kind: "text", text: texts.whichToRemove };
    const read = await context.tools.get_watchlist({});
    if (!read.ok) return { kind: "refusal", code: read.error.code };
    const list = read.value.codes;
    if (wish === "add") {
      const [code, ...others] = codes;
      const isOne = code !== undefined && others.length === 0 && wholeCode.test(code);
      return (
        (isOne ? await addToDigest(await nameOf(code, context), context) : null) ?? add(codes, list, context)
      );
    }
    if (wish === "remove") return remove(codes, list, context);
    if (wish === "clear" && list.length > 0)
      return { kind: "text", text: texts.cleared, watchlist: { op: "clear" } };
    return list.length === 0 ? { kind: "text", text: texts.empty } : viewList(list, date, context);
  },
  template: linesByCompany,
});
