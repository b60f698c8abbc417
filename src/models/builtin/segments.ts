import { dateInputOf, type FoundDate, inputOf, type Mention, type Subjects } from "#language";
import type { Hit } from "./triggers.ts";

type Span = readonly [number, number];

/** A piece of a message that asks something. */
export interface Segment {
  /** What it asks for, in its order; none where it only names companies or days. */
  readonly skills: readonly string[];
  readonly codes: readonly string[];
  readonly dates: readonly string[];
  /** Where it stands in the message. */
  readonly span: Span;
  /** True where it asks for now, so that no day said before holds for it. */
  readonly now: boolean;
  /** True where it speaks of several companies that stand before it. */
  readonly plural: boolean;
}

/** What a message says, cut to where each thing stands. */
export interface Said {
  readonly text: string;
  readonly subjects: Subjects;
  readonly hits: readonly Hit[];
  /** Skills that are never about a company. */
  readonly subjectless: ReadonlySet<string>;
}

const clauseJoints =
  /[,;.!?\uFF0C\uFF1B\uFF01\uFF1F。\n]+(?!\d)|还有(?! ?[¥￥\d])|另外|顺便|同时|并且|再(?=看|查|给|说|算)|\b(?:also|then|plus)\b|\band (?=(?:is|are|was|were|what|what's|how|when|does|do|did|who|which|whether)\b)/giu;
const partJoints = /、|和|与|跟|以及|及|&|\b(?:and|as well as)\b/giu;
const plural = /[它他她]们|两者|[这那]?[两俩几][个只家支]|\b(?:both|they|them|these|those)\b/i;
const asksForNow = /现在|目前|当前|最新|今天|今日|\b(?:now|current|currently|latest|today)\b/i;

const listComma = /^ ?[,，] ?$/;
const listEnd = /^ ?(?:和|与|跟|以及|及|、|&|and|or) ?$/i;

/** The commas of a list: Moutai, Wuliangye and CATL. Between two companies alone a comma may part two questions. */
function commasOfLists(text: string, mentions: readonly Mention[]): readonly Span[] {
  const between = (at: number): Span | null => {
    const [left, right] = [mentions[at], mentions[at + 1]];
    return left === undefined || right === undefined ? null : [left.span[1], right.span[0]];
  };
  let open: Span[] = [];
  return mentions.flatMap((_, at) => {
    const gap = between(at);
    const joint = gap === null ? "" : text.slice(...gap);
    if (gap !== null && listComma.test(joint)) {
      open.push(gap);
      return open.length > 1 && between(at + 1) === null ? open : [];
    }
    const closed = listEnd.test(joint) || open.length > 1 ? open : [];
    open = [];
    return closed;
  });
}

/** 相比五粮液,茅台…; compared with Wuliangye, is …: what is set beside another begins the question and is none of its own. */
const besideAnother =
  /^\s*(?:相比(?:于|起)?|比起|相较于?|对比|(?:和|跟|与|同)(?=[^,，]{1,12}(?:相?比|对比|比较|比起来) ?[,，])|(?:compared|relative|next) (?:to|with))[^,，。?？;；]{1,24}[,，]/i;

function commaOfBeside(text: string): readonly Span[] {
  const end = besideAnother.exec(text)?.[0].length;
  return end === undefined ? [] : [[end - 1, end]];
}

/** Where the pieces of a stretch begin and end; never inside a name, a day or a trigger word. */
function cut(text: string, [from, to]: Span, joints: RegExp, whole: readonly Span[]): readonly Span[] {
  const isInside = (at: number) => whole.some(([start, end]) => at >= start && at < end);
  const bounds: Span[] = [];
  let start = from;
  for (const match of text.slice(from, to).matchAll(joints)) {
    const at = from + match.index;
    if (isInside(at)) continue;
    bounds.push([start, at]);
    start = at + match[0].length;
  }
  bounds.push([start, to]);
  return bounds;
}

const asks = /多少|几|吗|么|[?\uFF1F]|\b(?:what|how)\b/i;

const tellsShares = /\d ?(?:股|手|shares|lots)/i;

/**
 * Sums are told first and asked for after: 手里有3手茅台,市值多少. The clause after such a sum is its question, unless it names a company
 * without telling how many shares of it there are too.
 */
function joinSums(clauses: readonly Span[], { text, subjects, hits }: Said): readonly Span[] {
  const joined: Span[] = [];
  for (const clause of clauses) {
    const before = joined.at(-1);
    const isSum =
      before !== undefined &&
      !asks.test(text.slice(...before)) &&
      hits.some(({ strength, numbered, span }) => strength === "decides" && numbered && within(span, before));
    const namesCompany = subjects.mentions.some(({ span }) => within(span, clause));
    const isPart = !namesCompany || tellsShares.test(text.slice(...clause));
    if (before !== undefined && isSum && isPart) joined.splice(-1, 1, [before[0], clause[1]]);
    else joined.push(clause);
  }
  return joined;
}

const within = (span: Span, [start, end]: Span): boolean => span[0] >= start && span[0] < end;

/**
 * Of words that decide, those with a number first (15% of 1800), then those of a skill without subjects (什么是除权), then the
 * weightiest, then the last.
 */
function deciding(hits: readonly Hit[], subjectless: ReadonlySet<string>): string | null {
  const rank = ({ skill, numbered }: Hit) => (numbered ? 2 : subjectless.has(skill) ? 1 : 0);
  let best: Hit | null = null;
  for (const hit of hits) {
    if (hit.strength !== "decides") continue;
    const ahead = best === null ? 1 : rank(hit) - rank(best) || hit.weight - best.weight;
    if (ahead >= 0) best = hit;
  }
  return best?.skill ?? null;
}

/** The things that a part without a deciding word asks for: all of them, or what its hints suggest; of equal ones what is about a company. */
function topics(hits: readonly Hit[], subjectless: ReadonlySet<string>): readonly string[] {
  const named = [...new Set(hits.filter(({ strength }) => strength === "topic").map(({ skill }) => skill))];
  if (named.length > 0) return named;
  let best: Hit | null = null;
  for (const hit of hits) {
    const ahead =
      best === null ||
      hit.weight > best.weight ||
      (hit.weight === best.weight && subjectless.has(best.skill) && !subjectless.has(hit.skill));
    if (ahead) best = hit;
  }
  return best === null ? [] : [best.skill];
}

function segment(
  { text, subjects, hits, subjectless }: Said,
  piece: Span,
  skills: readonly string[],
): Segment {
  const mine = <Part extends Mention | FoundDate | Hit>(parts: readonly Part[]) =>
    parts.filter(({ span }) => within(span, piece));
  return {
    skills: skills.length > 0 ? skills : topics(mine(hits), subjectless),
    codes: [...new Set(mine(subjects.mentions).map(inputOf))],
    dates: [...new Set(mine(subjects.dates).map(dateInputOf))],
    span: piece,
    now: asksForNow.test(text.slice(...piece)),
    plural: plural.test(text.slice(...piece)),
  };
}

const isHan = /\p{Script=Han}/u;

/** 茅台多少钱 五粮液市盈率多少: a space parts two questions where each side names its own company and asks something. */
function atSpaces(clause: Span, said: Said): readonly Span[] {
  const { text, subjects, hits, subjectless } = said;
  const isWhole = (piece: Span) => {
    const own = hits.filter((hit) => within(hit.span, piece) && hit.weight > 1);
    // 几点收盘 茅台现在多少: a question that is about no company is whole without one.
    // In English a blank parts words: "what is" before a name in Chinese is no question of its own.
    const isOfNone =
      isHan.test(text.slice(...piece)) &&
      own.some(({ skill, weight }) => subjectless.has(skill) && weight > 2);
    return own.length > 0 && (isOfNone || subjects.mentions.some(({ span }) => within(span, piece)));
  };
  // 比亚迪年报啥时候出 净利润多少: the second question is asked of the company of the first.
  const isQuestion = (piece: Span) =>
    asks.test(text.slice(...piece)) &&
    hits.some((hit) => within(hit.span, piece) && hit.strength === "topic" && !subjectless.has(hit.skill));
  const [from, to] = clause;
  const cutBy = [...subjects.mentions, ...hits.filter(({ strength }) => strength === "decides")];
  for (const match of text.slice(from, to).matchAll(/(?<=\p{Script=Han}|[a-z]) +(?=\p{Script=Han})/giu)) {
    const at = from + match.index;
    const [left, right] = [
      [from, at],
      [at, to],
    ] as const;
    const isCut = cutBy.some(({ span }) => span[0] < at && at < span[1]);
    if (!isCut && isWhole(left) && (isWhole(right) || isQuestion(right)))
      return [left, ...atSpaces(right, said)];
  }
  return [clause];
}

/** Cuts a message into what it asks, each piece with its own companies and days. */
export function segmentsOf(said: Said): readonly Segment[] {
  const { text, subjects, hits, subjectless } = said;
  const spans = [...subjects.mentions, ...subjects.dates].map(({ span }) => span);
  const words = [...spans, ...hits.flatMap(({ parts }) => parts)];
  const patterns = hits.filter(({ strength }) => strength === "decides").map(({ span }) => span);
  const clauses = cut(text, [0, text.length], clauseJoints, [
    ...words,
    ...patterns,
    ...commasOfLists(text, subjects.mentions),
    ...commaOfBeside(text),
  ]);
  const parted = clauses.flatMap((clause) => atSpaces(clause, said));
  return joinSums(parted, said).flatMap((clause) => {
    const skill = deciding(
      hits.filter(({ span }) => within(span, clause)),
      subjectless,
    );
    if (skill !== null) return [segment(said, clause, [skill])];
    return cut(text, clause, partJoints, words).map((part) => segment(said, part, []));
  });
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];

const merge = (a: Segment, b: Segment): Segment => ({
  skills: b.skills.length > 0 ? b.skills : a.skills,
  codes: union(a.codes, b.codes),
  dates: union(a.dates, b.dates),
  // What nothing waits for begins nowhere.
  span: a === nothing ? b.span : [a.span[0], b.span[1]],
  now: a.now || b.now,
  plural: a.plural || b.plural,
});

const nothing: Segment = { skills: [], codes: [], dates: [], span: [0, 0], now: false, plural: false };

/**
 * Gives every piece that says something a question, companies and days: a piece without a question joins the next one's (or the last
 * one's), a piece without companies asks about those named before it, else about all.
 */
export function completeSegments(segments: readonly Segment[]): readonly Segment[] {
  const everything = [...new Set(segments.flatMap(({ codes }) => codes))];
  const complete: Segment[] = [];
  let waiting = nothing;
  for (const piece of segments) {
    const bothDated = [waiting, piece].every(({ codes, dates }) => codes.length > 0 && dates.length > 0);
    if (piece.skills.length === 0) {
      // 茅台昨天和五粮液今天的收盘价: the first half is a question of its own, its words stand in the second.
      if (bothDated) complete.push(waiting);
      waiting = bothDated ? piece : merge(waiting, piece);
      continue;
    }
    const last = complete.at(-1);
    if (bothDated) {
      complete.push({ ...waiting, skills: piece.skills }, piece);
    } else if (piece.plural && piece.codes.length === 0 && last !== undefined) {
      // 茅台多少钱?五粮液呢?它们谁贵: what waits asks the question before it, and they are all of them.
      if (waiting.codes.length > 0) complete.push({ ...waiting, skills: last.skills });
      complete.push({ ...piece, codes: [...new Set(complete.flatMap(({ codes }) => codes))] });
    } else {
      const joined = merge(waiting, piece);
      const before = complete.at(-1)?.codes ?? [];
      const codes = joined.codes.length > 0 ? joined.codes : before.length > 0 ? before : everything;
      complete.push({ ...joined, codes });
    }
    waiting = nothing;
  }
  return shareDays(withRest(complete, waiting));
}

/** What is named after the last question: companies belong to it, a day alone to all (股价和市盈率,昨天的). */
function withRest(complete: readonly Segment[], rest: Segment): readonly Segment[] {
  const last = complete.at(-1);
  if (last === undefined) return complete;
  const { skills } = last;
  const asked = complete.map((each, at) => ({
    ...each,
    skills:
      each.skills.length > 0
        ? each.skills
        : (complete.slice(at).find((next) => next.skills.length > 0)?.skills ?? skills),
  }));
  if (rest.codes.length === 0 && rest.dates.length > 0)
    return asked.map((each) => (each.dates.length > 0 ? each : { ...each, dates: rest.dates }));
  return rest.codes.length === 0 ? asked : [...asked.slice(0, -1), merge(asked.at(-1) ?? last, rest)];
}

/** A day said once holds for what is asked after it (茅台昨天的开盘价和收盘价), never for what was asked before. */
function shareDays(segments: readonly Segment[]): readonly Segment[] {
  let days: readonly string[] = [];
  return segments.map((each) => {
    if (each.dates.length > 0) days = each.dates;
    return each.dates.length > 0 || each.now ? each : { ...each, dates: days };
  });
}
