/** X is the exception, 后者则相反, each wins on one, ROE越高的市盈率也越高: how the order or the sign of some values goes with that of others. */
import {
  companyRows,
  isLevel,
  type Judge,
  measuresOf,
  pricesIn,
  type Row,
  type Rule,
  subjectOf,
  type Told,
  valuesOf,
} from "./told.ts";

/** Of each company a sign: of what may be negative, and of its price beside each of its levels. */
function signRows({ bench }: Told): readonly Row[] {
  const values = valuesOf(bench);
  const { flows, changes, profits } = bench.input.lexicon;
  const isSigned = (row: Row): boolean =>
    row.some(({ base }) => base < 0) ||
    row.every(({ metric }) => [flows, changes.all, profits].some((of) => of.includes(metric)));
  const beside = values.flatMap((each) => {
    const [price, ...more] = pricesIn(values, each.company, bench);
    const isOne = price !== undefined && more.length === 0 && isLevel(each.metric, bench);
    return isOne ? [{ ...each, base: price.base - each.base }] : [];
  });
  const signs = (row: Row): Row => row.map((each) => ({ ...each, base: Math.sign(each.base) }));
  return [...companyRows(values).filter(isSigned), ...companyRows(beside)].map(signs);
}

/** Of the only sign of its kind, wherever the signs differ. */
const judgeException: Judge = (told) => {
  const company = subjectOf(told);
  const rows = signRows(told).filter((row) => new Set(row.map(({ base }) => base)).size > 1);
  if (company === null) return undefined;
  const isAlone = (row: Row): boolean => {
    const own = row.find((each) => each.company === company);
    const others = row.filter((each) => each !== own);
    return own !== undefined && others.every(({ base }) => base === -own.base);
  };
  return rows.length > 0 && rows.every((row) => row.length > 2 && isAlone(row));
};

/** Two of opposite signs. */
const judgeOtherWay: Judge = (told) => {
  const { before, bench } = told;
  const owners = new Set(valuesOf(bench).map(({ company }) => company));
  const isOfMeasure = measuresOf(before).length > 0;
  if (owners.size !== 2 || isOfMeasure) return undefined;
  const rows = signRows(told);
  return rows.some((row) => row[0]?.base === -(row[1]?.base ?? 0) && row[0]?.base !== 0);
};

const first = (row: Row, sign: number): string | null | undefined => {
  const [own, next] = row.toSorted((a, b) => (b.base - a.base) * sign);
  return own?.base === next?.base ? undefined : own?.company;
};

/** Each of the two is first in one measure, or in as many as the words leave open. */
const judgeSplit: Judge = ({ bench, found }) => {
  const rows = companyRows(valuesOf(bench));
  const owners = new Set(rows.flat().map(({ company }) => company));
  if (rows.length === 0) return undefined;
  const wins = [...owners].map((each) => rows.filter((row) => first(row, 1) === each).length);
  return wins.every((each) => (/one|一/.test(found[0]) ? each === 1 : each > 0));
};

const down = /^(?:低|小|少|弱|便宜|lower|smaller|weaker|cheaper)/;

/** The last two measures that the clause names, in its order. */
function pairOfMeasures({ bench, clause }: Told): readonly [Row, Row] | null {
  const rows = companyRows(valuesOf(bench));
  const named = [...new Set(measuresOf(clause))].flatMap((each) =>
    rows.filter((row) => row[0]?.metric === each),
  );
  const [a, b] = named.slice(-2);
  return a === undefined || b === undefined || named.length < 2 ? null : [a, b];
}

/** The order of one measure is that of the other, or its reverse. */
const judgeTogether: Judge = (told) => {
  const pair = pairOfMeasures(told);
  if (pair === null) return undefined;
  const [, one = "", other = ""] = told.found;
  const sign = down.test(one) === down.test(other) ? 1 : -1;
  const [a, b] = pair;
  const byOwner = (row: Row, company: string | null) => row.find((each) => each.company === company)?.base;
  return a.every((x) =>
    a.every((y) => {
      const [u, v] = [byOwner(b, x.company), byOwner(b, y.company)];
      if (u === undefined || v === undefined) return false;
      return Math.sign(x.base - y.base) === sign * Math.sign(u - v);
    }),
  );
};

/** Who is first in the one is first in the other. */
const judgeLeader: Judge = (told) => {
  const pair = pairOfMeasures(told);
  if (pair === null) return undefined;
  const [, one = "", other = ""] = told.found;
  const [a, b] = [first(pair[0], down.test(one) ? -1 : 1), first(pair[1], down.test(other) ? -1 : 1)];
  return a !== undefined && a === b;
};

export const oneAndOthers: readonly Rule[] = [
  [
    /(?<!no |not )(?<![a-z])(?:the|an) (?:only |sole |lone )?(?:exception|odd one out|outlier)(?![a-z])|(?<![无没]|没有)例外(?:的?是|$|(?=[,，。;；\n]))/g,
    judgeException,
  ],
  [
    /(?<![a-z])(?:went|moved|goes|moves|did|does) the (?:other way|opposite|reverse)(?! round| around)|(?:则|却|正好|恰好|恰恰)相反(?=[,，。;；\n]|$)/g,
    judgeOtherWay,
  ],
  [
    /(?<![a-z])each (?:[a-z]+ )?(?:wins|leads|is ahead|comes out ahead|takes) (?:on |in )?(?:one|some)(?![a-z])|各(?:胜|赢|领先|占)(?:出)?一[项局筹]|互有(?:胜负|高低|领先)|各有(?:胜负|千秋|所长|领先)/g,
    judgeSplit,
  ],
  [
    /越(高|低|大|小|多|少)的?[^,，。;；\n]{0,4}[,，]?[^,，。;；\n]{0,12}越(高|低|大|小|多|少|贵|便宜)/g,
    judgeTogether,
  ],
  [
    /the (higher|lower|larger|smaller|bigger) the [^.,;\n]{2,24}, the (higher|lower|larger|smaller|bigger) (?:the|its) [^.,;\n]{2,24}/g,
    judgeTogether,
  ],
  [
    /(高|低|大|小|多|少)的?(?:一方|那[一]?[家只个]|[一这][家只个]|公司)[,，]?[^,，。;；\n]{1,10}(?:也|同样|反而|却)(?:是)?(?:最|更|较)?(高|低|大|小|多|少)/g,
    judgeLeader,
  ],
];
