/**
 * Words that tell the subjects of registered facts apart: what a rule says of the seller it does not say of the buyer. Each row
 * lists the sides of one question, in both languages.
 */
interface Contrast {
  readonly sides: readonly RegExp[];
  /** True where a side that the fact does not name at all is another subject too: a fact of A-shares is none of ETFs. */
  readonly isNarrow: boolean;
}

const contrast = (...sides: RegExp[]): Contrast => ({ sides, isNarrow: false });
const narrow = (...sides: RegExp[]): Contrast => ({ sides, isNarrow: true });

const contrasts: readonly Contrast[] = [
  contrast(/买|受让|\bbuy|\bbought|purchas/, /卖|出让|\bsell|\bsold|\bsales?\b/),
  contrast(/单边|单向|单方|single side|one side|\bonly\b/, /双边|双向|双方|\bboth\b|either side/),
  contrast(
    /每日|单日|日涨|日跌|\bdaily\b|\b(?:per|a|each) day\b/,
    /每周|周涨|周跌|\bweekly\b|\b(?:per|a|each) week\b/,
    /每月|月涨|月跌|\bmonthly\b|\b(?:per|a|each) month\b/,
    /每年|年涨|年跌|\bannual|\byearly\b|\b(?:per|a|each) year\b/,
  ),
  // 周涨跌幅限制: a stretch that a fact without one does not mean.
  narrow(
    /[每单一全]周|周(?:涨|跌)|\bweekly\b|\b(?:per|a|each) week\b/,
    /[每单全]月|一个月|月(?:涨|跌)|\bmonthly\b|\b(?:per|a|each) month\b/,
    /[每单]季|季度(?:涨|跌)|\bquarterly\b|\b(?:per|a|each) quarter\b/,
    /[每全]年|年度?(?:涨|跌)|\bannual|\byearly\b|\b(?:per|a|each) year\b/,
    /每小时|每分钟|\bhourly\b|\b(?:per|an|each) (?:hour|minute)\b/,
  ),
  narrow(/资金|现金|\bcash\b|\bmoney\b|\bproceeds\b/),
  contrast(
    /最低|至少|不低于|不少于|不得低于|下限|minimum|at least|no less/,
    /最高|至多|最多|不超过|不得超过|不高于|不得高于|上限|maximum|at most|no more|\bup to\b/,
  ),
  // 0.05% of the profit: another base than the value traded.
  narrow(
    /%\s?of (?:(?:the|your|any|net) ){0,2}(?:profits?|gains?|income|earnings)(?![a-z])|(?:盈利|利润|收益|所得)的?\d/,
  ),
  contrast(/上午|早盘|morning/, /下午|午后|afternoon/),
  contrast(/开盘|\bopening\b/, /(?<!开)收盘|\bclosing\b/),
  contrast(/个人|散户|自然人|individual|retail/, /机构|institution/),
  contrast(/超买|overbought/, /超卖|oversold/),
  contrast(/金叉|golden cross/, /死叉|death cross/),
  contrast(/上涨|涨停|limit[- ]up/, /下跌|(?<!涨)跌停|limit[- ]down/),
  contrast(/上交所|上海|沪市|shanghai/, /深交所|深圳|深市|shenzhen/, /北交所|北京|beijing/),
  narrow(
    /主板|main[- ]board/,
    /科创板|\bstar (?:market|board)/,
    /创业板|chinext/,
    /北交所|北京证券交易所|beijing stock|新三板/,
  ),
  narrow(
    /a股|\ba[- ]shares?\b/,
    /港股|h股|\bh[- ]shares?\b|hong kong/,
    /美股|us stocks|u\.s\./,
    /b股|\bb[- ]shares?\b/,
  ),
  narrow(/(?<![a-z])\*?st(?![a-z])|风险警示|退市整理/),
  narrow(/新股|上市首日|首发|\bipos?\b|newly listed/),
  narrow(/可转债|债券|convertible|\bbonds?\b/, /etf|基金|\bfunds?\b/, /期货|期权|futures|\boptions?\b/),
  narrow(
    /佣金|commission/,
    /印花税|stamp duty|stamp tax/,
    /过户费|transfer fee/,
    /经手费|handling fee/,
    /证管费|监管费|regulatory fee/,
    /利息税|红利税|股息税|dividend tax/,
  ),
  narrow(/融资|融券|两融|\bmargin (?:trad|financ|account)/),
];

/** A bit for each side that a text names. 买卖 and 涨跌停 name both at once and decide nothing; A 股 is A股. */
export function sidesOf(text: string): readonly number[] {
  const plain = text.replace(/买卖(?!双方)|(?<=[a-z]) (?=[\u4e00-\u9fff])/g, "");
  return contrasts.map(({ sides }) =>
    sides.reduce((bits, side, i) => (side.test(plain) ? bits | (1 << i) : bits), 0),
  );
}

/**
 * True where the text names a side that the fact does not. `own` are the sides of the clause of the fact that holds the
 * number, `whole` those of the whole fact: what the clause leaves unsaid the rest of the fact says.
 */
export function contradicts(
  said: readonly number[],
  own: readonly number[],
  whole: readonly number[],
): boolean {
  return contrasts.some(({ isNarrow }, i) => {
    const held = (own[i] ?? 0) === 0 ? (whole[i] ?? 0) : (own[i] ?? 0);
    return (held !== 0 || isNarrow) && ((said[i] ?? 0) & ~held) !== 0;
  });
}

const denial = /[不无免未非]|\bno\b|\bnot\b|\bnone\b|nothing|exempt|without|n't\b/;

/** What stands beside a number's clause and denies nothing speaks of the same subject. */
export const isDenial = (text: string): boolean => denial.test(text);
