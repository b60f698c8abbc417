import { z } from "zod";
import { type Http, parseJson } from "../../http.ts";
import type { SourceFailure } from "../../source.ts";
import { classifyError } from "./classify-error.ts";

/** One row by column name; cells as they came, any may be null. */
export type Cells = Readonly<Record<string, unknown>>;

export type TableResult =
  | { readonly ok: true; readonly rows: readonly Cells[]; readonly hasMore: boolean }
  | { readonly ok: false; readonly error: SourceFailure };

export interface Query {
  readonly api: string;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
}

export type TushareApi = (query: Query, signal: AbortSignal) => Promise<TableResult>;

const envelope = z.object({
  code: z.union([z.number(), z.string().regex(/^-?\d{1,6}$/)]),
  msg: z.string().nullish(),
  data: z
    .object({
      fields: z.array(z.string()),
      items: z.array(z.array(z.unknown())).nullish(),
      has_more: z.boolean().nullish(),
    })
    .nullish(),
});

const down = (message: string): TableResult => ({ ok: false, error: { code: "SOURCE_DOWN", message } });

/** The HTTP door of Tushare Pro: one POST for every table; the token travels in the body and nowhere else. */
export function createTushareApi(options: { root: string; token: string; http: Http }): TushareApi {
  const { root, token, http } = options;
  return async ({ api, params, fields }, signal) => {
    const json = { api_name: api, token, params, fields: fields.join(",") };
    const answer = await http.request({ url: root, json, signal });
    if (!answer.ok) return answer;
    const parsed = envelope.safeParse(parseJson(answer.text));
    if (!parsed.success) return down(`no Tushare answer (HTTP ${answer.status})`);
    const { msg, data } = parsed.data;
    const code = Number(parsed.data.code);
    if (code !== 0) return { ok: false, error: classifyError(code, msg ?? "") };
    if (data === null || data === undefined) return down("an answer without data");
    // Column order is the server's choice: zipped by name, never by place.
    const rows = (data.items ?? []).map((item) =>
      Object.fromEntries(data.fields.map((name, i) => [name, item[i]])),
    );
    return { ok: true, rows, hasMore: data.has_more === true };
  };
}
