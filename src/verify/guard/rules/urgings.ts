/** 趁早割了吧, a steal, 明天大概率往上走: advice to trade and forecasts of a move, which no claim bears out. */

import { type Bench, clauseAt, reportAt, saidBefore } from "../bench.ts";
import { pattern } from "../lexicon/patterns.ts";
import { rare } from "../lexicon/rare-words.ts";

const trade =
  "(?:割(?:肉)?|买入?|卖出?|抛|清仓|止[损盈]|上车|加仓|减仓|抄底|进场|入场|离场|拿着|入手|出手|补仓|建仓|满仓|梭哈)";
const later =
  "(?:明[天日早]|后[天市]|下(?:个?[周月]|周[一二三四五]|半年)|[午盘][后间]|下午|尾盘|接下来|短期内?|很快|年内|未来|今后|节后)";
const surely =
  "(?:大概率|大概会|必然|必定|一定|肯定|铁定|稳稳|还[会有要将能]|继续|就[能会要]|能|会|将|要|有一波|还有一波)";
const move =
  "(?:(?:上|下)[涨跌攻行探走]|[走冲][高低强弱]|往[上下]走?|拉升|反弹|回[调落升暖]|转正|扭亏|盈利|新[高低]|翻[番倍红绿]|突破|企稳|见[底顶]|反转|跳水|大?涨|大?跌)";
const praise = "(?:absolute |real |great |good |solid |screaming |clear |bargain |pretty |safe |low-risk )*";

const urged = [
  pattern.all`(?:趁早|赶紧|赶快|尽快|尽早|马上|立刻|果断|逢[高低]|放心|大胆|闭眼|不如|抓紧)(?:地|去|先|就|都)?${trade}|(?:该|应该?|值得|建议)(?:逢[高低]|分批|放心|大胆|适当|继续)?${trade}(?:了|吧|！|!|[,，。]|$)`,
  /(?:就是|正是|便是|即是|是个?|算是|迎来)(?:绝佳|最佳|很?好|不错|理想|难得)?的?(?:买|卖|入场|进场|上车|加仓|抄底|建仓)点|[买卖]点(?:到了|已到|来了|出现了?)/g,
  /适合(?:老人|长期|长线|短线|中长期|稳健|保守|新手|养老|退休|懒人)[^,，。;；\n]{0,8}(?:持有|拿着?|配置|养老|买|投资|布局)|(?<![低提防注意])风险(?:极|很|非常|较|相对)(?:小|低)|稳赚|保本|放心(?:地|的)?(?:持有|配置)|(?:闭眼|无脑)(?:买|冲|入)|买就对了|持有[^,，。;；\n]{0,8}(?:回报|收益)率?[^,，。;；\n]{0,6}(?:就?是|有|达|约)/g,
  pattern.all`(?<![a-z])(?:is|looks like|looks|remains|makes (?:it|this)) (?:an? )${praise}(?:steal|bargain|buy|no-brainer|must-have|must-buy|safe bet|safe choice|sell)(?![a-z])`,
  /(?<![a-z])(?:grab|snap up|scoop up|dump|load up on|back up the truck on|get out of|buy|sell|ditch) (?:it|some|them|this one|the stock|the shares|the dip)(?: up)?(?: now| before| while| here| today| soon|[!.;,])/g,
  /(?<![a-z])(?:the |a |good |great |right |perfect )*(?:time|moment|chance|opportunity|place|spot) to (?:buy|sell|get in|get out|take profits?|cut (?:your )?losses|load up|exit|enter)(?![a-z])/g,
];
const foretold = [
  pattern.all`${later}[^,，。;；:：\n]{0,10}?${surely}[^,，。;；:：\n]{0,6}?${move}`,
  /(?<![a-z])(?:will|is going to|is bound to|is sure to|is certain to|should) (?:likely |probably |surely |certainly |definitely |almost certainly )?(?:rise|fall|climb|drop|rally|rebound|recover|bounce|break|turn profitable|hit|reach|double|slide|decline|gain|soar|keep (?:rising|falling|climbing|sliding))(?![a-z])/g,
];
const all = [...urged, ...foretold].map(rare);
/** Only supposed, asked or denied, or what somebody else said. */
const supposes =
  /[?？]|是否|[如若]果?(?!实)|要是|假如|不(?!断|错|妨|久)|无法|难以|没有?(?:依据|办法|法|人)|谁|未必|[能会该要买卖]不|您(?:说|问|提|设|定|想|打算|计划)|提醒|文章|(?:网友|朋友)[^,，]{0,4}说|[能可会]否|n't|(?<![a-z])(?:whether|if|not?|cannot|nor|never|unless|who|nobody|without|you (?:said|asked|mentioned|plan|want)|your|alert|blog|article|claims?|says?|said|decide|decision)(?![a-z])/;
const opens =
  /^[^,，。;；\n]{0,10}(?:吗|与否|[?？])|^(?:的)?(?:价格?|时间|力度|盘|方|额|量|单|手|入价|出价|一|二|三|[1-5])/;
const reach = 80;
const mostFound = 20;

/** Reports each of them, where it is not denied, asked or supposed. */
export function checkUrgings(bench: Bench): void {
  const { lower } = bench.input;
  for (const words of all)
    for (const { 0: said, index } of words.all(lower).slice(0, mostFound)) {
      const before = saidBefore(lower, index, reach, /[.。;；\n]/);
      const behind = lower.slice(index + said.length, index + said.length + 16);
      if (!supposes.test(before + said) && !opens.test(behind) && !bench.isFact(clauseAt(bench, index)))
        reportAt(bench, index, "event");
    }
}
