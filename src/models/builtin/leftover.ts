import { notShortForms } from "#language";

type Span = readonly [number, number];

/** What may stand around a question without asking for anything else. */
const chineseFillers =
  /(?:在|从)?(?:雪球|通达信|微博|抖音|小红书|股吧|网上|新浪财经|财联社|朋友圈)(?:app)?[上里]?面?|看到|请问|听说|据说|平均(?!线)|加起来|合起来|加在一起|合在一起|我?感觉|我?觉得|[下上]一?次|[唉哎诶欸]呀?|又|居然|竟然|终于|真的?是|哪个数(?:字|值)?更?|单位|更(?!新)|a股(?!市)|麻烦|哥们儿?|兄弟|老哥|大哥|老铁|老板|师傅|(?:北交所|科创板|创业板|主板|新三板)的|加[上个]|叠加|[上下]方|[之以][上下]|成?(?:美元|美金|港币|港元|欧元|日元|英镑|人民币)|[两三][个只家支](?!月|季|星期|礼拜|交易)|得?最[大小多少好差强弱贵猛惨狠牛]?(?![新近后])|不[高低贵多](?![一-鿿])|哪[只支家个](?!股)|还是|[有是]?哪些|前[一二三五十]+(?!大)|[来发弄整画]一?[个张份幅]|发来|发我|发给我|发一下|发过来|打到|冲到|探到|摸到|杀到|来到|发个|弄个|整个|画个|有没有|是不是|一共|总共|不是|只要|只看|[说搞打问弄]?错了|不对|我?[要想]?[问说查看]的是|我问的是|问的是|改成|换成|换|劳驾|帮我|帮忙|给我|告诉我|我想|我要|我说的是|我说的|想知道|想问|想看|看一下|看看|看下|看|查一下|查查|查询|查看|查下|查|问一下|问下|一下|今天|今日|现在|目前|当前|此刻|这会儿|这会|眼下|这阵子|最近|最新|怎么样|怎样|咋样|如何|情况|表现|数据|股票|个股|这只|那只|这支|那支|该股|这个|那个|这家|那家|公司|那天|当天|刚才|刚刚|上面|多少|几|是多少|是什么|什么|大概|大约|到底|究竟|转债|具体|多[高低大小贵重长久]|而家|依家|以外|之外|除了|掉|报(?!告|表|警|名|销|道)|系(?!统|列|数)|嘅|分别|各自|各|都|一股|每股|元|块钱|它们|它|他|那么|那|这|还有|以及|另外|顺便|同时|再|也|和|与|跟|及|的话|的|了|呢|吗|吧|啊|呀|嘛|哦|呗|哈|是|有|在|就|能|要|对|谢谢|为什么|为啥|原因|怎么|回事|到哪里|到哪|哪里|哪儿|变动|变化|自从?(?= )|从(?= )|走到|涨到|跌到|同一天|[前后][买卖](?:了|入|出|的)?|同样|一样|到|没|过/gi;
const englishFillers =
  /\b(?:in (?:all|total)|(?:any|some)(?: (?:more|other|good|bad|new|recent|fresh|big|important|positive|negative|interesting))*|please|pls|got|there|could|can|about|doing|and|would|you|tell|me|show|give|get|check|look|up|want|need|know|i|i'd|like|to|the|of|a|an|for|on|at|in|by|and|or|with|is|are|was|were|what|what's|whats|who|who's|whose|which|which one|first|second|third|most|least|higher|lower|bigger|larger|smaller|pricier|highest|lowest|biggest|largest|cheapest|more|less|best|worst|better|how|how's|about|much|many|does|do|did|it|its|it's|they|them|their|that|this|these|those|my|our|sell|selling|buying|one|then|also|too|as well|altogether|another|just|still|same|now|right|if|suppose|so|but|has|have|had|actually|really|roughly|current|currently|xianzai|ne|ma|duoshao|jintian|zenmeyang|qingwen|chaxun|kankan|today|latest|stock|stocks|share|shares|company|hi|hey|there|thanks|thank|why|'s|s)\b/gi;
/** A verb said twice asks to have a look, whichever it is: 瞅瞅, 盘一盘. */
const saidTwice = /(?<!\p{Script=Han})(\p{Script=Han})一?\1(?!\p{Script=Han})/gu;
/** A sum is no name: 300股. */
const sum = /^[\d.,%]+\p{Script=Han}{0,2}$/u;
const signs = /[\p{P}\p{S}\p{Z}\p{C}\s]+/gu;

/** What is left of a message when what was understood and the polite words are taken away. Empty when nothing is. */
export function leftover(text: string, understood: readonly Span[]): string {
  const units = text.split("");
  for (const [start, end] of understood) units.fill(" ", start, end);
  const rest = units.join("");
  return [chineseFillers, saidTwice, englishFillers, signs]
    .reduce((left, words) => left.replaceAll(words, " "), rest)
    .trim();
}

const longestName = 16;

/** Industries are no companies; what is asked of a whole one needs a company of it. */
const industry =
  /^(?:白酒|银行|保险|券商|证券|医药|医疗|半导体|芯片|新能源车?|光伏|锂电池?|汽车|房?地产|煤炭|钢铁|有色金?属?|军工|消费|食品饮料|家电|化工|电力|通信|软件|传媒|游戏|农业|养殖|猪肉|航空|物流|建材|石油|科技)(?:行业|板块|概念|股|业|类)?$/;

/** What stands behind a verb or an adjective that is asked about, and before a question's end. */
const askedWhether = /^(?:了|着|过|及|得及)?(?:吗|嗎|么|没有?|沒有?|不)[\s?？。!！]*$/;

/** 成交量放大了吗, 估值合理吗: behind other words and at the end of a question of yes or no stands what is asked of a company, and no company. */
function isPredicate(rest: string, text: string): boolean {
  const at = text.lastIndexOf(rest);
  return (
    /\p{Script=Han}$/u.test(text.slice(0, at).trim()) &&
    !/[是有和跟与比][\s]*$/.test(text.slice(0, at)) &&
    askedWhether.test(text.slice(at + rest.length))
  );
}

/** MACD有哪些用法: what stands behind which or how many is what is asked for. */
const isCounted = (rest: string, text: string): boolean =>
  /(?:哪[些几][个种只]?|什么|多少|几[个种])\s*$/.test(text.slice(0, Math.max(0, text.lastIndexOf(rest))));

/** True for a leftover that says something of the company asked about and names none: 放大, 合理, 给啥, 市场. */
export const isEverydayWord = (rest: string, text: string): boolean =>
  notShortForms.has(rest) ||
  /[啥哪谁]|什么|怎么|^得/.test(rest) ||
  isPredicate(rest, text) ||
  isCounted(rest, text);

/** A leftover that can only be a name that no list knows, in one piece as the user wrote it; null where it says something else. */
export function unknownName(rest: string, text: string): string | null {
  const oneWord = /^[\p{L}\p{N}]{2,}$/u.test(rest) || /^[a-z][a-z0-9]*(?: [a-z0-9]+){0,2}$/i.test(rest);
  return oneWord &&
    !sum.test(rest) &&
    !industry.test(rest) &&
    !isEverydayWord(rest, text) &&
    text.includes(rest) &&
    rest.length <= longestName &&
    /\p{L}/u.test(rest)
    ? rest
    : null;
}
