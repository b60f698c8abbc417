/** 二者换手率一致, 估值并不相同, the matching pair, just as high as Moutai's: that values shown are the same, or not. */
import { kindsOf } from "../../tokens/token.ts";
import {
  companiesOf,
  companyRows,
  type Judge,
  type Row,
  type Rule,
  rowsMeant,
  type Told,
  valuesOf,
} from "./told.ts";

/** Both as it is shown and as it is claimed. */
const isSame = (row: Row): boolean => row.every(({ base }) => base === row[0]?.base);
const isUnlike = (row: Row): boolean => new Set(row.map(({ shown }) => shown)).size === row.length;

const denied = /(?:不|没|未|非|并非|没有)(?:完全|太|尽|大|能|怎么)?$|(?<![a-z])(?:not|never)(?![a-z])|n't/;

const unlike = /不同|不等|有别|差[异别]|区别|differ/;

/** Beside what is known nothing but words that join, point and count: 业务结构不同 is of what no claim measures. */
const plain =
  /^(?:[这那两二三四者家只股个项的数值都也均并又且则各自为是在今当日之间彼此中它们双方完全太尽大能怎么不没有未非上水平并列'’s]|公司|股票|are|is|were|was|have|has|the|a|an|of|on|two|three|both|they|their|these|those|and|exactly|just|in|fact|do|does|did|not|show|shows|same|share|sit|sits|stand|stands)*$/;
const others = kindsOf("entity user");
const isPlain = ({ before, behind, bench: { input } }: Told): boolean =>
  [...before, ...behind].every(
    ({ kind, op, start, end }) =>
      !others.has(kind) &&
      (kind !== "text" || plain.test(op)) &&
      (kind !== "foreign" || /^(?:估值|valuations?)$/.test(input.lower.slice(start, end))),
  );

const judgeSame: Judge = (told) => {
  const { bench, clause, found, text } = told;
  if (!isPlain(told)) return undefined;
  const rows = rowsMeant(companyRows(valuesOf(bench)), clause);
  if (rows.length === 0 || companiesOf(clause).length === 1) return undefined;
  const at = text.indexOf(found[0]);
  const isNot = denied.test(text.slice(0, at)) !== unlike.test(found[0]);
  return rows.every(isNot ? isUnlike : isSame);
};

/** as high as, of two that are named. */
const judgeAs: Judge = ({ bench, before, behind, clause, text }) => {
  const [a, b] = [companiesOf(before).at(-1), companiesOf(behind)[0]];
  if (
    a === undefined ||
    b === undefined ||
    /(?<![a-z])(?:not|nowhere|nearly|almost|n't|twice|half|times)|n't/.test(text)
  )
    return undefined;
  const rows = rowsMeant(companyRows(valuesOf(bench)), clause);
  const of = rows.map((row) => row.filter(({ company }) => company === a || company === b));
  return of.length === 0 ? undefined : of.every((row) => row.length === 2 && isSame(row));
};

export const sameness: readonly Rule[] = [
  [
    /(?<!走势|方向|流向|步调|走向|涨跌|表现|口径)(?:一致|相同|相等|一样|并列|齐平|打平|不同|不等|有别|有(?:所)?(?:不同|差[异别]|区别))(?=[,，。;；:：!！\n（(]|$)|(?<![a-z])(?:(?:the )?matching pair|identical|tied)(?![a-z])|(?<![a-z])(?:differ|different|the same)(?= ?[.,;]|$)/g,
    judgeSame,
  ],
  [
    /(?<![a-z])as (?:high|low|large|big|small|strong|weak|expensive|dear|cheap|pricey|profitable|rich|much|good|fast|heavy|busy|active) as(?![a-z])/g,
    judgeAs,
  ],
];
