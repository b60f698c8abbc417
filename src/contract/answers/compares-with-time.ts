const many = "[\\d〇一二两三四五六七八九十半几]{1,3}";
/** A day or a period that has been, as it is said. */
const chineseTime = [
  "昨[天日儿]?",
  "前[天日]",
  "(?:上|这|本)(?:一?[个個]?)(?:[周週]|星期|[礼禮]拜|月|季度?|年|交易日)",
  "(?:前一?[个個]?|上)交易日",
  "[去前今]年",
  `(?:${many} ?)?[年月][初底末]|周初`,
  "[节節][前后後]",
  `${many} ?[个個]?(?:天|日|[周週]|星期|[礼禮]拜|月|年|季度?|交易日)(?:之前|以前|前)`,
  `(?:${many} ?月)?${many} ?[日号號]`,
  "\\d{1,4}[-/]\\d{1,2}",
  "20\\d\\d年?",
  "(?:[周週]|星期|[礼禮]拜)[一二三四五六日天]",
].join("|");

const month = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const englishTime = [
  "yesterday",
  "(?:the )?(?:last|previous|prior) \\w+",
  "(?:mon|tues|wednes|thurs|fri|satur|sun)day",
  `(?:${month})[a-z]*\\.? \\d`,
  "(?:\\d+|an?|one|two|three|four|five|six|ten|few) (?:days?|weeks?|months?|years?) ago",
  "the day before",
  "\\d{4}-\\d",
  "(?:fy ?|q[1-4] ?|h[12] ?)?20\\d\\d\\b",
  "q[1-4]\\b",
].join("|");

const compares = new RegExp(
  [
    `(?:比|较|較|相比|对比|對比)(?:起|于|於)?(?:${chineseTime})`,
    `(?:和|跟|与|與|同)(?:${chineseTime})[^,，。?？]{0,8}?比`,
    `\\b(?:(?:up|down|higher|lower|changed?) from|than|versus|vs\\.?|against|relative to|compared? (?:it |that |this )?(?:to|with|against))(?: (?:on|in|at|it was|what it was|that of))* (?:${englishTime})(?![^,.;?]{0,24}? (?:to|until|till|through) )`,
  ].join("|"),
  "i",
);

/** True where a message sets now beside a time that has been: 比昨天涨了多少, 和上周比, higher than yesterday. Linear in the text. */
export const comparesWithTime = (text: string): boolean => compares.test(text.slice(0, 500));
