/** Where a text may be cut, the best kind first; each matches what stays before the cut. */
const ends: readonly RegExp[] = [/\n[^\S\n]*\n\s*/g, /\n/g, /[。!?!?;;…][”」』)\])]*|[.:]\s/g, /\s/g];

const segmenter = new Intl.Segmenter("zh", { granularity: "grapheme" });

/** The last end of one kind within the window that leaves no tiny part behind and tears no grapheme. */
function lastEnd(window: string, kind: RegExp, graphemes: Intl.Segments): number | undefined {
  const cuts = [...window.matchAll(kind)].map((match) => match.index + match[0].length);
  return cuts
    .toReversed()
    .find((cut) => cut > window.length / 4 && (graphemes.containing(cut)?.index ?? cut) === cut);
}

/** The start of the grapheme that stands across the limit; a single one that is longer is cut between code points. */
function hardCut(text: string, limit: number, graphemes: Intl.Segments): number {
  const start = graphemes.containing(limit)?.index ?? limit;
  if (start > 0) return start;
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff && limit > 1 ? limit - 1 : limit;
}

function cutOf(text: string, limit: number): number {
  const window = text.slice(0, limit);
  // A little past the limit, so that the grapheme across it is seen whole.
  const graphemes = segmenter.segment(text.slice(0, limit + 256));
  for (const kind of ends) {
    const cut = lastEnd(window, kind, graphemes);
    if (cut !== undefined) return cut;
  }
  return hardCut(text, limit, graphemes);
}

/**
 * The text in pieces of at most `maxCharacters` UTF-16 code units (at least 2), cut at paragraph ends where it can be,
 * else at lines, sentences, words, characters. Nothing but white space around the cuts is lost. Never empty.
 */
export function splitText(text: string, maxCharacters: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxCharacters) {
    const cut = cutOf(rest, maxCharacters);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).replace(/^\s*\n/, "");
  }
  const whole = [...pieces, rest].filter((piece) => piece.trim() !== "");
  return whole.length === 0 ? [text.slice(0, maxCharacters)] : whole;
}
