import type { SkillMiss } from "../ports/skill.ts";
import type { Tools } from "../ports/tools.ts";
import type { Language } from "../records/json.ts";

/** The day that a question is about. Without `date` it is about now. */
export interface AskedDay {
  /** A trading day, ISO. */
  readonly date?: string;
  /** The day asked for, where the market was closed on it, so that `date` is the trading day before it. */
  readonly closed?: string;
}

const quoted = (words: string, language: Language): string =>
  language === "zh" ? `「${words}」` : ` “${words}”`;

const bracketed = (date: string, language: Language): string =>
  language === "zh" ? `(${date})` : ` (${date})`;

const unreadable: ReadonlySet<string> = new Set(["BAD_DATE", "TIME_OF_DAY", "TOO_MANY_DAYS"]);

/** Resolves the day of an input by `resolve_date`: a past trading day, now, or a miss where it cannot be answered. */
export async function resolveDay(
  date: string | undefined,
  { tools, language }: { readonly tools: Tools; readonly language: Language },
): Promise<AskedDay | SkillMiss> {
  if (date === undefined) return {};
  const resolved = await tools.resolve_date({ query: date });
  if (!resolved.ok) {
    const { code } = resolved.error;
    return unreadable.has(code) ? { code, subject: quoted(date, language) } : { code };
  }
  const { relation, is_trading_day, trading_day } = resolved.value;
  // 11月20日 three days before it may have meant last year's: the day says which was understood.
  if (relation === "future")
    return { code: "FUTURE_DATE", subject: bracketed(resolved.value.date, language) };
  if (relation === "today" && is_trading_day) return {};
  return is_trading_day ? { date: trading_day } : { date: trading_day, closed: resolved.value.date };
}
