import { asksWhether, type Bilingual, type Claim, yesOrNo } from "#contract";

/** Words for a price below the net assets of a share. */
export const belowBookWords =
  /破[净淨]|[跌低][破于於](?:每股)?[净淨][资資][产產]|\bbelow (?:its |the )?book\b|\b(?:less|lower) than (?:its |the )?book\b/i;

/** As P/B is shown. */
const shown = (value: number): number => Math.round(value * 100) / 100;

/** 破净了吗: yes or no by the one company's P/B; null where that is not asked, or what is shown would not bear it out. */
export function belowBook(claims: readonly Claim[], text: string): Bilingual | null {
  const [pb, ...others] = claims.filter((claim) => claim.kind === "numeric" && claim.metric === "pb");
  if (pb?.kind !== "numeric" || others.length > 0) return null;
  if (!belowBookWords.test(text) || !asksWhether(text)) return null;
  if (pb.value >= 1) return yesOrNo.no;
  return shown(pb.value) < 1 ? yesOrNo.yes : null;
}
