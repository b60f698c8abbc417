/** Words that tell how the price moved, or in what state an index of it is, without a number of their own. */
import { begin, day, end, type Verdict, verdict } from "./verdict.ts";

const degree = "(?:十分|相当|较为?|很|整体|明显|继续|依然|依旧|仍|持续|今[日天]|略|有所)*";
const shape = `(?:走势|表现|股价|盘面|短线|技术面)${degree}`;
const close = "(?:previous close|prior close|last close|yesterday's (?:level|close|closing price))";
const ofTwo = "(?: of the (?:two|pair|three|group|lot|day)| name| one| stock| performer)";
/** Not one of them fell. */
const noOne =
  "(?:not (?:a single )?one|no (?:stock|company|name|one))(?: of (?:them|the two|the three|these|those))?(?: (?:is|has|was|have|were|ended|closed|finished))* ";

/** Verdicts by how the price moved. */
export const ofMoves: readonly Verdict[] = [
  verdict(
    "move",
    "up",
    `清一色(?:地)?(?:飘红|上涨|收涨|收红|走高|翻红|红盘)|(?:录得|收获|取得)(?:了)?(?:涨幅|正收益|上涨)${end}|${day}有所斩获|实现正收益|今[天日]赚钱${end}|(?<![产股])收益率?为正|${shape}(?:强劲|强势|亮眼|偏强|抢眼|出色)${end}`,
    `${noOne}(?:rose|risen|up|gained|advanced|climbed|higher)|(?:firmer|stronger|better) on the day|clean sweep of gains|green across the board|a strong (?:day|session)|with a gain(?= ?[.,;])|neither (?:one |stock |of them )?(?:is|has|was|have|are)(?: been)? (?:up|risen|gained|higher|advanced|climbed)|only one (?:of (?:them|the two|the three) )?(?:that |which |to )?(?:has |have |is )?(?:gained|gain|risen|rise|up|advanced|higher)`,
  ),
  verdict(
    "move",
    "down",
    `清一色(?:地)?(?:飘绿|下跌|收跌|收绿|走低|翻绿|绿盘)|(?:录得|收获)(?:了)?跌幅${end}|(?<![产股])收益率?为负|${shape}(?:疲软|疲弱|偏弱|弱势|低迷|承压|萎靡)${end}|${begin}${day}(?:承压|受挫|弱势震荡|弱势运行|偏弱运行)${end}|空头占优|亦?未能幸免`,
    `${noOne}(?:fell|fallen|down|declined|dropped|lost ground|lower|slipped)|(?:weaker|softer|worse) on the day|clean sweep of (?:losses|declines)|red across the board|a weak (?:day|session)|nursing (?:its |modest |some )?losses|under ?water (?:for|on) the day|giv(?:en|ing) back ground|on the back foot|(?:failing|failed|struggling|struggled|unable) to (?:hold|keep|defend|maintain|stay above) (?:its |the )?${close}|neither (?:one |stock |of them )?(?:is|has|was|have|are)(?: been)? (?:down|fallen|lower|declined|dropped|lost)|only one (?:of (?:them|the two|the three) )?(?:that |which |to )?(?:has |have |is )?(?:fallen|fall|down|declined|dropped|lost|lower)`,
  ),
  verdict(
    "move",
    "more",
    "(?:表现|走势)更(?:好|强|佳)(?=的[是为])",
    `winner${ofTwo}|the (?:stronger|better|strongest)${ofTwo}|faring better|fared better|showing more resilience|shows more resilience`,
  ),
  verdict(
    "move",
    "less",
    "拖后腿|(?:表现|走势)更(?:差|弱)(?=的[是为])",
    `loser of the day|the (?:weaker|worse|weakest)${ofTwo}|the laggard|faring worse|fared worse`,
  ),
  verdict(
    "move",
    "alike",
    "(?:与|和|跟|同)[^,，。;；\\n]{2,8}一样[,，]?(?=[^,，。;；\\n]{0,14}(?:[上下收]?[涨跌](?!幅)|走[高低强弱]))|(?:跟随|跟着|随之|步其后尘)(?:上涨|下跌|走[高低强弱]|[涨跌])|跟[涨跌]|两(?:家|者|只)[^,，。;；\\n]{0,6}(?:走势|涨跌|方向)(?:一致|相同|同步)|同涨同跌",
    "follow(?:ing|ed|s) suit|d(?:id|oing) likewise|d(?:id|oing) the same|mov(?:ed|ing) (?:in tandem|(?:in )?the same (?:way|direction))|like(?= [a-z .]{2,24}, [a-z .]{2,24} (?:also )?(?:rose|fell|gained|lost|declined|advanced|dropped|climbed|slipped))",
  ),
  verdict(
    "move",
    "notUp",
    "分文未涨|一分没涨",
    "gain(?:ed|ing) nothing|no (?:gains?|advance|rise) (?:on|for) the day|without (?:a|any) gain",
  ),
  verdict(
    "move",
    "notDown",
    "分文未跌|一分没跌",
    "los(?:t|ing) nothing|no (?:loss|losses|drop|fall|decline) (?:on|for) the day|without (?:a|any) loss on the day",
  ),
  verdict(
    "candle",
    "up",
    `收(?:出)?(?:光头|中|大|小)?阳线?${end}`,
    "a (?:white|bullish) candle|a (?:strong|firm) (?:close|finish)",
  ),
  verdict(
    "candle",
    "down",
    `收(?:出)?(?:光脚|中|大|小)?阴线?${end}`,
    "a (?:black|bearish) candle|a (?:weak|soft) (?:close|finish)",
  ),
];

/** By how strong the index of strength is, which its middle parts, and by the sign of the margin. */
export const ofState: readonly Verdict[] = [
  verdict(
    "rsi",
    "up",
    `(?:偏强|强势区?(?:间|域)?|多头区)(?<=rsi[^。;；\\n]{0,48})${end}`,
    "(?:in )?(?:strong|bullish|positive) territory(?<=rsi[^;\\n]{0,60})|(?:above|over) (?:its |the )?(?:neutral|mid(?:line|point)|middle)(?<=rsi[^;\\n]{0,60})",
  ),
  verdict(
    "rsi",
    "down",
    `(?:偏弱|弱势区?(?:间|域)?|空头区)(?<=rsi[^。;；\\n]{0,48})${end}`,
    "(?:in )?(?:weak|bearish|negative) territory(?<=rsi[^;\\n]{0,60})|(?:below|under) (?:its |the )?(?:neutral|mid(?:line|point)|middle)(?<=rsi[^;\\n]{0,60})",
  ),
  verdict(
    "margin",
    "up",
    `毛利率?(?:仍|依然|也|还)?(?:为|是|保持|转)正值?${end}`,
    "(?:a )?positive gross margin|gross margin (?:is|was|stayed|remained) positive",
  ),
  verdict(
    "margin",
    "down",
    `毛利率?(?:仍|依然|也|还)?(?:为|是|转)负值?${end}`,
    "(?:a )?negative gross margin|gross margin (?:is|was|stayed|remained|turned) negative",
  ),
];
