import { type IncomingMessage, isQuoting, recordedAt, type Session, sessionKey, type Turn } from "#contract";
import type { TextPort, TurnRun } from "../ports.ts";
import { newestOf } from "../replay/replay-report.ts";
import { viewOf } from "../verify/view.ts";
import { namesAnything, sessionTurns } from "./session-turns.ts";

/**
 * What a recorded turn leaves to a message that quotes it: the entries that its own conversation kept of it, with their claims. Of another
 * person's turn only what they named, or may name, not their words: what was shown to them by a list of their own is theirs. Empty where it came to no plan.
 */
export function recordedSession(turn: Turn, asker: IncomingMessage, text: TextPort): Session {
  const routed = recordedAt(turn, "route");
  if (routed === undefined) return [];
  const { plan } = routed;
  const { message, market_now: now = message.sentAt } = turn;
  const executed = recordedAt(turn, "execute");
  const verdict = recordedAt(turn, "verify");
  const view =
    executed === undefined || verdict === undefined
      ? { actions: plan.actions.map(() => ({ claims: [] })) }
      : viewOf(executed, verdict, plan.language, text);
  const entries = sessionTurns({ message, language: plan.language, now }, plan, view);
  if (sessionKey(message) === sessionKey(asker)) return entries;
  return entries
    .filter(({ input, candidates }) => candidates !== undefined || namesAnything(input))
    .map(({ said: _, ...entry }) => entry);
}

type Leaning = Pick<TurnRun, "session" | "language">;

/** What a recorded turn was planned by, not what has been said since; without the claims of the turns before, unless it quotes one. */
export function recordedContext(
  { message, stages }: Pick<Turn, "message" | "stages">,
  text: TextPort,
): Leaning {
  const routed = newestOf(stages, "route");
  const session = routed?.context ?? [];
  return { session, language: routed?.plan.language ?? text.languageOf(message.text, session) };
}

type ReadTurn = (turnId: string) => Promise<Turn | null>;

/** What a turn left for the next one to lean on, with its claims: its own, or where it was about nothing (谢谢) what it leaned on itself. */
async function leftBy(turn: Turn, asker: IncomingMessage, text: TextPort, read: ReadTurn): Promise<Session> {
  const own = recordedSession(turn, asker, text);
  if (own.length > 0) return own;
  const { session } = await recordedLeaning(turn, text, read);
  return session.filter(({ turnId }) => turnId === session.at(-1)?.turnId);
}

/** The same with the claims of its newest turn, which stand in that turn's own record alone: what a turn that is run again leans on. */
export async function recordedLeaning(
  turn: Pick<Turn, "message" | "stages">,
  text: TextPort,
  read: ReadTurn,
): Promise<Leaning> {
  const context = recordedContext(turn, text);
  const newest = context.session.at(-1);
  const before = newest === undefined || isQuoting(turn.message) ? null : await read(newest.turnId);
  if (before === null) return context;
  const entries = await leftBy(before, turn.message, text, read);
  const first = context.session.length - entries.length;
  const session = context.session.map((each, at) =>
    each.turnId === before.id ? { ...each, claims: entries[at - first]?.claims ?? [] } : each,
  );
  return { ...context, session };
}
