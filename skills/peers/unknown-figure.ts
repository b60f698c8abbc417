/** 谁的不良率低, 哪家员工多: what the companies are to be compared in, between who and how much. */
const inChinese =
  /(?:谁|誰|哪一?[个個家只支])(?<of>的)?(?<figure>[\p{Script=Han}a-z]{1,10}?)(?<![更最较較])(?:更|比较|比較|最|相对|相對|要|会|會|得|的)*(?:[多少高低大小强強快长長]|厉害|厲害)/iu;
const inEnglish =
  /\b(?:who|which)(?: (?:one|company|stock|bank|of (?:them|the two)))? has (?:the |a )?(?:more|most|fewer|fewest|higher|highest|lower|lowest|larger|largest|bigger|biggest|better|best|smaller|smallest) (?<figure>[a-z][a-z -]{2,28})(?=[,.?!]|$)/i;
/** Times, and words that leave the figure open, or are how something went. */
const aside =
  /今[天日年]|昨[天日]|现在|現在|目前|最近|近期|上?[周月年]|股票|股|公司|的|得|是|更|比较|比較|相对|要|会|又|还|也|能|最/g;
const open =
  /^(?:估值|估價|贵|貴|便宜|体量|體量|规模|規模|个头|块头|值|价值|價值|好|强|強|涨|漲|跌|赚|賺|挣|掙|亏|虧|分|派|基本面|表现|表現|走势|走勢|实力|實力|水平|数|数字|数值|指标|倍数|valuation|multiple|value|number|figure)*$/i;

/** The figure that a message names for a comparison, in its own words; null where it names none, or leaves open which. */
export function figureNamed(text: string): string | null {
  const { of, figure = "" } = inChinese.exec(text)?.groups ?? {};
  const zh = figure.replaceAll(aside, "");
  // 谁卖得多: a verb alone is no figure.
  if (zh.length >= (of === undefined ? 2 : 1)) return open.test(zh) ? null : zh;
  const en = inEnglish.exec(text)?.groups?.figure?.trim() ?? "";
  return en === "" || open.test(en) ? null : en;
}
