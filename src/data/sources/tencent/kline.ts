import { z } from "zod";
import { isRow, refused } from "../../check-rows.ts";
import { type Feed, feedFailure, feedSymbol } from "../../feed.ts";
import { parseJson } from "../../http.ts";
import { foreignFault } from "../../identity-fault.ts";
import type { NameProof } from "../../name-proof.ts";
import type { DateRange } from "../../source.ts";
import { place } from "./quote-line.ts";
import { readBar } from "./read-rows.ts";

/** Rows asked for at once; so many come back only where more would have. */
const mostBars = 800;

const dayLine = z.object({
  day: z.array(z.unknown()).nullish(),
  qfqday: z.array(z.unknown()).nullish(),
  /** The quote of now, with the name in its second cell; where there is none, whatever stands for it. */
  qt: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});
const klineAnswer = z.object({
  code: z.union([z.number(), z.string()]).nullish(),
  data: z.union([z.record(z.string(), dayLine), z.array(z.never())]).nullable(),
});

function nameIn({ qt }: z.infer<typeof dayLine>, symbol: string): unknown {
  const quote = qt?.[symbol];
  return Array.isArray(quote) ? quote[place.name] : undefined;
}

/** Day lines, not adjusted (``) or forward-adjusted. A stock that was never adjusted has the plain line in both. */
export async function askKline(
  feed: Feed,
  question: { code: string; range: DateRange; adjust: "" | "qfq"; identify: NameProof | undefined },
  signal: AbortSignal,
) {
  const { range, adjust, identify } = question;
  const symbol = feedSymbol(question.code);
  const param = `${symbol},day,${range.from},${range.to},${mostBars},${adjust}`;
  const answer = await feed(`/appstock/app/fqkline/get?param=${param}`, signal);
  if (!answer.ok) return answer;
  const parsed = klineAnswer.safeParse(parseJson(answer.text));
  if (!parsed.success) return feedFailure("SOURCE_DOWN", "no day line in the answer");
  const { code, data } = parsed.data;
  if (String(code ?? 0) !== "0") return refused(`code ${code}`);
  if (data === null || Array.isArray(data) || Object.keys(data).length === 0)
    return { ok: true, bars: [] } as const;
  const found = Object.hasOwn(data, symbol) ? data[symbol] : undefined;
  if (found === undefined) return refused("it is about another code");
  const fault = await foreignFault(identify, { code: question.code, name: nameIn(found, symbol) }, signal);
  if (fault !== null) return fault;
  const line = adjust === "qfq" ? (found.qfqday ?? found.day) : found.day;
  // A line that is there and holds nothing is an answer; one that is not there is none.
  const bars = line?.map(readBar) ?? [null];
  if (!bars.every(isRow)) return refused("a row, or the whole line, has another shape");
  return bars.length < mostBars ? ({ ok: true, bars } as const) : refused("too many days at once");
}
