import {
  type Bilingual,
  comparesWithTime,
  type PriceValue,
  type SkillContext,
  type SkillMiss,
  shanghaiDateOf,
  type ToolCall,
} from "#contract";
import type { Aged } from "./budgets.ts";
import { closeBefore } from "./close-before.ts";
import { distancesOf } from "./distances.ts";
import { limitClaims } from "./limit-claims.ts";
import type { LimitDay } from "./limit-day.ts";
import { limitsAsked } from "./limits.ts";
import { notClosedYet, notesOf, sourcesDiffer, tradingPhases } from "./notes.ts";
import { claimsOf } from "./quote-claims.ts";
import { asksForTurnoverRate, type TurnoverRate, turnoverRateOf } from "./turnover-rate.ts";

/** What one company came to. */
export interface Quote extends Aged {
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
  /** True while its market trades. */
  readonly trading: boolean;
  /** What its price was read from. */
  readonly call?: ToolCall;
}

type Part = Pick<Quote, "claims" | "notes" | "missing">;

const nothing: Part = { claims: [], notes: [], missing: [] };

const missed = (code: SkillMiss["code"], subject: string): Part => ({
  ...nothing,
  missing: [{ code, subject }],
});

/** While the market trades a question for the close means the newest one there is, beside the price. */
async function newestClose(code: string, context: SkillContext): Promise<Part> {
  const day = await context.tools.resolve_date({ query: "上个交易日" });
  if (!day.ok) return missed(day.error.code, code);
  const price = await context.tools.get_price({ code, date: day.value.trading_day });
  if (!price.ok) return missed(price.error.code, price.error.subject ?? code);
  const claim = context.select(price.call, "/close");
  return { ...nothing, claims: claim === null ? [] : [claim], notes: [notClosedYet] };
}

/** The price as a second source tells it, where it tells another one; a leg that failed is neither agreement nor a difference. */
async function secondPrice(call: ToolCall, value: PriceValue, context: SkillContext): Promise<Part> {
  const { check, code } = value;
  if (check?.state !== "differs" || check.source === undefined) return nothing;
  const metric = "current_price" in value ? "current_price" : "close";
  const date = metric === "close" ? call.as_of?.slice(0, 10) : undefined;
  const asked = { code, source: check.source, ...(date === undefined ? {} : { date }) };
  const other = await context.tools.check_price(asked);
  const claim = other.ok ? context.select(other.call, `/${metric}`) : null;
  return claim === null ? nothing : { ...nothing, claims: [claim], notes: [sourcesDiffer] };
}

const isOfToday = ({ as_of }: ToolCall, { now }: SkillContext): boolean =>
  as_of?.slice(0, 10) === shanghaiDateOf(Date.parse(now));

/** The price of one company and what is asked for beside it. `beside`: another day of it stands in the same answer. */
export async function quoteOf(
  code: string,
  day: LimitDay,
  context: SkillContext,
  beside = false,
): Promise<Quote> {
  const asked = day.date === undefined ? {} : { date: day.date };
  const price = await context.tools.get_price({ code, ...asked });
  if (!price.ok)
    return { ...missed(price.error.code, price.error.subject ?? code), live: false, trading: false };
  const { call, value } = price;
  const live = "current_price" in value;
  const wantsClose = live && !beside && context.asked.metrics.includes("close");
  const close = wantsClose ? await newestClose(code, context) : nothing;
  const second = await secondPrice(call, value, context);
  const rate: TurnoverRate = asksForTurnoverRate(context)
    ? await turnoverRateOf(code, day.date, context)
    : { claims: [], notes: [] };
  const isOld = value.suspended || value.untraded === true || day.date !== undefined;
  // What now is compared with is the close before.
  const isCompared = day.date === undefined && !beside && comparesWithTime(context.message.text);
  const reference = isCompared ? ["prev_close"] : [];
  const limits = await limitClaims(limitsAsked(context), call, { value, day }, context);
  // Before the open 昨收 asks for the newest close, not for the one before it.
  const isOfEve = day.date === undefined && !isCompared && !isOfToday(call, context);
  const own = claimsOf(call, value, context, reference).filter(
    ({ metric }) => metric !== "prev_close" || (limits.claims.length === 0 && !isOfEve),
  );
  const ways = beside ? [] : await distancesOf(limits.claims, call, context);
  const eve = await closeBefore([...limits.claims, ...own], { code, call }, context);
  const since = isOld ? (eve.claims[0]?.as_of ?? call.as_of ?? day.date) : undefined;
  const told = [...limits.claims, ...own, ...ways, ...close.claims, ...second.claims, ...eve.claims];
  const leads = context.asked.metrics.every((metric) => metric === "turnover_rate");
  return {
    claims: leads ? [...rate.claims, ...told] : [...told, ...rate.claims],
    notes: [
      ...notesOf(value, day, context.asked.days > 1),
      ...limits.notes,
      ...eve.notes,
      ...close.notes,
      ...second.notes,
      ...rate.notes,
    ],
    missing: close.missing,
    live,
    trading: live && tradingPhases.has(value.phase),
    call,
    ...(since === undefined ? {} : { since }),
    ...(!isOld || rate.asOf === undefined ? {} : { rateSince: rate.asOf }),
  };
}
