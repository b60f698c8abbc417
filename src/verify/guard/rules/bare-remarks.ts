/** 几乎没动, 不降反升, 盘中走高, 收在线上: remarks that tell of the numbers beside them without a number of their own. */

import { oncePer } from "#contract";
import { type Bench, onlyNamed, reportAt, shownClaims } from "../bench.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { otherParameters } from "../facts/own-parameters.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { pattern } from "../lexicon/patterns.ts";
import { type RareWords, rare } from "../lexicon/rare-words.ts";
import { paidPrice } from "../question/users-price.ts";
import { checkDayParts } from "./cites/day-parts.ts";
import { checkGlosses } from "./cites/glosses.ts";
import { checkDayCounts, checkDaysBelow } from "./cites/heading-days.ts";
import { checkOtherStretches } from "./cites/other-stretches.ts";
import { checkSessionStates } from "./cites/session-states.ts";
import { checkSectors, checkShareClasses } from "./cites/share-classes.ts";
import { checkAges } from "./cites/told-ages.ts";
import { checkToldPeriods } from "./cites/told-periods.ts";
import { checkClaimless } from "./claimless-remarks.ts";
import { checkFigureCounts, checkHeadCounts } from "./counts/held-counts.ts";
import { checkStatuses } from "./statuses.ts";
import { checkUrgings } from "./urgings.ts";

interface Shown {
  readonly all: readonly BookClaim[];
  /** Moves of prices, of every company shown. */
  readonly moves: readonly number[];
  /** Those, and growths of measures. */
  readonly changes: readonly number[];
  /** Price now, else close, beside the open of the one company: its sign, 0 where it is not known. */
  readonly sinceOpen: number;
}

const end = "(?=[,，。;；:：!！(（)）\\n]|$)";
const begin = "(?:^|[,，。;；:：!！\\n])\\s?";
/** No daily move above it is next to none. */
const least = 0.005;

/** The remark, and whether what is shown contradicts it. */
type Remark = readonly [RareWords, (found: RegExpMatchArray, shown: Shown, bench: Bench) => boolean];

const isOfNow = ({ claim }: BookClaim, { priced, closes }: Lexicon): boolean =>
  priced.includes(claim.metric) || closes.own.has(claim.metric);

const ofAverage = (found: RegExpMatchArray, { all }: Shown, { input: { lexicon } }: Bench): boolean => {
  const prices = all.filter((each) => isOfNow(each, lexicon));
  const averages = all.filter(({ claim }) => lexicon.averages.includes(claim.metric));
  const [price, average] = [prices[0], averages[0]];
  if (price === undefined || average === undefined || averages.length > 1 || prices.length > 1) return false;
  if (price.company !== average.company) return false;
  return Math.sign(price.base - average.base) !== (found[1] === undefined ? 1 : -1);
};

/** 没涨没跌, it has not moved: beside the moves shown, else the price beside the close before; 几乎 leaves half a per cent. */
function isNotStill(found: RegExpMatchArray, { all, moves }: Shown, { input: { lexicon } }: Bench): boolean {
  const most = found[1] === undefined ? 0 : least;
  const ofBefore = all.filter(({ claim }) => lexicon.closes.previous.includes(claim.metric));
  const since = ofBefore.flatMap(({ company, base }) =>
    all
      .filter((each) => each.company === company && isOfNow(each, lexicon))
      .map((each) => each.base / base - 1),
  );
  const known = moves.length > 0 ? moves : since;
  return known.length === 0 || known.some((each) => Math.abs(each) > most);
}

const yearBefore = "(?:上年|去年|前一年|上一年|上期|上年同期|去年同期|上年度)";

/** 少了, less than before: every measure shown of two days went the other way. */
function wentOtherWay(found: RegExpMatchArray, { all }: Shown): boolean {
  const sign = found.slice(1).some((each) => each !== undefined) ? 1 : -1;
  const lists = [...Map.groupBy(all, ({ claim, company }) => `${company} ${claim.metric}`).values()].filter(
    (list) => list.length === 2,
  );
  return (
    lists.length > 0 &&
    lists.every((list) => {
      const [first, second] = list.toSorted((a, b) => a.asOf.day - b.asOf.day);
      if (first === undefined || second === undefined || second.base < 0) return false;
      return Math.sign(second.base - first.base) === -sign;
    })
  );
}

const remarks: readonly Remark[] = [
  [
    rare(
      pattern.all`${begin}(?:反而|明显|略|又)?(?:(多了?|更多)|少了?|更少)(?:一?些|一?点|不少)?${end}|${begin}(?:(高于|多于)|低于|少于)${yearBefore}${end}|${begin}比${yearBefore}(?:(高|多)|低|少)了?${end}|(?<![a-z])(?:(more)|less|fewer) than (?:before|earlier|previously)(?![a-z])`,
    ),
    wentOtherWay,
  ],
  [
    rare(
      pattern.all`${begin}(?:(?:股价|价格|整体|今[天日]|全天|它|(?:[和与跟同较比](?:昨[天日收]|前一?日|上一?个?交易日)(?:收盘)?(?:的?价格)?(?:相比)?))[,，]?)*(几乎|基本上?)?(?:完全|一直|都|是|既)*(?:(?:没有?|未|无)(?:怎么|任何|什么)?(?:动|变[化动]?|波动|差别|区别)|(?:没|不)涨(?:也|又)?[没不]跌|原地(?:不动|踏步)|纹丝(?:不|没)动|原封(?:不|没)动|一分钱?(?:没|未)[变动])${end}|(?:^|[.,;:!\n] ?)(?:so |and |but )?(?:(?:it|(?:the |its )?(?:price|stock|shares?)) (?:is |stands |sits )?(?:exactly |right )?(?:(?:has |have )?(?:not|n't) (?:moved|changed|budged)|neither (?:rose|risen|up) nor (?:fell|fallen|down)|where it (?:did|was|closed|stood|ended)(?: yesterday| before)?)|(?:there is |with |shows? )?no (?:change|difference|movement)(?: at all| on the day| from yesterday)?)(?=[.,;:!(\n]| \(|$)`,
    ),
    isNotStill,
  ],
  [
    rare(/不(?:降|跌|减)反(?:升|涨|增)|不(?:升|涨|增)反(?:降|跌|减)/g),
    (found, { changes }) => {
      const sign = /反[升涨增]/.test(found[0]) ? 1 : -1;
      return changes.length > 0 && changes.every((each) => Math.sign(each) !== sign);
    },
  ],
  [
    rare(
      pattern.all`(?<![没未不])(?:较|比)今?开盘价?(?:有所|小幅|略有|略|微|明显)*(?:(上升|上涨|走高|升高|抬升|涨|升)|(?:下降|下跌|走低|回落|降低|跌|降))了?${end}`,
    ),
    (found, { sinceOpen }) => sinceOpen !== 0 && sinceOpen !== (found[1] === undefined ? -1 : 1),
  ],
  [
    rare(
      pattern.all`${begin}(?:盘中|开盘后)(?:持续|一路|震荡|逐步)*(?:(走高|上行|上扬|攀升)|(?:走低|下行|下探))${end}`,
    ),
    (found, { sinceOpen }) => sinceOpen !== 0 && sinceOpen !== (found[1] === undefined ? -1 : 1),
  ],
  [
    rare(/^(?:还在|仍在)?继续(?:(走高|上涨|上行|上升)|(?:走低|下跌|下行|下降))[:：,，]/g),
    (found, { sinceOpen }, { input: { asked } }) =>
      /开盘/.test(asked) && sinceOpen !== 0 && sinceOpen !== (found[1] === undefined ? -1 : 1),
  ],
  [
    rare(pattern.all`(?:都|均|全都?|全部)没有?(?:(?:上)?(涨|升)|(?:下)?(?:跌|降))${end}`),
    (found, { moves }) =>
      moves.length > 0 && moves.every((each) => Math.sign(each) === (found[1] === undefined ? -1 : 1)),
  ],
  [
    rare(
      pattern.all`(?<![没未不])(?:站?在|收在|处于|处在|踩在|稳在|位于)(?:了)?(?:\d{1,3}日|[五十二六]{1,2}日|均|ma\d{1,3})?线(?:之上|上方|上|(之下|下方|下))(?:(?=[不只仅并未])|${end})`,
    ),
    ofAverage,
  ],
  [
    rare(/^(?:现价|股价|目前|现在|仍|还|是的?[,，])*(?:高于|站上|(低于|跌破))(?:\d{1,3}日)?均线[:：,，]/g),
    ofAverage,
  ],
  [
    // What lies outside a range is not what was told by its ends.
    rare(
      /(?:[在于]|到)[^,，。;；\n]{0,6}\d[^,，。;；\n]{0,16}[到至和与][^,，。;；\n]{0,6}\d[^,，。;；\n]{0,14}(?:之外|以外)/g,
    ),
    (_, { all }) => all.length > 1,
  ],
  [rare(pattern.all`${begin}(?:线上运行|没有?破线|未破线|(线下运行|破线了?))${end}`), ofAverage],
  [
    rare(/(?<![没无未不非][^,，。;；]{0,4})(?:([涨升]势)|跌势)/g),
    (found, { moves }) =>
      moves.length > 0 && moves.every((each) => Math.sign(each) === (found[1] === undefined ? 1 : -1)),
  ],
  [
    rare(
      /(?:查不到|看不出来?|说不好|说不准|分不清|不知道|难说|判断不了|没法(?:判断|比较?)|(?:无法|不能|难以)(?:判断|确定|比较|看出|得知))(?:究竟|到底|是)?(?:谁|哪[一]?[家个只])(?:更|较)?[高低大小多少贵]|(?<![a-z])(?:can't|cannot|can not|could not|couldn't|unable to|impossible to) (?:tell|say|determine|judge) which (?:one |company |stock |of (?:the two|them) )?(?:is|was|has) /g,
    ),
    (_, { all }) =>
      [...Map.groupBy(all, ({ claim }) => claim.metric).values()].some(
        (own) => new Set(own.map(({ company }) => company)).size > 1,
      ),
  ],
  [
    rare(pattern.all`${begin}(?:公司|目前|仍)*(?:处于)?亏损(?:状态)?${end}`),
    (_, { all }, { input, book }) =>
      !all.some(
        ({ claim, base, unit }) =>
          base < 0 && (unit.dimension === "times" || input.lexicon.profits.includes(claim.metric)),
      ) && paidPrice(input, book.only) === null,
  ],
];

const readShown = oncePer((bench: Bench): Shown => {
  const { lexicon } = bench.input;
  const all = shownClaims(bench);
  const basesOf = (ids: (metric: string) => boolean) => all.filter(({ claim }) => ids(claim.metric));
  const moves = basesOf((id) => lexicon.changes.percent.includes(id)).map(({ base }) => base);
  const grown = basesOf((id) => lexicon.basesOf(id).length > 0).map(({ base }) => base);
  const owner = onlyNamed(bench) ?? bench.book.only;
  const own = all.filter(({ company }) => company === owner);
  const open = own.find(({ claim }) => lexicon.opens.includes(claim.metric));
  const price =
    own.find(({ claim }) => lexicon.priced.includes(claim.metric)) ??
    own.find(({ claim }) => lexicon.closes.own.has(claim.metric));
  const isBoth = open !== undefined && price !== undefined;
  return {
    all,
    moves,
    changes: [...moves, ...grown],
    sinceOpen: isBoth ? Math.sign(price.base - open.base) : 0,
  };
});

/** 会继续跌吗? 不会,…: what will be is in no claim. */
const foretelling = /^(?:不会|会的|肯定会|应该会|大概率会|多半会|能的)[,，。!！]/;

/** Reports such remarks that the numbers shown contradict. */
export function checkRemarks(bench: Bench): void {
  const { asked, question, tokens, lower } = bench.input;
  const [first] = tokens;
  const isOfMove = question.some(({ kind }) => kind === "direction");
  if (first !== undefined && foretelling.test(lower) && isOfMove && /会|能/.test(asked))
    bench.report(first, "forecast");
  checkAges(bench);
  checkToldPeriods(bench);
  checkGlosses(bench);
  checkDayParts(bench);
  checkStatuses(bench);
  checkDaysBelow(bench);
  checkDayCounts(bench);
  checkOtherStretches(bench);
  checkClaimless(bench);
  checkUrgings(bench);
  checkFigureCounts(bench);
  checkHeadCounts(bench);
  checkSessionStates(bench);
  checkShareClasses(bench);
  checkSectors(bench);
  for (const { start } of otherParameters(lower)) reportAt(bench, start, "window");
  for (const [words, isFalse] of remarks)
    for (const found of words.all(lower)) {
      if (!isFalse(found, readShown(bench), bench)) continue;
      reportAt(bench, found.index + found[0].length - 1, "direction_unsupported");
      break;
    }
}
