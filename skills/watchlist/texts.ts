import { type Bilingual, maxWatchlist } from "#contract";

/** A company as the list shows it. */
export interface Listed {
  readonly code: string;
  readonly name: Bilingual;
}

const names = (companies: readonly Listed[], language: keyof Bilingual, separator: string): string =>
  companies
    .map(({ code, name }) => (name[language] === code ? code : `${name[language]}(${code})`))
    .join(separator);

/** One sentence a group of companies; groups without any are left out. */
const sentences = (
  groups: readonly (readonly [companies: readonly Listed[], zh: string, en: string])[],
): Bilingual => {
  const said = groups.filter(([companies]) => companies.length > 0);
  return {
    zh: said.map(([companies, zh]) => `${zh}${names(companies, "zh", "、")}。`).join("\n"),
    en: said.map(([companies, , en]) => `${en} ${names(companies, "en", ", ")}.`).join("\n"),
  };
};

export const addedText = (groups: Readonly<Record<"added" | "present" | "beyond", readonly Listed[]>>) =>
  sentences([
    [groups.added, "已加入自选:", "Added to your watchlist:"],
    [groups.present, "已经在自选里:", "Already in your watchlist:"],
    [
      groups.beyond,
      `自选最多 ${maxWatchlist} 只,没有加入的:`,
      `A watchlist holds at most ${maxWatchlist} stocks; not added:`,
    ],
  ]);

export const removedText = (groups: Readonly<Record<"removed" | "absent", readonly Listed[]>>) =>
  sentences([
    [groups.removed, "已移出自选:", "Removed from your watchlist:"],
    [groups.absent, "不在自选里:", "Not in your watchlist:"],
  ]);

export const texts = {
  empty: {
    zh: "你的自选还是空的。可以这样加:「把茅台加入自选」。",
    en: "Your watchlist is empty. Add a stock like this: “add Moutai to my watchlist”.",
  },
  cleared: { zh: "自选已清空。", en: "Your watchlist is now empty." },
  whichToAdd: {
    zh: "要加入哪只股票?请带上名称或代码,例如「把茅台加入自选」。",
    en: "Which stock shall I add? Please name it, for example “add Moutai to my watchlist”.",
  },
  whichToRemove: {
    zh: "要移出哪只股票?请带上名称或代码,例如「把茅台移出自选」。",
    en: "Which stock shall I remove? Please name it, for example “remove Moutai from my watchlist”.",
  },
  unclear: {
    zh: "加入和移出请分开说,一次一件。",
    en: "Please add and remove in separate messages.",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
