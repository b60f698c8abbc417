import { asksWhether, type Bilingual, type Claim, yesOrNo } from "#contract";

const golden = /金叉|golden cross|bullish cross/i;
const dead = /死叉|death cross|dead cross|bearish cross/i;
/** A crossing of a day of its own: the newest one is not what is asked about. */
const ofDay =
  /今[天日早]|昨[天日]|前天|刚|[这本上]周|\d+[日号]|\b(?:today|yesterday|just|this week|last week)\b/i;

const crossing = /_(golden|dead)_cross$/;

/** 金叉了吗: yes where the newest crossing of every line shown is of that kind, no where none is; null where they differ or nothing is asked. */
export function hasCrossed(claims: readonly Claim[], text: string): Bilingual | null {
  const isGolden = golden.test(text);
  if (!asksWhether(text) || isGolden === dead.test(text) || ofDay.test(text)) return null;
  const found = claims.flatMap((claim) =>
    claim.kind === "text" ? (crossing.exec(claim.metric)?.[1] ?? []) : [],
  );
  const companies = new Set(claims.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.code])));
  if (found.length === 0 || companies.size !== 1 || new Set(found).size > 1) return null;
  return (found[0] === "golden") === isGolden ? yesOrNo.yes : yesOrNo.no;
}
