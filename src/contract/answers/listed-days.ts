import type { Bilingual } from "../records/json.ts";

/** Days of one company or index; a longer list is no answer to read in a chat. */
export const mostListedDays = 10;
/** Rows of all that are asked about together. */
export const mostListedRows = 20;

/** What a list of days says of the days that it lacks. */
export const listedDaysNotes = {
  todayOpen: {
    zh: "今日尚未收盘,不在其中。",
    en: "Today's session has not closed yet and is not among them.",
  },
  notPublished: {
    zh: "最近一个交易日的收盘数据尚未公布,未列入。",
    en: "The close of the newest trading day is not published yet and is left out.",
  },
} as const satisfies Record<string, Bilingual>;
