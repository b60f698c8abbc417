import type { Context } from "./context.ts";
import type { Lexicon } from "./lexicon.ts";
import { chooseMetrics } from "./metric-choice.ts";
import { type Assertion, foreignOwner, type Quantity } from "./quantity.ts";
import type { Clause, Sentence } from "./structure.ts";
import { type Token, token as makeToken } from "./token.ts";

export interface Bound {
  readonly quantities: Quantity[];
  readonly assertions: Assertion[];
  /** A name beside a code that is not its own. */
  readonly mismatches: Token[];
}

export interface BindPlace {
  readonly sentence: number;
  readonly row: number;
}

interface Window {
  tokens: Token[];
  named: Token | null;
  direction: Token | null;
  growth: boolean;
  clean: boolean;
  gap: string;
}

const freshWindow = (): Window => ({ tokens: [], named: null, direction: null, growth: false, clean: true, gap: "" });
const connecting = /^[\s:,\/'"=~“”()\[\]的s-]$/;
const nounEnd = /[价率额量值位比润益线息债金]$/;
const levelWords = new Set(["至", "到", "到了", "to", "at", "报"]);
const equating: ReadonlySet<string> = new Set(["是", "为", "即", "is", "was"]);
const skipped: ReadonlySet<string> = new Set(["fill", "open", "close", "approximate", "join"]);

/** The companies named beside each other as name and code must be one; a wrong pair is reported once. */
function checkPair(first: Token, second: Token, between: readonly Token[], lexicon: Lexicon): boolean {
  if (first.byCode === second.byCode) return true;
  const near = between.every((each) => each.kind === "open" || each.kind === "close" || /^[\s:\/]$/.test(each.op) || ["代码", "股", "票"].some((word) => word.includes(each.op) && each.op !== ""));
  if (!near) return true;
  const coded = first.byCode ? first : second;
  const exchange = lexicon.exchange(coded.op);
  const fits = coded.exchange === undefined || exchange === undefined || sameExchange(coded.exchange, exchange);
  return first.op === second.op && fits;
}

const sameExchange = (a: string, b: string): boolean => a === b || (a === "SS" && b === "SH");

/** Pairs of numbers and owners that 分别 or a plain list states: for each number's token its company or metrics. */
function respectiveOf(sentence: Sentence): ReadonlyMap<Token, { company?: string; metrics?: readonly string[]; fault?: true }> {
  const result = new Map<Token, { company?: string; metrics?: readonly string[]; fault?: true }>();
  const flat = sentence.clauses.flatMap((clause) => [...clause, makeToken("clause", 0, 0)]);
  let companies: string[] = [];
  let metrics: Token[] = [];
  let run: Token[] = [];
  let said = false;
  let joined = true;
  const settle = () => {
    const sayIt = said || (joined && run.length > 1);
    if (run.length > 0 && sayIt && (said || run.length > 1)) {
      const byCompany = companies.length === run.length && run.length > 1 && (metrics.length <= 1 || !said || companies.length !== metrics.length);
      const byMetric = !byCompany && metrics.length === run.length && run.length > 1;
      for (const [i, each] of run.entries()) {
        const [company, metric] = [companies[i], metrics[i]];
        if (byCompany && company !== undefined) result.set(each, { company });
        else if (byMetric && metric !== undefined && companies.length <= 1) result.set(each, { metrics: metric.metrics });
        else if (said) result.set(each, { fault: true });
      }
    }
    run = [];
    said = false;
    joined = true;
    companies = [];
    metrics = [];
  };
  for (const each of flat) {
    if (each.kind === "number") run.push(each);
    if (each.kind === "company" || each.kind === "entity" || each.kind === "metric") {
      if (run.length > 0) settle();
      if (each.kind === "metric") metrics.push(each);
      else if (companies.at(-1) !== each.op || each.kind === "entity") companies.push(each.kind === "entity" ? foreignOwner : each.op);
    }
    if (each.kind === "respective") said = true;
    if (each.kind === "clause" && run.length > 0) joined = false;
    if ((each.kind === "direction" || each.kind === "compare") && run.length > 0) joined = false;
  }
  settle();
  return result;
}

/** The company said right after a number: `35.42x for Moutai`. */
function ownerAfter(clause: Clause, at: number): string | null {
  const [first, second, third] = clause.slice(at + 1, at + 4);
  const isFor = first?.kind === "fill" && (first.op === "for" || first.op === "at" || first.op === "of");
  const owner = isFor ? second : undefined;
  if (owner?.kind !== "company" && owner?.kind !== "entity") return null;
  return third?.kind === "compare" ? null : owner.kind === "company" ? owner.op : foreignOwner;
}

/** `1801.23元是贵州茅台的当前价`: the measure and owner of a number that stands first. */
function equated(clause: Clause, at: number): { measure: Token; company: string | null } | null {
  const rest = clause.slice(at + 1, at + 9);
  const link = rest.findIndex((each) => each.kind === "fill" && equating.has(each.op));
  if (link < 0 || link > 2 || rest.slice(0, link).some((each) => each.kind !== "text" && each.kind !== "fill")) return null;
  const measure = rest.findIndex((each) => each.kind === "metric" || each.kind === "foreign");
  const found = rest[measure];
  if (found === undefined || measure < link || rest.slice(link, measure).some((each) => each.kind === "number" || each.kind === "negation")) return null;
  if (rest.slice(measure + 1, measure + 3).some((each) => each.kind === "number")) return null;
  const owner = rest.slice(link, measure).findLast((each) => each.kind === "company" || each.kind === "entity");
  return { measure: found, company: owner === undefined ? null : owner.kind === "company" ? owner.op : foreignOwner };
}

/** The measure said right after a number: `1801元的收盘价`, `3.83% turnover rate`; not one that has its own number. */
function measureAfter(clause: Clause, at: number): Token | null {
  let i = at + 1;
  if (clause[i]?.op === "这") i = at + 3;
  if (clause[i]?.kind === "fill" && clause[i]?.op === "的") i++;
  const found = clause[i];
  if (found?.kind !== "metric" && found?.kind !== "foreign") return null;
  if (i > at + 1) return found;
  for (const each of clause.slice(i + 1, i + 6)) {
    if (each.kind === "number") return null;
    if (!skipped.has(each.kind) && each.kind !== "text") break;
  }
  return found;
}

const growthAfter = (clause: Clause, at: number): boolean => {
  for (const each of clause.slice(at + 1, at + 8)) {
    if (each.kind === "growth") return true;
    if (each.kind === "number" || each.kind === "open") return false;
  }
  return false;
};

const isVagueAfter = (next: Token | undefined): boolean =>
  next?.kind === "text" && ["多", "余", "以", "+"].includes(next.op);

function faultOf(window: Window, around: readonly Token[], clause: Clause, at: number): string | null {
  const previous = window.tokens.findLast((each) => each.kind !== "text" || !connecting.test(each.op));
  if (previous?.kind === "vague" || isVagueAfter(clause[at + 1]) || clause[at + 1]?.kind === "vague") return "vague";
  const has = (kind: Token["kind"]) => around.find((each) => each.kind === kind);
  if (has("forecast") !== undefined) return "forecast";
  if (has("negation") !== undefined) return "negated";
  if (window.tokens.some((each) => each.kind === "derived")) return "derived";
  return null;
}

/** The user's own number: said to be theirs, and no registered measure or company comes between. */
function isUsersNumber(around: readonly Token[]): boolean {
  const marker = around.findLastIndex((each) => each.kind === "user");
  return marker >= 0 && !around.slice(marker).some((each) => each.kind === "metric" || each.kind === "company");
}

function nowOf(around: readonly Token[], named: Token | null): "" | "hard" | "soft" {
  if (named?.op === "now" || around.some((each) => each.kind === "realtime" && each.op === "hard")) return "hard";
  return around.some((each) => each.kind === "realtime") ? "soft" : "";
}

const carriedKinds: ReadonlySet<string> = new Set(["relative", "forecast", "user", "realtime", "window"]);

/** Reads the sentence from left to right, keeping in `context` what later ones may leave unsaid. */
export function bindSentence(sentence: Sentence, place: BindPlace, context: Context, lexicon: Lexicon): Bound {
  const bound: Bound = { quantities: [], assertions: [], mismatches: [] };
  const respective = respectiveOf(sentence);
  context.carried = [];
  context.metricIsOpen = place.row >= 0 ? context.metricIsOpen : context.heading.length > 0;
  if (context.heading.length > 0) context.metrics = context.heading;
  if (context.company === foreignOwner) context.company = null;
  for (const [index, clause] of sentence.clauses.entries()) {
    bindClause({ clause, index, place, context, lexicon, respective, bound });
  }
  const names = sentence.clauses.some((clause) => clause.some((each) => each.kind === "metric"));
  if (names) context.heading = bound.quantities.length === 0 ? context.metrics : [];
  return bound;
}

interface ClauseInput {
  readonly clause: Clause;
  readonly index: number;
  readonly place: BindPlace;
  readonly context: Context;
  readonly lexicon: Lexicon;
  readonly respective: ReturnType<typeof respectiveOf>;
  readonly bound: Bound;
}

function see(each: Token, window: Window, input: ClauseInput): void {
  const { context, lexicon } = input;
  window.tokens.push(each);
  if (each.kind === "company" || each.kind === "entity") {
    context.company = each.kind === "company" ? each.op : foreignOwner;
    if (each.kind === "company" && context.pair.at(-1) !== each.op) context.pair = [...context.pair.slice(-1), each.op];
  } else if (each.kind === "metric" || each.kind === "foreign") {
    // A word such as 动态 before or 率 after a measure makes it another one.
    const modified = window.named?.kind === "foreign" && window.named.end === each.start;
    if (!(each.kind === "metric" && modified)) window.named = each;
    window.gap = "";
    if (each.kind === "metric" && each.metrics.some((metric) => !lexicon.changes.percent.includes(metric))) {
      context.metrics = each.metrics;
      context.metricIsOpen = true;
    }
  } else if (each.kind === "direction") window.direction = each;
  else if (each.kind === "growth") window.growth = true;
  else if (each.kind === "fill" && levelWords.has(each.op) && window.direction !== null)
    window.direction = { ...window.direction, count: window.tokens.at(-2)?.kind === "direction" ? 1 : window.direction.count };
  else if (each.kind === "text") {
    if (!connecting.test(each.op)) window.clean = false;
    window.gap += each.op;
    if (each.op === "前" || each.op === "后") window.gap += "";
  }
}

function bindClause(input: ClauseInput): void {
  const { clause, context, bound, lexicon } = input;
  let window = freshWindow();
  let last: { token: Token; at: number } | null = null;
  let seen: Token[] = [...context.carried];
  let count = 0;
  for (const [at, each] of clause.entries()) {
    if (each.kind !== "number") {
      if (each.kind === "company") {
        if (last !== null && !checkPair(last.token, each, clause.slice(last.at + 1, at), lexicon)) bound.mismatches.push(each);
        else if (each.byCode && each.exchange !== undefined && !sameExchange(each.exchange, lexicon.exchange(each.op) ?? each.exchange)) bound.mismatches.push(each);
        last = { token: each, at };
      }
      see(each, window, input);
      if (each.op === ":") seen = seen.filter((one) => one.kind !== "negation");
      else seen.push(each);
      continue;
    }
    count++;
    bound.quantities.push(quantityAt(input, at, window, seen));
    assertLevel(input, window);
    window = freshWindow();
    seen = seen.filter((one) => one.kind === "forecast" || one.kind === "user");
  }
  if (count === 0) context.carried = [...context.carried, ...clause.filter((each) => carriedKinds.has(each.kind))];
  else context.carried = [];
  assertLevel(input, count === 0 || window.direction !== null ? window : freshWindow());
}

/** True if a number has been read since the word. */
const isFollowed = ({ bound }: ClauseInput, word: Token): boolean =>
  (bound.quantities.at(-1)?.token.start ?? -1) > word.start;

/** A direction without a number of its own, or before a level, is a statement that the claims must bear out. */
function assertLevel(input: ClauseInput, window: Window): void {
  const { direction, named } = window;
  const isBare = window === null || direction?.op !== "market";
  if (direction !== null && !isBare && (direction.count === 1 || !isFollowed(input, direction)))
    input.bound.assertions.push({ token: direction, company: input.context.company, sign: direction.sign });
  else if (named !== null && named.sign !== 0 && named.kind === "metric" && input.lexicon.changes.percent.some((id) => named.metrics.includes(id)) && !isFollowed(input, named))
    input.bound.assertions.push({ token: named, company: input.context.company, sign: named.sign });
}

function quantityAt(input: ClauseInput, at: number, window: Window, seen: readonly Token[]): Quantity {
  const { clause, context, lexicon, place, index } = input;
  const each = clause[at];
  if (each?.number === null || each === undefined) throw new TypeError("no number token");
  const stated = input.respective.get(each);
  const number = withHint(each, context);
  const gapNoun = nounEnd.test(window.gap.replace(/[\s:,'"()的]+$/, ""));
  const equal = window.named === null ? equated(clause, at) : null;
  const after = equal?.measure ?? (window.named === null ? measureAfter(clause, at) : null);
  const named = gapNoun ? makeToken("foreign", each.start, each.start) : window.named;
  const growth = window.growth || growthAfter(clause, at);
  const isLevel = number.unit?.dimension === "CNY" && window.named === null && reachesLevel(window, input);
  const metrics =
    stated?.metrics ?? (isLevel && after === null ? levelMetrics(context, lexicon) : null) ??
    chooseMetrics(
      { named: gapNoun && after !== null ? null : named, after, direction: window.direction, growth, inherited: context.metricIsOpen ? context.metrics : [], isClean: window.clean, dimension: number.unit?.dimension ?? null },
      lexicon,
    );
  const measure = after ?? window.named;
  const wordSign = measure?.kind === "metric" && stated?.metrics === undefined ? measure.sign : 0;
  const isMove = window.direction !== null && window.direction.count !== 1;
  const direction = isMove && window.direction !== null ? window.direction.sign : wordSign;
  return {
    token: each,
    number,
    company: stated?.company ?? equal?.company ?? ownerAfter(clause, at) ?? context.company,
    metrics,
    bare: named === null && after === null && window.direction === null && window.clean && stated === undefined,
    direction,
    directionIsVerb: isMove || wordSign > 0,
    now: nowOf(seen, measure),
    relatives: seen.filter((one) => one.kind === "relative"),
    window: seen.findLast((one) => one.kind === "window") ?? clause.slice(at + 1, at + 4).find((one) => one.kind === "window") ?? null,
    fault: stated?.fault === true ? "unclear" : faultOf(window, seen, clause, at),
    isUsers: isUsersNumber(seen) && equal === null,
    sentence: place.sentence,
    clause: index,
    row: place.row,
  };
}

/** `fell 1.20% to CNY 138.50`, `跌至138.50元`: the price that a move leads to. */
function reachesLevel(window: Window, { bound, index }: ClauseInput): boolean {
  if (window.direction !== null) return window.direction.count === 1;
  const [first] = window.tokens;
  const before = bound.quantities.at(-1);
  return first?.kind === "fill" && levelWords.has(first.op) && before !== undefined && before.clause === index && before.directionIsVerb;
}

const levelMetrics = (context: Context, lexicon: Lexicon): readonly string[] =>
  context.metricIsOpen && context.metrics.some((metric) => lexicon.priceLike.has(metric)) ? context.metrics : lexicon.priced;

/** A bare number of a table takes the unit of its header. */
function withHint(each: Token, context: Context) {
  const number = each.number;
  if (number === null) throw new TypeError("no number token");
  const hint = context.unit;
  if (hint === null || number.unit !== null || number.shown.exponent !== 0) return number;
  return { ...number, unit: hint.unit, shown: { ...number.shown, exponent: hint.scale } };
}
