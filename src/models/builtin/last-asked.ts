import type { Session, SessionTurn } from "#contract";
import { newestTurn } from "#language";
import type { Message } from "./message.ts";

/** The newest turn that asked for something: thanks and a question about a word come between. */
export function lastAsked({ facts, subjectless, has }: Message): Session {
  return newestTurn(
    facts.session.filter(({ skill }) => has(skill) && skill !== "refuse" && !subjectless.has(skill)),
  );
}

/** True where the day of a turn was one that now was compared with: 比昨天放量吗 is about now. */
export const isReference = ({ claims }: SessionTurn, date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) &&
  claims.some((claim) => claim.kind === "numeric" && claim.as_of.slice(0, 10) > date);
