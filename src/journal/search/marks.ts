import {
  chatKey,
  type ErrorCode,
  type ExecuteRecord,
  type IncomingMessage,
  type RouteRecord,
  type StageRecord,
  type Turn,
  wholeCode,
} from "#contract";

/** By what turns are found beside their time and state. */
const dimensions = ["platform", "chat", "sender", "skill", "code", "error"] as const;
export type Dimension = (typeof dimensions)[number];

export interface Mark {
  readonly dimension: Dimension;
  readonly value: string;
}

/** A person as `<platform>:<id>`, in whatever chat they wrote. */
export const senderMark = ({ platform, senderId }: IncomingMessage): Mark => ({
  dimension: "sender",
  value: `${platform}:${senderId}`,
});

export const errorMark = (error: ErrorCode): Mark => ({ dimension: "error", value: error });

/** A turn may be about many companies; it is found by the first of them. */
const mostCodes = 12;

/** The companies that a plan's input names, however deep they stand in it. */
function codesIn(input: unknown): readonly string[] {
  if (typeof input === "string") return wholeCode.test(input) ? [input] : [];
  return input !== null && typeof input === "object" ? Object.values(input).flatMap(codesIn) : [];
}

/** What one stage's record says a turn is about; a record of another version may say less. */
export function marksOfStage({ stage, value }: Pick<StageRecord, "stage" | "value">): readonly Mark[] {
  // Recorded by the pipeline, perhaps an earlier one.
  const record = value as Partial<RouteRecord & ExecuteRecord> | null;
  if (stage === "route")
    return (record?.plan?.actions ?? []).flatMap(({ skill, input }): Mark[] => [
      { dimension: "skill", value: skill },
      // A turn that failed has no claims, and is looked for by its company all the same.
      ...codesIn(input).map((value): Mark => ({ dimension: "code", value })),
    ]);
  if (stage !== "execute") return [];
  return (record?.claims ?? []).flatMap((claim): Mark[] =>
    claim.kind === "knowledge" || claim.code === null ? [] : [{ dimension: "code", value: claim.code }],
  );
}

/** Each mark once. */
export function marksOf(marks: readonly Mark[]): readonly Mark[] {
  const once = new Map(marks.map((mark) => [`${mark.dimension}:${mark.value}`, mark]));
  const all = [...once.values()];
  const codes = all.filter(({ dimension }) => dimension === "code").slice(0, mostCodes);
  return [...all.filter(({ dimension }) => dimension !== "code"), ...codes];
}

/** Every mark that a recorded turn may stand under. */
export function allMarksOf({ message, stages, error }: Turn): readonly Mark[] {
  return [
    { dimension: "platform", value: message.platform },
    { dimension: "chat", value: chatKey(message) },
    senderMark(message),
    ...marksOf(stages.flatMap(marksOfStage)),
    ...(error === undefined ? [] : [errorMark(error)]),
  ];
}
