import { z } from "zod";
import { AppError, type ErrorCode, errorCatalogue } from "#contract";

/**
 * What a turn must come to. `numbers`: claims are shown · `words`: a fixed text (greeting, help, a declined request) · `refusal`: an
 * honest one, with its error code · `question`: asked back · `failure`: our own fault, told.
 */
export const answerKinds = ["numbers", "words", "refusal", "question", "failure"] as const;

export type AnswerKind = (typeof answerKinds)[number];

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

const plainExpectation = z.strictObject({
  /** One of these, where several are right. */
  answer: z.union([z.enum(answerKinds).transform((kind) => [kind]), z.array(z.enum(answerKinds)).min(2)]),
  /** The plan's skills, as a set; left out where more than one way is right. */
  skills: z.array(z.string()).optional(),
  /** Canonical codes of the shown claims, as a set. */
  codes: z.array(z.string()).optional(),
  /** Metric ids that must be among the shown claims. */
  metrics: z.array(z.string()).optional(),
  /** Tools that must have been called. */
  tools: z.array(z.string()).optional(),
  /** ISO date that every shown claim must be of. */
  date: z.iso.date().optional(),
  error: z.string().refine(isErrorCode, "must be a code of the error catalogue").optional(),
  /** The gold answer: what must stand in the prose, literally. */
  says: z.array(z.string().min(1)).optional(),
  /** What must not stand in it. */
  never: z.array(z.string().min(1)).optional(),
});

/** `with_model`: in place of all the rest where a language model plans; some questions need one. */
const expectation = plainExpectation.extend({ with_model: plainExpectation.optional() });

const turn = z.strictObject({ question: z.string(), expect: expectation });

const head = {
  id: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/),
  lang: z.enum(["zh", "en"]),
  tags: z.array(z.string().min(1)).min(1),
  /** Market clock of the case, ISO 8601 with offset; the sample's own where left out. */
  now: z.iso.datetime({ offset: true }).optional(),
};

/** One line of a dataset: a single question, or the turns of one conversation in order. */
const line = z.union([
  z
    .strictObject({ ...head, question: z.string(), expect: expectation })
    .transform(({ question, expect, ...rest }) => ({ ...rest, turns: [{ question, expect }] })),
  z.strictObject({ ...head, turns: z.array(turn).min(1) }),
]);

export type EvalCase = z.infer<typeof line>;
export type Expectation = z.infer<typeof plainExpectation>;

/** The cases with what is expected of this run: whether a language model plans in it, or the built-in rules do. */
export function expectedWith(hasModel: boolean, cases: readonly EvalCase[]): readonly EvalCase[] {
  const expected = (turn: EvalCase["turns"][number]) => {
    const { with_model, ...expect } = turn.expect;
    return { ...turn, expect: hasModel ? (with_model ?? expect) : expect };
  };
  return cases.map((each) => ({ ...each, turns: each.turns.map(expected) }));
}

function readLine(text: string): EvalCase | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "no JSON";
  }
  const parsed = line.safeParse(value);
  if (parsed.success) return parsed.data;
  const shape = typeof value === "object" && value !== null && "turns" in value ? 1 : 0;
  const [issue] = parsed.error.issues;
  const deep = issue?.code === "invalid_union" ? issue.errors[shape]?.[0] : issue;
  return `${deep?.path.join(".") ?? ""}: ${deep?.message ?? "is no case"}`;
}

/** Reads a dataset in JSON Lines; blank lines are passed over. Throws AppError INVALID_ARGS that names every faulty line. */
export function readCases(text: string): readonly EvalCase[] {
  const cases: EvalCase[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "") continue;
    const read = readLine(raw);
    if (typeof read === "string") faults.push(`line ${index + 1}: ${read}`);
    else if (seen.has(read.id)) faults.push(`line ${index + 1}: the id ${read.id} stands twice`);
    else {
      seen.add(read.id);
      cases.push(read);
    }
  }
  if (faults.length > 0)
    throw new AppError("INVALID_ARGS", `the dataset cannot be used:\n  ${faults.join("\n  ")}`);
  if (cases.length === 0) throw new AppError("INVALID_ARGS", "the dataset holds no case");
  return cases;
}
