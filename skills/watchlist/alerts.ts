import {
  type Alert,
  type AlertRule,
  alertHolds,
  type Claim,
  type JsonObject,
  type KeptReminder,
  lastDayOf,
  maxReminders,
  type PriceValue,
  type RemindersValue,
  reminderKey,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  type ToolReturn,
} from "#contract";
import {
  conditionOf,
  metricsOf,
  namesTime,
  type RuleWords,
  readRules,
  relationOf,
  sentenceOf,
  touchedBy,
} from "./alert-words.ts";
import { alertDone, notRead, setText, texts } from "./reminder-texts.ts";
import type { Listed } from "./texts.ts";

/** Claims, and the lines that the skill says around them. `{{c1}}` counts within these. */
interface Lines {
  readonly claims: Claim[];
  readonly zh: string[];
  readonly en: string[];
}
const noLines = (): Lines => ({ claims: [], zh: [], en: [] });

type Priced = Extract<ToolReturn<PriceValue>, { ok: true }>;

/** The value of the rule and how it stands to it, the day's extreme where only that has reached it, and the value beside it. */
function addLines(lines: Lines, rule: AlertRule, { call, value }: Priced, context: SkillContext): void {
  const isFirst = lines.claims.every((claim) => claim.kind !== "numeric" || claim.code !== rule.code);
  const say = (metric: string, zh = "", en = ""): void => {
    const claim = context.select(call, `/${metric}`);
    if (claim === null) return;
    lines.claims.push(claim);
    const slot = `{{c${lines.claims.length}}}`;
    lines.zh.push(zh === "" ? slot : `${slot},${zh}。`);
    lines.en.push(en === "" ? slot : `${slot}, ${en}.`);
  };
  const [first, second] = metricsOf(rule, value);
  const relation = relationOf(rule, value);
  say(first, relation?.zh, relation?.en);
  const touched = alertHolds(rule, value) === false ? touchedBy(rule, value) : null;
  const extreme = touched === null ? null : relationOf(rule, { close: value[touched] ?? null });
  if (touched !== null) say(touched, extreme?.zh, extreme?.en);
  if (isFirst) say(second);
}

const draftOf = ({ zh, en }: Lines) => ({ zh: zh.join("\n"), en: en.join("\n") });

/** An alert that has come true: the price is asked for anew, and told as it stands now. */
export async function tellAlert(rule: AlertRule, context: SkillContext): Promise<SkillResult> {
  const price = await context.tools.get_price({ code: rule.code });
  if (!price.ok)
    return {
      kind: "text",
      text: notRead(context.message.text),
      missing: [{ code: price.error.code, subject: rule.code }],
    };
  const lines = noLines();
  addLines(lines, rule, price, context);
  return { kind: "answer", claims: lines.claims, draft: draftOf(lines), notes: [alertDone] };
}

/** Where the words do not say it, the side on which the price is not yet. */
function sideOf({ side, level }: RuleWords, price: Priced | null): AlertRule["side"] | null {
  if (side !== undefined) return side;
  const now = price?.value.current_price ?? price?.value.close;
  return typeof now === "number" ? (Number(level) >= now ? "above" : "below") : null;
}

function alertOf(rule: AlertRule, name: string, value: JsonObject | undefined, context: SkillContext): Alert {
  const holds = value === undefined ? undefined : alertHolds(rule, value);
  return {
    kind: "alert",
    text: sentenceOf(rule, name, context.language),
    rule,
    action: { skill: "watchlist", input: { codes: [rule.code] } },
    until: lastDayOf(context.now),
    armed: holds !== true,
  };
}

export interface AlertWish {
  readonly text: string;
  readonly companies: readonly Listed[];
  readonly kept: readonly KeptReminder[];
  readonly arrival: RemindersValue["arrival"];
}

/** Sets the alerts that the message asks for, each beside the price as it stands. */
export async function setAlerts(
  { text, companies, kept, arrival }: AlertWish,
  context: SkillContext,
): Promise<SkillResult> {
  const rules = readRules(text, context.numbersOf);
  if (rules === "beyond" || rules === "unclear") return { kind: "text", text: texts[rules] };
  if (rules.length === 0) {
    const isOfTime = namesTime(text) || context.asked.dates.length > 0;
    return { kind: "text", text: isOfTime ? texts.atTime : texts.noLevel };
  }
  if (companies.length > 1 && (rules.length > 1 || rules.some(({ unit }) => unit === "CNY")))
    return { kind: "text", text: texts.oneCompany };
  const lines = noLines();
  const missing: SkillMiss[] = [];
  const set: { readonly alert: Alert; readonly company: Listed }[] = [];
  for (const company of companies) {
    const { code, name } = company;
    const price = await context.tools.get_price({ code });
    if (!price.ok) missing.push({ code: price.error.code, subject: code });
    for (const { level, ...words } of rules) {
      const side = sideOf({ level, ...words }, price.ok ? price : null);
      if (side === null) return { kind: "text", text: texts.whichSide, missing };
      const rule = { code, side, level };
      if (price.ok) addLines(lines, rule, price, context);
      const alert = alertOf(rule, name[context.language], price.ok ? price.value : undefined, context);
      set.push({ alert, company });
    }
  }
  const keys = new Set(kept.map(reminderKey));
  const added = new Set(set.map(({ alert }) => reminderKey(alert)).filter((key) => !keys.has(key)));
  if (keys.size + added.size > maxReminders) return { kind: "text", text: texts.full };
  const told = set.map(({ alert, company }) => ({
    company,
    condition: conditionOf(alert.rule),
    alert,
    isReplaced: keys.has(reminderKey(alert)),
  }));
  const rest = {
    text: setText(told, arrival),
    missing,
    reminders: set.map(({ alert }) => ({ op: "set", reminder: alert }) as const),
  };
  return lines.claims.length === 0
    ? { kind: "text", ...rest }
    : { kind: "answer", claims: lines.claims, draft: draftOf(lines), ...rest };
}
