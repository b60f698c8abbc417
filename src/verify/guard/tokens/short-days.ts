import { stretchOf } from "../lexicon/stretches.ts";
import { lastOf } from "../lists.ts";
import { isOn } from "./claimed-days.ts";
import type { Reading } from "./reading.ts";
import { type DateRead, type Token, token } from "./token.ts";

/** 8月18日涨2.15%,19日跌1.08%; on 11 September …, on the 14th: a day whose month was said before, where claims are of it. */
export function readShortDays(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower, claims } = reading;
  if (!/\d(?:日|st|nd|rd|th)(?![a-z])/.test(lower)) return tokens;
  const read: Token[] = [];
  let month: DateRead | null = null;
  let isRead = false;
  for (const each of tokens) {
    const { date } = each;
    if (each.kind === "date" && date !== null) month = date.month !== null && date.day !== null ? date : null;
    const day = month === null ? null : dayAt(each, lower);
    const own = month === null || day === null ? null : { ...month, day };
    const isClaimed = own !== null && claims.some((claim) => isOn(claim, own));
    if (own === null || !isClaimed || isStretchHeld(each, reading)) {
      // The th of the 14th is within its token.
      if (!(isRead && each.start < (lastOf(read)?.end ?? 0))) read.push(each);
      continue;
    }
    isRead = true;
    const end = lower.startsWith("日", each.end) ? each.end + 1 : endOfDay(each, lower);
    read.push(token("date", each.start, end, { date: own }));
  }
  return isRead ? read : tokens;
}

const zh = /^(\d{1,2})日$/;
const en = /^(\d{1,2})(?:st|nd|rd|th)(?![a-z])/;
const longest = 6;

const endOfDay = ({ start, end }: Token, lower: string): number =>
  start + (en.exec(lower.slice(start, start + longest))?.[0].length ?? end - start);

function dayAt({ kind, start, end }: Token, lower: string): number | null {
  if (kind !== "number" && kind !== "window") return null;
  const found =
    zh.exec(lower.slice(start, end)) ??
    (/(?<![a-z])the $/.test(lower.slice(Math.max(0, start - 5), start))
      ? en.exec(lower.slice(start, start + longest))
      : null);
  const day = Number(found?.[1] ?? 0);
  return day > 0 && day < 32 ? day : null;
}

/** 20日涨9.60% where a claim is of a move over 20 days. */
function isStretchHeld({ start, end }: Token, { lower, claims, lexicon }: Reading): boolean {
  const stretch = stretchOf(`近${lower.slice(start, end)}`);
  return (
    stretch !== null &&
    claims.some((claim) => claim.kind !== "knowledge" && lexicon.stretchOfMove(claim.metric) === stretch)
  );
}
