import { pattern } from "./lexicon/patterns.ts";
import { rare } from "./lexicon/rare-words.ts";
import type { Mask } from "./tokens/readers/word-readers.ts";
import { matchesOf } from "./tokens/token.ts";

export interface Contact {
  readonly start: number;
  readonly end: number;
  readonly reason: "link" | "contact";
}

const domains =
  "com|cn|net|org|io|me|info|co|cc|xyz|top|vip|app|dev|ai|hk|us|uk|ly|link|site|club|shop|online|tv|edu|gov";
/** What every match of the next pattern holds: told in one pass over the text. */
const mayLink = rare(pattern`[a-z]:|www\.|t\.me/|\]\(|[a-z0-9-]\.(?:${domains})(?![a-z0-9_.])`);
const link = pattern.all`(?:https?|ftp|tg|weixin|mailto|javascript|data):[^\s，。]{1,200}|www\.[a-z0-9][^\s，。]{0,200}|t\.me/|\]\(|\b[a-z0-9-]{1,40}\.(?:${domains})(?![a-z0-9_.]|-[a-z])(?:/[^\s，。]{0,200})?`;
const address = /[a-z0-9._%+-]{1,40}@[a-z0-9-]{1,40}|@[a-z0-9_]{3,40}/;
const number =
  /(?<!\d)1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d|\s?(?:元|股|手|shares|yuan|cny|rmb))|(?<!\d)(?:\+86[- ]?|86[- ]|0\d{2,3}[- ])\d{7,8}(?!\d)|(?<![\d.,])400[- ]?\d{3}[- ]?\d{4}(?!\d)|\+\d{1,3}[- ]\d{2,4}[- ]\d{3,4}|(?:微信|薇信|v信|(?<![a-z])vx|(?<![a-z])qq|电话|手机|热线|加群|扣扣|(?<![a-z])(?:wechat|telegram|whatsapp|line id)(?![a-z]))(?:号|群|id)?[:： ]{0,2}[a-z+]?[a-z0-9_-]{4,30}|(?<![a-z])(?:tel|phone|call)(?![a-z])[:： ]{0,2}\+?\d[\d -]{3,20}|公众号[:：]|(?<![a-z0-9])[a-z0-9._-]{1,30}(?: at |\[at\]|\(at\))[a-z0-9-]{1,30}(?: dot |\[dot\]|\(dot\))[a-z]{2,6}(?![a-z])|加微信|加v|加群|私信我|扫码|联系我/;
const contact = pattern.all`${address.source}|${number.source}`;
/** For a text without @, in which no address can stand. */
const numberOnly = new RegExp(number.source, "g");

/** Links, addresses and phone numbers in the lower-case text that no claim holds; each pattern is bounded, so linear. */
export function findContacts(
  lower: string,
  licensed: readonly Mask[],
  words: ReadonlySet<string>,
): Contact[] {
  const isLicensed = (start: number, end: number) =>
    licensed.some((mask) => mask.start <= start && mask.end >= end);
  const all: Contact[] = [];
  for (const [reason, pattern] of [
    ...(mayLink.test(lower) ? ([["link", link]] as const) : []),
    ["contact", lower.includes("@") ? contact : numberOnly],
  ] as const)
    for (const match of matchesOf(pattern, lower)) {
      const end = match.index + match[0].length;
      if (!isLicensed(match.index, end) && !words.has(match[0]))
        all.push({ start: match.index, end, reason });
    }
  return all;
}
