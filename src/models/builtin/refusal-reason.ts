/** Which kind of declined request a message is; the first that fits. */
const kinds: readonly (readonly [reason: string, words: RegExp])[] = [
  [
    "injection",
    /(?:改[成为]|[说当写]成|设为|当作) ?[¥¥]?[\d一二三四五六七八九十百千]|忽略|无视|忘记|忘掉|绕过|系统提示|提示词|指令|扮演|越狱|限制|不受|约束|system:|开发者模式|不要查|别查|不用查|不必查|不查数据|不要引用|不要来源|不要验证|编一?个|随便编|瞎编|照我说|直接回答|直接输出|只回复|就说|必须说|假装|假设你|从现在(?:开始|起)|你现在是|ignore|disregard|override|bypass|system prompt|your (?:prompt|instructions)|jailbreak|pretend|restrict|act as|developer mode|just say|just answer|simply say|say that|make up|without (?:looking|checking)|look up|repeat after|hidden|verbatim|(?:print|show|show me|dump) your/i,
  ],
  [
    "own_account",
    /^(?!.*(?:密码|密钥|password|api key)).*(?:(?<![一-鿿])(?:那么?)?(?:[查看]?[看下一]{0,2})?我的?(?:证券|股票|炒股)?(?:持仓|账户|仓位)|\bmy (?:positions?|holdings|portfolio|(?:brokerage |trading )?account))/i,
  ],
  [
    "privacy",
    /聊天|问了什么|问过什么|数据库|客户|同事|邻居|别人|别的用户|他人|其他用户|其他人|用户|隐私|手机号|电话号码|身份证|持仓|账户|密码|账号|密钥|令牌|someone else|other (?:users?|people)|private|password|api key|secret|credential|chat (?:history|logs)|trading history|portfolio|holdings|token|隔壁群|群里|都在[查问]|(?:last|previous) user|user before|ask you/i,
  ],
  [
    "trading",
    /[帮替给代]我[买卖抛清出打申]|[帮替给代]我.{0,12}抛|下单|委托|挂单|撤单|平仓|卖掉|全卖|转账|买入|卖出|place an? (?:order|trade)|place order|order for me|buy \d|sell \d|sell (?:my|all)|buy me|execute|(?:trade|invest) for me|trade on my behalf|\bcan you (?:trade|buy)\b/i,
  ],
  [
    "out_of_scope",
    /打新|申购|中概股|净值|余额宝|七日年化|万份收益|港股|h股|美股|恒生|恒指|纳指|道指|标普|纳斯达克|日经|一克|白银|nikkei|nasdaq|dow jones|hang seng|lottery|silver|dollar|期货|外汇|汇率|债|比特币|以太坊|狗狗币|货币|币圈|金价|黄金|原油|油价|房|代码|程序|诗|作文|论文|写一?篇|翻译|作业|总统|政治|选举|赌博|彩票|炸弹|黑客|攻击|色情|bitcoin|btc|ethereum|crypto|forex|exchange rate|futures|us stock|hong kong|h share|gold price|oil price|poem|story|code|script|translate/i,
  ],
  [
    "prediction",
    /[会要]退市|回到\d|[会能还要]涨|[会能还要]跌|[会要](?:崩|凉|垮|绿|红|跳水|闪崩|飙|拉升|回落|砸)|涨还是跌|预[测判计]|涨到|跌到|能到|会到|[能会得]冲|[能会得]上[一-鿿]{0,4}\d|能摸|能奔|有望|会破|突破|翻倍|反弹|见[顶底]|走势|怎么走|后市|未来|前景|看[涨跌]|明天|下周|下个?月|明年|年底|[年月]后|predict|forecast|will |going (?:to|up)|about to |next (?:week|month|year)|outlook|bullish|bearish|future/i,
  ],
];

/** A trigger that asks for a number of a day that has not come. */
const futureNumber = /^>.*(?:收盘|价|多少钱|price|close)/;

/** The kind of a declined request, by the whole message or by the trigger that gave it away. */
export function refusalReason(text: string, trigger: string): string {
  const found = kinds.find(([, words]) => words.test(text))?.[0] ?? "advice";
  return (found === "advice" || found === "prediction") && futureNumber.test(trigger) ? "future" : found;
}
