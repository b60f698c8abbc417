/** What the user has paid: the number of the question that stands beside 买 or 成本, bought or cost. */

const amount = "(\\d[\\d,]{0,12}(?:\\.\\d{1,6})?)";
const money = "(?:cny|rmb|yuan|¥) ?";
const patterns: readonly RegExp[] = [
  new RegExp(
    `(?:成本价?|买入价?|建仓价?|入手价?|进价|持仓价|买价|买在)(?:位|线)?(?:是|为|在|约|大概|:)?\\s?¥?${amount}(?!\\d|\\.\\d|\\s?(?:股|手|%|万|亿|年|月|日|天|个|只))`,
    "g",
  ),
  new RegExp(
    `(?<![\\d.月])${amount}\\s?(?:元|块钱?|块)?(?:左右|附近)?的?(?:成本|价格买|时候买|位置买|买|入手|建仓|进的|进场|上车|追)`,
    "g",
  ),
  new RegExp(
    `(?<![a-z])(?:bought|buy|paid|entered|entry|cost|got in|purchased?)(?: \\d[\\d,]{0,9} (?:shares|lots)(?: of)?)?(?: (?!at |for |of )[a-z&'.-]{1,20}){0,3}(?: (?:at|for|of|is|was|basis))*:? (?:${money})?${amount}(?!\\d|\\.\\d|%| ?(?:shares|lots|years|days|million|billion)|x)`,
    "g",
  ),
];

/** 600519买不买: a code is no price. */
const code = /^\d{6}$/;

/** The one price in yuan that the (normalised, lower-case) question says was paid, or null. */
export function paidPrice(question: string): number | null {
  const found = new Set(
    patterns.flatMap((pattern) =>
      [...question.slice(0, 400).matchAll(pattern)]
        .filter((match) => !code.test(match[1] ?? ""))
        .map((match) => Number((match[1] ?? "").replaceAll(",", ""))),
    ),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined && Number.isFinite(only) && only > 0 ? only : null;
}

/** The words for it in an answer: 您的买入价, your purchase price. */
export const usersPrice =
  /^(?:仍|还|在|于)*(?:您|你|your |the |an? )?(?:之?前|自己|所?[提说给]到?的?|当时|original |own |stated )?的?(?:买入成本|持仓成本|成本价|成本线|成本|买入价|买入的?价格|买价|入手价|进价|建仓价|持仓价|cost basis|cost|entry price|entry point|entry level|entry|purchase price|purchase cost|buying price|buy price)(?![a-z率])/;
