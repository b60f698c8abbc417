import { cleanTitle } from "#language";
import { distinct, isRow } from "../../check-rows.ts";
import type { NewsRow } from "../../rows.ts";
import { isIsoDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known, settledTime } from "../../validate-row.ts";
import type { Cells } from "./aktools.ts";
import { type AkConnection, answer, bareCode, textOf } from "./ask-rows.ts";
import { ownLink } from "./own-link.ts";

const name = "stock_news_em";

/** `2026-05-06 18:20:00`, Beijing wall time; null where it is none or lies ahead. */
function readTime(cell: unknown, now: string): string | null {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(textOf(cell)) ?? [];
  const iso = `${date}T${time}+08:00`;
  return isIsoDate(date) && Number.isFinite(Date.parse(iso)) ? settledTime(iso, now) : null;
}

/** Null: no title or no time. The text itself is only looked at for the code; it never leaves this place. */
function read(cells: Cells, code: string, now: string): NewsRow | null {
  const time = readTime(cells.发布时间, now);
  const title = cleanTitle(textOf(cells.新闻标题));
  if (time === null || title === "") return null;
  const said = `${textOf(cells.新闻标题)} ${textOf(cells.新闻内容).slice(0, 5_000)}`;
  return known<NewsRow>({
    code,
    time,
    title,
    outlet: cleanTitle(textOf(cells.文章来源), 40) || undefined,
    names_code: said.includes(bareCode(code)),
    url: ownLink(cells.新闻链接),
  });
}

/** What a search for the code finds; rows without title or time are left out. */
export async function askNews(
  connection: AkConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<NewsRow>> {
  const result = await connection.call(name, { symbol: bareCode(code) }, signal);
  if (!result.ok) return result;
  const now = connection.now();
  const rows = distinct(result.rows.map((cells) => read(cells, code, now)).filter(isRow));
  return answer(
    connection,
    name,
    rows.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time)),
    now,
  );
}
