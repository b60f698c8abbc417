import { type Bilingual, type ChartPeriod, resolveDay, type SkillContext, type SkillMiss } from "#contract";

/** The days that a picture is to show. */
export interface AskedTime {
  /** The first day to show, ISO. */
  readonly from: string;
  /** The last one; the newest where it is absent. */
  readonly to?: string;
  /** True where the message names a time: then the answer tells the first day shown beside the last. */
  readonly isNamed: boolean;
  /** True where it ends with a day that is named: a picture whose last bar is that day's needs no other word. */
  readonly isOfDay?: true;
  /** Why another time is shown than the one asked for. */
  readonly note?: Bilingual;
}

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const tooLong = note(
  "所问的时间超出能取到的范围,画的是能取到的最长一段,起止见首末两个收盘价。",
  "That time reaches beyond what can be had; the longest stretch there is is drawn, as the two closes say.",
);
const notYet = note(
  "所问的时间里还没有收完盘的交易日,画的是此前的一段,起止见首末两个收盘价。",
  "No trading day of that time has closed yet; the time before it is drawn, as the two closes say.",
);
const oneDay = note(
  "只有一个交易日画不成图,画的是到那一天为止的一段,起止见首末两个收盘价。",
  "A single trading day makes no picture; the time up to that day is drawn, as the two closes say.",
);
const unread = note(
  "没有看懂所问的时间,画的是最近的一段,起止见首末两个收盘价。",
  "The time asked for could not be read; the latest stretch is drawn, as the two closes say.",
);
const several = note(
  "问到的时间不止一段,图里只画其中一段,起止见首末两个收盘价。",
  "More than one time is asked for; the picture shows one of them, as the two closes say.",
);
export const onlyDaily = note(
  "没有分时数据,画的是日线。",
  "There are no intraday data; daily bars are drawn.",
);

const dayMs = 86_400_000;

/** The day so many calendar days after another, before it where they are less than none. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Calendar days that are shown where no time is named. */
const usual: Readonly<Record<ChartPeriod, number>> = { day: 180, week: 730, month: 1380 };

/** Calendar days that the longest series of bars covers, those before it for the averages aside. */
const mostDays = 1_460;
/** The most days of a stretch that are listed, which tells whether it is a single one. */
const mostListed = 60;

const monthly = /月[kK线線]|monthly/i;
const weekly = /[周週][kK线線]|weekly/i;
const intraday = /分[时時]|分[钟鐘]|intraday|minute/i;
/** What names no measure, or asks for a time: the usual one is drawn. */
const unmeasured =
  /^(?:近期|近[来來]|近日|[这這](?:阵子|陣子|段时间|段時間)|recent(?:ly)?|lately|latest|什[么麼][时時]候|何[时時]|哪.*|某.|每.*|整天|全天)$/i;

const bareCount = /^\d{1,3} ?[日天]$/;

/** What bars are drawn, by the words beside the time: 3月K线 are days of March, 月K线 months. */
export function periodOf({ message, asked }: Pick<SkillContext, "message" | "asked">): ChartPeriod {
  const rest = asked.times.reduce((text, words) => text.replace(words, " "), message.text);
  return monthly.test(rest) ? "month" : weekly.test(rest) ? "week" : "day";
}

/** True where bars within a day are asked for. */
export const asksIntraday = (text: string): boolean => intraday.test(text);

/** The days of a stretch in the user's words; null where they name none. */
async function stretchOf(
  words: string,
  period: ChartPeriod,
  { tools, now }: SkillContext,
): Promise<AskedTime | SkillMiss | null> {
  const today = now.slice(0, 10);
  // 30日K线 are the last thirty days, as 近30日.
  const query = bareCount.test(words) ? `近${words}` : words;
  const found = await tools.resolve_stretch({ query, list: mostListed });
  if (!found.ok) {
    const { code } = found.error;
    if (code === "BAD_DATE") return null;
    if (code === "STRETCH_TOO_LONG") return { ...since(today, mostDays), note: tooLong };
    return code === "STRETCH_TOO_SHORT" ? { ...since(today, usual[period]), note: notYet } : { code };
  }
  const { from, to, days } = found.value;
  if (days?.length === 1) return upTo(to, period);
  // A stretch is measured from the close before it.
  const first = addDays(from, 1);
  const longest = addDays(today, -mostDays);
  const isWhole = first >= longest;
  return { from: isWhole ? first : longest, to, isNamed: true, ...(isWhole ? {} : { note: tooLong }) };
}

const since = (today: string, days: number) => ({ from: addDays(today, -days), isNamed: true });

const upTo = (day: string, period: ChartPeriod): AskedTime => ({
  from: addDays(day, -usual[period]),
  to: day,
  isNamed: true,
  note: oneDay,
});

/** The days to show for a day that is named, or for words that name no stretch; the latest ones where it is today. */
async function dayOf(
  words: string,
  period: ChartPeriod,
  context: SkillContext,
): Promise<AskedTime | SkillMiss> {
  const latest = since(context.now.slice(0, 10), usual[period]);
  const day = await resolveDay(words, context);
  if (!("code" in day))
    return day.date === undefined
      ? { ...latest, isNamed: false }
      : { ...upTo(day.date, period), isOfDay: true };
  if (day.code === "TIME_OF_DAY") return { ...latest, note: onlyDaily };
  return day.code === "BAD_DATE" ? { ...latest, note: unread } : day;
}

/** The days to show by the times that a message names: the first that can be drawn. A miss where there is nothing to be drawn of it. */
export async function resolveTime(
  period: ChartPeriod,
  context: SkillContext,
): Promise<AskedTime | SkillMiss> {
  const today = context.now.slice(0, 10);
  const measured = context.asked.times.filter((words) => !unmeasured.test(words));
  // Today needs no saying: the picture is as of now.
  const dates = context.asked.dates.filter((date) => date !== today);
  const [first, ...others] = [...measured, ...dates];
  if (first === undefined) return { ...since(today, usual[period]), isNamed: false };
  let found: AskedTime | SkillMiss | null = null;
  for (const words of measured) found ??= await stretchOf(words, period, context);
  const time = found ?? (await dayOf(dates[0] ?? first, period, context));
  return "code" in time || others.length === 0
    ? time
    : { ...time, isNamed: true, note: time.note ?? several };
}
