/** Is Midea cheaper than Gree? 主力在流入吗? Is it profitable?: what the claims say to a question of yes or no that names no number. */
import type { Bench } from "../bench.ts";
import { isDayOf, relativeHolds } from "../claims/calendar-match.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { holds } from "../comparing/comparison-sides.ts";
import { companiesIn, kindsOf, metricsIn, onlyOf, type Token } from "../tokens/token.ts";
import { isMeasure, longestQuestion } from "./question.ts";

const barring = kindsOf("number vague window date forecast quantity entity foreign time superlative user");

/** The question asks one thing, of now; 了没有 at its end denies nothing. */
function isPlain({ question }: Pick<Bench["input"], "question">): boolean {
  return (
    question.length <= longestQuestion &&
    !question.some(
      ({ kind, op }, at) =>
        barring.has(kind) ||
        (kind === "relative" && op !== "today") ||
        (kind === "negation" && at < question.length - 2),
    )
  );
}

const dear = /贵|(?<![a-z])(?:more expensive|pricier|dearer)(?![a-z])/;
const cheap = /便宜|(?<![a-z])(?:cheaper|less expensive)(?![a-z])/;
const more = /[高大多强]/;
const less = /[低小少弱]/;

/** Which way the words behind 比 go. */
const wayOf = (said: string): string | null =>
  onlyOf([
    ...(dear.test(said) || more.test(said) ? [">"] : []),
    ...(cheap.test(said) || less.test(said) ? ["<"] : []),
  ]);

/** Whether the company named first lies on that side of the second, by the measure named, else by every price and multiple that the claims hold of both. */
export function besideHolds({ input, book }: Bench): boolean | null {
  const { question, asked, lexicon } = input;
  const [own, other, ...others] = companiesIn(question);
  const [pivot, ...pivots] = question.filter(({ kind }) => kind === "compare");
  if (own === undefined || other === undefined || others.length > 0 || pivots.length > 0) return null;
  // 和五粮液比茅台低吗: of the one named last.
  if (pivot === undefined || !isPlain(input) || /[和与跟同]/.test(asked.slice(0, pivot.start))) return null;
  const at = question.indexOf(pivot);
  const isBetween = (each: Token | undefined, side: 1 | -1): boolean =>
    each !== undefined && (question.indexOf(each) - at) * side > 0;
  const named = (code: string): Token | undefined => question.find(({ op }) => op === code);
  if (!isBetween(named(own), -1) || !isBetween(named(other), 1)) return null;
  const op = pivot.op === "than" ? wayOf(asked.slice(pivot.end)) : pivot.op;
  if (op === null || !/^[<>]$/.test(op)) return null;
  const measures = metricsIn(question.filter(isMeasure));
  const isOfWorth = dear.test(asked) || cheap.test(asked);
  const multiples = book.all.flatMap(({ unit, claim }) => (unit.dimension === "times" ? [claim.metric] : []));
  const worth = isOfWorth ? [...lexicon.priced, ...lexicon.closes.own, ...multiples] : [];
  const verdicts = [...new Set(measures.length > 0 ? measures : worth)].flatMap((metric) =>
    claimsOf(own, [metric], book).flatMap((a) =>
      claimsOf(other, [metric], book).map((b) => holds(op, a.base, b.base)),
    ),
  );
  return onlyOf(verdicts);
}

const inward =
  /净?流入|净买入|(?<![a-z])(?:flow(?:ed|ing|s)? in(?:to)?|net inflows?|net buy(?:ing|ers)?|(?:(?:big|main-force|smart) )?money (?:com(?:e|ing)|came|enter(?:ed|ing)?|buy(?:ing)?|bought)(?: in)?)(?![a-z])/;
const outward =
  /净?流出|净卖出|(?<![a-z])(?:flow(?:ed|ing|s)? out(?: of)?|net outflows?|net sell(?:ing|ers)?|(?:(?:big|main-force|smart) )?money (?:leav(?:e|ing)|left|exit(?:ed|ing)?|pull(?:ed|ing)?|get(?:ting)?|sell(?:ing)?|sold)(?: out)?)(?![a-z])/;
const earning =
  /盈利|赚钱|(?<![a-z])(?:profitable|in the black|mak(?:e|es|ing) (?:a profit|money)|made (?:a profit|money)|turn(?:ed|ing)? a profit|in profit)(?![a-z])/;
const losing =
  /亏损|亏钱|(?<![a-z])(?:loss-making|in the red|los(?:e|es|ing) money|lost money|(?:make|made|making|turn(?:ed)?|post(?:ed)?) a loss)(?![a-z])/;
/** Of what the user holds, of how much or why, and of a change. */
const ofElse =
  /我|还是|情况|流向|排|哪|谁|买(?!入)|成本|持仓|多少|为什么|为何|能力|怎么|扭亏|更|一定|会|[涨跌]|滚动|收窄|缩小|扩大|加[大剧深快]|减[少亏]|增[加多]|变[大小多少]|改善|恶化|(?<![a-z])(?:my|i|mine|we|how|why|more|turn(?:ed)?(?! a (?:profit|loss))|versus|vs|or|which|who|always|mean|trailing|ttm|ris(?:e|ing)|fall(?:ing)?|narrow\w*|widen\w*|shr[iau]nk\w*|deep\w*|grow\w*|grew|eas(?:e|ed|ing)|improv\w*|wors\w*)(?![a-z])/;

/** Whether the money went, or the profit is, the one way that the question asks of. */
export function signHolds(bench: Bench): boolean | null {
  const { input, book } = bench;
  const { asked, lexicon } = input;
  const question = input.question.filter((each) => !isTime(each));
  if (!isPlain({ question }) || ofElse.test(asked)) return null;
  const said = [
    { words: inward, sign: 1, of: lexicon.flows },
    { words: outward, sign: -1, of: lexicon.flows },
    { words: earning, sign: 1, of: lexicon.profits },
    { words: losing, sign: -1, of: lexicon.profits },
  ].filter(({ words }) => words.test(asked));
  const [way] = said;
  const isOther = metricsIn(question).some((id) => way?.of.includes(id) === false);
  if (way === undefined || said.length > 1 || isOther || question.some(({ kind }) => kind === "compare"))
    return null;
  const named = [...companiesIn(question)];
  const owners = named.length > 0 ? named : [book.only];
  const signs = owners.map((owner) => claimsOf(owner, way.of, book).map(({ base }) => Math.sign(base)));
  if (signs.some((own) => onlyOf(own) === null) || !areOfDays(way.of, bench)) return null;
  return signs.flat().every((sign) => sign === way.sign);
}

const isTime = ({ kind, op }: Token): boolean =>
  kind === "date" || (kind === "relative" && /^(?:last|this)Year$/.test(op));

/** In 2025, last year: the claims of the measures are of the time that the question names, where it names one. */
const areOfDays = (of: readonly string[], { input, book, now }: Bench): boolean =>
  input.question.filter(isTime).every((each) => {
    const own = book.all.filter(({ claim }) => of.includes(claim.metric));
    return own.every((entry) =>
      each.kind === "date" ? isDayOf(each, entry.asOf.day, now) : relativeHolds(each.op, entry, now),
    );
  });

const book =
  /破净|(?:跌破|低于|不到|高于|超过)(?:每股)?净资产|(?<![a-z])(?:above|over|below|under|less than|more than) (?:its |their )?book(?: value)?(?![a-z])/;
const aboveBook = /高于|超过|(?<![a-z])(?:above|over|more than)(?![a-z])/;

/** Is it priced under book? */
export function bookHolds({ input, book: claims }: Bench): boolean | null {
  const { question, asked, lexicon } = input;
  const isLong = question.length > longestQuestion || question.some(({ kind }) => kind === "number");
  if (!book.test(asked) || isLong || alternative.test(asked)) return null;
  const named = [...companiesIn(question)];
  const multiples = lexicon.match("市净率", 0)?.entry.metrics ?? [];
  const values = (named.length > 0 ? named : [claims.only]).map((owner) =>
    claimsOf(owner, multiples, claims).map(({ base }) => Math.sign(base - 1)),
  );
  if (values.some((own) => own.length === 0)) return null;
  return values.flat().every((sign) => sign === (aboveBook.test(asked) ? 1 : -1));
}

const alternative =
  /还是|(?<![a-z])(?:or|why|how|what|which|who|when)(?![a-z])|多少|为什么|为何|哪|谁|为[正负]|增[速幅]/;

/** Has it been growing its sales? 营收下滑了吗: which way the one measure that is asked of went on the year. */
export function growthHolds({ input, book: claims }: Bench): boolean | null {
  const { question, asked, lexicon } = input;
  if (!isPlain(input) || alternative.test(asked) || question.some(({ kind }) => kind === "compare"))
    return null;
  const [way, ...ways] = question.filter(({ kind, sign }) => kind === "direction" && sign !== 0);
  const measures = question.filter(isMeasure);
  if (way === undefined || ways.length > 0 || measures.length !== 1 || !/^(?:growth|market)$/.test(way.op))
    return null;
  const grown = lexicon.grownOf(metricsIn(measures));
  const named = [...companiesIn(question)];
  const owners = named.length > 0 ? named : [claims.only];
  // A rise of what stays a loss is no growth of profit, and no fall.
  const bases = grown.flatMap(lexicon.basesOf);
  if (owners.some((owner) => claimsOf(owner, bases, claims).some(({ base }) => base < 0))) return null;
  const signs = owners.map((owner) => claimsOf(owner, grown, claims).map(({ base }) => Math.sign(base)));
  if (grown.length === 0 || signs.some((own) => onlyOf(own) === null)) return null;
  return signs.flat().every((sign) => sign === way.sign);
}
