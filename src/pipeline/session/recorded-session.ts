import { type IncomingMessage, recordedAt, type Session, sessionKey, type Turn } from "#contract";
import type { TextPort } from "../ports.ts";
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
