/** 环比增长7.65%, rose 7.65% from the previous quarter, of a growth over the year: what a rate of growth is said to be reckoned from. */
import type { Bench, Match } from "../../bench.ts";

const quarters = "(?:季度?|期|月(?:份)?|周|半年)";
const han = new RegExp(
  `环比|按季|(?:较|比|相比|相较|对比|与|跟|和|同)于?(?:上一?个?${quarters}|前一?个?${quarters}|前三个月|年初|[上去]年(?:年?末|年?底|[二三四下][季半])|[二三四]季度?)(?!同)`,
);
const shorter = "(?:quarter|month|week|period|half(?:-year)?|three months)";
const english = new RegExp(
  `(?<![a-z])(?:(quarter|month|week|half)[- ](?:on|over)[- ]\\1|[qmw](?:/|-o-|o)[qmw]|sequential(?:ly)?|(?:from|on|over|than|versus|vs\\.?|against|with|to|since) (?:(?:the|a|its|their) )?(?:(?:immediately )?(?:previous|prior|preceding|last) ${shorter}|${shorter} (?:before|earlier|ago)|(?:quarter|month|week)(?= ?(?:[,.;:()]|$|was|is|and|to|by))))(?![a-z])`,
);
const denied =
  /(?:不是|并非|而非|并不是|非|不含|没有?|无)(?:指|按|用)?$|(?<![a-z])(?:not|no|isn't|rather than|never)(?: [a-z]+)? $/;
const annual = /环比|qoq|quarter[- ]on[- ]quarter|month[- ]on[- ]month/;
const reach = 16;

/** What is said of the number in its clause, up to the numbers beside it. */
function saidOf({ quantity: { token, clause }, part }: Match, lower: string): string {
  const own = part.sentence.clauses[clause] ?? [];
  const numbers = own.filter(({ kind }) => kind === "number");
  const at = numbers.findIndex(({ start }) => start === token.start);
  const from = numbers[at - 1]?.end ?? own[0]?.start ?? token.start;
  return lower.slice(from, numbers[at + 1]?.start ?? own.at(-1)?.end);
}

const says = (text: string): boolean =>
  [han, english].some((each) => {
    const found = each.exec(text);
    return found !== null && !denied.test(text.slice(Math.max(0, found.index - reach), found.index));
  });

/** Reports a growth over the year that is said to be over a quarter, a month or any other shorter time. */
export function checkGrowthBasis({ input: { lower, lexicon }, matches, report }: Bench): void {
  if (!han.test(lower) && !english.test(lower)) return;
  for (const match of matches) {
    const isOfYear = match.options.every(
      ({ claim: { metric } }) =>
        lexicon.basesOf(metric).length > 0 && !lexicon.wordsOf(metric).some((word) => annual.test(word)),
    );
    if (isOfYear && says(saidOf(match, lower))) report(match.quantity.token, "window");
  }
}
