const numerals = "零一二三四五六七八九十";
const numeral = "(?:\\d{1,2}|[一二两三四五六七八九十])";

const placeOf = (written: string): number =>
  /^\d/.test(written) ? Number(written) : numerals.indexOf(written.replace("两", "二"));

/** 第3, 提醒3, alert 3, #3: with what a list of places begins. A number that goes on as a price or a time is none. */
const opening = new RegExp(
  `第\\s?(${numeral})|(?:提醒|日[报報])\\s?(\\d{1,2})(?![\\d.::%元块点])|(?:alerts?|digests?|reminders?|numbers?|\\bnos?\\.?|#)\\s?(\\d{1,2})\\b(?![.::%]\\d| ?(?:%|yuan|percent|per cent|am|pm|o'))`,
  "gi",
);
/** 个和第3, and 3, 到3. */
const following = new RegExp(
  `^\\s?(?:[个個条條项項号號]?(?:提醒|日[报報])?)?\\s?(和|与|與|及|跟|、|,|，|以及|还有|到|至|-|~|and|&|to)\\s?(?:and )?第?#?\\s?(${numeral})(?![\\d.::%元块点])`,
  "i",
);
const words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ordinal = new RegExp(`\\b(${words.join("|")})\\b`, "gi");
const last = /最[后後](?:一|1)?[个個条條]|\blast (?:one|alert|digest|reminder)\b/i;
const several = new RegExp(
  `(前|最?[后後])\\s?(${numeral})\\s?[个個条條]|\\b(first|last) (two|three|four|five|\\d{1,2})\\b`,
  "i",
);
const counts = ["", "", "two", "three", "four", "five"];

/** The places of a list that a text names, from 0; `length` is how many there are. */
export function placesIn(text: string, length: number): readonly number[] {
  const group = several.exec(text);
  if (group !== null) {
    const [, zhEnd = "", zhCount = "", enEnd = "", enCount = ""] = group;
    const count =
      zhCount === "" ? (/\d/.test(enCount) ? Number(enCount) : counts.indexOf(enCount)) : placeOf(zhCount);
    const start = zhEnd === "前" || /first/i.test(enEnd) ? 0 : length - count;
    return Array.from({ length: count }, (_, at) => Math.max(0, start) + at);
  }
  const places = new Set<number>();
  for (const match of text.matchAll(opening)) {
    const [found, zh, spoken, english] = match;
    let value = placeOf(zh ?? spoken ?? english ?? "");
    // 'alert 50' of three is a level.
    if (zh === undefined && value > length) continue;
    places.add(value);
    let rest = text.slice(match.index + found.length);
    for (let more = following.exec(rest); more !== null; more = following.exec(rest)) {
      const [taken, joint = "", next = ""] = more;
      const to = placeOf(next);
      if (/到|至|-|~|to/i.test(joint)) for (let at = value; at < to; at++) places.add(at);
      places.add(to);
      value = to;
      rest = rest.slice(taken.length);
    }
  }
  for (const [found] of text.matchAll(ordinal)) places.add(words.indexOf(found.toLowerCase()) + 1);
  if (last.test(text)) places.add(length);
  return [...places].sort((a, b) => a - b).map((place) => place - 1);
}
