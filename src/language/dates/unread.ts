/** `clock`: a time of the day · `day`: shaped like one day · `period`: a stretch of time, or a day that is told too vaguely. */
export type UnreadKind = "clock" | "day" | "period";

export interface UnreadSpan {
  /** In the folded text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly kind: UnreadKind;
}

const count = "(?:\\d{1,4}|[〇零一二三四五六七八九十两廿卅几半数]{1,4}|若干|好几)";
/** No piece of a decimal or of a number with thousands separators. */
const notPart = "(?<![\\d.])(?<!\\d,(?=\\d{3}(?!\\d)))";
const englishCount =
  "(?:\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|a few|several|couple of|a couple of|many)";
const englishUnit =
  "(?:trading )?(?:years?|months?|weeks?|weekends?|quarters?|half|decades?|days?|sessions?|hours?|minutes?|fortnight)";
const monthName =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
const festival =
  "(?:元旦|春节|过年(?=期间|前|过?后)|除夕|清明节?|五一|劳动节|端午节?|中秋节?|国庆节?|黄金周|小?长假|假期|节日|元宵节?|儿童节|情人节|圣诞节?|双(?:十一|11|十二|12)(?!\\d)|十一(?=节|假|长假|黄金周|期间|[前后]))";

const monthNumber = "(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])";

/** What holds a time word and names no time: greetings, parameters of indicators, the newest trading day, terms. */
const harmless = new RegExp(
  [
    "(?:早上|上午|中午|下午|晚上|早安|午|晚)好|晚安",
    `${festival}(?:快乐|好|愉快)|新年(?:快乐|好)|(?:happy|merry) (?:new year|chinese new year|christmas|holidays)`,
    "good (?:morning|afternoon|evening|night)",
    // 3月k线 are the bars of March.
    `${count} ?(?:分钟|小时)k线`,
    `${count} ?(?:日|天|周|月|年|分钟|小时)(?:的?移动)?(?:均(?!成交|收盘)|线|平均(?!(?:每[天日])?的?(?:收盘|成交|股价|价格|[涨跌])))`,
    "(?:\\d{1,3}|five|ten|twenty|thirty|sixty)[- ](?:day|week|month) (?:simple |exponential )?(?:(?:moving )?average|[se]?ma)(?![a-z])",
    // The place within a window of years, which is told beside it: 三年市净率历史分位.
    "(?<=年[^\\d。,;]{0,10})历史上?的?(?:百?分位|位置|水平|区间)",
    // Asked for, and no time: 成交额最高是哪天, 最大的一天, 哪天成交量最大.
    "平均每[天日]|每[天日](?=平均)",
    "(?<=最[高低大小多少][^,。;]{0,6})(?:哪|那|的)?(?:一?天|一日)(?!线|均)|哪一?天(?=[^,。;涨跌]{0,8}最)",
    `${count}年期|百年|万年|千年|青年|少年|周年|年(?:化|线|轻|龄|报)`,
    "最[近新]的?(?:一个?)?(?:交易日|收盘日)|(?:latest|newest|most recent) (?:trading day|session)",
    "原来如此|原来是|每(?:\\d+|十)股|周期|周边|周转",
    "may i|march on",
    // Asked for itself, and not as the day of a price.
    "(?<=(?:when|what|which day|what (?:date|day))(?: is|'s) (?:the )?)next trading day(?= ?(?:\\?|$))",
  ].join("|"),
  "g",
);

/** What makes a window of a number of days or years. */
const window = "(?:(?:最近|近|过去|前|未来|接下来|连续|连|这|头)的?)?";

const periods = [
  // Years, months, weeks, quarters that are named alone.
  "(?:大?前|去|上|今|本|当|明|后|次|往|历|近|同|每)年(?:同期|度|内|间|来)?",
  `${window}${notPart}${count} ?年(?:度|代|内|间|来|多)?(?! ?月 ?\\d)`,
  "(?:上上|上一|上|本|这|下一|下下|下|当|次|近|同|每|前)个?月(?!线|饼|均)",
  `${notPart}(?<![-月] ?)${monthNumber} ?(?:到|至|~|—|–|-) ?${monthNumber} ?月份?(?!线|均|饼| ?\\d)`,
  `${window}${notPart}${count} ?个?月(?:份|内|多)?(?!线|均|饼)`,
  "(?:年|月|季)(?:[初中底末])|岁末",
  "(?:上上|上一|上|本|这|下一|下下|下|当|每|前一?)个?(?:周|星期|礼拜)(?!线|均|大生|六福)",
  `${window}${notPart}${count} ?个?(?:周|星期|礼拜)(?!线|均|大生|六福|岁)`,
  "周末",
  "(?:第|前)?[一二三四1-4][一二三四]? ?(?:个?季度|季报?)|(?:上|下|本|这|前)?一?个?季度|(?:上|下)?半年度?",
  // Windows.
  `${window}${notPart}(?<!下)${count} ?个?(?:交易日|工作日|天|日|小时|分钟|秒)(?:内|来|里)?`,
  "(?:有史以来|上市以来|以来|至今|迄今)|历史(?:上|最[高低]|新[高低]|股价|价格?|收盘|行情|走势|数据|百分位|分位)?|上市(?:首日|第一天|当[天日]|时|之初)|发行时",
  `${festival}(?:期间|前后|过?后|前|行情|那[天周]|当[天日])?|节(?:过?后|前)(?!点|能)|年(?:过?后|前)`,
  // Vague.
  "近期|近来|近日|日前|不久[前后]|[前这那]几[天日年月周]|前些[天日年]|[这那前]阵子|[前这那一]段(?:时间|日子)|[这那]两天|几天[前后]|早些时候",
  "当时|那时候?|那会儿?|上次|上回|曾经|从前|以往|往[日年昔]|早先|先前|原先|原来的?(?:股价|价格?)",
  "(?<!问|说|查|聊|看|提)(?:之前|以前|过去)(?!问|说|查|聊|看|提|那[只支个家]|的?(?:指令|规则|要求|设定|设置|提示|对话|话|消息|内容|回答|问题))",
  "次日|翌日|后一[天日]|隔[天日]|第[二三四五六七八九]天|改天|某[天日年月]|哪一?[天日年月周]|什么时候|何时|每[天日]|整天|全天",
  // Half in English, or typed in pinyin.
  "(?:这个?|本|上个?) ?(?:week|month|quarter|year)(?![a-z])",
  "(?<![a-z])(?:(?:zhe|ben|shang)(?:ge)?(?:zhou|yue|xingqi|jidu)|jinnian(?: ?yilai)?|qunian)(?![a-z])",
  // English.
  `(?<![a-z])(?:the |over the |in the )?(?:last|past|previous|prior|this|next|coming|recent|following|each|every|first|second|third|fourth|final)(?: ${englishCount})? ${englishUnit}(?: of)?(?![a-z])`,
  `(?<![a-z])${notPart}${englishCount}[- ]${englishUnit}(?: ago)?(?![a-z])`,
  "(?<![a-z])(?:the )?day before(?: that)?(?! (?:yesterday|[a-z]))|(?<![a-z])an? (?:week|month|quarter|year|decade|day|while)(?: ago)?(?![a-z])|(?<![a-z])(?:half|mid)[- ]year|(?<![a-z])(?:years|months|weeks|days|long) ago",
  "(?<![a-z\\d])(?:q[1-4]|h[12]|[1-4]q|fy)(?: ?(?:20)?\\d{2})?(?![a-z\\d])|(?<![a-z\\d])(?:20)?\\d{2} ?(?:q[1-4]|h[12])(?![a-z\\d])",
  "(?<![a-z])(?:year|month|quarter|week)[- ]to[- ]date|(?<![a-z])[ymqw]td(?![a-z])|(?<![a-z])(?:year|month|quarter)[- ]end(?![a-z])",
  "(?<![a-z])(?:beginning|start|middle|end) of (?:the |this |last )?(?:year|month|week|quarter)(?![a-z])",
  `(?<![a-z])${monthName}\\.?(?:,? (?:19|20)\\d{2})? ?(?:to|through|until|till|-|–) ?${monthName}(?![a-z])\\.?(?:,? (?:19|20)\\d{2})?`,
  `(?<![a-z])between (?:last |this )?${monthName}\\.?(?:,? (?:19|20)\\d{2})? and (?:(?:last |this )?${monthName}(?! ?\\d)|now|today)(?![a-z])`,
  `(?<![a-z])from (?:last |this )?${monthName}\\.?(?:,? (?:19|20)\\d{2})? (?:to|until|till) (?:now|today)(?![a-z])`,
  `(?<![a-z])(?:in|of|for|during|since|until|mid|early|late|last|this|next|end of)[- ]${monthName}(?![a-z])\\.?(?:,? (?:19|20)\\d{2})?`,
  `(?<![a-z])${monthName}\\.?,? (?:of )?(?:19|20)\\d{2}(?!\\d)`,
  "(?<![a-z])(?:january|february|april|june|july|september|october|november|december)(?![a-z])",
  "(?<![a-z])(?:recently|lately|earlier|previously|formerly|back then|at that time|in the past|historical(?:ly)?|history|all[- ]time|ever|since (?:ipo|listing|inception)|the other day)(?![a-z])",
  "(?<![a-z])(?:spring festival|(?:chinese|lunar) new year|new year(?:'s day)?|labou?r day|may day|national day|golden week|mid-autumn|dragon boat|qingming|christmas|holidays?|weekend)(?![a-z])",
  "(?<![\\d-])(?:19|20)\\d{2} ?[-/] ?(?:\\d{1,2}|(?:19|20)\\d{2})(?! ?[-/.\\d])",
  "(?<![\\d.])(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?![\\d.])",
  "(?<![\\d.¥$/:-])(?<!(?:[价到了约过破本涨跌买卖赚亏是第冲奔摸达守站值花投存离距]|(?<![a-z])(?:far [a-z' ]{0,30}from|at|above|below|over|under|cost|target|hit|hits|hitting|reach|reached|touch|touched|touching|cross|crossed|break|broke|broken|pass|passed|top|topped|exceed|exceeded|(?:get|got|gone|go|went|been|come|came|up|down|back|fallen|risen|fell|rose) to)) ?)(?:199\\d|20[0-4]\\d)(?![\\d.,:/-]*\\d)(?![a-z.])(?! ?(?:元|块|股(?!价|票)|手|万|亿|点|只|个|%|倍|份|年|yuan|rmb|cny|usd|shares))",
].join("|");

const days = [
  "(?<!\\d)\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d)",
  "(?<!\\d)\\d{1,5} ?年 ?\\d{1,3} ?月 ?\\d{1,3}(?: ?[日号]|(?!\\d))",
  "(?<![\\d.,])(?:19|20)\\d{6}(?![\\d.])",
  "(?<![\\d./了约近超占涨跌-])\\d{1,2}[-/]\\d{1,2}(?= ?(?:日|号|的|收盘|开盘|收市|股价|价格|那天|当天|市盈率|市值|成交|$))",
  "(?<![\\d./-])(?:0?[1-9]|1[0-2])\\.(?:[0-2]?\\d|3[01])(?= ?(?:日|号|的?收盘|的?开盘|的?股价|的?市盈率|那天|当天))",
  "大+[前后]天|(?:前|每|近)个?(?:周|星期|礼拜)[一二三四五六日天]|(?:周|星期|礼拜)(?:[二三四五六日天1-7]|一(?!共))(?!线|均|大生|六福)",
  "(?:那天|那日)|(?<![a-z])that (?:day|date)(?![a-z])",
].join("|");

const hour = "(?:[01]?\\d|2[0-4]|十[一二三四五六七八九]?|二十[一二三四]?|[一二两三四五六七八九])";
/** What a day ends in, or the morning and the evening of one. */
const dayBefore = "(?:[日号天晚早]|(?:周|星期|礼拜)[一二三四五六]|\\d[-/.月]\\d{1,2} ?)";

const clocks = [
  "(?<![\\d:.])(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d)?(?![\\d:])(?! ?(?:送|转|拆|配|比))(?: ?[ap]\\.?m\\.?(?![a-z]))?",
  "(?<![a-z\\d.])\\d{1,2} ?(?:[ap]m(?![a-z])|[ap]\\.m\\.|o'?clock)",
  `(?:上午|下午|早上|晚上|凌晨|中午|傍晚|夜里|早盘|尾盘|午后|盘后|盘前)的? ?(?:${count} ?[点时](?:钟|半|整|一刻|三刻|[\\d〇零一二三四五六七八九十]{1,3}分?)?)?`,
  `(?<![\\d.涨跌了约近超到达破过至])${count} ?点(?:钟|半|整|左右|一刻|三刻|[\\d〇零一二三四五六七八九十]{1,3}分|(?=的?(?:股价|价格|价|收盘|开盘|时|前|后)))`,
  // 昨天10点, 5月6号14点: behind a day it is the hour, with or without 价; an index has more points.
  `(?<=${dayBefore}(?:的|在| )?)(?<![\\d.])${hour} ?点(?![\\d个数位差])(?:左右|整|多(?!少))?`,
  `(?<![\\d.涨跌了约近超到达破过至加减升降低高差])${hour} ?点(?=的?(?:多少钱|几块|什么价|啥价|几多钱))`,
  // The words of a time, cut out of their message.
  `(?<=^)${hour} ?点(?=$)`,
  `(?<=(?:(?<![a-z])price (?:of |for )?[^,.?!]{0,40}|^(?:on )?)(?:yesterday|today|${monthName} \\d{1,2}|\\d-\\d{2}) )at (?:1?\\d|2[0-3])(?![\\d.:,%]| ?(?:yuan|rmb|cny|points|元|块|[ap]m))`,
  "(?<![\\d.])\\d{1,2} ?时(?:\\d{1,2} ?分|整|许)",
  "早晨|清晨|午盘|午间(?!休市)|晚间|深夜|半夜|夜盘|一大早",
  "(?<![a-z])(?:this |in the |at )?(?:morning|afternoon|evening|noon|midday|midnight|tonight)(?![a-z])|(?<![a-z])(?:pre|after)[- ]?(?:market|hours)(?![a-z])",
].join("|");

const words = new RegExp(`(?<clock>${clocks})|(?<day>${days})|(?<period>${periods})`, "g");
/** 15:00 is the close itself. */
const closingBell =
  /^(?:下午的? ?)?(?:15:00(?::00)?|3:00 ?pm|3 ?pm|三点(?:钟|整)?|3点(?:钟|整)?|十五点|15点(?:整)?)$/;
const speaksOfClose = /收盘|收市|clos/;

/** Every stretch of a folded text that names a time, whether or not a rule reads it as a day. In order, without overlaps. */
export function timeWords(text: string): readonly UnreadSpan[] {
  const bare = text.replace(harmless, (match) => "\u0000".repeat(match.length));
  return [...bare.matchAll(words)].flatMap((match): readonly UnreadSpan[] => {
    const { clock, day } = match.groups ?? {};
    const [written] = match;
    if (clock !== undefined && closingBell.test(written.trim()) && speaksOfClose.test(text)) return [];
    const kind = clock !== undefined ? "clock" : day !== undefined ? "day" : "period";
    const start = match.index + written.length - written.trimStart().length;
    return [{ start, end: match.index + written.trimEnd().length, kind }];
  });
}
