import { isQuoting, type JsonObject, type Plan, type SessionTurn, wholeCode } from "#contract";
import type { TurnRun } from "../ports.ts";
import type { ActionView } from "../verify/view.ts";

/** The stocks that a plan's action names: grounding has made codes of the names that came to one company. */
const namedCodes = ({ codes }: JsonObject): readonly string[] =>
  Array.isArray(codes) ? codes.map(String).filter((code) => wholeCode.test(code)) : [];

/** True where an action was about something in the user's words, listed or not. */
export const namesAnything = ({ codes }: JsonObject): boolean => Array.isArray(codes) && codes.length > 0;

/** What of a turn's actions is remembered. */
interface Remembered {
  readonly actions: readonly (Pick<ActionView, "claims" | "question"> &
    Partial<Pick<ActionView, "missing">>)[];
}

/** A question that named no company and needs one: who names one next has answered it. */
const awaitsCompany = ({ missing = [] }: Remembered["actions"][number], { codes }: JsonObject): boolean =>
  codes === undefined &&
  missing.some(({ code, subject }) => code === "INVALID_ARGS" && subject === undefined);

/** A time that nobody could read is not what a follow-up is asked about. */
function withoutUnread(input: JsonObject, { missing = [] }: Remembered["actions"][number]): JsonObject {
  const { date, ...rest } = input;
  return date !== undefined && missing.some(({ code }) => code === "BAD_DATE") ? rest : input;
}

const longestSaid = 200;

/**
 * What of the message a follow-up may reckon with or, behind a rule or a question back (`isToGoOnWith`), go on with; who writes in the
 * group's own name (anonymous administrators) may be several people.
 */
function saidIn(
  { text, chatKind, chatId, senderId }: TurnRun["message"],
  isToGoOnWith: boolean,
): { said?: string } {
  const isOnePerson = chatKind === "direct" || senderId !== chatId;
  const isKept = isToGoOnWith || /[\d〇零一二两三四五六七八九十百千万亿]/.test(text);
  return isOnePerson && isKept && text.length <= longestSaid ? { said: text } : {};
}

/** What the conversation remembers of this turn, one entry an action. */
export function sessionTurns(
  run: Pick<TurnRun, "message" | "language" | "now">,
  plan: Plan,
  view: Remembered,
): readonly SessionTurn[] {
  return view.actions.flatMap((action, index): SessionTurn[] => {
    const planned = plan.actions[index];
    if (planned === undefined) return [];
    const claims = action.claims.map(({ claim }) => claim);
    const claimed = claims.flatMap((claim) =>
      "code" in claim && typeof claim.code === "string" ? [claim.code] : [],
    );
    const codes = [...new Set([...claimed, ...namedCodes(planned.input)])];
    const input = withoutUnread(planned.input, action);
    const { date } = input;
    const open = action.question?.candidates ?? (awaitsCompany(action, planned.input) ? [] : undefined);
    // What was refused or not found was spoken of all the same: 它 behind it is no earlier company.
    const isOfNothing = codes.length + claims.length === 0 && !namesAnything(input);
    if (isOfNothing && open === undefined) return [];
    return [
      {
        turnId: run.message.id,
        codes,
        skill: planned.skill,
        input,
        ...(typeof date === "string" ? { date } : {}),
        claims,
        ...saidIn(run.message, open !== undefined || claims.some(({ kind }) => kind === "knowledge")),
        ...(open === undefined ? {} : { candidates: open }),
        language: run.language,
        at: run.now,
      },
    ];
  });
}

/**
 * What a turn leaves where it was about nothing (你好, 帮助), beside what the conversation was about until then: that the person now writes in
 * another language than before, and which standing text they were sent. Nothing where there is none and the language is as it was.
 */
export function asideTurns(
  { message, session, language, now }: Pick<TurnRun, "message" | "session" | "language" | "now">,
  what?: string,
): readonly SessionTurn[] {
  const last = session.at(-1);
  const told = what === undefined ? {} : { told: { what, at: now } };
  // Chinese is what a message without words is answered in anyway.
  if (last === undefined && language === "zh" && what === undefined) return [];
  // It stands beside a quote that leads nowhere, not beside the conversation.
  if (last === undefined && isQuoting(message)) return [];
  if (last === undefined)
    return [{ turnId: message.id, codes: [], skill: "", input: {}, claims: [], language, ...told, at: now }];
  if (last.language === language && what === undefined) return [];
  const newest = session.filter(({ turnId }) => turnId === last.turnId);
  return newest.map((entry) => ({ ...entry, turnId: message.id, language, ...told }));
}
