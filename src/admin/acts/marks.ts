import type { Reply } from "#contract";

/** How an answer that is sent after another begins. */
export const marks = {
  correction: { zh: "【更正】", en: "[Correction] " },
  late: { zh: "【补发】", en: "[Sent later] " },
} as const;
export type MarkName = keyof typeof marks;

/** The reply with its mark; its buttons point to the new turn. */
export function markedReply(reply: Reply, mark: string, oldId: string, newId: string): Reply {
  const buttons = reply.buttons.flatMap((button) => {
    const action = button.action.replace(oldId, () => newId);
    return action.length <= 64 ? [{ ...button, action }] : [];
  });
  const aged = reply.agedText === undefined ? {} : { agedText: mark + reply.agedText };
  return { ...reply, ...aged, text: mark + reply.text, buttons };
}

/** A text without its mark. */
export function unmarked(text: string): string {
  const mark = Object.values(marks)
    .flatMap(({ zh, en }) => [zh, en])
    .find((each) => text.startsWith(each));
  return mark === undefined ? text : text.slice(mark.length);
}
