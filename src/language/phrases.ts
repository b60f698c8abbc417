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
import { printedName } from "./printed-name.ts";
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
  /** True where the phrase before, which shares the cite, has said the same report period. */
  readonly periodSaid?: boolean;
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

/** The name printed for a code. Empty when the code has none. */
function nameOf(code: string, view: PhraseView, fallback = ""): string {
  const known = printedName(Object.hasOwn(view.names, code) ? view.names[code] : [], view.language);
  return known === undefined ? cleanName(fallback) : cleanAlias(known);
}

type Companies = Record<Language, Map<string, string>>;

/** How the companies that a registry names are written, by their codes. It never changes, and few of them are asked about. */
const companiesOf = new WeakMap<NameRegistry, Companies>();

function company(claim: NumericClaim | TextClaim, view: PhraseView): string {
  if (claim.code === null) return "";
  const companies = companiesOf.get(view.names) ?? { zh: new Map(), en: new Map() };
  companiesOf.set(view.names, companies);
  const known = companies[view.language].get(claim.code);
  if (known !== undefined) return known;
  const written = writeCompany(claim, claim.code, view);
  // Without a listed name it is the claim's own.
  const isListed = Object.hasOwn(view.names, claim.code) && (view.names[claim.code]?.length ?? 0) > 0;
  if (isListed) companies[view.language].set(claim.code, written);
  return written;
}

function writeCompany(claim: NumericClaim | TextClaim, raw: string, view: PhraseView): string {
  const code = cleanText(raw, 24);
  const name = nameOf(raw, view, "name" in claim ? String(claim.name ?? "") : "");
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
  const space = view.language === "en" ? " " : "";
  return `${word}${remarks.length === 0 ? "" : `${space}(${remarks.join(", ")})`}`;
}

function shownValue(claim: NumericClaim, view: PhraseView): string {
  const metric = metricOf(claim.metric, view);
  return formatValue(claim.value, claim.unit ?? metric?.default_unit ?? "", {
    language: view.language,
    signed: metric?.signed === true && metric.level !== true && metric.default_unit !== "x",
    exact: metric?.exact === true,
    unrounded: metric?.unrounded === true,
  });
}

const periodOf = ({ period }: NumericClaim, { language }: PhraseView): string =>
  period === undefined ? "" : `${cleanText(periodWord(period, language), 24)} `;

interface Pieces {
  readonly view: PhraseView;
  readonly subject: string;
  readonly period: string;
  readonly value: string;
  readonly cite: string;
}

/** One claim is written several times in a turn (prompt, text, aged text): what does not depend on its neighbours is kept. */
const written = new WeakMap<NumericClaim, Pieces>();

const sameView = (a: PhraseView, b: PhraseView): boolean =>
  a.language === b.language && a.names === b.names && a.metrics === b.metrics;

function piecesOf(claim: NumericClaim, view: PhraseView): Pieces {
  const known = written.get(claim);
  if (known !== undefined && sameView(known.view, view)) return known;
  const pieces = {
    view,
    subject: company(claim, view),
    period: periodOf(claim, view),
    value: shownValue(claim, view),
    cite: writeCite(claim, view),
  };
  written.set(claim, pieces);
  return pieces;
}

/** `akshare, 2026-05-07 10:32`, or the registered fact's id. */
function writeCite(claim: Claim, view: PhraseView): string {
  if (claim.cite.kind === "competence") return cleanText(claim.cite.competence_id, 80);
  const source = cleanText(claim.cite.source, 60);
  if (claim.kind === "knowledge") return source;
  const realtime = claim.kind === "numeric" && metricOf(claim.metric, view)?.realtime === true;
  return `${source}, ${showMoment(claim.as_of, { realtime })}`;
}

const citeOf = (claim: Claim, view: PhraseView): string =>
  claim.kind === "numeric" ? piecesOf(claim, view).cite : writeCite(claim, view);

export const codeOf = (claim: Claim): string | null => (claim.kind === "knowledge" ? null : claim.code);

/** A link stands bare, without marks of quotation that a reader's screen would take for a part of it. */
export const isLink = (claim: Claim): boolean => claim.kind === "text" && claim.type === "url";

/** True where the second of two phrases may share the first one's cite. */
export const sharesCite = (a: Claim, b: Claim, view: PhraseView): boolean =>
  a.kind !== "knowledge" &&
  b.kind !== "knowledge" &&
  codeOf(a) === codeOf(b) &&
  citeOf(a, view) === citeOf(b, view);

/** An exact quotation in 「」 or “”, after the metric's word where it has one (评级「增持」). */
function quotationOf(claim: TextClaim, view: PhraseView): string {
  const isChinese = view.language === "zh";
  const word = metricOf(claim.metric, view)?.[view.language][0] ?? "";
  const space = word === "" || isChinese ? "" : " ";
  const [open, close] = isChinese ? ["「", "」"] : ["“", "”"];
  return `${word}${space}${open}${quoted(claim.value)}${close}`;
}

/** A link after a phrase of the same cite needs none of its own; else a space keeps the bracket out of it. */
function linkOf(claim: TextClaim, view: PhraseView, previous: Claim | undefined): string {
  const isCited = previous !== undefined && sharesCite(previous, claim, view);
  return `${quoted(claim.value)}${isCited ? "" : ` (${citeOf(claim, view)})`}`;
}

/** A registered fact with its id before the full stop: what follows is another sentence. */
function factPhrase(claim: string, cite: string): string {
  const sentence = quoted(claim);
  const stop = /[。.!?]$/.exec(sentence)?.[0] ?? "";
  return `${sentence.slice(0, sentence.length - stop.length)}${cite}${stop}`;
}

/**
 * One claim as the reader sees it: `贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32)`. A text claim is an exact quotation, a
 * link stands bare, a registered fact is its own sentence. Throws AppError CONFIG_INVALID for a unit outside the list.
 */
export function renderPhrase(claim: Claim, view: PhraseView, context: PhraseContext = {}): string {
  const cite = context.citeFollows === true ? "" : `(${citeOf(claim, view)})`;
  if (claim.kind === "knowledge") return factPhrase(claim.claim, cite);
  const said =
    context.previous !== undefined && claim.code !== null && codeOf(context.previous) === claim.code;
  const lead = (subject: string) => (said || subject === "" ? "" : `${subject} `);
  if (claim.kind === "text") {
    const subject = lead(company(claim, view));
    if (isLink(claim)) return `${subject}${linkOf(claim, view, context.previous)}`;
    return `${subject}${quotationOf(claim, view)}${cite}`;
  }
  const { subject, period, value } = piecesOf(claim, view);
  const body = `${wordOf(claim, view)} ${value}`;
  return `${lead(subject)}${context.periodSaid === true ? "" : period}${body}${cite}`;
}
