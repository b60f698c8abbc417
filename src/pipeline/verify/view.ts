import {
  type ActionRecord,
  type Bilingual,
  type ErrorCode,
  type ExecuteRecord,
  errorCatalogue,
  type Freshness,
  failureCodes,
  type Language,
  type ReminderChange,
  type SkillMiss,
  type SkillQuestion,
  type SkillText,
  type SlottedClaim,
  type ToolCall,
  userText,
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

/** Why the built-in rules answered in a model's place. */
export type Degraded = "MODEL_DOWN" | "PROMPT_TOO_LONG" | "DAY_BUDGET_USED_UP";

const degradedLines: Readonly<Record<Degraded, Bilingual>> = {
  MODEL_DOWN: {
    zh: "(语言模型暂时不可用,本次由内置规则作答)",
    en: "(The language model is unavailable; the built-in rules answered this one.)",
  },
  PROMPT_TOO_LONG: {
    zh: "(问题连同上下文太长,没有交给语言模型,本次由内置规则作答)",
    en: "(The question with its context is too long for the language model; the built-in rules answered this one.)",
  },
  DAY_BUDGET_USED_UP: {
    zh: "(今天的语言模型用量已经用完,本次由内置规则作答;北京时间 {renews} 恢复)",
    en: "(Today's allowance for the language model is used up; the built-in rules answered this one. It renews at {renews} Beijing time.)",
  },
};

const disclaimerLine = { zh: "仅供参考,不构成投资建议。", en: "For reference only; not investment advice." };

/** What lines are made with. `renews`: when the day's limits begin anew. */
interface LineParts {
  readonly text: TextPort;
  readonly renews: string;
  readonly degraded: Degraded | undefined;
}

const aStock = /^\d{6}\.(?:SH|SZ|BJ)$/;

/** Beside another company's values a sentence that names nobody is told under the name of its own. */
const isUnnamed = ({ code, subject = "" }: SkillMiss, shown: ReadonlySet<string>): boolean =>
  aStock.test(subject) &&
  !errorCatalogue[code].zh.includes("{subject}") &&
  [...shown].some((each) => each !== subject);

/** What a sentence is about where nobody said what: sentences that begin with their subject, or quote it, are none without. */
const unsaid: Bilingual = { zh: "所问内容", en: "what was asked" };

const needsSubject = (code: ErrorCode): boolean =>
  /^\{subject\}|「\{subject\}」/.test(errorCatalogue[code].zh);

const listed = (words: readonly string[], language: Language): string =>
  words.join(language === "zh" ? "、" : ", ");

/** Sentences that can be said of several subjects at once: in English none that begins with its subject and goes on in the singular. */
const takesSeveral = (code: ErrorCode, language: Language): boolean =>
  errorCatalogue[code][language].includes("{subject}") &&
  !/^\{subject\} (?:is|has)\b/.test(errorCatalogue[code].en);

/** What is missing for one reason, said once for all that it is true of, in the order of their first; what names parts stays apart. */
function gathered(missing: readonly SkillMiss[], language: Language): readonly (readonly SkillMiss[])[] {
  const groups = Map.groupBy(missing, (miss) =>
    miss.subject !== undefined && miss.parts === undefined && takesSeveral(miss.code, language)
      ? miss.code
      : miss,
  );
  return [...groups.values()];
}

/** Why a part of the question has no answer; a source that holds little by its nature says what it holds. */
function missLine(
  { code, parts = [] }: SkillMiss,
  subjects: readonly string[],
  language: Language,
  { text, renews }: LineParts,
): string {
  const named = listed(
    parts.map((part) => part[language]),
    language,
  );
  const about =
    subjects.every((subject) => subject === "") && needsSubject(code)
      ? unsaid[language]
      : listed([...new Set(subjects.map((subject) => text.subjectOf(subject, language)))], language);
  const said = { subject: about, renews, parts: named };
  const own = code === "NO_DATA" ? text.noData?.[language] : undefined;
  return own?.replaceAll("{subject}", said.subject) ?? userText(code, language, said).trim();
}

/** Lines that code adds after the prose: remarks, what is missing and why, questions back, the disclaimer. */
export function closingLines(view: TurnView, language: Language, parts: LineParts): readonly string[] {
  const { text, renews, degraded } = parts;
  const lines = new Set<string>();
  const shown = new Set(
    view.slots.flatMap(({ claim }) => (claim.kind === "knowledge" ? [] : (claim.code ?? []))),
  );
  const missOf = (misses: readonly SkillMiss[]): readonly string[] => {
    const [miss] = misses;
    if (miss === undefined) return [];
    const subjects = misses.map(({ subject = "" }) => subject);
    const line = missLine(miss, subjects, language, parts);
    return [isUnnamed(miss, shown) ? `${text.subjectOf(miss.subject ?? "", language)}: ${line}` : line];
  };
  for (const action of view.actions) for (const note of action.notes) lines.add(note);
  for (const action of view.actions) {
    if (action.text !== undefined) lines.add(action.text);
    for (const misses of gathered(action.missing, language))
      for (const line of missOf(misses)) lines.add(line);
    const { question } = action;
    if (question !== undefined) lines.add(text.candidates(question.subject, question.candidates, language));
  }
  if (view.actions.some(({ disclaimer }) => disclaimer)) lines.add(disclaimerLine[language]);
  if (degraded !== undefined) lines.add(degradedLines[degraded][language].replace("{renews}", renews));
  return [...lines];
}
