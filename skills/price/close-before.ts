import type { Bilingual, Claim, NumericClaim, SkillContext, ToolCall } from "#contract";
import { recentBars } from "./recent-bars.ts";

const reference = (code: string): Bilingual => ({
  zh: `${code}:「昨收」是除权除息参考价,与前一交易日的实际收盘价不同;后者也已列出。`,
  en: `${code}: the “previous close” is the ex-right reference price, not the actual close before, which is shown too.`,
});

const unproven = (code: string): Bilingual => ({
  zh: `${code}:没有取到前一交易日的收盘价,「昨收」若遇除权除息或新股上市,是参考价而不是收盘价。`,
  en: `${code}: the close before could not be had; on an ex-dividend or listing day the “previous close” is a reference price.`,
});

const priceStep = 0.01;

/** The close that a reference price stands beside, and what is said of the two. */
export interface CloseBefore {
  readonly claims: readonly NumericClaim[];
  readonly notes: readonly Bilingual[];
}

const isReference = (claim: Claim): claim is NumericClaim =>
  claim.kind === "numeric" && claim.metric === "prev_close";

/** Where the previous close that is told is not the close of the day before, which a dividend parts: that close too. */
export async function closeBefore(
  told: readonly Claim[],
  { code, call }: { readonly code: string; readonly call: ToolCall },
  context: SkillContext,
): Promise<CloseBefore> {
  const shown = told.find(isReference);
  if (shown === undefined) return { claims: [], notes: [] };
  const bars = await recentBars(code, call, context);
  const day = shown.as_of.slice(0, 10);
  const at = bars?.value.rows.findLastIndex(({ date }) => date < day) ?? -1;
  const close = bars === null || at < 0 ? null : context.select(bars.call, `/rows/${at}/close`);
  if (close === null) return { claims: [], notes: [unproven(code)] };
  const isSame = Math.abs(close.value - shown.value) < priceStep / 2;
  return isSame ? { claims: [], notes: [] } : { claims: [close], notes: [reference(code)] };
}
