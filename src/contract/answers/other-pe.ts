import type { Bilingual } from "../records/json.ts";

const onlyTtm: Bilingual = {
  zh: "市盈率只有滚动的(TTM),没有所问的静态、动态或预测市盈率。",
  en: "Of P/E there is only the trailing one (TTM), not the static, dynamic or forward one asked for.",
};

const asksOther =
  /(?:静态|動態|動态|靜態|动态|预测|预期|远期|前瞻|lyr|forward|static|dynamic) ?的?(?:市盈率?|本益比|pe|p\/e)|(?:市盈率?|本益比|pe(?: ratio)?|p\/e(?: ratio)?) ?[(（,，]? ?(?:是)?(?:静|靜|动|動|lyr|预测|预期|forward|static|dynamic)|(?<![a-z])lyr(?![a-z])/i;

/** What is said beside P/E (TTM) where the question names one of another kind. */
export const otherPeNotes = (text: string): readonly Bilingual[] =>
  asksOther.test(text.normalize("NFKC")) ? [onlyTtm] : [];
