import { createHash } from "node:crypto";
import { endStates, type Language, recordedAt, type Turn } from "#contract";
import { type AnswerKind, answerKinds, type EvalCase, type Expectation } from "./case.ts";
import { kindOf, shownClaims } from "./judge-turn.ts";

/** A turn, the ones of its conversation that it rests on, oldest first, and whether its answer was right. */
export interface TurnForCase {
  readonly turn: Turn;
  readonly earlier: readonly Turn[];
  readonly wrong: boolean;
}

/** The same turn always makes the case of the same id. */
export const caseIdOf = ({ id, message }: Turn): string =>
  `${message.platform}-${createHash("sha256").update(id).digest("hex").slice(0, 16)}`;

/** Ids of the turns that this one remembered when it was routed, oldest first, each once. */
export const restsOn = (turn: Turn): readonly string[] => [
  ...new Set(recordedAt(turn, "route")?.context.map(({ turnId }) => turnId) ?? []),
];

/** Whether nobody has to say what would have been right: the turn has ended, and neither failed nor was canceled. */
const isAnswered = ({ state }: Turn): boolean =>
  endStates.has(state) && state !== "failed" && state !== "canceled";

const codesOf = (turn: Turn): readonly string[] => {
  const codes = shownClaims(turn).map((claim) => (claim.kind === "knowledge" ? null : claim.code));
  return [...new Set(codes.filter((code) => code !== null))];
};

/** What a right answer showed; values are left to the Verifier, for they change with the data. */
function expectationOf(turn: Turn): Expectation {
  const kind = kindOf(turn, shownClaims(turn));
  const skills = recordedAt(turn, "route")?.plan.actions.map(({ skill }) => skill);
  const tools = recordedAt(turn, "execute")?.trace.map(({ tool }) => tool) ?? [];
  return {
    answer: [kind === "canceled" ? "failure" : kind],
    ...(skills === undefined ? {} : { skills: [...new Set(skills)], codes: [...codesOf(turn)] }),
    ...(tools.length === 0 ? {} : { tools: [...new Set(tools)] }),
    ...(turn.error === undefined ? {} : { error: turn.error }),
  };
}

/** Anything but a failure, with a gold answer to be filled in. */
const toFillIn: Expectation = { answer: answerKinds.filter((kind) => kind !== "failure"), says: [] };

const anything: Expectation = { answer: [...answerKinds] satisfies AnswerKind[] };

function languageOf(turn: Turn): Language {
  return (
    recordedAt(turn, "route")?.plan.language ?? (/\p{Script=Han}/u.test(turn.message.text) ? "zh" : "en")
  );
}

/** Live data cannot be asked for again at an earlier time; the bundled ones can. */
function marketClockOf(turn: Turn): { readonly now?: string } {
  const trace = recordedAt(turn, "execute")?.trace ?? [];
  const isSample = trace.some(({ served_by }) => served_by === "sample");
  return isSample && turn.market_now !== undefined ? { now: turn.market_now } : {};
}

/** A case that asks the questions of the turn's conversation and wants of the last what was right, or what a person fills in. */
export function caseOfTurn({ turn, earlier, wrong }: TurnForCase): EvalCase {
  const isRight = !wrong && isAnswered(turn);
  const skills = recordedAt(turn, "route")?.plan.actions.map(({ skill }) => skill) ?? [];
  return {
    id: caseIdOf(turn),
    lang: languageOf(turn),
    tags: ["added", isRight ? "kept" : "to-fill-in", ...new Set(skills)],
    ...marketClockOf(turn),
    turns: [
      ...earlier.map(({ message }) => ({ question: message.text, expect: anything })),
      { question: turn.message.text, expect: isRight ? expectationOf(turn) : toFillIn },
    ],
  };
}

/** The line of a dataset. */
export function caseLine({ turns, ...head }: EvalCase): string {
  const [only, ...others] = turns.map(({ question, expect }) => {
    const [answer, ...more] = expect.answer;
    return { question, expect: { ...expect, answer: more.length === 0 ? answer : expect.answer } };
  });
  return `${JSON.stringify({ ...head, ...(others.length === 0 ? only : { turns: [only, ...others] }) })}\n`;
}
