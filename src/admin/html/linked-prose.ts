import { html } from "hono/html";
import type { Claim, Language, MetricRegistry, SlottedClaim } from "#contract";
import { formatValue } from "#language";
import type { Markup } from "./view.ts";

/** A claim's place in the finished text. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly slot: string;
}

/** Every way in which code may have printed the claim's value. */
function printed(claim: Claim, language: Language, metrics: MetricRegistry): readonly string[] {
  if (claim.kind === "knowledge") return [claim.claim];
  if (claim.kind === "text") return [claim.value];
  const metric = Object.hasOwn(metrics, claim.metric) ? metrics[claim.metric] : undefined;
  const unit = claim.unit ?? metric?.default_unit ?? "";
  const plain = { language, signed: metric?.signed === true };
  try {
    const all = [plain, { language }, { ...plain, exact: true }].map((each) =>
      formatValue(claim.value, unit, each),
    );
    return [...new Set([...all, String(claim.value)])];
  } catch {
    // A unit of another version.
    return [String(claim.value)];
  }
}

const isPartOfNumber = (text: string, at: number): boolean => /[\d.,]/.test(text[at] ?? "");

/** The first free place of a word that does not stand inside another number. */
function placeOf(text: string, word: string, taken: readonly Place[], from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const to = at + word.length;
    const isFree = taken.every((place) => to <= place.from || at >= place.to);
    const before = /\d/.test(word[0] ?? "") && /[\d.]/.test(text[at - 1] ?? "");
    const after = isPartOfNumber(text, to) && /\d/.test(text[to] ?? text[to + 1] ?? "");
    if (isFree && !before && !after) return at;
  }
  return -1;
}

/**
 * The text with each claim's value linked to its claim (`#c1`). Claims stand in the text in the order of their slots, so equal
 * values are told apart by order; one that is said twice is linked at both places.
 */
export function linkedProse(
  text: string,
  slots: readonly SlottedClaim[],
  view: { readonly language: Language; readonly metrics: MetricRegistry },
): Markup {
  const places: Place[] = [];
  const find = (slotted: SlottedClaim, from: number): Place | undefined => {
    for (const word of printed(slotted.claim, view.language, view.metrics)) {
      const at = word === "" ? -1 : placeOf(text, word, places, from);
      if (at >= 0) return { from: at, to: at + word.length, slot: slotted.slot };
    }
    return undefined;
  };
  let end = 0;
  for (const slotted of slots) {
    const place = find(slotted, end) ?? find(slotted, 0);
    if (place === undefined) continue;
    places.push(place);
    end = place.to;
  }
  for (const slotted of slots)
    for (let place = find(slotted, 0); place; place = find(slotted, 0)) places.push(place);
  const parts: (string | Markup)[] = [];
  let at = 0;
  for (const { from, to, slot } of places.sort((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, from), html`<a href="#${slot}">${text.slice(from, to)}</a>`);
    at = to;
  }
  parts.push(text.slice(at));
  return html`${parts}`;
}
