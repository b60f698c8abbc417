/** 看赚不赚钱看换手率, the minus sign means a profit, 这个负值是三六零的, it cannot be told: what measures and their signs are said to tell. */

import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { companiesIn, metricsIn, textOf } from "../../tokens/token.ts";
import { around, denying, isLeft, sentenceBorder, tokensAround } from "../verdicts/reach.ts";

type Aspect = "earning" | "activity" | "valuation" | "size" | "move" | "flow" | "heat" | "trend";
const aspects: readonly (readonly [Aspect, RegExp])[] = [
  [
    "earning",
    /赚不赚钱|赚钱|盈利能力|盈利水平|(?<![a-z])(?:profitab(?:le|ility)|earning power|makes? money)(?![a-z])/,
  ],
  [
    "activity",
    /交投|活跃|换手频繁|成交热度|(?<![a-z])(?:actively|activity|how active|how busy|liquid(?:ity)?)(?![a-z])/,
  ],
  [
    "valuation",
    /估值|贵不贵|便不便宜|贵贱|(?<![a-z])(?:valuation|how (?:cheap|expensive|dear)|is cheap|is expensive)(?![a-z])/,
  ],
  ["size", /规模|体量|大小|(?<![a-z])(?:how (?:big|large)|the size)(?![a-z])/],
  [
    "move",
    /涨跌|涨了多少|跌了多少|(?<![a-z])(?:how (?:much|far) it (?:moved|rose|fell)|the day's move)(?![a-z])/,
  ],
  [
    "flow",
    /资金(?:流向|进出|态度)|主力(?:动向|态度)|(?<![a-z])(?:money (?:is )?(?:going|flowing)|where (?:the )?money|big money)(?![a-z])/,
  ],
  ["heat", /超买|超卖|过热|(?<![a-z])(?:overbought|oversold|overheated)(?![a-z])/],
  ["trend", /趋势|均线位置|(?<![a-z])(?:trend)(?![a-z])/],
];

/** Of which aspect a measure tells; null where it is of none of these. */
function tellsOf(
  { claim: { metric }, unit }: BookClaim,
  { input: { lexicon } }: Bench,
): readonly Aspect[] | null {
  if (lexicon.flows.includes(metric)) return ["flow"];
  if (lexicon.changes.all.includes(metric)) return ["move"];
  if (/^rsi/.test(metric)) return ["heat", "trend"];
  if (lexicon.averages.includes(metric)) return ["trend"];
  if (unit.dimension === "times") return ["valuation"];
  if (/turnover_rate|volume|^amount/.test(metric)) return ["activity"];
  if (/market_cap|revenue$/.test(metric)) return ["size"];
  if (lexicon.profits.includes(metric)) return ["earning", "size"];
  if (/^(?:roe|roa|gross_margin|net_margin)$/.test(metric)) return ["earning"];
  return null;
}

const lookAt = rare(
  pattern.all`(?:看的?是|要看|应看|应该看|该看|看|取决于|反映在|体现在|用)(?:的是|的就是)?(?=[^,，。;；\n]{1,16}(?:[。;；，,\n]|$))|(?<![a-z])(?:look at|go by|check|use|(?:it is|it's|is told by|is shown by|is measured by)|is)(?: the| its)? (?=[a-z0-9/ -]{1,24}(?:[.,;\n]|$))`,
);
const aim =
  /要?(?:判断|衡量|评估|了解|知道|想看|要看|看)[^,，。;；\n]{1,20}[,，]?\s*$|(?<![a-z])(?:to (?:see|judge|tell|know|gauge|measure|find out|assess)|for|the (?:measure|number|figure|one) (?:of|for|that tells(?: you)?)) [^.;\n]{1,50}[, ]*$/;

function checkAims(bench: Bench): void {
  const { lower } = bench.input;
  const shown = shownClaims(bench);
  for (const { 0: said, index } of lookAt.all(lower)) {
    const end = index + said.length;
    const before =
      lower
        .slice(Math.max(0, index - 70), index)
        .split(sentenceBorder)
        .at(-1) ?? "";
    const aspect = aim.test(before) ? aspects.find(([, words]) => words.test(before))?.[0] : undefined;
    if (aspect === undefined || denying.test(before)) continue;
    const measure = bench.input.tokens.find((each) => each.start >= end);
    if (measure?.kind !== "metric") continue;
    const own = shown.filter(({ claim }) => measure.metrics.includes(claim.metric));
    if (own.some((each) => tellsOf(each, bench)?.includes(aspect) === false))
      reportAt(bench, measure.start, "answer_misdescribed");
  }
}

const sign =
  "(?:负号|负值|负数|为负|(?:minus|negative) (?:sign|value|figure|reading|number)s?(?: on [a-z/ ]{1,20}?)?)";
const plusSide =
  "(?:盈利|赚钱|流入|上涨|净流入|earnings were positive|profit|gains?|inflows?|made money|rose|rise)";
const wrongSense = rare(
  pattern.all`${sign}(?:就|也|只|即)?(?:说明|表示|代表|意味着?|指|是指|反映| ?(?:simply |just |only )?(?:tells you|means?|shows|says|indicates|signals|reflects))(?:的是|了|公司|资金|股价|主力| ?(?:that |a |an |the |net |company |it )*)?${plusSide}`,
);

const negative = rare(
  /(?:这个|那个|该|其中的?|唯一的?)负(?:值|数|号)(?:是|属于|来自|在)|(?<![a-z])the (?:negative|minus) (?:one|figure|value|number|reading|sign) (?:is|belongs to|comes from|was)(?![a-z])/g,
);

/** Whose the value below zero is. */
function checkWhose(bench: Bench): void {
  const { lower } = bench.input;
  const below = new Set(shownClaims(bench).flatMap(({ base, company }) => (base < 0 ? [company ?? ""] : [])));
  for (const { 0: said, index } of negative.all(lower)) {
    const end = index + said.length;
    const [, to] = around(lower, index, end, sentenceBorder);
    const [owner] = companiesIn(bench.input.tokens.filter((each) => each.start >= end && each.end <= to));
    if (
      owner !== undefined &&
      !isLeft(lower, index, end) &&
      !/^ ?not|^不/.test(lower.slice(end)) &&
      !below.has(owner)
    )
      reportAt(bench, index, "answer_misdescribed");
  }
}

const untold = rare(
  /(?:无法|不能|没法|难以|看不出|说不[准清好]|判断不了)(?:直接)?(?:判断|看出|确定|得知|知道|说)?[^,，。;；\n]{0,6}(?:是否|有没有|是不是|高于还是低于|谁)|(?<![a-z])(?:cannot|can't|can not|could not|impossible to) (?:be )?(?:told|tell|say|said|determined?|known?|judged?|seen?) (?:from (?:these|this|the figures) )?(?:whether|if)(?![a-z])/g,
);
const levels = /高于|低于|之上|之下|[高低]|(?<![a-z])(?:above|below|higher|lower|over|under)(?![a-z])/;

/** Both levels of the question that is said to be open are shown of one company. */
function checkUntoldSides(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  const shown = shownClaims(bench);
  for (const { 0: said, index } of untold.all(lower)) {
    const end = index + said.length;
    const own = tokensAround(bench.input, index, end, sentenceBorder).filter(({ start }) => start >= index);
    if (!levels.test(textOf(own, lower))) continue;
    const named = new Set(metricsIn(own));
    const sides = shown.filter(({ claim }) => named.has(claim.metric));
    const prices = shown.filter(
      ({ claim }) => lexicon.priced.includes(claim.metric) || lexicon.closes.own.has(claim.metric),
    );
    const isKnown = (each: BookClaim): boolean =>
      [...sides, ...prices].some(
        (other) =>
          other.claim.metric !== each.claim.metric &&
          other.company === each.company &&
          lexicon.priceLike.has(other.claim.metric) &&
          lexicon.priceLike.has(each.claim.metric),
      );
    if (sides.some(isKnown)) reportAt(bench, index, "answer_misdescribed");
  }
}

/** Reports what is wrong of it. */
export function checkSenses(bench: Bench): void {
  const { lower } = bench.input;
  for (const { 0: said, index } of wrongSense.all(lower))
    if (!isLeft(lower, index, index)) reportAt(bench, index + said.length - 1, "answer_misdescribed");
  checkAims(bench);
  checkWhose(bench);
  checkUntoldSides(bench);
}
