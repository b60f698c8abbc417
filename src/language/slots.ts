import type { Claim, Language, Metric, MetricRegistry, SlottedClaim } from "#contract";
import { showMoment } from "./moment.ts";
import { codeOf, isLink, type PhraseView, renderPhrase, sharesCite } from "./phrases.ts";

export type FilledText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly unknown: readonly string[] };

const slotPattern = /\{\{\s*([A-Za-z0-9_]{1,20})\s*\}\}/;

interface Piece {
  readonly literal: string;
  readonly claim?: Claim;
}

function piecesOf(line: string, claims: ReadonlyMap<string, Claim>, unknown: Set<string>): readonly Piece[] {
  const pieces: Piece[] = [];
  // What stands between slots, and their names, in turn.
  const parts = line.split(slotPattern);
  for (let at = 1; at < parts.length; at += 2) {
    const [literal = "", slot = ""] = parts.slice(at - 1, at + 1);
    const claim = claims.get(slot);
    if (claim === undefined) unknown.add(slot);
    else pieces.push({ literal, claim });
  }
  pieces.push({ literal: parts.at(-1) ?? "" });
  return pieces;
}

/** Only separators and joining words may stand between two phrases that share one cite. */
const joinsOnly = /^[\s,，、;；:：·]*(?:和|与|及|and)?[\s,，、;；:：·]*$/;

const samePeriod = (a: Claim, b: Claim): boolean =>
  a.kind === "numeric" && b.kind === "numeric" && a.period === b.period;

/** A line's text; `spokenOf` is the claim the line before ended with. */
function renderLine(pieces: readonly Piece[], view: PhraseView, spokenOf: Claim | undefined): string {
  let previous = spokenOf;
  let text = "";
  let joined = false;
  pieces.forEach(({ literal, claim }, at) => {
    // Templates join with a bare comma, as Chinese does.
    text += view.language === "en" && literal === "," ? ", " : literal;
    if (claim === undefined) return;
    const next = pieces[at + 1];
    const citeFollows =
      next?.claim !== undefined &&
      !isLink(next.claim) &&
      joinsOnly.test(next.literal) &&
      sharesCite(claim, next.claim, view);
    const periodSaid = joined && previous !== undefined && samePeriod(previous, claim);
    text += renderPhrase(claim, view, {
      citeFollows,
      periodSaid,
      ...(previous === undefined ? {} : { previous }),
    });
    previous = claim;
    joined = citeFollows;
  });
  return text;
}

/**
 * Replaces every `{{c1}}` by its phrase. On one line, neighbouring phrases of the same company, source and time are shortened: the name
 * is said once and the last carries the cite; a line about the company of the line before does not name it again.
 * Slots that no claim stands for are listed, and then there is no text.
 */
export function fillSlots(text: string, slots: readonly SlottedClaim[], view: PhraseView): FilledText {
  const claims = new Map(slots.map(({ slot, claim }) => [slot, claim]));
  const unknown = new Set<string>();
  const lines: string[] = [];
  let spokenOf: Claim | undefined;
  for (const line of text.split("\n")) {
    const pieces = piecesOf(line, claims, unknown);
    lines.push(renderLine(pieces, view, spokenOf));
    const last = pieces.findLast(({ claim }) => claim !== undefined)?.claim;
    if (last !== undefined) spokenOf = codeOf(last) === null ? undefined : last;
    else if (line.trim() === "") spokenOf = undefined;
  }
  return unknown.size > 0 ? { ok: false, unknown: [...unknown] } : { ok: true, text: lines.join("\n") };
}

const nowWords = {
  zh: /现在|目前|当前|实时|最新/g,
  en: /\b(?:currently|right now|now|current|latest|live)\b/gi,
};

type WordPairs = readonly (readonly [word: string, neutral: string])[];

/** The words of a registry are gone through for every answer, and it never changes. */
const neutralWordsOf = new WeakMap<MetricRegistry, Partial<Record<Language, WordPairs>>>();

/** Realtime words of the registry (当前价, 现价) first, longest first, so that 当前价 becomes 价格 and not 价. */
function neutralWords(view: PhraseView): WordPairs {
  const known = neutralWordsOf.get(view.metrics) ?? {};
  neutralWordsOf.set(view.metrics, known);
  known[view.language] ??= readNeutralWords(Object.values(view.metrics), view.language);
  return known[view.language] ?? [];
}

function readNeutralWords(metrics: readonly Metric[], language: Language): WordPairs {
  const pairs = metrics
    .filter(({ realtime }) => realtime === true)
    .flatMap((metric) => {
      const words = metric[language];
      const isNow = (word: string) => word.search(nowWords[language]) >= 0 || /现价|last/i.test(word);
      const neutral = words.find((word) => !isNow(word)) ?? "";
      return words.filter(isNow).map((word) => [word, neutral] as const);
    });
  return pairs.sort((a, b) => b[0].length - a[0].length);
}

/** What stands for a name or a quotation while words are replaced, so that none is changed. */
const marker = (at: number): string => String.fromCodePoint(0xf0000 + at);

/** Takes the realtime words out of a text, names and quotations aside. */
function withoutRealtime(text: string, slots: readonly SlottedClaim[], view: PhraseView): string {
  const kept = slots.flatMap(({ claim }) => [
    ...(view.names[codeOf(claim) ?? ""] ?? []),
    ...(claim.kind === "text" ? [claim.value] : []),
  ]);
  const names = [...new Set(kept)]
    .filter((name) => name.search(nowWords[view.language]) >= 0)
    .sort((a, b) => b.length - a.length);
  let result = text;
  names.forEach((name, at) => {
    result = result.replaceAll(name, marker(at));
  });
  for (const [word, neutral] of neutralWords(view)) result = result.replaceAll(word, neutral);
  result = result.replaceAll(nowWords[view.language], "");
  names.forEach((name, at) => {
    result = result.replaceAll(marker(at), name);
  });
  return view.language === "en" ? result.replaceAll(/ {2,}/g, " ") : result;
}

/** The latest time of the claims that were current when the text was written. */
function agedAsOf(slots: readonly SlottedClaim[], view: PhraseView): string {
  const shown = slots.flatMap(({ claim }) => {
    if (claim.kind !== "numeric") return [];
    const realtime = view.metrics[claim.metric]?.realtime === true;
    return realtime ? [showMoment(claim.as_of, { realtime })] : [];
  });
  return shown.sort().at(-1) ?? "";
}

/**
 * The same text for after its freshness ended, from the draft with slots or from the finished text: 截至 2026-05-07 10:32, in front, 价格 for
 * 当前价, and no word that says now. Unchanged but for those words when no claim of it was current.
 */
export function renderAged(text: string, slots: readonly SlottedClaim[], view: PhraseView): string {
  const filled = fillSlots(text, slots, { ...view, aged: true });
  const plain = withoutRealtime(filled.ok ? filled.text : text, slots, view);
  const asOf = agedAsOf(slots, view);
  if (asOf === "") return plain;
  return view.language === "zh" ? `截至 ${asOf},${plain}` : `As of ${asOf}: ${plain}`;
}
