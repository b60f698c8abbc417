import type { Claim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";

const foreignMoney =
  /美元|美金|美刀|港元|港币|港幣|欧元|歐元|日元|英镑|英鎊|外币|外幣|\b(?:us ?dollars?|dollars?|usd|hkd|hk\$|eur|euros?|jpy|yen|gbp|pounds?)\b|us\$/i;

/** True where a message speaks of another currency than CNY. */
export const speaksOfForeignMoney = (text: string): boolean => foreignMoney.test(text);

const note: Bilingual = {
  zh: "金额以人民币计;没有汇率的数据来源,没有折算成所问的货币。",
  en: "Amounts are in CNY: there is no source for exchange rates, so nothing is converted to the currency you asked for.",
};

/** The remark on an answer in CNY to a question about another currency; none where it shows no money or none was asked about. */
export const notConverted = (claims: readonly Claim[], text: string): readonly Bilingual[] =>
  speaksOfForeignMoney(text) && claims.some((claim) => claim.kind === "numeric" && claim.unit === "CNY")
    ? [note]
    : [];
