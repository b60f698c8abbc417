import { type IncomingMessage, recordedAt, type Session, sessionKey, type Turn } from "#contract";
import type { TextPort, TurnRun } from "../ports.ts";
import { newestOf } from "../replay/replay-report.ts";
import { viewOf } from "../verify/view.ts";
import { namedCodes, sessionTurns } from "./session-turns.ts";

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
    .filter(({ input, candidates }) => candidates !== undefined || namedCodes(input).length > 0)
    .map(({ said: _, ...entry }) => entry);
}

/** What a turn that is run again leans on: what it was planned by, not what has been said since. */
export function recordedLeaning(
  { message, stages }: Pick<Turn, "message" | "stages">,
  text: TextPort,
): Pick<TurnRun, "session" | "language"> {
  const routed = newestOf(stages, "route");
  const session = routed?.context ?? [];
  return { session, language: routed?.plan.language ?? text.languageOf(message.text, session) };
}

/** A recorded session with the claims of its newest turn, which stand in that turn's own record alone. */
export function withClaimsOf(
  newest: Turn,
  session: Session,
  asker: IncomingMessage,
  text: TextPort,
): Session {
  const entries = recordedSession(newest, asker, text);
  const first = session.length - entries.length;
  return session.map((turn, at) =>
    turn.turnId === newest.id ? { ...turn, claims: entries[at - first]?.claims ?? [] } : turn,
  );
}
