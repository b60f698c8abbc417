import type { Claim } from "./claim.ts";
import type { JsonObject, Language } from "./json.ts";

/** What is remembered of one turn of a conversation: enough for 它, 那昨天呢 and 这个数哪来的. */
export interface SessionTurn {
  readonly turnId: string;
  /** Canonical codes the turn was about, in the order of mention. */
  readonly codes: readonly string[];
  readonly skill: string;
  readonly input: JsonObject;
  /** ISO date asked about, if any. */
  readonly date?: string;
  /** Of the newest turn alone; those of earlier turns stand in the journal. */
  readonly claims: readonly Claim[];
  /** True where the turn had claims, whether they are carried or not. */
  readonly answered?: boolean;
  /** The writer's own words where they are short and hold a number or asked for a rule: what a follow-up of theirs may go on with. */
  readonly said?: string;
  /** Open question back: the candidates the user may now name; none where any company answers it. */
  readonly candidates?: readonly { readonly code: string; readonly name: string }[];
  /** The language it was answered in; absent in what an earlier version wrote. */
  readonly language?: Language;
  /** A standing text (the list of abilities) that the person was sent after this turn, or in its place. */
  readonly told?: { readonly what: string; readonly at: string };
  /** Market time. */
  readonly at: string;
}

/** Whether the conversation has been told this within the last minutes of market time. */
export function wasToldLately(session: Session, what: string, now: string, minutes = 10): boolean {
  return session.some(({ told }) => {
    const sinceMs = told?.what === what ? Date.parse(now) - Date.parse(told.at) : Number.NaN;
    return sinceMs >= 0 && sinceMs <= minutes * 60_000;
  });
}

/** What a conversation remembers that was sent the list of its alerts and digests. */
export const remindersTold = "reminders";

/** True where the newest message was about alerts, digests or the user's own list, so that 全部取消 behind it is too. */
export function isBehindReminders(session: Session): boolean {
  const last = session.at(-1);
  const newest = session.filter(({ turnId }) => turnId === last?.turnId);
  return (
    newest.length > 0 &&
    newest.every(({ skill, told }) => skill === "watchlist" || told?.what === remindersTold)
  );
}

/** Newest last, at most 10. */
export type Session = readonly SessionTurn[];

export const maxSessionTurns = 10;
