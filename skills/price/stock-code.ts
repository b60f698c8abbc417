import type { Bilingual, SkillResult, Tools } from "#contract";

const asksCode =
  /代码|\bticker\b|\b(?:stock|share|security) (?:code|symbol)\b|\bcode (?:of|for)\b|'s code\b/i;

/** True where the code of a company is all that a message asks for: 茅台股票代码, what's Moutai's ticker. */
export const asksForCode = (text: string, metrics: readonly string[]): boolean =>
  asksCode.test(text) && metrics.length === 0;

/** The codes of companies as the list of securities has them, each with the list; null where one of them is not found or unclear. */
export async function codesTold(queries: readonly string[], tools: Tools): Promise<SkillResult | null> {
  const lines: Bilingual[] = [];
  for (const query of queries) {
    const found = await tools.resolve_security({ query });
    const [match] = found.ok && found.value.status === "one" ? found.value.matches : [];
    if (!found.ok || match === undefined) return null;
    const { source, table = "" } = found.call;
    const { code, name, english_name = name } = match;
    const isBundled = source === "computed";
    lines.push({
      zh: `${name} 的股票代码是 ${code}(来源:${isBundled ? "内置股票列表" : `${source} ${table}`})。`,
      en: `The stock code of ${english_name} is ${code} (source: ${isBundled ? "the bundled list of securities" : `${source} ${table}`}).`,
    });
  }
  if (lines.length === 0) return null;
  const join = (language: keyof Bilingual) => lines.map((line) => line[language]).join("\n");
  return { kind: "text", text: { zh: join("zh"), en: join("en") } };
}
