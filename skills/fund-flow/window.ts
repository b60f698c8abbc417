import { countWords } from "#contract";

/** The days of money flow that a question is about: the newest one, or several that end with it. */
export interface AskedWindow {
  readonly days: number;
}

const numerals: Readonly<Record<string, number>> = { ...countWords, 几: 5, few: 5 };

const days =
  /(?<count>\d{1,3}|[一二两三四五六七八九十几]|few|two|three|four|five|ten) ?个?(?:交易日|工作日|日|天|(?:trading )?days|sessions)/;
const oneWeek = /(?:最近|近|过去)的?一?个?(?:周|星期|礼拜)|^一(?:周|个?星期)|past week/;
const vague = /近期|近来|近日|最近|recent|lately/;

/** Trading days of a week. */
const weekDays = 5;
/** As many as are added up. */
const mostDays = 20;

/** Reads words that name a stretch of days (近5日, 最近一周); null where they name none of a sound length. */
export function askedWindow(words: string): AskedWindow | null {
  const text = words.normalize("NFKC").toLowerCase();
  const count = days.exec(text)?.groups?.count;
  if (count !== undefined) {
    const many = numerals[count] ?? Number(count);
    return many >= 1 && many <= mostDays ? { days: many } : null;
  }
  return oneWeek.test(text) || vague.test(text) ? { days: weekDays } : null;
}
