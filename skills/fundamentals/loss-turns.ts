import { type Bilingual, type NumericClaim, yesOrNo } from "#contract";

/** Into profit, into loss, or a loss that became smaller or larger, each against the same period of the year before. */
export type LossTurn = "to-profit" | "to-loss" | "narrower" | "wider";

const loss = "[亏虧](?:[损損][额額]?)?(?:有所|正?在|有|得|的)?(?:比[去上前]年(?:同期)?)?[更变變]?";
const englishTurn =
  "(?:return|turn|sw[iu]ng|move|f[ae]ll|slip|go|went|back|been)(?:ed|en|ing|s|p?ed)? (?:in|to|into)";

const turns: readonly (readonly [LossTurn, RegExp])[] = [
  [
    "to-profit",
    new RegExp(
      `扭[亏虧]|[转轉](?:[为為])?盈|\\b${englishTurn} (?:a |the )?(?:profit(?:s|ability)?|black)\\b|\\bturn(?:ed)? (?:a profit|profitable)\\b|\\bprofitable again\\b`,
      "i",
    ),
  ],
  [
    "to-loss",
    new RegExp(`[转轉](?:[为為])?[亏虧]|\\b${englishTurn} (?:a |the )?(?:net )?(?:loss(?:es)?|red)\\b`, "i"),
  ],
  [
    "narrower",
    new RegExp(
      `${loss}(?:收?窄|[缩縮减減]|[少小](?!数|數)|下降|降低)|[减減][亏虧]|\\b(?:narrow|smaller|reduc|cut)[a-z]*\\b[^,.?]{0,20}\\bloss|\\bloss(?:es)?\\b[^,.?]{0,12}\\b(?:narrow|shr[iau]nk|decreas|f[ae]ll|smaller|improv)`,
      "i",
    ),
  ],
  [
    "wider",
    new RegExp(
      `${loss}(?:[扩擴加增]大?|[多大](?!少)|严重|嚴重)|增[亏虧]|\\b(?:wid(?:er|en)|bigger|larger|increas)[a-z]*\\b[^,.?]{0,20}\\bloss|\\bloss(?:es)?\\b[^,.?]{0,12}\\b(?:widen|wider|gr[eo]w|increas|r[io]se|bigger|larger|worse)`,
      "i",
    ),
  ],
];

/** 扭亏了吗, 亏损收窄了吗, did its loss widen: how the profit stands to none; null where that is not asked. */
export const lossTurnIn = (text: string): LossTurn | null =>
  turns.find(([, words]) => words.test(text))?.[0] ?? null;

const leads = {
  alreadyProfit: { zh: "不是扭亏,两期都是盈利:", en: "No turn, both periods show a profit: " },
  noLoss: { zh: "没有亏损:", en: "It makes a profit: " },
  noLossBefore: { zh: "上年同期没有亏损:", en: "It made a profit the year before: " },
} as const satisfies Record<string, Bilingual>;

function widthLead(turn: "narrower" | "wider", now: number, before: number | undefined): Bilingual | null {
  if (now >= 0) return leads.noLoss;
  if (before === undefined || now === before) return null;
  if (before >= 0) return leads.noLossBefore;
  return now > before === (turn === "narrower") ? yesOrNo.yes : yesOrNo.no;
}

/** Yes, no, or what else the profit of a period and that of the year before say to it; null where they do not decide. */
export function lossTurnLead(turn: LossTurn, claims: readonly NumericClaim[]): Bilingual | null {
  const profits = claims
    .filter(({ metric }) => metric === "net_profit_parent")
    .toSorted((a, b) => (a.as_of < b.as_of ? 1 : -1));
  const [now, before] = profits.map(({ value }) => value);
  if (now === undefined || profits.length > 2) return null;
  if (turn === "narrower" || turn === "wider") return widthLead(turn, now, before);
  const isThere = now > 0 === (turn === "to-profit");
  if (!isThere || now === 0) return yesOrNo.no;
  if (before === undefined || before === 0) return null;
  const isTurned = before > 0 !== now > 0;
  return isTurned ? yesOrNo.yes : turn === "to-profit" ? leads.alreadyProfit : yesOrNo.notSo;
}
