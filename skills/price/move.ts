import {
  answerMoves,
  comparesWithTime,
  moveByNow,
  moveOf,
  resolveStretch,
  type SkillContext,
  type SkillResult,
  saysMove,
  wordsOfMove,
} from "#contract";
import { besideIndexMove } from "./beside-index.ts";
import { tradedWords } from "./quote-claims.ts";
import { firstDayOf } from "./stretches.ts";
import { template } from "./template.ts";
import { unavailableNotes } from "./unavailable.ts";
import { withWay } from "./way.ts";

/** The stretch of time over which a move is asked for, in the user's words. */
function wordsIn(date: string | undefined, context: SkillContext): string | undefined {
  const { text } = context.message;
  const compares = comparesWithTime(text);
  // 比昨天放量了吗 sets what was traded beside that day's, and asks for no move.
  const isTraded = tradedWords.test(text) && compares;
  const isOfFirst = firstDayOf(date) !== undefined && !saysMove(text) && !compares;
  return isTraded || isOfFirst ? undefined : wordsOfMove(date, context);
}

/**
 * How far prices moved over a stretch of time. Null where none is asked for, `too_short` where no day of it has closed yet: on the first
 * day of a week there is the quote of that day alone.
 */
export async function answerMove(
  queries: readonly string[],
  date: string | undefined,
  context: SkillContext,
): Promise<SkillResult | "too_short" | null> {
  const words = wordsIn(date, context);
  if (words === undefined) return null;
  // A stretch of time is understood: what is missing is the company.
  if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
  const stretch = await resolveStretch(words, context);
  if (stretch === null) return null;
  if ("code" in stretch && stretch.code === "STRETCH_TOO_SHORT") return "too_short";
  if (!("metric" in stretch)) return { kind: "refusal", ...stretch };
  const asking = { words, stretch };
  const lookUp = async (code: string) =>
    (await moveByNow(code, asking, context)) ?? moveOf(code, asking, context);
  const moved = await answerMoves(queries, asking, context, template, lookUp);
  const lacking = unavailableNotes(context.message.text);
  const noted = moved.kind === "answer" ? { ...moved, notes: [...(moved.notes ?? []), ...lacking] } : moved;
  return (await besideIndexMove(noted, asking, context)) ?? withWay(noted, context);
}
