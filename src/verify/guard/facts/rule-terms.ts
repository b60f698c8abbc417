/** ChiNext's limit is 20% of 创业板的涨跌幅限制为20%: the terms of rules by their Chinese names. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/chinext(?:'s)?(?: stocks| shares| board)?/g, "创业板"],
  [/(?<![a-z])star (?:market|board)(?:'s)?(?: stocks| shares)?/g, "科创板"],
  [/main[- ]board(?:'s)?(?: stocks| shares| a-shares)?/g, "主板"],
  [/(?:the )?(?:beijing stock exchange|bse)(?:'s)?(?: stocks| shares)?/g, "北交所"],
  [/(?<![a-z])(?:daily )?(?:price )?limit(?![a-z-])/g, "涨跌幅限制"],
  [/(?<![a-z])stamp (?:duty|tax)/g, "印花税"],
  [/(?<![a-z])transfer fee/g, "过户费"],
  [/(?<![a-z])commission/g, "佣金"],
];

/** The text with such terms by their Chinese names; a Chinese text as it is. */
export function inChinese(text: string): string {
  if (/[\u4e00-\u9fff]/.test(text)) return text;
  return terms.reduce((told, [term, name]) => told.replace(term, name), text);
}
