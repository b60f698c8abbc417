import type { Claim, Language, SecurityMatch } from "#contract";
import { cleanName, officialName } from "./clean-name.ts";
import { showExactMoment } from "./moment.ts";
import { type PhraseView, renderPhrase } from "./phrases.ts";

const cleanField = (raw: string): string => raw.replaceAll(/[\p{C}{}<>`]/gu, "").slice(0, 100);

const labels = {
  zh: {
    source: "来源",
    table: "表",
    asOf: "数据时间",
    fetchedAt: "取数时间",
    call: "编号",
    servedBy: "实际来自",
    fallback: "先前失败",
    fact: "依据",
    none: "上一个回答里没有数字。",
  },
  en: {
    source: "source",
    table: "table",
    asOf: "as of",
    fetchedAt: "fetched at",
    call: "call",
    servedBy: "served by",
    fallback: "failed before",
    fact: "registered fact",
    none: "The last answer held no numbers.",
  },
} as const;

/** Sources that failed before the one that answered, by tool call id, each `<source>: <ERROR_CODE>`. */
export type Fallbacks = Readonly<Record<string, readonly string[]>>;

function fieldsOf(
  claim: Claim,
  language: Language,
  fallbacks: Fallbacks,
): readonly (readonly [string, string])[] {
  const words = labels[language];
  const { cite } = claim;
  if (cite.kind === "competence") return [[words.fact, cite.competence_id]];
  const failed = Object.hasOwn(fallbacks, cite.tool_call_id) ? fallbacks[cite.tool_call_id] : undefined;
  const fields: (readonly [string, string | undefined])[] = [
    [words.source, cite.source],
    [words.servedBy, cite.served_by === cite.source ? undefined : cite.served_by],
    [words.table, cite.table],
    [words.asOf, claim.kind === "knowledge" ? undefined : showExactMoment(claim.as_of)],
    [words.fetchedAt, showExactMoment(cite.fetched_at)],
    [words.call, cite.tool_call_id],
    [words.fallback, failed?.join(", ")],
  ];
  return fields.flatMap(([label, value]) =>
    value === undefined || value === "" ? [] : [[label, value] as const],
  );
}

/** Where each number of an answer comes from, one line a number: the phrase, source, table, times, tool call id, failed sources. */
export function renderSources(claims: readonly Claim[], view: PhraseView, fallbacks: Fallbacks = {}): string {
  if (claims.length === 0) return labels[view.language].none;
  const lines = claims.map((claim) => {
    const fields = fieldsOf(claim, view.language, fallbacks).map(
      ([label, value]) => `${label} ${cleanField(value)}`,
    );
    return `${renderPhrase(claim, view)} — ${fields.join("; ")}`;
  });
  return [...new Set(lines)].join("\n");
}

/** What the user wrote, fit to be said back. */
const cleanSubject = (subject: string): string => cleanName(subject).slice(0, 24);

/** English readers go by the code, which stands first; a company without a name that can be shown is its code. */
function candidateWords(code: string, name: string, language: Language): string {
  if (name === "") return code;
  return language === "zh" ? `${name}(${code})` : `${code} ${name}`;
}

/** The question back about a name or code that means several. */
export function renderCandidates(
  subject: string,
  candidates: readonly SecurityMatch[],
  language: Language,
): string {
  const lines = candidates.map(
    ({ code, name }, at) => `${at + 1}. ${candidateWords(cleanField(code), officialName(name), language)}`,
  );
  const words = cleanSubject(subject);
  return language === "zh"
    ? [`“${words}”可能是:`, ...lines, "请回复其中一个名称或代码。"].join("\n")
    : [`“${words}” may be:`, ...lines, "Please answer with one of these names or codes."].join("\n");
}
