import { z } from "zod";
import { refused } from "../../check-rows.ts";
import { createFeed, type Feed, feedFailure, feedRoot, feedSwitch } from "../../feed.ts";
import { parseJson } from "../../http.ts";
import type { TradingDayRow } from "../../rows.ts";
import { addDays, weekday } from "../../shanghai-time.ts";
import { defineSource, type SourceResult } from "../../source.ts";

const publicRoot = "https://www.szse.cn";
const path = "/api/report/exchange/onepersistenthour/monthList";
const table = "monthList";

const settings = { schema: z.object({ SZSE_API_ROOT: feedRoot }), secrets: [] };

/** Each day of a month: `jyrq` the date, `jybz` 1 where it trades. A month that is not out yet has no days. */
const envelope = z.object({
  data: z.array(z.object({ jyrq: z.iso.date(), jybz: z.coerce.string().regex(/^[01]$/) })).nullable(),
});

type Month = SourceResult<TradingDayRow>;

/** True where the list tells of every weekday of the month and of no other month. */
function isWhole(month: string, dates: ReadonlySet<string>): boolean {
  for (const date of dates) if (!date.startsWith(`${month}-`)) return false;
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) {
    const isWeekend = weekday(date) === 0 || weekday(date) === 6;
    if (!isWeekend && !dates.has(date)) return false;
  }
  return true;
}

async function askMonth(feed: Feed, month: string, now: () => string, signal: AbortSignal): Promise<Month> {
  const answer = await feed(`${path}?month=${month}`, signal);
  if (!answer.ok) return answer;
  const parsed = envelope.safeParse(parseJson(answer.text));
  if (!parsed.success) return feedFailure("SOURCE_DOWN", "no month in the answer");
  const days = parsed.data.data ?? [];
  const origin = { table, adapter: "szse-http", fetched_at: now() } as const;
  if (days.length === 0) return { ok: true, rows: [], ...origin };
  if (!isWhole(month, new Set(days.map(({ jyrq }) => jyrq)))) return refused("it is no whole month");
  const open = days.filter(({ jybz }) => jybz === "1").map(({ jyrq }) => jyrq);
  return { ok: true, rows: [...new Set(open)].toSorted().map((date) => ({ date })), ...origin };
}

/** The exchange's own calendar, a month a request; the days of Shanghai and Beijing are the same. */
export default defineSource({
  name: "szse",
  summary: { zh: "深圳证券交易所:交易日历", en: "Shenzhen Stock Exchange: trading calendar" },
  settings,
  provides: { calendar: 8 },
  isOn: (roots, named) => feedSwitch({ name: "szse", named, roots }),
  create({ config, fetch, clock }) {
    // Without turns: a year is twelve requests, once a day.
    const feed = createFeed({ fetch, root: config.SZSE_API_ROOT, publicRoot });
    return {
      async calendar(year, signal): Promise<Month> {
        const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);
        const [january = "", ...others] = months;
        const first = await askMonth(feed, january, clock.market, signal);
        // A year that is not out yet is asked for once.
        if (!first.ok || first.rows.length === 0) return first;
        const rest = await Promise.all(others.map((month) => askMonth(feed, month, clock.market, signal)));
        const rows = [...first.rows];
        for (const each of rest) {
          if (!each.ok || each.rows.length === 0) return each;
          rows.push(...each.rows);
        }
        return { ...first, rows };
      },
    };
  },
});
