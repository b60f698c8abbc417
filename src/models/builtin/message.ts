import { comparesWithTime, type RouteFacts, type SkillCard } from "#contract";
import {
  type Directory,
  isSetBeside,
  type Mention,
  ownWords,
  readCode,
  readSubjects,
  type Subjects,
  simplify,
} from "#language";
import { withoutLevels } from "./alert-levels.ts";
import { leftover } from "./leftover.ts";
import { strangersIn } from "./strangers.ts";
import { createTriggers, type Hit, type Triggers } from "./triggers.ts";

/** A message as the rules see it. */
export interface Message {
  readonly facts: RouteFacts;
  /** In simplified characters and without @handles and links; every span is as in the original. */
  readonly text: string;
  readonly subjects: Subjects;
  readonly hits: readonly Hit[];
  /** What no rule understood. */
  readonly rest: string;
  /** What no rule understood of a part of the text. */
  readonly restOf: (part: readonly [number, number]) => string;
  /** Skills that are never about a company. */
  readonly subjectless: ReadonlySet<string>;
  readonly has: (skill: string) => boolean;
}

const triggersOf = new WeakMap<readonly SkillCard[], Triggers>();

/** Built once for a list of cards. */
export function triggersFor(cards: readonly SkillCard[]): Triggers {
  const known = triggersOf.get(cards) ?? createTriggers(cards);
  triggersOf.set(cards, known);
  return known;
}

const isIndexMention = ({ matches }: Mention): boolean =>
  matches.length > 0 && matches.every(({ code }) => readCode(code)?.kind === "index");

/** An index is spoken of by rules and definitions too; a company is not. */
const isCompany = (mention: Mention): boolean =>
  mention.status !== "unsupported" || (mention.matches.length > 0 && !isIndexMention(mention));

const saysEarlier = /它|[他她]们|[这那][只支家两几]|该股|\b(?:its|it's)\b/i;

/** Words of a skill without subjects decide nothing where a company is named: 茅台的市盈率是多少 asks for no definition. */
function weakened(hit: Hit, subjectless: ReadonlySet<string>, hasCompany: boolean): Hit {
  const isTold = hit.skill === "refuse" || !subjectless.has(hit.skill);
  return isTold || !hasCompany || hit.strength !== "decides" ? hit : { ...hit, strength: "hint" };
}

/** 北交所的艾融软件呢: where a company is listed asks for no rule. */
const boards = /^(?:北交所|科创板|创业板|主板|新三板)$/;

/** 近10个交易日 is a window of days, and asks nothing of the calendar. */
const countedDays =
  /(?:\d|[一二两三四五六七八九十]|\b(?:two|three|four|five|six|seven|eight|nine|ten))\s?个?(?:交易日|trading days?)/i;

function isOfWindow({ parts }: Hit, { unread }: Subjects): boolean {
  const windows = unread.filter(({ kind, text }) => kind === "period" && countedDays.test(text));
  return parts.every(([start, end]) => windows.some(({ span }) => span[0] < start && end <= span[1]));
}

/** 是平安银行,不是上证指数: what the index's name would ask for is not asked for. */
const isOfDenied = ({ parts }: Hit, { denied }: Subjects): boolean =>
  parts.length > 0 &&
  parts.every(([start, end]) => denied.some(({ span }) => span[0] <= start && end <= span[1]));

const moves = /[涨跌]|gain|rose|risen|fell|fallen|return|climb|drop|perform|\b(?:up|down)\b/;

const namesReport = /报|report|results|earnings/;

const inTimes = ([start, end]: readonly [number, number], { unread }: Subjects): boolean =>
  unread.some(({ span }) => span[0] <= start && end <= span[1]);

const inStretch = ([start, end]: readonly [number, number], { unread }: Subjects): boolean =>
  unread.some(
    ({ text, span }) =>
      span[0] <= start && end < span[1] && /(?:以来|至今|到现在|之后|以后|过后|后|前|期间)$/.test(text),
  );

/**
 * 一季度涨了多少, candles of the last quarter: beside a word of a price's move, or a plain word of another skill, the quarter is when, not
 * which report; a date's digits are no numbers of a sum.
 */
function withoutTimes(hits: readonly Hit[], subjects: Subjects): readonly Hit[] {
  const outside = hits.filter(({ parts }) => !parts.every((part) => inTimes(part, subjects)));
  const asksMove = outside.some(({ skill, word }) => skill === "price" && moves.test(word));
  const asksElse = outside.some(({ strength }) => strength !== "hint");
  return hits.filter(({ parts, numbered, skill, strength, word }) => {
    if (skill === "price") return true;
    // 茅台元旦以来: the feast is where a time begins or ends.
    if (strength === "hint" && parts.length > 0 && parts.every((part) => inStretch(part, subjects)))
      return false;
    if (numbered) return !parts.some((part) => inTimes(part, subjects));
    const isWhen = asksMove || (asksElse && strength !== "decides" && !namesReport.test(word));
    return !(isWhen && parts.every((part) => inTimes(part, subjects)));
  });
}

/** The subjects with the names that no list knows among the companies; null where there are none. */
function withStrangers({ text, subjects, understood }: ReadWords): Subjects | null {
  const strangers = strangersIn(text, subjects, understood);
  if (strangers.length === 0) return null;
  const mentions = [...subjects.mentions, ...strangers].sort((a, b) => a.span[0] - b.span[0]);
  return { ...subjects, mentions, setsBeside: isSetBeside(text, mentions) };
}

export function readMessage(facts: RouteFacts, directory: Directory): Message {
  const { session, now } = facts;
  const text = simplify(ownWords(facts.text));
  const subjects = readSubjects({ text, session, now, directory });
  const words = readWords(facts, text, subjects);
  const known = withStrangers(words);
  const { understood, ...read } = known === null ? words : readWords(facts, text, known);
  return {
    ...read,
    facts,
    rest: leftover(text, understood),
    restOf: ([from, to]) =>
      leftover(
        text.slice(from, to),
        understood.map(([start, end]) => [Math.max(start - from, 0), Math.max(end - from, 0)] as const),
      ),
    has: (skill) => facts.cards.some(({ name }) => name === skill),
  };
}

interface ReadWords extends Pick<Message, "text" | "subjects" | "hits" | "subjectless"> {
  readonly understood: readonly (readonly [number, number])[];
}

function readWords({ now, cards }: RouteFacts, text: string, subjects: Subjects): ReadWords {
  const today = now.slice(0, 10);
  const isFuture = (date: Subjects["dates"][number]) => "date" in date && date.date > today;
  const spansOf = (parts: readonly { readonly span: readonly [number, number] }[]) =>
    parts.map(({ span }) => span);
  const named = {
    companies: spansOf([...subjects.mentions.filter((each) => !isIndexMention(each)), ...subjects.asides]),
    indices: spansOf(subjects.mentions.filter(isIndexMention)),
    days: spansOf([
      ...subjects.dates.filter((date) => !isFuture(date)),
      // 比上周 sets now beside a time as 比昨天 does; a report is what is compared: 一季报比去年同期好吗.
      ...(comparesWithTime(text) ? subjects.unread.filter((time) => !namesReport.test(time.text)) : []),
    ]),
    futureDays: spansOf(subjects.dates.filter(isFuture)),
  };
  const subjectless = new Set(cards.flatMap((card) => (card.subjects === "none" ? [card.name] : [])));
  const hasCompany = subjects.mentions.some(isCompany) || saysEarlier.test(text);
  const found = triggersFor(cards)
    .find(text, named)
    .filter((hit) => !isOfWindow(hit, subjects) && !isOfDenied(hit, subjects));
  const hits = withoutLevels(withoutTimes(found, subjects), text)
    .filter(({ skill, word }) => !(hasCompany && subjectless.has(skill) && boards.test(word)))
    .map((hit) => weakened(hit, subjectless, hasCompany));
  const understood = [
    ...spansOf([
      ...subjects.mentions,
      ...subjects.denied,
      ...subjects.asides,
      ...subjects.dates,
      ...subjects.unread,
    ]),
    ...hits.flatMap(({ parts }) => parts),
  ];
  return { text, subjects, hits, subjectless, understood };
}
