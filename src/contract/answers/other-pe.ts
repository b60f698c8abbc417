import type { Bilingual } from "../records/json.ts";

const onlyTtm: Bilingual = {
  zh: "市盈率只有滚动的(TTM),没有所问的静态、动态或预测市盈率。",
  en: "Of P/E there is only the trailing one (TTM), not the static, dynamic or forward one asked for.",
};

const asksOther =
  /(?:静态|動態|動态|靜態|动态|预测|预期|远期|前瞻|lyr|forward|static|dynamic) ?的?(?:市盈率?|本益比|pe|p\/e)|(?:市盈率?|本益比|pe(?: ratio)?|p\/e(?: ratio)?) ?[(（,，]? ?(?:是)?(?:静|靜|动|動|lyr|预测|预期|forward|static|dynamic)|(?<![a-z])lyr(?![a-z])/i;
/** 动态的呢 behind a P/E. */
const onlyOther =
  /^(?:那么?|and |what about |how about )?(?:the )?(?:静态|動態|动态|靜態|预测|預測|forward|static|dynamic)(?:的| one)?[呢?？。! ]*$/i;

const noPeg: Bilingual = {
  zh: "PEG(市盈率相对盈利增长比率)没有数据来源,未显示。",
  en: "No source here gives the PEG ratio, so it is not shown.",
};
const asksPeg = /(?<![a-z])peg(?![a-z])|市盈增长比|市盈率相对盈利/i;

/** What is said beside P/E (TTM) where the question names one of another kind. */
export function otherPeNotes(question: string): readonly Bilingual[] {
  const text = question.normalize("NFKC").trim();
  return [
    ...(asksOther.test(text) || onlyOther.test(text) ? [onlyTtm] : []),
    ...(asksPeg.test(text) ? [noPeg] : []),
  ];
}
