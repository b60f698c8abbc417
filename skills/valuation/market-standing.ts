import type { Bilingual } from "#contract";

const noShare: Bilingual = {
  zh: "所问的占比没有算出:没有整个行业或市场的数据来源。",
  en: "The share asked for was not computed: no source here covers the whole industry or market.",
};

const asksShare = /占[^,，。?？]{0,10}(?:多少|几|比)|占比|share of the (?:industry|sector|market)/i;

const noRank: Bilingual = {
  zh: "在全市场或行业的排名目前查不了(没有整个市场的数据来源),显示的是数值本身。",
  en: "A rank within the market or industry is not available (no source here covers all of it): shown are the values themselves.",
};

const asksRank = /排(?:在|到|行|名)?(?:第|老)?几|排名|排行|第几(?:大|名|位|高)|名列|\brank(?:s|ed|ing)?\b/i;

/** What cannot be said of a question about a company's share of its industry or market, or its rank there. */
export const standingNotes = (text: string): readonly Bilingual[] => [
  ...(asksShare.test(text) ? [noShare] : []),
  ...(asksRank.test(text) ? [noRank] : []),
];
