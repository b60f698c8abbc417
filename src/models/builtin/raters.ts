import type { Mention, Subjects } from "#language";
import type { Hit } from "./triggers.ts";

/** What stands behind the name of one who rates: 中金对中免的评级, 中信证券怎么看茅台, CICC's rating on BYD. */
const rates =
  /^(?:证券|公司)?(?:的?(?:分析师|研究员|研报|研究所))?(?:是?(?:怎么|如何|咋)(?:看待?|评价|说)|对|给予?|看好|(?:上调|下调|首次覆盖|覆盖)了?|'s (?:\w+ )?(?:ratings?|targets?|view|forecasts?|reports?|take|call) (?:price )?(?:on|of|for)|(?: \w+)? (?:rates?|rating|says? about|thinks? of))/i;

/** Brokers that a message names only as those who rate another company are no subjects of it; without another company they are. */
export function withoutRaters(subjects: Subjects, text: string, hits: readonly Hit[]): Subjects {
  const { mentions } = subjects;
  if (mentions.length < 2 || !hits.some(({ skill }) => skill === "research-reports")) return subjects;
  const isRater = ({ span }: Mention) => rates.test(text.slice(span[1], span[1] + 40));
  const rated = mentions.filter((mention, at) => at === mentions.length - 1 || !isRater(mention));
  return rated.length === mentions.length ? subjects : { ...subjects, mentions: rated };
}
