import {
  type Bilingual,
  errorCatalogue,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  type TriedAction,
} from "#contract";
import { texts } from "./reminder-texts.ts";

/** What a question of a digest came to when it was tried: `refused` where no day would answer it, `unclear` where it would be asked back. */
export type Trial =
  | { readonly kind: "fine" }
  | { readonly kind: "unclear"; readonly subject: string }
  | { readonly kind: "refused"; readonly result: SkillResult };

/** What may be otherwise on the next day, or needs the model that was not asked. */
const mayPass = ({ code }: SkillMiss): boolean =>
  errorCatalogue[code].action === "retry" ||
  ["MODEL_NEEDED", "NO_DATA", "NOT_PUBLISHED", "NO_TRADING_DAY", "TOOL_LIMIT", "BUDGET_USED_UP"].includes(
    code,
  );

const joined = (...parts: readonly Bilingual[]): Bilingual => ({
  zh: parts.map(({ zh }) => zh).join("\n"),
  en: parts.map(({ en }) => en).join("\n"),
});

/** What is said of an action that comes to nothing on any day; null where it may come to something. */
function refusalOf({ result }: TriedAction): SkillResult | null {
  if (result.kind === "text")
    return result.declined === true ? { kind: "text", text: joined(texts.notSet, result.text) } : null;
  if (result.kind !== "refusal" || mayPass(result)) return null;
  const { kind: _, ...missing } = result;
  return { kind: "text", text: texts.notSet, missing: [missing] };
}

/** Tries the question of a digest once, before there is nobody to be told that it cannot be answered. */
export async function tried(question: string, { tryOut }: SkillContext): Promise<Trial> {
  const actions = await tryOut(question);
  const refusals = actions.map(refusalOf);
  const [first] = refusals;
  if (first !== null && first !== undefined && refusals.every((each) => each !== null))
    return { kind: "refused", result: first };
  const open = actions.find(({ result }) => result.kind === "question")?.result;
  return open?.kind === "question" ? { kind: "unclear", subject: open.subject } : { kind: "fine" };
}
