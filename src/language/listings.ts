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
    [words.fallback, failed?.join(", ")],
  ];
  return fields.flatMap(([label, value]) =>
    value === undefined || value === "" ? [] : [[label, value] as const],
  );
}

const company = (claim: Claim): string => (claim.kind === "knowledge" ? "" : (claim.code ?? ""));

/** Phrases of one call: a company is named once, and its time said once. `before`: what stands in front of them; `isCited`: a heading says source and time. */
function phrasesOf(claims: readonly Claim[], view: PhraseView, before?: Claim, isCited = false): string {
  const phrases = claims.map((claim, at) => {
    const [previous, next] = [claims[at - 1] ?? before, claims[at + 1]];
    return renderPhrase(claim, view, {
      ...(previous === undefined ? {} : { previous }),
      citeFollows: isCited || (next !== undefined && sharesCite(claim, next, view)),
    });
  });
  return [...new Set(phrases)].join(view.language === "zh" ? "、" : ", ");
}

/** Those of a company side by side, in the order in which the companies came. */
const byCompany = (claims: readonly Claim[]): readonly Claim[] =>
  [...new Set(claims.map(company))].flatMap((code) => claims.filter((claim) => company(claim) === code));

/** What several calls of one source, table and time gave: said once, then a line for each company, every call behind its own phrases. */
function groupLines(origin: string, calls: ReadonlyMap<string, readonly Claim[]>, view: PhraseView): string {
  const lines = new Map<string, string[]>();
  const last = new Map<string, Claim>();
  for (const [call, claims] of calls) {
    const own = byCompany(claims);
    const about = [...new Set(own.map(company))].join();
    const phrases = `${phrasesOf(own, view, last.get(about), true)} — ${call}`;
    lines.set(about, [...(lines.get(about) ?? []), phrases]);
    const end = own.at(-1);
    if (end !== undefined) last.set(about, end);
  }
  return [`${origin}:`, ...[...lines.values()].map((phrases) => `· ${phrases.join("; ")}`)].join("\n");
}

/**
 * Where each number of an answer comes from, by source, table and time: the phrases with their tool call id, then source, table, times, failed
 * sources; of a registered fact its id, document and date.
 */
export function renderSources(
  claims: readonly Claim[],
  view: PhraseView,
  fallbacks: Fallbacks = {},
  facts: FactOrigins = {},
): string {
  if (claims.length === 0) return labels[view.language].none;
  const origins = new Map<string, Map<string, Claim[]>>();
  const seen = new Set<string>();
  for (const claim of claims) {
    const origin = fieldsOf(claim, view.language, fallbacks, facts)
      .map(([label, value]) => `${label} ${cleanField(value)}`)
      .join("; ");
    const { cite } = claim;
    const call = cite.kind === "tool" ? `${labels[view.language].call} ${cleanField(cite.tool_call_id)}` : "";
    // Said once, however often it was found.
    const whole = `${renderPhrase(claim, view)} ${origin} ${call}`;
    if (seen.has(whole)) continue;
    seen.add(whole);
    const calls = origins.get(origin) ?? new Map<string, Claim[]>();
    origins.set(origin, calls.set(call, [...(calls.get(call) ?? []), claim]));
  }
  return [...origins]
    .map(([origin, calls]) => {
      const [[call, own] = ["", []], other] = calls;
      if (other !== undefined) return groupLines(origin, calls, view);
      return `${phrasesOf(byCompany(own), view)} — ${[origin, call].filter(Boolean).join("; ")}`;
    })
    .join("\n");
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
