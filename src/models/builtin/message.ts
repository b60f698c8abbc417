import type { RouteFacts, SkillCard } from "#contract";
import {
  type Directory,
  type Mention,
  readCode,
  readSubjects,
  type Subjects,
  simplify,
  withoutHandles,
} from "#language";
import { leftover } from "./leftover.ts";
import { createTriggers, type Hit, type Triggers } from "./triggers.ts";

/** A message as the rules see it. */
export interface Message {
  readonly facts: RouteFacts;
  /** In simplified characters and without @handles; every span is as in the original. */
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
function triggersFor(cards: readonly SkillCard[]): Triggers {
  const known = triggersOf.get(cards) ?? createTriggers(cards);
  triggersOf.set(cards, known);
  return known;
}

/** An index is spoken of by rules and definitions too; a company is not. */
const isCompany = ({ status, matches }: Mention): boolean =>
  status !== "unsupported" || !matches.every(({ code }) => readCode(code)?.kind === "index");

const saysEarlier = /它|[这那][只支家两几]|该股|\b(?:its|it's)\b/i;

/** Words of a skill without subjects decide nothing where a company is named: 茅台的市盈率是多少 asks for no definition. */
function weakened(hit: Hit, subjectless: ReadonlySet<string>, hasCompany: boolean): Hit {
  const isTold = hit.skill === "refuse" || !subjectless.has(hit.skill);
  return isTold || !hasCompany || hit.strength !== "decides" ? hit : { ...hit, strength: "hint" };
}

export function readMessage(facts: RouteFacts, directory: Directory): Message {
  const { session, now, cards } = facts;
  const text = simplify(withoutHandles(facts.text));
  const subjects = readSubjects({ text, session, now, directory });
  const today = now.slice(0, 10);
  const isFuture = (date: Subjects["dates"][number]) => "date" in date && date.date > today;
  const spansOf = (parts: readonly { readonly span: readonly [number, number] }[]) =>
    parts.map(({ span }) => span);
  const named = {
    companies: spansOf(subjects.mentions),
    days: spansOf(subjects.dates.filter((date) => !isFuture(date))),
    futureDays: spansOf(subjects.dates.filter(isFuture)),
  };
  const subjectless = new Set(cards.flatMap((card) => (card.subjects === "none" ? [card.name] : [])));
  const hasCompany = subjects.mentions.some(isCompany) || saysEarlier.test(text);
  const hits = triggersFor(cards)
    .find(text, named)
    .map((hit) => weakened(hit, subjectless, hasCompany));
  const understood = [
    ...spansOf([...subjects.mentions, ...subjects.denied, ...subjects.dates]),
    ...hits.flatMap(({ parts }) => parts),
  ];
  const rest = subjects.badDates.reduce((left, word) => left.replace(word, " "), leftover(text, understood));
  return {
    facts,
    text,
    subjects,
    hits,
    rest: subjects.badDates.length > 0 ? leftover(rest, []) : rest,
    restOf: ([from, to]) =>
      leftover(
        text.slice(from, to),
        understood.map(([start, end]) => [Math.max(start - from, 0), Math.max(end - from, 0)] as const),
      ),
    subjectless,
    has: (skill) => cards.some(({ name }) => name === skill),
  };
}
