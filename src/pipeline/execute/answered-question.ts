import type { Action } from "#contract";
import type { TurnRun } from "../ports.ts";
import { readingOf } from "../reading.ts";

/** A longer message says more than which company is meant. */
const longestAnswer = 20;

/**
 * What a skill is to read as the message: 5日均线 was asked back, and 茅台 answers it, so that both are the question. The message itself
 * where nothing was asked back, or where it asks for something of its own.
 */
export function questionOf(run: TurnRun, { skill, input }: Action): string {
  const { message, session } = run;
  const last = session.at(-1);
  const open = session.find(
    (turn) => turn.turnId === last?.turnId && turn.skill === skill && turn.candidates !== undefined,
  );
  const isAnswer =
    open?.said !== undefined &&
    message.text.length <= longestAnswer &&
    Array.isArray(input.codes) &&
    readingOf(run).asked().metrics.length === 0;
  const isSame =
    last !== undefined &&
    session.some(({ turnId, skill: asked }) => turnId === last.turnId && asked === skill);
  // 五粮液 behind 茅台主力资金 asks the same again, as 五粮液呢 does.
  if (!isAnswer && isSame && readingOf(run).namesOnly())
    return run.language === "zh" ? `${message.text}呢` : `what about ${message.text}`;
  return isAnswer ? `${open.said} ${message.text}` : message.text;
}
