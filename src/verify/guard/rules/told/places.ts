/** 五粮液排在茅台之前, next after Moutai comes Wuliangye, the second day was the quieter, the shortest average sits on top: who or what comes before another. */
import {
  companiesOf,
  companyRows,
  dayRows,
  isLevel,
  type Judge,
  measuresOf,
  type Row,
  type Rule,
  rowsMeant,
  subjectOf,
  type Told,
  valuesOf,
} from "./told.ts";

const owners = ({ clause }: Told): readonly string[] => companiesOf(clause);

/** The rows that the words name, or those that hold all of the companies. */
function rowsOf(told: Told, companies: readonly string[]): readonly Row[] {
  const { bench, clause } = told;
  const rows = companyRows(valuesOf(bench)).filter((row) =>
    companies.every((each) => row.some(({ company }) => company === each)),
  );
  const named = measuresOf(clause);
  const own = rows.filter((row) => named.includes(row[0]?.metric ?? ""));
  return own.length > 0 ? own : rows;
}

const baseOf = (row: Row, company: string): number =>
  row.find((each) => each.company === company)?.base ?? Number.NaN;

/** The first company named has more, or less, than the second. */
const judgeBefore: Judge = (told) => {
  const [a, b, ...more] = owners(told);
  if (a === undefined || b === undefined || more.length > 0) return undefined;
  const rows = rowsOf(told, [a, b]);
  const sign = /[后]|behind|after|below/.test(told.found[0]) ? -1 : 1;
  return rows.length === 0 ? null : rows.every((row) => (baseOf(row, a) - baseOf(row, b)) * sign > 0);
};

/** The second company named has the most of those that have less than the first. */
const judgeNext: Judge = (told) => {
  const named = owners(told);
  // 五粮液仅次于茅台, 仅次于茅台的是五粮液
  const isBehind = told.found[0] === "仅次于" && companiesOf(told.before).length > 0;
  const [a, b] = isBehind ? named.toReversed() : named;
  if (a === undefined || b === undefined || named.length > 2) return undefined;
  const rows = rowsOf(told, [a, b]);
  const isNext = (row: Row): boolean => {
    const less = row.filter(({ base }) => base < baseOf(row, a)).map(({ base }) => base);
    return less.length > 0 && baseOf(row, b) === Math.max(...less);
  };
  return rows.length === 0 ? null : rows.every(isNext);
};

const less = /fewer|quiet|calm|slow|thin|light|清淡|冷清|沉寂|平静/;
const later = /second|latt?er |next|后|二|次/;

/** How much was traded on the one day beside the other. */
const judgeDay: Judge = (told) => {
  const { bench, found } = told;
  const { activity } = bench.input.lexicon;
  const rows = rowsMeant(dayRows(valuesOf(bench)), told.clause).filter((row) =>
    activity.includes(row[0]?.metric ?? ""),
  );
  if (rows.length === 0) return undefined;
  const sign = later.test(found[0]) === less.test(found[0]) ? -1 : 1;
  return rows.every((row) => row.length === 2 && ((row[1]?.base ?? 0) - (row[0]?.base ?? 0)) * sign > 0);
};

/** The value of the one day above or below that of the other. */
const judgeOnDay: Judge = (told) => {
  const rows = rowsMeant(dayRows(valuesOf(told.bench)), told.clause);
  if (rows.length === 0) return undefined;
  const sign = later.test(told.found[0]) === /lower|down|smaller|less/.test(told.found[0]) ? -1 : 1;
  return rows.every((row) => row.length === 2 && ((row[1]?.base ?? 0) - (row[0]?.base ?? 0)) * sign > 0);
};

/** Who traded less, or more, of the two companies. */
const judgeTrade: Judge = (told) => {
  const { activity } = told.bench.input.lexicon;
  const rows = companyRows(valuesOf(told.bench)).filter((row) => activity.includes(row[0]?.metric ?? ""));
  const company = subjectOf(told);
  if (company === null || rows.length === 0 || /day|session/.test(told.text)) return undefined;
  const sign = less.test(told.found[0]) ? -1 : 1;
  return rows.every((row) =>
    row.every((each) => each.company === company || (baseOf(row, company) - each.base) * sign > 0),
  );
};

/** Whose loss or fall is the larger: by size, wherever all are below nought. */
const judgeSeverity: Judge = (told) => {
  const rows = companyRows(valuesOf(told.bench)).filter((row) => row.every(({ base }) => base < 0));
  const company = subjectOf(told);
  if (company === null || rows.length === 0) return undefined;
  const sign = /mild|shallow|gentl|light|small/.test(told.found[0]) ? 1 : -1;
  return rows.every((row) =>
    row.every((each) => each.company === company || (baseOf(row, company) - each.base) * sign > 0),
  );
};

/** The average of the fewest, or the most, days above or below the others. */
const judgeAverage: Judge = ({ bench, found }) => {
  const { averages } = bench.input.lexicon;
  const values = valuesOf(bench).filter(({ metric }) => isLevel(metric, bench) && averages.includes(metric));
  const days = ({ metric }: Row[number]): number => Number(/\d+/.exec(metric)?.[0] ?? Number.NaN);
  const [first, ...rest] = values.toSorted((a, b) => days(a) - days(b));
  const isOne = new Set(values.map(({ company }) => company)).size === 1;
  if (first === undefined || rest.length === 0 || !isOne) return undefined;
  const own = /short|短/.test(found[1] ?? "") ? first : rest.at(-1);
  const sign = /top|high|上|高/.test(found[2] ?? "") ? 1 : -1;
  return values.every((each) => each === own || ((own?.base ?? 0) - each.base) * sign > 0);
};

export const places: readonly Rule[] = [
  [/(?:排名?|列|位|居)(?:在|于)?[^,，。;；\n]{2,8}(?:之前|前面|前头|之后|后面|身后)/g, judgeBefore],
  [
    /(?<![a-z])next (?:after|behind|below) [^.,;\n]{2,24} (?:comes|is|was|stands|ranks)(?![a-z])|仅次于|紧(?:随|跟)[^,，。;；\n]{2,8}(?:之后|其后)的?是/g,
    judgeNext,
  ],
  [
    /(?:the )?(?:first|second|latter|earlier|later|next) (?:day|session) (?:was|saw|had|turned out|brought) (?:the |a )?(?:quieter|busier|calmer|slower|livelier|heavier|lighter|thinner|brisker)(?![a-z])|(?:[前后头]一|第[一二]|次)[天日](?:的)?(?:成交|交投|换手|交易)?(?:明显)?[更较]为?(?:活跃|热闹|清淡|冷清|沉寂|平静)/g,
    judgeDay,
  ],
  [
    /the (shortest|longest) (?:moving )?(?:average|line|one) (?:sits|is|stands|lies|runs) (?:at |on )?(?:the )?(top|highest|bottom|lowest)(?![a-z])/g,
    judgeAverage,
  ],
  [
    /(?<![a-z])(?:quieter|calmer|busier|livelier)(?: one| name| stock)? of the (?:two|pair)(?![a-z])|(?<![a-z])(?:more|fewer) (?:lots|shares) of [a-z ]{2,24} (?:changed hands|(?:were )?traded)/g,
    judgeTrade,
  ],
  [
    /(?<![a-z])(?:higher|lower|larger|smaller) on the (?:first|second|latter|earlier|later) (?:day|date|session)(?![a-z])/g,
    judgeOnDay,
  ],
  [
    /(?<![a-z])the (?:(?:milder|shallower|gentler|lighter|deeper|steeper|heavier)(?: loss| fall| decline| drop)?|(?:smaller|larger|bigger) (?:net )?(?:loss|fall|decline|drop))(?: of the (?:two|pair))?(?= ?[.,;]|$)/g,
    judgeSeverity,
  ],
  // A double denial says no more than that it cannot be told.
  [/(?:不能说|不能算|谈不上|说不上|并非|不是)不(?=[高低大小多少强弱贵如及]|便宜)/g, () => null],
];
