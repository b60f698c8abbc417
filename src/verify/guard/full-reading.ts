import type { Claim, GuardProblem, GuardVerdict } from "#contract";
import type { GuardInput } from "./guard-input.ts";
import { inspect } from "./inspection.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { lookForRareWords } from "./lexicon/rare-words.ts";
import { findLicences } from "./licences.ts";
import { findContacts } from "./links.ts";
import { readQuotations } from "./quotations.ts";
import { amend } from "./tokens/amend.ts";
import { readAskedNouns } from "./tokens/measures/sentence-measures.ts";
import { readAmountsAgain, readAskedAmounts, readNumberWords } from "./tokens/readers/asked-amounts.ts";
import { scan } from "./tokens/scan.ts";
import { fold, type NormalText } from "./tokens/text/normalise.ts";

function sourcesOf(claims: readonly Claim[]): Set<string> {
  const sources = new Set<string>();
  for (const { cite } of claims) if (cite.kind === "tool") sources.add(cite.source.toLowerCase());
  return sources;
}

const isTable = (name: string): boolean => /^[a-z][a-z0-9_]*_[a-z0-9_]*$/.test(name);

function tablesOf(claims: readonly Claim[]): Set<string> {
  const tables = new Set<string>();
  for (const { cite } of claims)
    if (cite.kind === "tool" && cite.table !== undefined && isTable(cite.table)) tables.add(cite.table);
  return tables;
}

/** The text as it is read: its normal form, that in lower case, and the words of the registries. */
export interface ReadableText {
  readonly normal: NormalText;
  readonly lower: string;
  readonly lexicon: Lexicon;
}

/** The whole reading of a text, token by token, with every check. */
export function readInFull(input: GuardInput, { normal, lower, lexicon }: ReadableText): GuardVerdict {
  const { claims, prose } = input;
  const asked = fold(input.user_question);
  lookForRareWords(lower, asked);
  const masks = findLicences({
    lower,
    claims,
    question: input.user_question,
    licensed: input.licensed ?? [],
  });
  const common = { lexicon, claimSources: sourcesOf(claims), tables: tablesOf(claims) };
  const said = readAskedAmounts(readNumberWords(scan({ lower: asked, masks: [], ...common }), asked), asked);
  const question = readAskedNouns(said, asked, lexicon);
  const scanned = readAmountsAgain(
    readNumberWords(scan({ lower, masks, ...common }), lower),
    lower,
    question,
  );
  const tokens = amend(scanned, { lower, claims, question, ...common });
  const quotations = readQuotations(lower, { claims, masks, fold });
  // Field by field: whoever asks, every check sees one shape, for which it is compiled once.
  const { lang, user_question, now, names, metrics, licensed } = input;
  const given = { lang, user_question, now, claims, prose, names, metrics, licensed: licensed ?? [] };
  const found = inspect({
    ...given,
    lower,
    written: normal.text,
    lexicon,
    tokens,
    quotations,
    question,
    asked,
  });
  const problems: GuardProblem[] = normal.suspicious.map(({ start, end, reason }) => ({
    reason,
    span: prose.slice(start, end),
    message: "markup that hides or links",
  }));
  const spanOf = (start: number, end: number): string => {
    const last = normal.originOf(end - 1) ?? prose.length;
    const width = (prose.codePointAt(last) ?? 0) > 0xffff ? 2 : 1;
    return prose.slice(normal.originOf(start) ?? 0, last + width);
  };
  for (const each of findContacts(lower, masks, common.tables))
    problems.push({ reason: each.reason, span: spanOf(each.start, each.end), message: "no claim holds it" });
  for (const { token, reason, message } of found)
    problems.push({ reason, span: spanOf(token.start, token.end), message });
  return { ok: problems.length === 0, problems };
}
