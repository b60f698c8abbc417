import type { Claim, Language, NameRegistry, SecurityMatch } from "#contract";
import { cleanAlias, cleanName, officialName } from "./clean-name.ts";
import { showExactMoment } from "./moment.ts";
import { type PhraseView, renderPhrase, sharesCite } from "./phrases.ts";
import { printedName } from "./printed-name.ts";

const cleanField = (raw: string): string => raw.replaceAll(/[\p{C}{}<>`]/gu, "").slice(0, 500);

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
    document: "出处",
    read: "登记日期",
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
    document: "document",
    read: "as of",
    none: "The last answer held no numbers.",
  },
} as const;

/** Sources that failed before the one that answered, by tool call id, each `<source>: <ERROR_CODE>`. */
export type Fallbacks = Readonly<Record<string, readonly string[]>>;

/** The document of each registered fact and the date to which it is vouched for, by the fact's id. */
export type FactOrigins = Readonly<Record<string, { readonly source: string; readonly as_of: string }>>;

type Field = readonly [label: string, value: string];

function factFields(id: string, language: Language, facts: FactOrigins): readonly Field[] {
  const words = labels[language];
  const origin = Object.hasOwn(facts, id) ? facts[id] : undefined;
  const known: readonly Field[] =
    origin === undefined
      ? []
      : [
          [words.document, origin.source],
          [words.read, origin.as_of],
        ];
  return [[words.fact, id], ...known];
}

function fieldsOf(
  claim: Claim,
  language: Language,
  fallbacks: Fallbacks,
  facts: FactOrigins,
): readonly Field[] {
  const words = labels[language];
  const { cite } = claim;
  if (cite.kind === "competence") return factFields(cite.competence_id, language, facts);
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

const company = (claim: Claim): string => (claim.kind === "knowledge" ? "" : (claim.code ?? ""));

/** Phrases of one origin: a company is named once, and its time said once. */
function phrasesOf(claims: readonly Claim[], view: PhraseView): string {
  // Those of a company side by side, in the order in which the companies came.
  const companies = [...new Set(claims.map(company))];
  const ordered = companies.flatMap((code) => claims.filter((claim) => company(claim) === code));
  const phrases = ordered.map((claim, at) => {
    const [previous, next] = [ordered[at - 1], ordered[at + 1]];
    return renderPhrase(claim, view, {
      ...(previous === undefined ? {} : { previous }),
      citeFollows: next !== undefined && sharesCite(claim, next, view),
    });
  });
  return [...new Set(phrases)].join(view.language === "zh" ? "、" : ", ");
}

/**
 * Where each number of an answer comes from, one line an origin: the phrases that share it, then source, table, times, tool call id, failed
 * sources; of a registered fact its id, document and date.
 */
export function renderSources(
  claims: readonly Claim[],
  view: PhraseView,
  fallbacks: Fallbacks = {},
  facts: FactOrigins = {},
): string {
  if (claims.length === 0) return labels[view.language].none;
  const origins = new Map<string, Claim[]>();
  const seen = new Set<string>();
  for (const claim of claims) {
    const origin = fieldsOf(claim, view.language, fallbacks, facts)
      .map(([label, value]) => `${label} ${cleanField(value)}`)
      .join("; ");
    // Said once, however often it was found.
    const whole = `${renderPhrase(claim, view)} ${origin}`;
    if (seen.has(whole)) continue;
    seen.add(whole);
    origins.set(origin, [...(origins.get(origin) ?? []), claim]);
  }
  return [...origins].map(([origin, own]) => `${phrasesOf(own, view)} — ${origin}`).join("\n");
}

/** What the user wrote, fit to be said back. */
const cleanSubject = (subject: string): string => cleanName(subject).slice(0, 24);

/** A company without a name that can be shown is its code. */
const candidateWords = (code: string, name: string): string => (name === "" ? code : `${name}(${code})`);

/** The question back about a name or code that means several. */
export function renderCandidates(
  subject: string,
  candidates: readonly SecurityMatch[],
  language: Language,
  names: NameRegistry = {},
): string {
  const lines = candidates.map(({ code, name }, at) => {
    const known = printedName(Object.hasOwn(names, code) ? names[code] : [], language);
    const words = known === undefined ? officialName(name) : cleanAlias(known);
    return `${at + 1}. ${candidateWords(cleanField(code), words)}`;
  });
  const words = cleanSubject(subject);
  return language === "zh"
    ? [`“${words}”可能是:`, ...lines, "请回复其中一个名称或代码。"].join("\n")
    : [`“${words}” may be:`, ...lines, "Please answer with one of these names or codes."].join("\n");
}
