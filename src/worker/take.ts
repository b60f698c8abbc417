import { isQuoting, type Language, type Session, sessionKey } from "#contract";
import type { Begun } from "../journal/journal.ts";
import { recordedLeaning, recordedSession } from "../pipeline/session/recorded-session.ts";
import { readTurnJobId } from "../queue/outbox.ts";
import type { JobOutcome, OrderedJob, OwnSteps } from "../queue/processor.ts";
import type { AnswerParts } from "./answer-parts.ts";

/** Between two looks whether the rest of a long paste has come. */
const joinPollMs = 250;

/** A turn taken up, with what it may lean on: what its conversation remembers, or the turn that it quotes alone. */
export interface Taken extends Begun {
  readonly session: Session;
  readonly language: Language;
}

/** Passes the chat's gate and takes the turn up in one script; else the outcome to return at once. */
export async function take(
  parts: AnswerParts,
  { id, chat }: Pick<OrderedJob, "id" | "chat">,
  own: OwnSteps,
): Promise<Taken | JobOutcome> {
  const { journal, memory, pipeline } = parts;
  const { turnId, again } = readTurnJobId(id);
  const marketNow = pipeline.clock.market();
  const begin = journal.beginStep(turnId, { marketNow, startedMs: pipeline.clock.wallMs() });
  const recall = (key: string) => memory.recallStep(key, journal.turnKey(turnId));
  // In a direct chat the conversation is the chat's.
  const taking = [own.gate, begin, ...(again ? [] : [recall(chat)])];
  const [gate, reply, entries] = await parts.together(taking);
  const stopped = own.stopped(gate);
  if (stopped !== undefined) return stopped;
  const begun = journal.readBegin(turnId, reply);
  if (begun === "later") return { laterMs: joinPollMs };
  if (begun === "ended" || begun === "missing") return "done";
  // Its conversation by now holds later questions, and itself.
  if (again) return { ...begun, ...(await recordedLeaning(begun.turn, pipeline.text, journal.read)) };
  const { message } = begun.turn;
  const conversation = sessionKey(message);
  const quote = journal.quotes.findStep(message);
  const recalls = conversation === chat ? [] : [recall(conversation)];
  const steps = [...recalls, ...(quote === null ? [] : [quote])];
  const replies = steps.length === 0 ? [] : await parts.together(steps);
  // What is due leans on nothing that was said before it.
  if (message.reminder !== undefined)
    return { ...begun, session: [], language: pipeline.text.languageOf(message.text, []) };
  const remembered = memory.readRecall(recalls.length === 0 ? entries : replies[0]);
  const quoted = quote === null ? null : journal.quotes.read(replies.at(-1), message);
  // Of a quote that leads nowhere nothing is known: the newest company in its place would be a guess.
  const leanedOn = quoted === null ? [] : recordedSession(quoted, message, pipeline.text);
  const session = isQuoting(message) ? leanedOn : remembered;
  const language = pipeline.text.languageOf(message.text, [...remembered, ...session]);
  return { ...begun, session, language };
}
