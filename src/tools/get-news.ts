import { z } from "zod";
import { defineTool, type NewsEntry } from "#contract";
import { keyOf } from "#language";
import type { MarketData } from "../data/market-data.ts";
import type { NewsRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import { codeArg, codeFault } from "./security-args.ts";
import { emptyFailure, failed, tableOutcome } from "./table-outcome.ts";

const args = z.strictObject({ code: codeArg, limit: z.number().int().min(1).max(20).default(5) });

/** A name so short may stand in any sentence. */
const shortest = 2;

/** A headline is about the company where it, or its text, names the code or one of the company's names. */
function isAbout(row: NewsRow, names: readonly string[]): boolean {
  const title = keyOf(row.title);
  return row.names_code || names.some((name) => name.length >= shortest && title.includes(keyOf(name)));
}

const asRow = (code: string, { time, title, outlet, url }: NewsRow): NewsEntry => ({
  code,
  as_of: time,
  title,
  ...(outlet === undefined ? {} : { outlet }),
  ...(url === undefined ? {} : { url }),
});

export const createGetNews = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_news",
    args,
    timeoutMs: 25_000,
    retrySafe: true,
    async run({ code, limit }, context) {
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const names = data.securities.directory().names()[code] ?? [];
      const found = await data.routes.ask<NewsRow>({
        capability: "news",
        key: code,
        call: (client, signal) => client.news?.(code, signal),
        accept: ({ rows }) =>
          rows.some((row) => isAbout(row, names))
            ? null
            : { code: "NO_DATA", message: "no headline about it", subject: code },
        excludeSources: context.excludeSources,
        signal: context.signal,
      });
      if (!found.ok) return failed(emptyFailure(data, code, found.error));
      const about = found.rows.filter((row) => isAbout(row, names));
      const rows = about.slice(0, limit).map((row) => asRow(code, row));
      return tableOutcome({ code, rows }, rows[0]?.as_of ?? shanghaiDate(context.now), found);
    },
  });
