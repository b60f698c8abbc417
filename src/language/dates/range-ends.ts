import { smallNumber } from "./numerals.ts";

/** The two ends of a stretch as they stand on the sides of 到, -, to. */
export type Ends = readonly [head: string, rest: string];

const year = "(?:(?:\\d{4}|\\d{2}|[〇零一二三四五六七八九]{4}) ?年|前年|去年|上年|今年|本年)";
const month = `${smallNumber} ?月份?`;
const yearAhead = new RegExp(`^${year} ?的?`);
const startsWithPart = new RegExp(`^(?:${month}|第?[一二三四1-4] ?季度?|[上下]半年)`);
/** 2月1日 before the day. */
const monthAhead = new RegExp(`^(?:${year} ?的?)?${smallNumber} ?月 ?(?=${smallNumber} ?[日号]?$)`);
const dayAlone = new RegExp(`^${smallNumber} ?[日号]?$`);
const endsInNumber = new RegExp(`(?:^|[年的] ?)${smallNumber}$`);
const startsWithMonth = new RegExp(`^${month}`);
const englishYear = / ?((?:19|20)\d{2})$/;
const withoutYear = /^[a-z]+\.?(?: \d{1,2})?$/;

/** 1到3月: the unit that only the second end says; 2月1-20: a day of that month. */
function withUnit([head, rest]: Ends): Ends {
  if (endsInNumber.test(head) && startsWithMonth.test(rest)) return [`${head}月`, rest];
  if (!monthAhead.test(head) || !dayAlone.test(rest)) return [head, rest];
  const asDay = (said: string) => (/[日号]$/.test(said) ? said : `${said}日`);
  return [asDay(head), `${monthAhead.exec(head)?.[0] ?? ""}${asDay(rest)}`];
}

/** January to March 2025, March 2024 to June: the year that only one end says. */
function withEnglishYear([head, rest]: Ends): Ends {
  const [ofHead, ofRest] = [englishYear.exec(head)?.[1], englishYear.exec(rest)?.[1]];
  if (ofHead === undefined && ofRest !== undefined && withoutYear.test(head))
    return [`${head} ${ofRest}`, rest];
  return ofRest === undefined && ofHead !== undefined && withoutYear.test(rest)
    ? [head, `${rest} ${ofHead}`]
    : [head, rest];
}

/**
 * The ends of a stretch with what only one of them says: 去年1月到3月, 2月1日到20日, 10-12月, January to March 2025. First the reading in which
 * both are of one year, then the words as they stand, which hold where that one ends before it begins (去年12月到2月).
 */
export function sharedEnds(head: string, rest: string): readonly Ends[] {
  const whole = withUnit([head, rest]);
  const ahead = yearAhead.exec(whole[0])?.[0];
  const isBare = !yearAhead.test(whole[1]) && startsWithPart.test(whole[1]);
  const shared: Ends =
    ahead !== undefined && isBare ? [whole[0], `${ahead}${whole[1]}`] : withEnglishYear(whole);
  return shared[0] === whole[0] && shared[1] === whole[1] ? [whole] : [shared, whole];
}
