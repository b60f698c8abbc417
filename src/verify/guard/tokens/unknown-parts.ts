/** 茅台酒类营业收入, Moutai's liquor revenue: a word that no list knows, between whose a measure is and the measure, makes it another one. */
import type { Token } from "./token.ts";

const harmless =
  /全年|全天|全日|年度|年底|年末|期末|期间|同期|当期|本期|上期|当年|当天|当日|当时|此时|整体|总体|合计|综合|合并|合并后|合并口径|合并报表|全公司|报告期|报表|公告|披露|最终|总|获|遭|从|仍|还|也|都|均|则|又|却|的|其|这会儿|上午|下午|午后|早盘|盘中|收盘后|已|今|现|约|大约|虽然|尽管|而|且|和|与|及|对应|相应|实际|账面|对外|公布|所|一共|共|负/g;
const harmlessEnglish: ReadonlySet<string> = new Set(
  "overall total combined consolidated reported published stated disclosed group group's whole own company companywide latest last recent current present actual headline annual full full-year fiscal year year's calendar twelve-month day day's daily operating gross trailing negative positive low high big large own respective corresponding relevant said same year-end period period's official attributable resulting".split(
    " ",
  ),
);
const longest = 8;

const isWord = ({ kind, op }: Token, isHan: boolean): boolean =>
  kind === "text" && (isHan ? /^[\u4e00-\u9fff]$/ : /^[a-z][a-z-]{2,}$/).test(op);

const owns = ({ kind, op }: Token, isHan: boolean): boolean =>
  kind === "company" || (!isHan && (op === "s" || op === "its" || op === "their"));

/** True where every word from the owner to the measure is unknown and one of them may name a part. */
export function isOfUnknownPart(tokens: readonly Token[], at: number, lower: string): boolean {
  const measure = tokens[at];
  const last = tokens[at - 1];
  if (measure === undefined || last?.kind !== "text") return false;
  const isHan = /[\u4e00-\u9fff]/.test(lower.charAt(measure.start));
  const gap = isHan ? 0 : 1;
  let first = at;
  while (at - first < longest) {
    const before = tokens[first - 1];
    const next = tokens[first];
    if (before === undefined || next === undefined || next.start - before.end !== gap) break;
    if (!isWord(before, isHan)) break;
    first--;
  }
  const owner = tokens[first - 1];
  if (first === at || owner === undefined || !owns(owner, isHan)) return false;
  const run = lower.slice(tokens[first]?.start ?? 0, last.end);
  if (isHan) return owner.end === tokens[first]?.start && run.replace(harmless, "").length > 1;
  return run.split(" ").some((word) => !harmlessEnglish.has(word));
}
