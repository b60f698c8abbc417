import type { AskedDay, Bilingual, Claim, IndexValue, SkillContext, SkillMiss, ToolCall } from "#contract";
import { asksClose, metricsFor } from "./asked.ts";
import { notesOf, sourcesDiffer } from "./notes.ts";

/** What one index came to. */
export interface Found {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
  readonly live: boolean;
  /** What its level was read from. */
  readonly call?: ToolCall;
}

/** The level as a second source tells it, where it tells another one. */
async function secondLevel(
  call: ToolCall,
  value: IndexValue,
  context: SkillContext,
): Promise<readonly Claim[]> {
  const { check, code } = value;
  if (check?.state !== "differs" || check.source === undefined) return [];
  const metric = "index_current" in value ? "index_current" : "index_close";
  const date = metric === "index_close" ? call.as_of?.slice(0, 10) : undefined;
  const asked = { code, source: check.source, ...(date === undefined ? {} : { date }) };
  const other = await context.tools.check_price(asked);
  const claim = other.ok ? context.select(other.call, `/${metric}`) : null;
  return claim === null ? [] : [claim];
}

/** The level of one index, with what else is asked of it. */
export async function levelOf(code: string, day: AskedDay, context: SkillContext): Promise<Found> {
  const asked = day.date === undefined ? {} : { date: day.date };
  const found = await context.tools.get_index({ code, ...asked });
  if (!found.ok) {
    const { code: reason, subject = code } = found.error;
    return { claims: [], notes: [], missing: [{ code: reason, subject }], live: false };
  }
  const { call, value } = found;
  const live = "index_current" in value;
  const metrics = metricsFor(live ? "index_current" : "index_close", context);
  const claims = metrics.flatMap((metric) => context.select(call, `/${metric}`) ?? []);
  const second = await secondLevel(call, value, context);
  return {
    claims: [...claims, ...second],
    notes: [
      ...notesOf(value, day, {
        amount: metrics.includes("amount"),
        asksClose: asksClose(context.message.text),
      }),
      ...(second.length === 0 ? [] : [sourcesDiffer]),
    ],
    missing: [],
    live,
    call,
  };
}
