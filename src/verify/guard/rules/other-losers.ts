/** 万科股东亏了钱, lost money every day, an operating loss: of others, of another stretch or of a part, which the company's own result does not say. */
import type { Clause } from "../binding/structure.ts";

const zh =
  /每[天日周月年季个]|天天|长期|多年|一直|不断亏|季度?(?:又|也|都|再)?(?:亏|赔)|股东|散户|投资者|股民|基民|持有人|您|你|的人|海外|国内|业务|子公司|母公司|房企|同行|企业都|公司都|卖房|再次亏|连年|转为|转而|由盈转|扭盈/;
const en =
  /(?<![a-z])(?:for years|every|each|daily|monthly|weekly|last quarter|last month|last week|since|the whole|throughout|opened|turned|became|may|might|could|stay|operating|operations|segment|parent|lenders?|bondholders?|shareholders?|investors?|holders|clients?|suppliers?|savers|keeps|had lost|expected|likely|will|business|again|becomes?|on the year|for the (?:week|month|year)|this (?:week|month)|(?:money|loss-making|unprofitable) (?:today|this morning)|still lost|customers|homebuilders|developers|regions?|overseas|units?|subsidiar(?:y|ies)|you|territory for the)(?![a-z])/;
/** A longer clause is no such statement; the limit, in tokens and in characters, keeps the work linear. */
const longest = 200;

/** True where the clause, its brackets aside, speaks of such a loss. */
export function isOfOtherLosers(clause: Clause, lower: string): boolean {
  if (clause.length > longest) return false;
  const open = clause.findIndex(({ kind }) => kind === "open");
  const own = open < 0 ? clause : clause.slice(0, open);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start > longest) return false;
  return speaksOfOthers(lower.slice(first.start, last.end));
}

export const speaksOfOthers = (text: string): boolean => zh.test(text) || en.test(text);
