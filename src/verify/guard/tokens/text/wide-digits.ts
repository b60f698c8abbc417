export const isWideDigit = (code: number): boolean => code >= 0xff10 && code <= 0xff19;
const longestGroup = 3;

function wideDigitsFrom(prose: string, at: number): number {
  let end = at;
  while (end - at <= longestGroup && isWideDigit(prose.charCodeAt(end))) end++;
  return end - at;
}

/** １，７０３．６: the full-width comma at the index parts thousands, between full-width digits of which three follow. */
export function partsThousands(prose: string, at: number): boolean {
  if (prose.charAt(at) !== "，" || wideDigitsFrom(prose, at + 1) !== longestGroup) return false;
  let first = at;
  while (at - first <= longestGroup && isWideDigit(prose.charCodeAt(first - 1))) first--;
  const digits = at - first;
  if (digits === 0 || digits > longestGroup) return false;
  // No number begins in a date, a time or decimals; a group of three behind another comma goes on.
  const isInside = /^[0-9０-９][．.－\-／/：:，]$/.test(prose.slice(Math.max(0, first - 2), first));
  return !isInside || (prose.charAt(first - 1) === "，" && digits === longestGroup);
}
