/** 逐年上升, 一年比一年高, rose every year, fell three quarters running: one way over all the values of a row of times. */

import { spelledCount } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type Token, token } from "../token.ts";

/** The operators of such a token; `count` is how many moves are said, 0 where that is not said. */
const risingSeries = ">series";
const fallingSeries = "<series";

const ups = "上升|上涨|增长|增加|提升|提高|走高|攀升|抬升|上行|递增|升高|升|涨";
const downs = "下降|下滑|下跌|减少|降低|走低|回落|走弱|缩减|下行|递减|跌|降";
const steps =
  "(?:逐[年季月日期]|连年|年年|(?:已经?)?连续(?:([两二三四五六]|\\d)个?(?:年|季度?|期|交易日|日|天|报告期|个?月))?)";
const zh = pattern.all`${steps}(?:实现|同比|都在|都|均|在|稳步|持续|有所)*(?:(${ups})|(?:${downs}))(?![幅速率势]|天数|多少)|([年季天期])比一\3(?:要|更)*(?:([高大多强])|[低小少弱])|连(?:([涨升])|[跌降])(?:了?([两二三四五六]|\d)个?(?:交易日|日|天))?(?![幅停]|了?[\d一二两三四五六])`;
const rose =
  "rose|rises|risen|grew|grows|grown|climbed|climbs|increased|increases|improved|improves|advanced|widened|gained";
const fell =
  "fell|falls|fallen|declined|declines|dropped|drops|slipped|slips|shrank|decreased|decreases|slid|weakened|narrowed|worsened";
const time = "(?:year|quarter|month|day|session|period)";
const en = pattern.all`(?<![a-z])(?:(?:has|have) )?(?:steadily )?(?:(${rose})|(?:${fell}))(?: steadily| further)?(?: (?:${time} (?:by|after) ${time}|(?:in )?(?:every|each)(?: single)? ${time})|(?: for| over)?(?: the(?: (?:last|past))?)? (two|three|four|five)(?: (?:straight|consecutive) ${time}s| ${time}s (?:running|in a row|straight)))(?![a-z])`;
/** Told before the patterns are tried. */
const trigger = rare(
  /逐[年季月日期]|连[年续涨跌升降]|年年|[年季天期]比一|(?:year|quarter|month|day|session|period)s? (?:by|after|running|in a row|straight)|(?:every|each) |(?:straight|consecutive) /,
);

function seriesIn(lower: string): readonly Token[] {
  const found: Token[] = [];
  for (const each of lower.matchAll(zh)) {
    const isUp = each[2] !== undefined || each[4] !== undefined || each[5] !== undefined;
    // 一年比一年高
    const start =
      each[3] !== undefined && lower.charAt(each.index - 1) === "一" ? each.index - 1 : each.index;
    found.push(
      token("compare", start, each.index + each[0].length, {
        op: isUp ? risingSeries : fallingSeries,
        count: spelledCount(each[1] ?? each[6]),
      }),
    );
  }
  for (const each of lower.matchAll(en))
    found.push(
      token("compare", each.index, each.index + each[0].length, {
        op: each[1] === undefined ? fallingSeries : risingSeries,
        count: spelledCount(each[2]),
      }),
    );
  return found.toSorted((a, b) => a.start - b.start);
}

/** Makes one comparison of the words of each row of moves. */
export function readSeries(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!trigger.test(lower)) return tokens;
  // 连跌天数 is a registered measure.
  const isMeasure = ({ start }: Token): boolean =>
    tokens.some((each) => each.kind === "metric" && each.start <= start && each.end > start);
  const series = seriesIn(lower).filter((each) => !isMeasure(each));
  if (series.length === 0) return tokens;
  const read: Token[] = [];
  let next = 0;
  for (const each of tokens) {
    const own = series[next];
    // 连续三年同比增长: how it grew is said of the numbers behind too.
    if (own === undefined || each.end <= own.start || each.kind === "growth") read.push(each);
    else if (each.start >= own.end) {
      read.push(own, each);
      next++;
    }
  }
  const last = series[next];
  return last === undefined ? read : [...read, last];
}
