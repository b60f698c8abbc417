/** A place where all forms of a text may be cut: an offset in each. The smaller the rank, the better the place. */
interface Cut {
  readonly at: readonly number[];
  readonly rank: number;
}

/** Ends within a line, the best kind first; each matches what stays before the cut. Empty lines, companies and lines come before. */
const inner: readonly RegExp[] = [/[。!?!?;;…][”」』)\])]*|[.:]\s/g, /[,,、]\s*/g, /\s/g];
const paragraphRank = 0;
const lineRank = 1;
const innerRank = 2;

/** A line that begins to speak of a company, with its code. */
const companyLine = /^[^\n()]{0,60}\((\d{6}\.(?:SH|SZ|BJ))\)/;

/**
 * What reads wrong in two halves: what stands in brackets (a cite), and a number with its sign, its currency and the word behind it
 * (`CNY 55.02 billion`, `2026-05-07 10:32`).
 */
const whole =
  /\([^()\n]{1,120}\)|(?:\b(?:CNY|HKD|USD) |[¥$€])?[-+]?\d+(?:[.,:/-]\d+)*(?:%|\p{Script=Han}{1,3}| (?:million|billion|trillion)(?: [A-Z]{3}\b)?| ?[A-Za-z]{1,10}\b| \d\d:\d\d)?/gu;

const segmenter = new Intl.Segmenter("zh", { granularity: "grapheme" });

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";

/**
 * Before each line but the first; the forms have the same number of lines. A paragraph begins after an empty line and where another
 * company is spoken of.
 */
function lineCuts(forms: readonly string[]): readonly Cut[] {
  const lines = forms.map((form) => form.split("\n"));
  const [first = []] = lines;
  const at = forms.map(() => 0);
  const cuts: Cut[] = [];
  let company: string | undefined;
  first.forEach((line, index) => {
    const named = companyLine.exec(line)?.[1];
    const isOther = named !== undefined && company !== undefined && named !== company;
    const begins = isOther || isBlank(first[index - 1]);
    if (index > 0 && !isBlank(line)) cuts.push({ at: [...at], rank: begins ? paragraphRank : lineRank });
    company = named ?? company;
    lines.forEach((own, form) => {
      at[form] = (at[form] ?? 0) + (own[index] ?? "").length + 1;
    });
  });
  return cuts;
}

/** Whether the cut falls into what must stay together. */
const tears = (cut: number, spans: readonly (readonly [number, number])[]): boolean =>
  spans.some(([from, to]) => from < cut && cut < to);

/** Spans of the text's beginning that are left whole; one that no part could hold is not. */
const spansOf = (head: string, limit: number): readonly (readonly [number, number])[] =>
  [...head.matchAll(whole)]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([from, to]) => to - from <= limit);

/** Ends within the first line; `head` reaches a little past the limit, so that what stands across it is seen whole. */
function innerCuts(head: string, limit: number): readonly Cut[] {
  const graphemes = segmenter.segment(head);
  const spans = spansOf(head, limit);
  return inner.flatMap((kind, index) =>
    [...head.matchAll(kind)]
      .map((match) => match.index + match[0].length)
      .filter((cut) => !tears(cut, spans) && (graphemes.containing(cut)?.index ?? cut) === cut)
      .map((cut) => ({ at: [cut], rank: innerRank + index })),
  );
}

/** The start of the number or grapheme that stands across the limit; a single one that is longer is cut between code points. */
function hardCut(head: string, limit: number): number {
  const [across] = spansOf(head, limit).filter(([from, to]) => from < limit && limit < to);
  if (across !== undefined && across[0] > 0) return across[0];
  const start = segmenter.segment(head).containing(limit)?.index ?? limit;
  if (start > 0) return start;
  const unit = head.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff && limit > 1 ? limit - 1 : limit;
}

/** Whether what stands between two places fits, white space at its end aside. */
const fits = (forms: readonly string[], from: readonly number[], to: readonly number[], limit: number) =>
  forms.every((form, at) => form.slice(from[at], to[at]).trimEnd().length <= limit);

/**
 * The last place of the best kind that leaves no tiny part behind. At a paragraph's end even a tiny one is cut off, where the next
 * paragraph stays whole for it.
 */
function bestCut(
  forms: readonly string[],
  cuts: readonly Cut[],
  limit: number,
): readonly number[] | undefined {
  const start = forms.map(() => 0);
  const end = forms.map((form) => form.length);
  const within = cuts.filter(({ at }) => fits(forms, start, at, limit));
  const paragraphs = cuts.filter(({ rank }) => rank === paragraphRank);
  const isTiny = ({ at }: Cut): boolean => (at[0] ?? 0) <= limit / 4;
  const keepsNext = (cut: Cut): boolean => {
    const next = paragraphs[paragraphs.indexOf(cut) + 1]?.at ?? end;
    return cut.rank === paragraphRank && fits(forms, cut.at, next, limit);
  };
  for (let rank = paragraphRank; rank < innerRank + inner.length; rank++) {
    const cut = within.findLast((each) => each.rank === rank && (!isTiny(each) || keepsNext(each)));
    if (cut !== undefined) return cut.at;
  }
  return undefined;
}

function cutOf(forms: readonly string[], limit: number): readonly number[] {
  const [text = ""] = forms;
  const lines = lineCuts(forms);
  if (forms.length > 1) {
    const start = forms.map(() => 0);
    const fitting = lines.findLast(({ at }) => fits(forms, start, at, limit));
    return bestCut(forms, lines, limit) ?? fitting?.at ?? forms.map(() => limit);
  }
  const head = text.slice(0, limit + 256);
  return bestCut(forms, [...lines, ...innerCuts(head, limit)], limit) ?? [hardCut(head, limit)];
}

/** White space to the end of the line goes with the cut, and the empty lines after it. Lines of several forms are cut at lines only. */
const afterCut = (text: string, isSingle: boolean): string => (isSingle ? text.replace(/^\s*\n/, "") : text);

/**
 * Forms of one text that have the same lines, none of them longer than `limit`: cut alike, each piece of all forms at once. A single
 * form may have lines of any length.
 */
export function splitAlike(forms: readonly string[], limit: number): readonly (readonly string[])[] {
  const pieces: (readonly string[])[] = [];
  let rest = forms;
  while (rest.some((form) => form.length > limit)) {
    const at = cutOf(rest, limit);
    pieces.push(rest.map((form, index) => form.slice(0, at[index]).trimEnd()));
    rest = rest.map((form, index) => afterCut(form.slice(at[index]), rest.length === 1));
  }
  return [...pieces, rest].filter(([text = ""]) => text.trim() !== "");
}

/**
 * The text in pieces of at most `limit` UTF-16 code units (at least 2), cut where paragraphs end or another company begins, else at
 * lines, sentences, commas, words, characters; no cite and no number is torn that fits. Nothing but white space around the cuts is
 * lost. Never empty.
 */
export function splitText(text: string, limit: number): readonly string[] {
  const whole = splitAlike([text], limit).map(([piece = ""]) => piece);
  return whole.length === 0 ? [text.slice(0, limit)] : whole;
}
