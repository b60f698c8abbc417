import { boundOf } from "../claims/bounds.ts";
import { partOfYear } from "../claims/partial-periods.ts";
import { stretchOf } from "../lexicon/metric-keys.ts";
import { contradicts } from "../tokens/readers/bracket-units.ts";
import {
  type Clause,
  isDayWord,
  lastOf,
  token as makeToken,
  type NumberRead,
  type Token,
} from "../tokens/token.ts";
import type { ClauseInput, Window } from "./context.ts";
import { measureOf, momentBehind } from "./measures/behind-numbers.ts";
import { describedBehind } from "./measures/described-behind.ts";
import { chooseMetrics, earningsMetrics, type Surroundings } from "./measures/metric-choice.ts";
import { measuresOfSum } from "./measures/told-sums.ts";
import {
  changeAmount,
  isBesidesPrice,
  isUnsaid,
  laterMetrics,
  leftUnsaid,
  mayBePrice,
  measuresOfBoth,
  movedBy,
  nowPriced,
  sharedMetrics,
  stretchStart,
} from "./measures/unsaid-measures.ts";
import {
  countedOf,
  equated,
  followers,
  growthAfter,
  labelledBehind,
  measureAfter,
  moveAfter,
  ownerAfter,
} from "./owners/neighbours.ts";
import { levelMetrics, reachesLevel } from "./pairs/between-phrase.ts";
import { isMeasureAsTheirs, isSaidTheirs, isUsersNumber, type Quantity } from "./quantity.ts";
import { isKnownLabel, isNamedLater, nowOf, ofLabel, saysNow, trailingLabel } from "./tables/labels.ts";
import {
  carriesStretch,
  isOfDay,
  relativesOf,
  saidStretch,
  saysIntraday,
  saysSession,
  spansWindow,
  windowOf,
} from "./time-words.ts";
import { isOfMeasure, isOfUnit, mayHaveUnit, withHint } from "./units-of-numbers.ts";
import { countsOther, hasUnknownSubject, isCountOfOther, isNorm, mayNameMeasure } from "./unknown-words.ts";

const connecting = /^[\s:,/'"=~“”()[\]的s-]$/;
const nounEnd = /[价率额量值位比润益线息债金]$/;

const isVagueAfter = (next: Token | undefined): boolean =>
  (next?.kind === "text" && ["多", "余", "以", "+"].includes(next.op)) ||
  (next?.kind === "fill" && next.op === "以上");

const wordBefore = ({ tokens }: Window): Token | undefined =>
  tokens.findLast(({ kind, op }) => op !== "了" && (kind !== "text" || !connecting.test(op)));

/** 比万华化学的52.1亿元多: what the one is beside the other, at the end of the clause. */
const isAdjective = (clause: Clause, at: number): boolean =>
  clause[at + 1]?.op === "多" &&
  clause[at + 2] === undefined &&
  clause.slice(0, at).some(({ kind, op }) => kind === "compare" && op === "than");

/** 除收盘价45.12元以外: what the sentence goes on from. */
const isApartFrom = (clause: Clause, at: number, lower: string): boolean =>
  /^[之以]?外/.test(lower.slice(clause[at]?.end ?? 0, (clause[at]?.end ?? 0) + 2)) &&
  clause.slice(Math.max(0, at - 8), at).some(({ op }) => op === "除");

const isVagueBehind = ({ clause, lower }: ClauseInput, at: number): boolean =>
  !isApartFrom(clause, at, lower) &&
  ((isVagueAfter(clause[at + 1]) && !isAdjective(clause, at)) ||
    (clause[at + 1]?.kind === "vague" && !spansWindow(clause, at + 1, lower)));

function faultOf(window: Window, around: readonly Token[], input: ClauseInput, at: number): string | null {
  // is as high as Moutai's 19.85x: set beside it, not roughly so much.
  const isAsMuch = window.tokens.some(
    ({ kind, start, end }, i, all) =>
      kind === "approximate" &&
      all[i + 1]?.kind === "company" &&
      /^as .* as$/.test(input.lower.slice(start, end)),
  );
  if (isAsMuch || wordBefore(window)?.kind === "vague" || isVagueBehind(input, at)) return "vague";
  const has = (kind: Token["kind"]) => around.some((each) => each.kind === kind);
  if (has("forecast")) return "forecast";
  if (has("negation")) return "negated";
  if (window.tokens.some((each) => each.kind === "derived")) return "derived";
  return null;
}

export function quantityAt(input: ClauseInput, at: number, window: Window, seen: readonly Token[]): Quantity {
  const { clause, context, lexicon, place, index } = input;
  const each = clause[at];
  if (each?.number === null || each === undefined) throw new TypeError("no number token");
  const stated = input.respective.get(each);
  const behind = followers(clause, at);
  if (window.direction === null && stated?.direction != null) window.direction = stated.direction;
  const isElsewhere =
    window.named === null || !mayHaveUnit(window.named, withHint(each, input, window), lexicon);
  if (window.direction === null && isElsewhere) window.direction = moveAfter(clause, at, input.lower);
  const counted = countedOf(clause, at, input.lower);
  const plain = withHint(each, input, window);
  const number =
    counted === null ? plain : { ...plain, unit: { dimension: "shares", exponent: counted.exponent } };
  // 市盈率处于近5年46.2%分位: a measure before the number that cannot have its unit leaves it to the one after.
  const isOpen =
    window.named === null || window.named.op.endsWith("verb") || !mayHaveUnit(window.named, number, lexicon);
  // a price of CNY 74.10 at the open: the moment behind it says which.
  const isPriced = isOpen || window.named?.metrics.some((id) => lexicon.priced.includes(id)) === true;
  const isSaid = isOpen && (window.direction === null || window.direction.op === "loss");
  const behindIt =
    (isPriced ? momentBehind(clause, at, lexicon) : null) ?? (isSaid ? measureOf(clause, at, lexicon) : null);
  const equal = window.named === null ? equated(clause, at) : null;
  const before = windowOf(input, at, seen);
  const told = before === null && stated === undefined ? describedBehind(input, at) : null;
  const isTold = told !== null && window.named === null;
  const after =
    (isTold ? told.measure : null) ??
    equal?.measure ??
    behindIt ??
    (isOpen ? measureAfter(clause, at) : null);
  const stretch = isOfDay(clause, at)
    ? null
    : (stated?.window ??
      before ??
      told?.window ??
      (carriesStretch(window, after, input) ? context.stretch : null));
  const isClean = !mayNameMeasure(window.tokens);
  const gapNoun = nounEnd.test(window.gap.replace(/[\s:,'"()的]+$/, "")) || isNorm(window, each, input.lower);
  // BYD's backlog stands at 98.76: what stands is the noun before the verb.
  const isVerbOfOther = window.named?.op.endsWith("verb") === true && !isClean;
  // has broken below its MA60: CNY 30.18 now: the price, not the average, the open or the close before.
  const isNow =
    clause[at + 1]?.kind === "realtime" &&
    window.named?.metrics.some((id) => isBesidesPrice(id, lexicon)) === true;
  const own = isNow ? null : window.named;
  const named = gapNoun || isVerbOfOther ? makeToken("foreign", each.start, each.start) : own;
  const growth = window.growth || growthAfter(clause, at);
  const isLevel = window.named === null && reachesLevel(window, input, number);
  const around: Surroundings = {
    named: gapNoun && after !== null ? null : named,
    after,
    direction: window.direction,
    growth,
    isAside: isClean && isAside(number, window),
    inherited: nowPriced(input, at, window) ?? (context.metricIsOpen ? context.metrics : []),
    isUnsaid: isUnsaid(input),
    isClean: isClean || stated !== undefined,
    dimension: number.unit?.dimension ?? null,
    stretch:
      stretch === null
        ? saidStretch([...seen, ...behind])
        : stretchOf(input.lower.slice(stretch.start, stretch.end)),
  };
  const ofSum =
    named === null && after === null && window.direction === null && stated === undefined
      ? measuresOfSum(each, window.tokens, input.lower, lexicon)
      : null;
  const chosen =
    ofSum ??
    changeAmount(input, window, number) ??
    movedBy(input, window, each) ??
    (window.named?.kind === "foreign" && stated !== undefined ? [] : stated?.metrics) ??
    (isLevel && after === null ? levelMetrics(input, number) : null) ??
    (after === null && isClean ? earningsMetrics(input, window, number) : null) ??
    (mayBePrice(input, window)
      ? [...new Set([...chooseMetrics(around, lexicon), ...lexicon.changes.percent])]
      : chooseMetrics(around, lexicon));
  const isLoose =
    ofSum === null &&
    named === null &&
    after === null &&
    window.direction === null &&
    isClean &&
    stated === undefined &&
    !context.barred &&
    !behind.some((one) => one.kind === "foreign");
  const isOther =
    behind.some((one) => one.kind === "foreign" && one.op === "qoq") || isCountOfOther(each, input.lower);
  const label = isLoose && chosen.length === 0 ? trailingLabel(input.sentence) : null;
  const isOfGrowth = growth || window.direction?.op === "growth";
  const asked =
    isLoose || (after === null && isClean && ofSum === null) ? leftUnsaid(input, window, around) : [];
  const metrics =
    isOther || hasUnknownSubject(window.tokens) || (isOfGrowth && asked.length > 0)
      ? []
      : chosen.length > 0
        ? chosen
        : isLoose
          ? (ofLabel(isNamedLater(clause, at) ? null : label, number, lexicon) ??
            laterMetrics(input, at, number.unit?.dimension ?? null))
          : (ofSum ?? sharedMetrics(input, at, window));
  const both = stated === undefined ? measuresOfBoth(window.tokens, lastOf(input.bound.quantities)) : null;
  const measure = after ?? window.named;
  // 下跌的有三六零(-0.40%): the words say it of the company, the number says it again.
  const said = window.direction?.sign ?? window.named?.sign ?? (measure === null ? context.sign : 0);
  const isRepeated =
    said !== 0 &&
    clause[at - 1]?.kind === "open" &&
    number.sign === (said < 0 ? "-" : "+") &&
    window.tokens.some((one) => one.kind === "company");
  // 净亏损由62.50亿元减至41.80亿元: the level that a loss led to is a loss too.
  const isOpenSign =
    window.direction === null || (window.direction.op === "growth" && window.direction.count === 1);
  // 跌幅0.88%。小结:22.64元: the sign of a measure in another unit is not the number's.
  const isInherited = measure === null && isOpenSign && isOfUnit(context.metrics, number, lexicon);
  const inherited = isInherited ? context.sign : 0;
  const ownSign = measure?.kind === "metric" ? measure.sign : inherited;
  const wordSign = isRepeated || stated?.metrics !== undefined ? 0 : ownSign;
  // 同比增速为-11.12%: the noun leaves the sign to the number.
  const isSignless =
    number.sign !== "" &&
    window.direction !== null &&
    /^(?:增速|增幅|growth)$/.test(input.lower.slice(window.direction.start, window.direction.end));
  const isMove =
    window.direction !== null &&
    !isSignless &&
    window.direction.count !== 1 &&
    window.direction.op !== "open" &&
    !isRepeated;
  const direction = isMove && window.direction !== null ? window.direction.sign : wordSign;
  return {
    token: each,
    number,
    company:
      stated?.company ??
      (isTold ? told.company : null) ??
      equal?.company ??
      counted?.company ??
      ownerAfter(clause, at, input.lower) ??
      context.company,
    metrics: labelledBehind(clause, at, metrics),
    both,
    asked: metrics.length > 0 || isOther ? [] : asked,
    bare:
      isLoose &&
      !isOther &&
      !countsOther(number, window.tokens) &&
      label?.kind !== "foreign" &&
      !isKnownLabel(label, lexicon) &&
      (context.metricIsWeak || !context.metricIsOpen || !isOfMeasure(number, context, input)),
    inherits: named === null && after === null && window.direction === null && stated === undefined,
    endsHere: endsAt(clause, at),
    direction,
    directionIsVerb: isMove || wordSign > 0,
    now: nowOf([...seen, ...behind], measure),
    headsNow: context.headTimes.some(saysNow),
    relatives: [
      ...relativesOf(clause, at, seen, { metrics, changes: lexicon.changes }),
      ...context.headTimes.filter(isDayWord),
    ],
    window: stretch,
    isOfSession: window.tokens.some((one) => saysSession(one, input.lower)),
    isIntraday: saysIntraday(input.lower, stretchStart(input), each),
    part: partOfYear(clause, at, seen, input.lower),
    bound: isVagueBehind(input, at)
      ? ""
      : boundOf(wordBefore(window), { around: seen, between: window.tokens, lower: input.lower }),
    fault:
      stated?.fault === true || both !== null
        ? "unclear"
        : contradicts(number, isRetold(window, clause, at) ? null : context.unit)
          ? "unit"
          : faultOf(window, seen, input, at),
    isUsers:
      ((isUsersNumber(seen, input.lower) ||
        clause.slice(at + 1, at + 4).some((one) => one.kind === "user" && one.end - one.start > 2)) &&
        equal === null &&
        !isMeasureAsTheirs(window.named, each, input.lower)) ||
      (window.named?.kind !== "metric" && isSaidTheirs(each, input.lower)),
    usersHead: place.row < 0 ? -1 : (seen.findLast(({ kind }) => kind === "user")?.start ?? -1),
    sentence: place.sentence,
    clause: index,
    row: place.row,
  };
}

/** RMB 0.11 trillion (RMB 112.90 billion in the more usual unit), 换算成…: in a unit other than the announced one. */
const isRetold = ({ tokens }: Window, clause: Clause, at: number): boolean =>
  tokens.some(({ op }) => op === "换算成") ||
  (clause[at - 1]?.kind === "open" && clause[at - 2]?.kind === "number");

/** Nothing follows the number that it could be of. */
function endsAt(clause: Clause, at: number): boolean {
  const [next, after] = clause.slice(at + 1, at + 3);
  if (next === undefined || ["open", "close", "join"].includes(next.kind)) return true;
  return next.kind === "fill" && next.op === "for" && after?.kind === "company";
}

/** `1801.23元(+0.53%)`: a signed per cent, or none at all, with no word of its own. */
const isAside = ({ unit, sign, shown }: NumberRead, { named, direction }: Window): boolean =>
  unit?.dimension === "part" && (sign !== "" || shown.digits === 0n) && named === null && direction === null;
