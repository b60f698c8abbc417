import type { SkillContext, TemplateInput } from "../ports/skill.ts";
import type { Claim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { wayBeside } from "./compared-companies.ts";
import { codeOf } from "./lines-by-company.ts";
import { ledByCompany } from "./measured-against.ts";

/** Indices that a message may set a stock against, as it writes them. */
const byName =
  /沪深 ?300|上证 ?(?:指数|综指|50|180)|沪指|中证 ?(?:A?500|1000|100)|创业板指?|科创 ?50|北证 ?50|深[成证][成指]指?数?|\b(?:csi ?(?:a?500|300|1000)|chinext|star ?50|sse composite|shanghai composite|shanghai index|shenzhen component)\b/i;
const asMarket =
  /大[盘盤]|指[数數]|市场|市場|\b(?:the )?(?:index|market|benchmark)\b(?! (?:cap|value|share|price))/i;
const beside =
  /[跑打][得不]?[赢贏输輸]|[和跟与與同](?=大[盘盤]|[指沪滬深上中创創科北]).{2,8}(?:相|对|對)?比|(?:比|[弱强強好]于)(?=大[盘盤]|[指沪滬深上中创創科北])|不如|\b(?:out|under)perform(?:ed|s|ing)?\b|\bbeat(?:en|s|ing)?\b|\b(?:better|worse|more|less|stronger|weaker) than\b|\b(?:ahead of|behind)\b/i;

/** 上证指数 stands for the market. */
const marketIndex = "000001.SH";

/**
 * The index beside which a message sets how stocks went, as it writes it, or the code of the market's: 跑赢大盘了吗, did it beat the CSI 300. Null
 * where it sets them beside none.
 */
export function indexSetBeside(written: string): string | null {
  const text = written.slice(0, 200);
  if (!beside.test(text)) return null;
  return byName.exec(text)?.[0] ?? (asMarket.test(text) ? marketIndex : null);
}

/** The code of that index; null where a message sets nothing beside one, and where no list knows it. */
export async function indexBeside({
  message,
  tools,
}: Pick<SkillContext, "message" | "tools">): Promise<string | null> {
  const query = indexSetBeside(message.text);
  if (query === null || query === marketIndex) return query;
  const found = await tools.resolve_security({ query });
  if (!found.ok || found.value.kind !== "index") return null;
  return found.value.matches[0]?.code ?? null;
}

/** It has not beaten the market, has it: a yes would be one to either. */
const denied =
  /(?<!有)[没沒]有?[跑打]|\b(?:not|n't) (?:out|under|beat)|n't .{1,30}\b(?:beat|outperform|underperform)/i;

/** In words of a comparison, and without the index's name, which may hold one of its own (大盘). */
const plainly = (text: string): string =>
  text
    .replace(byName, " ")
    .replaceAll(/大[盘盤]/g, " ")
    .replaceAll(/[跑打][得不]([赢贏输輸])/g, "跑$1")
    .replaceAll(/[强強好]于/g, "跑赢")
    .replaceAll(/弱于/g, "跑输");

/** 跑赢大盘了吗: yes or no in front of each stock's values; null where the words ask for none, or the moves are not of one time. */
export function ledByIndex(
  claims: readonly Claim[],
  index: string,
  text: string,
  template: (view: TemplateInput) => string,
): Bilingual | null {
  if (denied.test(text)) return null;
  const codes = new Set(claims.map(codeOf).filter((code) => code !== "" && code !== index));
  const leads = new Map<string, Bilingual>();
  for (const code of codes) {
    const lead = wayBeside([code, index], claims, plainly(text));
    if (lead === null) return null;
    leads.set(code, lead);
  }
  return leads.size === 0 ? null : ledByCompany(leads, claims, template);
}
