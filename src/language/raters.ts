import type { Mention } from "./directory.ts";

const opinion = "(?:评级|目标价?|研报|报告|看法|观点|预测|预期|评价|态度|建议|rating|target)";

/** What stands behind the name of one who rates: 中金对中免的评级, 中信证券怎么看茅台, CICC's rating on BYD. */
const rates = new RegExp(
  [
    "^(?:证券|公司)?(?:的?(?:分析师|研究员|研报|研究所))?(?:是?(?:怎么|如何|咋)(?:看待?|评价|说)",
    `(?:对(?![比照])|给予?)(?=.{1,24}${opinion})`,
    "看好|(?:上调|下调|首次覆盖|覆盖)了?",
    "(?:'s)? (?:\\w+ )?(?:ratings?|targets?|views?|forecasts?|reports?|take|call) (?:price )?(?:on|of|for) ",
    " rates | (?:says? about|thinks? of) )",
  ].join("|"),
  "i",
);

/** The securities that a text names only as those who rate another one, which stands behind them. */
export const ratersOf = (mentions: readonly Mention[], text: string): readonly Mention[] =>
  mentions.slice(0, -1).filter(({ span }) => rates.test(text.slice(span[1], span[1] + 40)));
