import {
  type ActionRecord,
  type ErrorCode,
  type ExecuteRecord,
  type Freshness,
  failureCodes,
  type Language,
  type ReminderChange,
  type SkillMiss,
  type SkillQuestion,
  type SkillText,
  type SlottedClaim,
  type ToolCall,
  type Verdict,
  type WatchlistChange,
} from "#contract";
import type { TextPort } from "../ports.ts";

/** One action as the answer shows it: the claims that survived the Verifier, and what is missing. */
export interface ActionView {
  readonly skill: string;
  readonly claims: readonly SlottedClaim[];
  readonly notes: readonly string[];
  readonly missing: readonly SkillMiss[];
  readonly text?: string;
  /** The standing text that this is. */
  readonly told?: string;
  readonly question?: Omit<SkillQuestion, "kind">;
  readonly disclaimer: boolean;
  /** The budgets by which its claims were judged, where they are not those of their metrics. */
  readonly freshness?: Readonly<Record<string, Freshness>>;
  /** `tool_call_id`s of the charts that go with the answer; none once a claim of it was withheld. */
  readonly charts: readonly string[];
  /** What the answer changes of its asker's watchlist. */
  readonly watchlist?: WatchlistChange;
  /** The same of their alerts and digests. */
  readonly reminders?: readonly ReminderChange[];
  /** The skill's own prose over slots of the turn; none once a claim of it was withheld. */
  readonly draft?: string;
}

/** What may be said of a turn; nothing that failed verification is in it. */
export interface TurnView {
  readonly actions: readonly ActionView[];
  readonly slots: readonly SlottedClaim[];
  /** What the charts are drawn from. */
  readonly trace: readonly ToolCall[];
}

function withheld(
  action: ActionRecord,
  executed: ExecuteRecord,
  verdict: Verdict,
  text: TextPort,
): SkillMiss[] {
  const own = verdict.failures.filter(
    ({ claim_index }) => claim_index >= action.first && claim_index < action.first + action.count,
  );
  const bySubject = new Map<string, SkillMiss>();
  for (const failure of own) {
    const claim = executed.claims[failure.claim_index];
    const code = claim !== undefined && "code" in claim && claim.code !== null ? String(claim.code) : "";
    const subject = text.nameOf(code) ?? code;
    bySubject.set(subject, { code: failure.reason === "stale" ? "STALE" : "VERIFY_FAILED", subject });
  }
  return [...bySubject.values()];
}

/** What a result does beside telling values. */
const besideView = (
  { text, told, question, watchlist, reminders }: Partial<Omit<SkillText, "kind">>,
  language: Language,
) => ({
  ...(text === undefined ? {} : { text: text[language] }),
  ...(told === undefined ? {} : { told }),
  ...(question === undefined ? {} : { question }),
  ...(watchlist === undefined ? {} : { watchlist }),
  ...(reminders === undefined ? {} : { reminders }),
});

/** A skill counts its claims from one; in the turn those of the actions before stand first. */
const ofTurn = (draft: string, first: number): string =>
  draft.replace(/\{\{c(\d{1,3})\}\}/g, (_, slot: string) => `{{c${first + Number(slot)}}}`);

/** Where a claim comes from: two of one origin say the same. */
function originOf({ claim }: SlottedClaim): string {
  const { cite } = claim;
  return cite.kind === "tool"
    ? JSON.stringify([cite.tool_call_id, cite.path, "code" in claim ? claim.code : null])
    : JSON.stringify([cite.competence_id]);
}

/** An action all of whose values an earlier one shows has nothing of its own to say: 谁涨得多,各涨了多少 is one answer. */
function withoutRepeats(actions: readonly ActionView[]): readonly ActionView[] {
  const shown = new Set<string>();
  return actions.map((action) => {
    const origins = action.claims.map(originOf);
    const isRepeat = origins.length > 0 && origins.every((origin) => shown.has(origin));
    for (const origin of origins) shown.add(origin);
    if (!isRepeat) return action;
    const { draft: _, ...rest } = action;
    return { ...rest, claims: [], notes: [] };
  });
}

/** Sets what the skills found beside the verdict. */
export function viewOf(
  executed: ExecuteRecord,
  verdict: Verdict,
  language: Language,
  text: TextPort,
): TurnView {
  const failed = new Set(verdict.failures.map(({ claim_index }) => claim_index));
  const found = executed.actions.map((action): ActionView => {
    const { result, skill } = action;
    const base = { skill, claims: [], notes: [], missing: [], disclaimer: false, charts: [] };
    if (result.kind === "question") return { ...base, question: result };
    if (result.kind === "text")
      return { ...base, missing: result.missing ?? [], ...besideView(result, language) };
    if (result.kind === "refusal") return { ...base, missing: [result] };
    const claims = executed.claims
      .map((claim, index) => ({ slot: `c${index + 1}`, claim, index }))
      .filter(
        ({ index }) => index >= action.first && index < action.first + action.count && !failed.has(index),
      )
      .map(({ slot, claim }) => ({ slot, claim }));
    const isWhole = claims.length === action.count;
    return {
      ...base,
      claims,
      notes: claims.length === 0 ? [] : (result.notes ?? []).map((note) => note[language]),
      missing: [...(result.missing ?? []), ...withheld(action, executed, verdict, text)],
      ...besideView(result, language),
      disclaimer: result.disclaimer === true && claims.length > 0,
      ...(result.freshness === undefined ? {} : { freshness: result.freshness }),
      charts: isWhole ? (result.charts ?? []) : [],
      ...(result.draft === undefined || !isWhole
        ? {}
        : { draft: ofTurn(result.draft[language], action.first) }),
    };
  });
  const actions = withoutRepeats(found);
  return { actions, slots: actions.flatMap(({ claims }) => claims), trace: executed.trace };
}

export type Ending = {
  readonly state: "completed" | "input-required" | "failed";
  readonly error?: ErrorCode;
};

/** How the turn ends: an answer or an honest refusal completes it, a question back wants input, our own fault fails it. */
export function endingOf(view: TurnView): Ending {
  if (view.slots.length > 0 || view.actions.some(({ text }) => text !== undefined))
    return { state: "completed" };
  if (view.actions.some(({ question }) => question !== undefined)) return { state: "input-required" };
  const missing = view.actions.flatMap((action) => action.missing);
  if (missing.some(({ code }) => code === "QUOTE_UNKNOWN")) return { state: "input-required" };
  const fault = missing.find(({ code }) => failureCodes.has(code));
  if (fault !== undefined) return { state: "failed", error: fault.code };
  return missing[0] === undefined
    ? { state: "failed", error: "TURN_FAILED" }
    : { state: "completed", error: missing[0].code };
}
