import { asksWhether, type Bilingual, type Claim, type SkillContext, yesOrNo } from "#contract";

/** The registered rule by which a price is called overbought or oversold, and the line that it is about. */
const ruleId = "rsi-overbought";
export const ruledBy = "rsi14";
/** As the rule says. */
const bounds = { over: 70, under: 30 } as const;

const overbought = /超买|超買|overbought/i;
const oversold = /超卖|超賣|oversold/i;

/** Whether a message is about being overbought or oversold. */
export const namesExtremes = (text: string): boolean => overbought.test(text) || oversold.test(text);

export const isRule = (claim: Claim): boolean =>
  claim.kind === "knowledge" && claim.cite.competence_id === ruleId;

/** The rule, to stand below the values. */
export const ruleOfExtremes = ({ facts, language }: SkillContext): readonly Claim[] =>
  facts.find(language === "zh" ? "RSI 超买超卖" : "RSI overbought oversold").filter(isRule);

/** 超买了吗: yes or no of one company's line by the rule; null where the words ask for both sides, or the rule is not at hand. */
export function extremeOf(claims: readonly Claim[], text: string): Bilingual | null {
  const [line, ...others] = claims.filter((claim) => claim.kind === "numeric" && claim.metric === ruledBy);
  if (line?.kind !== "numeric" || others.length > 0 || !claims.some(isRule)) return null;
  const isOver = overbought.test(text);
  if (!asksWhether(text) || isOver === oversold.test(text)) return null;
  return (isOver ? line.value > bounds.over : line.value < bounds.under) ? yesOrNo.yes : yesOrNo.no;
}
