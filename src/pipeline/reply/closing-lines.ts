import {
  type Bilingual,
  type ErrorCode,
  errorCatalogue,
  type Language,
  type SkillMiss,
  userText,
  wholeCode,
} from "#contract";
import type { TextPort } from "../ports.ts";
import type { TurnView } from "../verify/view.ts";

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
  /** Where the question came from. */
  readonly platform: string;
}

/** Beside another company's values a sentence that names nobody is told under the name of its own. */
const isUnnamed = ({ code, subject = "" }: SkillMiss, shown: ReadonlySet<string>): boolean =>
  wholeCode.test(subject) &&
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

/** Whether the answer shows values or a chart that come, directly or computed, from the source whose data are made up. */
function showsMadeUp({ slots, actions, trace }: TurnView, madeUp: string): boolean {
  const isShown =
    slots.some(({ claim }) => claim.kind !== "knowledge") || actions.some(({ charts }) => charts.length > 0);
  return isShown && trace.some(({ source, error }) => source === madeUp && error === undefined);
}

/** Lines that code adds after the prose: remarks, what is missing and why, questions back, the disclaimer, that data are made up. */
export function closingLines(view: TurnView, language: Language, parts: LineParts): readonly string[] {
  const { text, degraded, platform } = parts;
  const { madeUp } = text;
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
    // Without candidates the action's own text asks.
    if (question !== undefined && question.candidates.length > 0)
      lines.add(text.candidates(question.subject, question.candidates, language));
  }
  if (view.actions.some(({ disclaimer }) => disclaimer)) lines.add(disclaimerLine[language]);
  if (madeUp?.isToldOn(platform) && showsMadeUp(view, madeUp.source)) lines.add(madeUp.line[language]);
  if (degraded !== undefined) lines.add(degradedLines[degraded][language].replace("{renews}", parts.renews));
  return [...lines];
}
