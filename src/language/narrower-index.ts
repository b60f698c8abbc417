/** What an index is called that is drawn from the companies of another one: 沪深300价值, 上证国企红利, 上证100, 上证50AH优选. */
const rule = "红利|高?股息|价值|成长|低波动?|等权重?|基本面|质量|动量|高贝塔|esg|优选|龙头|增强|ah";
const owner = "国企|央企|民企|沪港深|超?大盘|[中小]盘|新兴|新综指?|非银";
const sector =
  "金融|银行|证券|保险|地产|消费|医药|医疗|能源|材料|工业|可选|信息(?:技术)?|电信|公用|有色|周期|科技|军工|环境";
/** The words say something of the index itself or of its companies: 沪深300成长性, 上证银行股. */
const ofItsCompanies = "(?!股|板块|行业|权重|占比|类|成[分份]|个|性|空间|税|率|洼地|回归|投资)";
const size =
  "(?:\\d{2,3}|1000)(?:ah|etf)?(?![\\da-z.,:%~-])(?! ?[点日天年月周分小秒个只家成倍元亿万手股号多上左])";

const narrowing = new RegExp(
  ` ?(?:${size}|(?:${rule}|${owner}|${sector}){1,3}${ofItsCompanies})(?:优选)?(?: ?指数)?`,
  "uy",
);
const latinNarrowing =
  / (?:dividend(?! yield)|low[- ]vol\w{0,8}|equal[- ]weight\w{0,3}|esg|(?:value|growth|quality) index)(?![a-z])/y;

/** Names that end so are whole: what follows says something of that index. */
const whole = /(?:指数?|综指|大盘|index|composite|component)$/;
const longestEnd = 10;

/** UTF-16 units, from the end of an index's name on, that make it a narrower index, of which no list is at hand; 0 for none. */
export function narrowerIndexAt(text: string, end: number): number {
  if (whole.test(text.slice(Math.max(0, end - longestEnd), end))) return 0;
  for (const words of [narrowing, latinNarrowing]) {
    words.lastIndex = end;
    if (words.test(text)) return words.lastIndex - end;
  }
  return 0;
}
