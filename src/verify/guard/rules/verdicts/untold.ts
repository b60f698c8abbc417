/** The second day of gains, 北向资金同步买入: what came before, what others do and what is to come, of which no claim is. */

import { type Bench, reportAt } from "../../bench.ts";
import { type RareWords, rare } from "../../lexicon/rare-words.ts";
import { isUnsaid } from "./reach.ts";

const before = rare(
  /(?<![a-z])(?:the |its |an? )?(?:second|third|fourth|fifth) (?:straight |consecutive |successive )?(?:day|session|week) of (?:gains|losses|rises|declines|advances)(?![a-z])|(?<![a-z])(?:paring|trimming|erasing|reversing|extending) (?:earlier|early|initial|previous) (?:losses|gains)(?![a-z])|(?<![a-z])after swinging between gains and losses/g,
);
const others = rare(
  /均线(?:系统|组合|族)?(?:都|均|全部|全面|整体|集体|继续|正|在|仍)*(?:向上(?![方穿突])|向下(?![方穿突])|上行|下行|走高|走低|走平|上翘|下弯|发散|收敛)|(?<![a-z])averages (?:are |all |now )*(?:pointing|sloping|turning|heading|trending|rising|falling)(?: up| down)?(?![a-z])|北向资金(?:同步|也|亦|同样|今[日天]|持续|大幅)*(?:买入|卖出|流入|流出|加仓|减仓|增持|减持)|(?:外资|散户)(?:正|也|纷纷|大举|持续|明显)*在?(?:唱[多空]|离场|进场|买入|卖出|接盘)|(?:券商|机构|分析师)(?:普遍|一致|多数)(?:给予|看好|看多|看空|推荐)|(?<![a-z])(?:guidance was (?:maintained|raised|cut|lowered|withdrawn)|management (?:expects|forecasts|guided|sees)|investors took profits|the (?:next|coming) (?:report|results) (?:is|are) due|the company reports again)(?![a-z])/g,
);

/** Where it stands beside its own past. */
const besidePast = rare(
  /属于?[高低]换手(?!率)|(?:交投|成交)异常(?:活跃|清淡|火爆)|(?:处于|位于|在)历史(?:中位数?|均值|平均)(?:附近|上方|下方|以[上下])|回补了?[^,，。;；\n]{0,4}缺口|布林带?[上中下]轨(?:附近|上方|下方)|(?<![a-z])unusually (?:high|low|heavy|light)(?![a-z])/g,
);
const besideYesterday = rare(
  /(?<![a-z])(?:more|less|smaller|larger|bigger|fewer) than (?:it (?:was|did) )?(?:yesterday|the day before|the previous (?:day|session))(?= ?[.,;)\n]|$)/g,
);

/** Claims of one measure of a company at two days. */
const tellsOfTwoDays = ({ book }: Bench): boolean =>
  [...Map.groupBy(book.all, ({ claim, company }) => `${company} ${claim.metric}`).values()].some(
    (own) => new Set(own.map(({ asOf }) => asOf.day)).size > 1,
  );

/** Reports such remarks, unless the sentence leaves them unsaid. */
export function checkUntold(bench: Bench): void {
  const { lower } = bench.input;
  const report = (words: RareWords): void => {
    for (const { 0: said, index } of words.all(lower))
      if (!isUnsaid(lower, index, index + said.length)) reportAt(bench, index, "direction_unsupported");
  };
  const isOfFlowNorth = bench.book.all.some(({ claim }) => /north/.test(claim.metric));
  report(before);
  if (bench.input.claims.every(({ kind }) => kind === "numeric")) report(besidePast);
  if (!tellsOfTwoDays(bench)) report(besideYesterday);
  if (!isOfFlowNorth) report(others);
}
