/** What is not told: 没有数据, 查不到, 答不了, I can't say, not in my data. A clause that says so, and shows no value, states nothing of what it names. */

const verbs = "查|取|拿|找|检索|返回|收录|提供|披露|覆盖|核实|给出";
const nouns = "数据|数值|数字|资料|记录|序列|排行|排名|分位|信息|依据|倍数|样本|定论|答案";
const denies = new RegExp(
  [
    `(?:没有?|[暂尚并]无|(?<![毫])无|缺少?|缺乏)(?:(?![被不比否能让使支表])[\\u4e00-\\u9fff]){0,8}(?:${nouns})(?![为是显否不能])`,
    "没有[\\u4e00-\\u9fff]{0,10}(?:可比|可核|可查|可参照|现成的?|排名)(?:的[\\u4e00-\\u9fff]{1,8})?(?=$|[,，。;；:：])|暂缺|缺失(?=$|[,，。;；])",
    "没有(?:近|最近|过去)?[一二两三半\\d]{0,2}(?:周|年|个?月|季度?|日|天)的?(?:涨跌?|跌)幅(?=$|[,，。;；])",
    `(?:没有?|未能?|无法|尚未|暂未|没能)(?:能|被|成功|直接)?(?:${verbs})`,
    "(?:查询?|取|拿|找|得|看|算|给|拆)不(?:到|出来?|着)|(?:判断|核实|确认|说|答|回答|比|预测|预判|预料|预知|猜)不(?:了|清|准|来|到)|(?:没人|谁也?|无人|没有人)[没不]?(?:有办法|能够?|法|敢|会)?(?:准确)?(?:预测|预判|预料|预知|保证|说准|说清|知道|断定)",
    "(?:无法|没法|不能|无从|难以)(?:直接)?(?:判断|确认|核实|回答|比较|得知|知道|评价|确定|预测|计算|下结论|评判|认定)",
    "不(?:清楚|知道)|不好说|不予置评|见仁见智|因人而异|各家不同|标准不一|没有(?:统一|固定)的?(?:标准|说法)",
    "不(?:再|去|替[您你])?(?:做|作|下|给)(?:任何)?(?:预测|判断|推算|结论|评论|评价|减法|除法|计算|折算|猜测|推测|建议)|不(?:预测|推算|折算|猜测|评判)",
    "需要[\\u4e00-\\u9fff]{0,10}(?:数据|序列|资料|样本)|不在[\\u4e00-\\u9fff]{0,6}(?:数据|范围|手边|返回|结果|字段)",
    "(?:值|价|点|位|数|数据|记录|多少|情况|幅度|增速|增幅|增长率|走势|同比|环比|[涨跌]幅|振幅)(?:我|我们|这边|这里|这次|本次|暂时?|目前|今天|也|都|还|均|则|现在){0,3}(?:没有|没算|未算|缺失|暂缺|空缺|不详|未知|不明)(?=$|[,，。;；:：!！、)）])",
  ].join("|"),
);
const deniesEnglish = new RegExp(
  [
    "(?<![a-z])(?:i|we) (?:do not|don't|did not|didn't|cannot|can't|can not|could not|couldn't|won't|will not|would not|wouldn't)(?: [a-z]+ly)? (?:have(?! to| any doubt)|hold|find|compute|calculate|say(?! enough)|tell|judge|rate|compare|call|give|forecast|predict|know|work out|rank|answer|assess|name)(?![a-z])",
    "(?<![a-z])(?:nobody|no one|no-one) (?:can|could|knows)(?![a-z])",
    "(?<![a-z])(?:i|we) have (?:no(?! doubt)|nothing)(?![a-z])",
    "(?<![a-z])no (?:[a-z-]+ ){1,4}(?:(?:is|are|was|were) )?(?:available|at hand|on hand|in (?:my|the|this) data|provided|returned)(?![a-z])",
    "(?:isn't|is not|aren't|are not|wasn't|was not) (?:in (?:my|the|this)|available|returned|on record|at hand|part of (?:my|the|this)|covered|something i (?:have|hold|can|know|see|track|cover)|known to me)(?![a-z])(?! by (?!my|the|this))",
    "(?<![a-z])no (?:[a-z-]+ ){0,2}(?:data|records?|history|figures?) (?:of|on|for)(?![a-z])",
    "(?<![a-z])(?:is|are) (?:up to you|your (?:own )?(?:call|decision|choice)|a matter of (?:taste|opinion|view))(?![a-z])",
  ].join("|"),
);

/** Goes on to say that it is so. */
const turned =
  /因为|由于|毕竟|虽然|尽管|既然|鉴于|事实|已经|已(?!知)|确实|的确|显然|无疑|肯定|一定|当然|可见|刚刚?|仍|依旧|还在|只有|唯一|除了|之外|(?<![a-z])(?:because|since(?! when)|although|though|but|despite|after|fact|obvious|clear|surely|only|besides|except|other than|doubt|deny|denied)(?![a-z])/;

/** Nothing at hand, nothing that could be told, nothing that is judged. */
export const deniesAny = (text: string): boolean => denies.test(text) || deniesEnglish.test(text);

/** Beside what it does not tell the clause says that something is so. */
export const saysSo = (text: string): boolean => turned.test(text);
