/** 收盘价没动, the P/E held steady, its flow changed direction, took the lead on the second day: what became of values that are shown of several days. */
import {
  companiesOf,
  dayRows,
  type Judge,
  measuresOf,
  type Row,
  type Rule,
  subjectOf,
  type Told,
  valuesOf,
} from "./told.ts";

const bounds = (row: Row): readonly [number, number] => [row[0]?.base ?? 0, row.at(-1)?.base ?? 0];
const isStill = (row: Row): boolean => new Set(row.map(({ base }) => base)).size === 1;
const isOther = (row: Row): boolean => new Set(row.map(({ shown }) => shown)).size > 1;

/** Values by day of what is named right before the words, or behind 是; of all where nothing is. */
function rowsSaid({ bench, before, behind, found }: Told): readonly Row[] | null {
  const all = dayRows(valuesOf(bench));
  const side = /(?:是| in)$/.test(found[0]) ? behind : before;
  const last = side.findLast(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const company = companiesOf(side).at(-1);
  const of = all.filter(
    (row) =>
      (company === undefined || row[0]?.company === company) &&
      (last === undefined || last.metrics.includes(row[0]?.metric ?? "")),
  );
  return all.length === 0 ? null : of;
}

const judgeBy =
  (isSo: (row: Row) => boolean): Judge =>
  (told) => {
    const rows = rowsSaid(told);
    if (rows === null) return undefined;
    return rows.length === 0 ? null : rows.every(isSo);
  };

const isSigned = (row: Row, { input: { lexicon } }: Told["bench"]): boolean =>
  row.every(({ metric }) =>
    [lexicon.flows, lexicon.changes.all, lexicon.profits].some((of) => of.includes(metric)),
  ) || row.some(({ base }) => base < 0);

/** It is in the other direction than before. */
const judgeTurned: Judge = (told) => {
  const rows = rowsSaid(told)?.filter((row) => isSigned(row, told.bench)) ?? [];
  if (rows.length === 0) return undefined;
  return rows.every((row) => {
    const [first, last] = bounds(row).map(Math.sign);
    return first === -(last ?? 0) && first !== 0;
  });
};

/** The first of the measure on the last day, and not on the first. */
const judgeOvertaking: Judge = (told) => {
  const company = subjectOf(told);
  const rows = dayRows(valuesOf(told.bench));
  const named = measuresOf(told.clause);
  const measures = [...new Set(rows.map((row) => row[0]?.metric ?? ""))].filter(
    (each) => named.length === 0 || named.includes(each),
  );
  if (measures.length === 0) return undefined;
  return measures.every((metric) => {
    const of = rows.filter((row) => row[0]?.metric === metric);
    const own = of.find((row) => row[0]?.company === company);
    if (own === undefined || of.length < 2) return false;
    const others = of.filter((row) => row !== own).map(bounds);
    const [first, last] = bounds(own);
    return others.every((each) => last > each[1]) && others.some((each) => first < each[0]);
  });
};

export const changes: readonly Rule[] = [
  [
    /(?<![a-z])(?:(?:is|was|are|were) (?:unchanged|constant|static|stable|where (?:it|they) (?:was|were))|no (?:movement|change) in(?= )|(?:held|holding|stayed|staying|kept|remained) (?:steady|constant|static|stable|still|put|flat|unchanged|the same|where (?:it|they) (?:was|were))|(?:did not|didn't|has not|hasn't) (?:move|change|budge|moved|changed|budged)(?! hands))(?![a-z])|(?:没有?|未|并未|毫?无)(?:任何|什么)?(?:动|变化?|变动|改变)|(?:保持|维持)(?:稳定|原样|原状)(?=[了,，。;；!！\n]|$)|(?:保持|维持)?(?<!一成)不变(?=[,，。;；\n]|$)|原地(?:踏步|不动)|纹丝(?:不|未)动/g,
    judgeBy(isStill),
  ],
  [
    /变(?:动|化)?[了的]{0,2}的?是|(?:出现|发生)(?:了)?(?:变化|变动)(?=[,，。;；\n]|$)|变了(?=[,，。;；\n]|$)|(?<![a-z])(?:moved|changed|shifted)(?= ?(?:[.,;]|$|and |while |but ))/g,
    judgeBy(isOther),
  ],
  [
    /(?<![a-z])(?:changed (?:direction|sign|sides)|flipped|switched (?:sign|sides|direction))(?![a-z])|(?:资金|流向|方向|走势)(?:发生)?(?:了)?(?:反转|逆转|转向|变号)/g,
    judgeTurned,
  ],
  [
    /(?<![a-z])(?:took (?:over )?the lead|moved ahead|pulled ahead|overtook|moved in front|jumped ahead)(?![a-z])|后来居上|完成反超|实现反超|反超(?=[,，。;；\n]|$)/g,
    judgeOvertaking,
  ],
];
