import type {
  Claim,
  Language,
  Metric,
  MetricRegistry,
  NameRegistry,
  NumericClaim,
  TextClaim,
} from "#contract";
import { cleanAlias, cleanName } from "./clean-name.ts";
import { showMoment } from "./moment.ts";
import { periodWord } from "./report-period.ts";
import { formatValue } from "./units.ts";

/** How phrases are written. */
export interface PhraseView {
  readonly language: Language;
  readonly metrics: MetricRegistry;
  readonly names: NameRegistry;
  /** True once the value may no longer be called current: 价格 instead of 当前价. */
  readonly aged?: boolean;
}

/** What a phrase leaves out because its neighbours say it. */
export interface PhraseContext {
  /** The phrase before: its company is not named again. */
  readonly previous?: Claim;
  /** True where the next phrase of the same source and time carries the cite for both. */
  readonly citeFollows?: boolean;
}

const realtimeWord = /当前|现价|现在|最新|实时|今|now|current|latest|last/i;
const adjustWords = {
  qfq: { zh: "前复权", en: "forward-adjusted" },
  hfq: { zh: "后复权", en: "backward-adjusted" },
} as const;
const unconfirmed = { zh: "待确认", en: "unconfirmed" };

/** A string of the data that code itself did not make: control characters, braces and markup cannot survive. */
const cleanText = (raw: string, maxCharacters: number): string =>
  [...raw.replaceAll(/[\p{C}\p{Zl}\p{Zp}{}<>`*_#[\]|\\]/gu, "").replaceAll(/\s+/g, " ")]
    .slice(0, maxCharacters)
    .join("")
    .trim();

/** A quotation as it stands in the data, but on one line and with nothing that could be read as a slot. */
const quoted = (value: string): string =>
  value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(/\{\{|\}\}/g, "");

/** The name printed for a code: the registry's first, in English its first Latin one. Empty when the code has none. */
function printedName(code: string, view: PhraseView, fallback = ""): string {
  const names = Object.hasOwn(view.names, code) ? (view.names[code] ?? []) : [];
  const latin = view.language === "en" ? names.find((name) => !/\p{Script=Han}/u.test(name)) : undefined;
  const known = latin ?? names[0];
  return known === undefined ? cleanName(fallback) : cleanAlias(known);
}

function company(claim: NumericClaim | TextClaim, view: PhraseView): string {
  if (claim.code === null) return "";
  const code = cleanText(claim.code, 24);
  const name = printedName(claim.code, view, "name" in claim ? String(claim.name ?? "") : "");
  return name === "" || name === code ? code : `${name}(${code})`;
}

const metricOf = (id: string, view: PhraseView): Metric | undefined =>
  Object.hasOwn(view.metrics, id) ? view.metrics[id] : undefined;

function wordOf(claim: NumericClaim, view: PhraseView): string {
  const words = metricOf(claim.metric, view)?.[view.language] ?? [];
  const neutral = view.aged === true ? words.find((word) => !realtimeWord.test(word)) : undefined;
  const word = neutral ?? words[0] ?? cleanText(claim.metric, 40);
  const adjust =
    claim.adjust === "qfq" || claim.adjust === "hfq" ? adjustWords[claim.adjust][view.language] : "";
  const remarks = [adjust, claim.provisional === true ? unconfirmed[view.language] : ""].filter(
    (remark) => remark !== "",
  );
  const period =
    claim.period === undefined ? "" : `${cleanText(periodWord(claim.period, view.language), 24)} `;
  const space = view.language === "en" ? " " : "";
  return `${period}${word}${remarks.length === 0 ? "" : `${space}(${remarks.join(", ")})`}`;
}

function shownValue(claim: NumericClaim, view: PhraseView): string {
  const metric = metricOf(claim.metric, view);
  return formatValue(claim.value, claim.unit ?? metric?.default_unit ?? "", {
    language: view.language,
    signed: metric?.signed === true && metric.default_unit !== "x",
  });
}

interface Pieces {
  readonly view: PhraseView;
  readonly subject: string;
  readonly body: string;
}

/** One claim is written several times in a turn (prompt, text, aged text): what does not depend on its neighbours is kept. */
const written = new WeakMap<NumericClaim, Pieces>();

const sameView = (a: PhraseView, b: PhraseView): boolean =>
  a.language === b.language && a.names === b.names && a.metrics === b.metrics && a.aged === b.aged;

function piecesOf(claim: NumericClaim, view: PhraseView): Pieces {
  const known = written.get(claim);
  if (known !== undefined && sameView(known.view, view)) return known;
  const body = `${wordOf(claim, view)} ${shownValue(claim, view)}`;
  const pieces = { view, subject: company(claim, view), body };
  written.set(claim, pieces);
  return pieces;
}

/** `akshare, 2026-05-07 10:32`, or the registered fact's id. */
function citeOf(claim: Claim, view: PhraseView): string {
  if (claim.cite.kind === "competence") return cleanText(claim.cite.competence_id, 80);
  const source = cleanText(claim.cite.source, 60);
  if (claim.kind === "knowledge") return source;
  const realtime = claim.kind === "numeric" && metricOf(claim.metric, view)?.realtime === true;
  return `${source}, ${showMoment(claim.as_of, { realtime })}`;
}

export const codeOf = (claim: Claim): string | null => (claim.kind === "knowledge" ? null : claim.code);

/** True where the second of two phrases may share the first one's cite. */
export const sharesCite = (a: Claim, b: Claim, view: PhraseView): boolean =>
  a.kind === "numeric" &&
  b.kind === "numeric" &&
  codeOf(a) === codeOf(b) &&
  citeOf(a, view) === citeOf(b, view);

/**
 * One claim as the reader sees it: `贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32)`. A text claim is an exact quotation in
 * 「」 or “”, a registered fact its own sentence. Throws AppError CONFIG_INVALID for a unit outside the list.
 */
export function renderPhrase(claim: Claim, view: PhraseView, context: PhraseContext = {}): string {
  const cite = context.citeFollows === true ? "" : `(${citeOf(claim, view)})`;
  if (claim.kind === "knowledge") return `${quoted(claim.claim)}${cite}`;
  const said =
    context.previous !== undefined && claim.code !== null && codeOf(context.previous) === claim.code;
  const lead = (subject: string) => (said || subject === "" ? "" : `${subject} `);
  if (claim.kind === "text") {
    const [open, close] = view.language === "zh" ? ["「", "」"] : ["“", "”"];
    return `${lead(company(claim, view))}${open}${quoted(claim.value)}${close}${cite}`;
  }
  const { subject, body } = piecesOf(claim, view);
  return `${lead(subject)}${body}${cite}`;
}
