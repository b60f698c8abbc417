import {
  type Claim,
  isQuoting,
  type JsonObject,
  nextShanghaiDay,
  type Plan,
  type Reply,
  reminderMark,
  type SessionTurn,
  type SynthesisRecord,
  userText,
} from "#contract";
import type { TurnRun } from "../ports.ts";
import { type ActionView, closingLines, type Degraded, endingOf, type TurnView } from "../verify/view.ts";
import type { DrawnCharts } from "./draw-charts.ts";

/** The label of the button under every answer that shows numbers. */
const sourceLabel = { zh: "来源", en: "Sources" };

/** Platforms take 64 bytes of a button; a longer id means the last answer. */
const sourceAction = (turnId: string): string => (turnId.length <= 56 ? `/source ${turnId}` : "/source");

/** The market instant at which a claim has used up its budget, or its fact's time is over, epoch milliseconds. */
function endOf({ ports, now }: TurnRun, claim: Claim, own: ActionView["freshness"]): number {
  if (claim.kind === "knowledge") {
    const { cite } = claim;
    const { expires_at } =
      (cite.kind === "competence" ? ports.competences[cite.competence_id] : undefined) ?? {};
    return expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  }
  const freshness = own?.[claim.metric] ?? ports.freshnessOf(claim.metric);
  if (freshness === undefined) return Number.POSITIVE_INFINITY;
  const endMs = ports.freshUntilMs(freshness, claim.as_of);
  // The Verifier has just found it fresh: only what is counted in seconds may be over by now.
  return endMs > Date.parse(now) || "sessionSeconds" in freshness ? endMs : Number.POSITIVE_INFINITY;
}

/** The smallest remaining budget of the answer's claims, as a market instant; undefined where none ever ends. */
function validUntil(run: TurnRun, view: TurnView): string | undefined {
  const ends = view.actions.flatMap(({ claims, freshness }) =>
    claims.map(({ claim }) => endOf(run, claim, freshness)),
  );
  const soonestMs = Math.min(...ends);
  return Number.isFinite(soonestMs) ? new Date(soonestMs).toISOString() : undefined;
}

/** What goes with the prose. */
interface Beside {
  readonly degraded: Degraded | undefined;
  readonly charts: DrawnCharts;
  /** What was used up, where something was left undone for it: the turn's budget or the day's. */
  readonly cutBy: "BUDGET_USED_UP" | "DAY_BUDGET_USED_UP" | undefined;
}

/** The finished reply: prose, then the lines that code adds, then the button that lists the sources. */
export function replyOf(run: TurnRun, view: TurnView, prose: SynthesisRecord, beside: Beside): Reply {
  const { language, ports, message } = run;
  const { degraded, charts, cutBy } = beside;
  const renews = nextShanghaiDay(ports.clock.wallMs());
  const unDrawn = charts.failed > 0 ? [userText("CHART_FAILED", language)] : [];
  const unread = message.attachments.some((each) => each.text === undefined)
    ? [userText("ATTACHMENT_NOT_READ", language)]
    : [];
  const cutShort = cutBy === undefined ? [] : [userText(cutBy, language, { renews })];
  const lines = closingLines(view, language, { text: ports.text, renews, degraded });
  // What is missing may be told in the same words already.
  const closing = [...new Set([...lines, ...unread, ...unDrawn, ...cutShort])];
  const mark = reminderMark(message, language);
  const join = (first: string) => [first, ...closing].filter((line) => line !== "").join("\n");
  const until = validUntil(run, view);
  // Every ending says something, also one that found nothing and lacks nothing that it could name.
  const text = `${mark}${join(prose.text) || userText(endingOf(view).error ?? "TURN_FAILED", language)}`;
  const aged =
    until === undefined ? text : `${mark}${join(ports.text.aged(prose.draft, view.slots, language))}`;
  return {
    text,
    buttons:
      view.slots.length === 0 ? [] : [{ label: sourceLabel[language], action: sourceAction(message.id) }],
    ...(until === undefined ? {} : { validUntil: until }),
    ...(aged === text ? {} : { agedText: aged }),
    ...(charts.artifacts.length === 0 ? {} : { artifacts: [...charts.artifacts] }),
  };
}

/** A canonical code of an A-share stock. */
const canonical = /^\d{6}\.(?:SH|SZ|BJ)$/;

/** The stocks that a plan's action names: grounding has made codes of the names that came to one company. */
export const namedCodes = ({ codes }: JsonObject): readonly string[] =>
  Array.isArray(codes) ? codes.map(String).filter((code) => canonical.test(code)) : [];

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
    if (codes.length === 0 && claims.length === 0 && open === undefined) return [];
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
