import type { Mention } from "./directory.ts";
import { everydayNames } from "./securities.ts";

/** True for a company whose name is said every day of something else: 机器人, 好想你. */
export const isEverydayName = ({ query, whole }: Mention): boolean => whole && everydayNames.has(query);

/**
 * The mentions of a text without the everyday words among them that stand right behind another company's name and say something of that
 * one: 茅台值得买, 美的机器人.
 */
export const withoutEverydayWords = (mentions: readonly Mention[]): readonly Mention[] =>
  mentions.filter((mention, at) => {
    const before = mentions[at - 1];
    return before === undefined || before.span[1] < mention.span[0] || !isEverydayName(mention);
  });
