import type { TerminalEvent } from "#contract";

/** What became of a question. `reason`: a word of `ReceiveOutcome`, an error code (`CANCELED`), or `disconnected`. */
export type Asked =
  | { readonly ok: true; readonly turnId: string; readonly parts: readonly string[]; readonly text: string }
  | { readonly ok: false; readonly reason: string };

export interface TerminalListener {
  /** Work is going on in this chat. */
  typing?(): void;
  /** A text that answers no question of this client: a notice, or another terminal's answer in the same chat. */
  notice?(text: string): void;
}

interface Question {
  readonly id: string;
  /** Known once the service has accepted it. */
  turnId?: string;
  readonly settle: (asked: Asked) => void;
}

/**
 * Puts the parts that arrive to the questions that wait. An answer may overtake the notice of acceptance that names its turn, so
 * whole answers of unknown turns, and their cancellations, are kept while any question is not yet accepted.
 */
export function createAnswers() {
  const questions = new Map<string, Question>();
  const turns = new Map<string, (string | undefined)[]>();
  const canceled = new Set<string>();
  const listeners = new Set<TerminalListener>();

  const settle = (question: Question, asked: Asked): void => {
    questions.delete(question.id);
    question.settle(asked);
  };
  const answerWholeTurns = (): void => {
    const waiting = [...questions.values()];
    for (const [turnId, parts] of turns) {
      const whole = parts.filter((part) => part !== undefined);
      if (whole.length < parts.length) continue;
      const text = whole.join("\n");
      const question = waiting.find((candidate) => candidate.turnId === turnId);
      if (question !== undefined) settle(question, { ok: true, turnId, parts: whole, text });
      else if (waiting.some((candidate) => candidate.turnId === undefined)) continue;
      else for (const listener of listeners) listener.notice?.(text);
      turns.delete(turnId);
    }
  };

  const settleCanceled = (): void => {
    const waiting = [...questions.values()];
    const isUnaccepted = waiting.some(({ turnId }) => turnId === undefined);
    for (const canceledId of canceled) {
      const question = waiting.find(({ turnId }) => turnId === canceledId);
      if (question !== undefined) settle(question, { ok: false, reason: "CANCELED" });
      else if (isUnaccepted) continue;
      canceled.delete(canceledId);
    }
  };

  return {
    expect: (id: string): Promise<Asked> =>
      new Promise((resolve) => questions.set(id, { id, settle: resolve })),
    listen: (listener: TerminalListener): void => void listeners.add(listener),
    take(event: TerminalEvent): void {
      if (event.type === "typing") for (const listener of listeners) listener.typing?.();
      if (event.type === "part") {
        const parts = turns.get(event.turnId) ?? Array<string | undefined>(event.of).fill(undefined);
        parts[event.part] = event.text;
        turns.set(event.turnId, parts);
      }
      const question = "id" in event && event.id !== undefined ? questions.get(event.id) : undefined;
      if (event.type === "accepted" && question !== undefined) question.turnId = event.turnId;
      if (event.type === "refused" && question !== undefined)
        settle(question, { ok: false, reason: event.reason });
      if (event.type === "canceled") canceled.add(event.turnId);
      answerWholeTurns();
      settleCanceled();
    },
    disconnected(): void {
      for (const question of [...questions.values()]) settle(question, { ok: false, reason: "disconnected" });
    },
  };
}
