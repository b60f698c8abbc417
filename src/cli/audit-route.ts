import type { Action, KnowledgeClaim, Session, SessionTurn, SkillCard } from "#contract";
import { type Directory, findDates, languageOf } from "#language";
import { routeByRules } from "../models/builtin/route.ts";
import { isObject } from "../verify/pointer.ts";

/** What `audit route` goes by: always the built-in rules, never a model. */
export interface RouteAudit {
  readonly cards: readonly SkillCard[];
  readonly directory: Directory;
  /** The ISO date of words that only the trading calendar resolves (上个交易日); undefined where it does not. */
  dayOf(words: string, now: string): string | undefined;
}

interface Utterance {
  readonly role: string;
  readonly text: string;
}

/** One action as the audit prints it: the skill's label, canonical codes, and the ISO date where the message names one. */
export interface RoutedAction {
  readonly skill: string;
  readonly codes: readonly string[];
  readonly date?: string;
}

export interface Routed {
  readonly actions: readonly RoutedAction[];
  /** Present where a name may mean several companies; then all of them are in `codes`. */
  readonly ambiguous?: true;
}

export const isContext = (context: unknown): context is readonly Utterance[] =>
  Array.isArray(context) &&
  context.every((each) => isObject(each) && typeof each.role === "string" && typeof each.text === "string");

interface ReadCodes {
  readonly codes: readonly string[];
  readonly candidates: readonly { readonly code: string; readonly name: string }[];
}

const canonical = /^[A-Z0-9]+\.[A-Z]+$/;

/** What a plan's words for companies come to; an ambiguous one yields all its candidates. */
function readCodes({ input }: Action, { directory }: RouteAudit): ReadCodes {
  const words = Array.isArray(input.codes) ? input.codes.map(String) : [];
  const codes = new Set<string>();
  const candidates: { code: string; name: string }[] = [];
  for (const word of words) {
    const { status, matches } = canonical.test(word)
      ? { status: "one", matches: [{ code: word, name: word }] }
      : directory.resolve(word);
    for (const { code } of matches) codes.add(code);
    if (status === "several") candidates.push(...matches);
  }
  return { codes: [...codes], candidates };
}

const codesIn = (text: string, { directory }: RouteAudit): readonly string[] => [
  ...new Set(
    directory
      .mentions(text)
      .flatMap(({ status, matches }) => (status === "one" ? (matches[0]?.code ?? []) : [])),
  ),
];

/** Stands for the fact that answered: nothing is looked up here, and the words of the question name what it is about. */
const factAsked = ({ text }: Utterance): KnowledgeClaim => ({
  kind: "knowledge",
  claim: text,
  cite: { kind: "competence", competence_id: "asked" },
});

/** What a user's turn of the context leaves behind, as the product's own memory keeps it. */
function turnsOf(
  utterance: Utterance,
  at: number,
  now: string,
  session: Session,
  audit: RouteAudit,
): Session {
  const turns = plan(utterance.text, now, session, audit).map((action): SessionTurn => {
    const { codes: asked, candidates } = readCodes(action, audit);
    // What nobody could answer was about a company all the same.
    const codes = asked.length > 0 ? asked : codesIn(utterance.text, audit);
    const { date } = action.input;
    const claims = action.skill === "knowledge" ? [factAsked(utterance)] : [];
    return {
      turnId: `turn-${at}`,
      codes: candidates.length > 0 ? [] : codes,
      skill: action.skill,
      input: action.input,
      ...(typeof date === "string" ? { date } : {}),
      claims,
      ...(candidates.length > 0 ? { candidates } : {}),
      at: now,
    };
  });
  // Small talk and a refusal leave nothing behind; a question about the market or a rule is remembered with its answer.
  const answers = (skill: string) =>
    skill !== "refuse" && audit.cards.some((card) => card.name === skill && card.subjects !== "none");
  return turns.filter(
    ({ codes, candidates, claims, skill }) =>
      codes.length > 0 || candidates !== undefined || claims.length > 0 || answers(skill),
  );
}

/** Candidates in the order in which the answer lists them, for 第二个 goes by that. */
function asListed(turn: SessionTurn, order: readonly string[]): SessionTurn {
  const { candidates } = turn;
  if (candidates === undefined || !candidates.every(({ code }) => order.includes(code))) return turn;
  return {
    ...turn,
    candidates: [...candidates].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code)),
  };
}

/** An answer tells only which companies were spoken of, where its question did not, and in which order it asked back. */
function withAnswer(
  session: Session,
  { text }: Utterance,
  at: number,
  now: string,
  audit: RouteAudit,
): Session {
  const codes = codesIn(text, audit);
  const turnId = session.at(-1)?.turnId;
  if (turnId === `turn-${at - 1}`)
    return session.map((turn) => (turn.turnId === turnId ? asListed(turn, codes) : turn));
  if (codes.length === 0) return session;
  return [...session, { turnId: `turn-${at}`, codes, skill: "", input: {}, claims: [], at: now }];
}

function sessionOf(context: readonly Utterance[], now: string, audit: RouteAudit): Session {
  let session: Session = [];
  context.forEach((utterance, at) => {
    session =
      utterance.role === "user"
        ? [...session, ...turnsOf(utterance, at, now, session, audit)]
        : withAnswer(session, utterance, at, now, audit);
  });
  return session;
}

const plan = (text: string, now: string, session: Session, { cards, directory }: RouteAudit) =>
  routeByRules({ text, language: languageOf(text), now, session, cards }, directory).plan.actions;

function dateOf({ input }: Action, text: string, now: string, audit: RouteAudit): string | undefined {
  if (typeof input.date === "string")
    return /^\d{4}-\d{2}-\d{2}$/.test(input.date) ? input.date : audit.dayOf(input.date, now);
  // A plan leaves today out, for it needs no saying; who judges a plan wants to see that it was read.
  const named = findDates(text, now).map((found) => ("date" in found ? found.date : ""));
  return named.includes(now.slice(0, 10)) && new Set(named).size === 1 ? now.slice(0, 10) : undefined;
}

/** Routes one utterance after its context, by the rules alone. Throws RangeError when `now` is no ISO 8601 instant. */
export function auditRoute(
  { utterance, now, context }: { utterance: string; now: string; context: readonly Utterance[] },
  audit: RouteAudit,
): Routed {
  const session = sessionOf(context, now, audit);
  let ambiguous = false;
  const actions = plan(utterance, now, session, audit).map((action): RoutedAction => {
    const { codes: asked, candidates } = readCodes(action, audit);
    // A question that no skill covers is about the companies that it names.
    const codes = action.input.reason === "unsupported" ? codesIn(utterance, audit) : asked;
    ambiguous ||= candidates.length > 0;
    const date = dateOf(action, utterance, now, audit);
    return { skill: action.skill.replaceAll("-", "_"), codes, ...(date === undefined ? {} : { date }) };
  });
  return { actions, ...(ambiguous ? { ambiguous } : {}) };
}
