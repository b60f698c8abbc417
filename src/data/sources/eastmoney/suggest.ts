import { z } from "zod";
import { cleanName, readCode } from "#language";
import { type Feed, feedFailure } from "../../feed.ts";
import { parseJson } from "../../http.ts";
import type { SecurityRow } from "../../rows.ts";
import type { SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import { marketOf } from "./read-rows.ts";

/** The one that the site's own search box sends; it is no account's. */
const webToken = "D43BF722C8E33BDC906FB84D85E326E8";
const table = "suggest/get";

const entry = z.object({
  Code: z.string(),
  Name: z.string(),
  PinYin: z.string().nullish(),
  /** As in `secid`: 1 is Shanghai, 0 Shenzhen and Beijing. */
  MktNum: z.union([z.string(), z.number()]),
  Classify: z.string().nullish(),
});
const suggestions = z.object({ QuotationCodeTable: z.object({ Data: z.array(z.unknown()).nullish() }) });

/** What A-shares are called there. */
const isShareClass = (name: string | null | undefined): boolean => /^A(?:Stock)?$|A股/i.test(name ?? "A");

/** Null for everything but an A-share: funds, other markets, and numbers of another exchange than told. */
function readEntry(cells: unknown): SecurityRow | null {
  const parsed = entry.safeParse(cells);
  if (!parsed.success || !isShareClass(parsed.data.Classify)) return null;
  const { Code, Name, PinYin, MktNum } = parsed.data;
  const reading = /^\d{6}$/.test(Code) ? readCode(Code) : null;
  const name = cleanName(Name);
  if (reading?.kind !== "stock" || name === "" || marketOf(reading.code) !== String(MktNum)) return null;
  return known<SecurityRow>({ code: reading.code, name, pinyin: PinYin?.toLowerCase() });
}

/** A-shares that the search box suggests for a name, a code or initials (data-sources §3.3). */
export const createLookup =
  (feed: Feed, marketNow: () => string) =>
  async (words: string, signal: AbortSignal): Promise<SourceResult<SecurityRow>> => {
    const input = encodeURIComponent(words);
    const answer = await feed(`/api/suggest/get?input=${input}&type=14&token=${webToken}&count=10`, signal);
    if (!answer.ok) return answer;
    const parsed = suggestions.safeParse(parseJson(answer.text));
    if (!parsed.success) return feedFailure("SOURCE_DOWN", "no suggestions in the answer");
    const rows = (parsed.data.QuotationCodeTable.Data ?? []).map(readEntry).filter((row) => row !== null);
    return { ok: true, rows, table, adapter: "eastmoney-http", fetched_at: marketNow() };
  };
