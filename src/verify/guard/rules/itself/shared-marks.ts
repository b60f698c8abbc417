/** 两项数据的日期是同一天, one provider, both from the annual report: what day, source and report the figures shown are said to share or not. */

import { type Bench, reportAt } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { type RareWords, rare } from "../../lexicon/rare-words.ts";
import { denying } from "../verdicts/reach.ts";
import { dayOf, isSupposed, spokenOf } from "./shown.ts";

const end = "(?=[.,;:!)\\n]|$)";
const sameDay = rare(
  pattern.all`(?:同一(?:个)?(?:天|日|日期|交易日|时点|报告期)|日期(?:都|均)?(?:相同|一样|一致))(?:的?(?:数据?|数值|口径|读数|收盘))?(?=[,，。;；)）\n]|$)|(?<![a-z])(?:of|on|for|from|as of|shares?|dated|carry|carries|have|has|bear) (?:the|one and the) same (?:trading )?(?:day|date|session|period)${end}|(?<![a-z])(?:the )?same (?:day|date) for (?:both|all)${end}`,
);
const otherDay = rare(
  pattern.all`(?:日期|交易日|报告期|时点)(?:各|都|均|并)?(?:不同|不一样|不一致|不相同)|(?:不同|两个)(?:的)?(?:日期|交易日|报告期)(?=[,，。;；)）\n]|$)|(?<![a-z])(?:different|separate) (?:days|dates|sessions|periods)${end}`,
);
const source = "(?:数据)?(?:源|来源|供应商|提供商|提供方|渠道|接口|平台)";
const sameSource = rare(
  pattern.all`(?:同一|相同的|单一|一)(?:个|家)?${source}|${source}(?:都|均)?(?:相同|一样|一致)|(?<![a-z])(?:one|(?:the|one and the) same|a single|one single) (?:data )?(?:source|provider|vendor|feed)${end}`,
);
const otherSource = rare(
  pattern.all`${source}(?:各|都|均|并)?(?:不同|不一样|不一致|不相同)|(?:不同|两家)的?${source}|(?<![a-z])(?:different|separate|two) (?:data )?(?:sources|providers|vendors|feeds)${end}`,
);

const size = (own: readonly BookClaim[], of: (each: BookClaim) => string): number =>
  new Set(own.map(of)).size;
const sourceOf = ({ cite }: BookClaim): string => cite.source.toLowerCase();

const shared: readonly (readonly [words: RareWords, of: (each: BookClaim) => string, isOne: boolean])[] = [
  [sameDay, dayOf, true],
  [otherDay, dayOf, false],
  [sameSource, sourceOf, true],
  [otherSource, sourceOf, false],
];

const every = "(?<!不)(都|均|皆|全部|全都|两个数?|两项|两者|both|all|each|every figure|everything)";
const no = "(neither|none|没有一[个项]|都不|均不|均非|都非|都没有?)";
const kind =
  "(?:(年报|annual|full[- ]year)|(一季[报度]|first[- ]quarter|q1)|(半年报|中报|half[- ]year|interim)|(三季报|前三季度?|third[- ]quarter|nine[- ]month))";
const ofReport = rare(
  pattern.all`(?<![a-z])(?:${no}|${every})[^,，。;；.\n\d]{0,24}?(?:取自|来自|出自|摘自|源自|属于?|是|为|from|are|is|were|come)(?: (?:an?|the|its|their|both|all|each))*[^,，。;；.\n\d]{0,8}?${kind}`,
);
const ends = ["-12-31", "-03-31", "-06-30", "-09-30"];
const periodEnd = /-(?:03-31|06-30|09-30|12-31)$/;

/** Reports such a remark where the claims tell another thing. */
export function checkSharedMarks(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  for (const [words, of, isOne] of shared)
    for (const { 0: said, index } of words.all(lower)) {
      const stop = index + said.length;
      if (isSupposed(index, stop, bench)) continue;
      const own = spokenOf(index, stop, bench);
      const isDenied = denying.test(lower.slice(Math.max(0, index - 16), index));
      if (own.length > 1 && (size(own, of) === 1) !== (isOne !== isDenied))
        reportAt(bench, stop - 1, "answer_misdescribed");
    }
  for (const found of ofReport.all(lower)) {
    const stop = found.index + found[0].length;
    if (isSupposed(found.index, stop, bench) || (found[1] === undefined && /[不非]|not/.test(found[0])))
      continue;
    const last = ends[found.slice(3).findIndex((each) => each !== undefined)] ?? "";
    const own = spokenOf(found.index, stop, bench).filter(
      ({ claim }) => periodEnd.test(claim.as_of) && !lexicon.priceLike.has(claim.metric),
    );
    const isOf = ({ claim }: BookClaim): boolean => claim.as_of.endsWith(last);
    const isDenied = found[1] !== undefined;
    if (own.length > 0 && (isDenied ? own.some(isOf) : !own.every(isOf)))
      reportAt(bench, stop - 1, "answer_misdescribed");
  }
}
