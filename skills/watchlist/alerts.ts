import {
  type Alert,
  type AlertRule,
  alertHolds,
  type Claim,
  type JsonObject,
  lastDayOf,
  maxReminders,
  type PriceValue,
  type SkillContext,
  type SkillMiss,
  type SkillResult,
  type ToolReturn,
} from "#contract";
import { type ChangeWish, replacedBy } from "./alert-change.ts";
import { conditionOf, metricsOf, relationOf, sentenceOf, touchedBy } from "./alert-rules.ts";
import { namesTime, type RuleWords, readRules } from "./alert-words.ts";
import { alertDone, listText, notRead, setText, texts, whichToChange } from "./reminder-texts.ts";
import { type KeptAlert, namesOf, type Shelf } from "./shelf.ts";
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

const priceOf = (price: Priced | null): number | null => {
  const now = price?.value.current_price ?? price?.value.close;
  return typeof now === "number" ? now : null;
};

/** Where the words do not say it, the side on which the price is not yet; of a day's change either, or that of the alert that is changed. */
function sideOf({ unit, side, level }: RuleWords, now: number | null, former?: AlertRule["side"]) {
  if (side !== undefined) return side;
  const isOfPrice = former === "below" || former === "above";
  if (unit === "%") return former === undefined || isOfPrice ? "move" : former;
  if (now === null) return isOfPrice ? former : null;
  return Number(level) >= now ? "above" : "below";
}

/** 跌50 of a price of 1,277 is an amount, and 跌1200 a level. */
const isAmount = ({ amount, level }: RuleWords, now: number | null): boolean =>
  amount === "said" || (amount === "possible" && now !== null && Number(level) < now / 2);

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
  readonly shelf: Shelf;
  /** The alert whose level is changed, where the message tells which. */
  readonly changed?: KeptAlert;
}

/** Sets the alerts that the message asks for, each beside the price as it stands. Those of other levels stay, unless it says that they change. */
export async function setAlerts(
  { text, companies, shelf, changed }: AlertWish,
  context: SkillContext,
): Promise<SkillResult> {
  const read = readRules(text, context.numbersOf);
  if (read === "beyond" || read === "unclear") return { kind: "text", text: texts[read] };
  const { rules } = read;
  if (rules.length === 0) {
    const isOfTime = namesTime(text) || context.asked.dates.length > 0;
    return { kind: "text", text: isOfTime ? texts.atTime : texts.noLevel };
  }
  if (companies.length > 1 && (rules.length > 1 || rules.some(({ unit }) => unit === "CNY")))
    return { kind: "text", text: texts.oneCompany };
  const kept = changed === undefined ? shelf.reminders.filter((each) => each.kind === "alert") : [changed];
  const lines = noLines();
  const missing: SkillMiss[] = [];
  const set: { readonly alert: Alert; readonly company: Listed }[] = [];
  for (const company of companies) {
    const { code, name } = company;
    const own = kept.filter(({ rule }) => rule.code === code);
    const former = read.isChange && own.length === 1 ? own[0]?.rule.side : undefined;
    const price = await context.tools.get_price({ code });
    if (!price.ok) missing.push({ code: price.error.code, subject: code });
    const now = priceOf(price.ok ? price : null);
    for (const words of rules) {
      if (isAmount(words, now)) return { kind: "text", text: texts.byAmount, missing };
      const side = sideOf(words, now, former);
      const isOpen = side === null || (words.amount === "possible" && now === null);
      if (isOpen) return { kind: "text", text: texts.whichSide, missing };
      const rule = { code, side, level: words.level };
      if (price.ok) addLines(lines, rule, price, context);
      const alert = alertOf(rule, name[context.language], price.ok ? price.value : undefined, context);
      set.push({ alert, company });
    }
  }
  const change: ChangeWish = { ...read, set: set.map(({ alert }) => alert), kept };
  const { replaced, same, others } = replacedBy(change);
  if (replaced === "none") return { kind: "text", text: texts.none };
  if (replaced === "open")
    return { kind: "text", text: listText(shelf.reminders, await namesOf(kept, shelf), whichToChange) };
  const gone = [...replaced, ...same];
  if (shelf.reminders.length - gone.length + change.set.length > maxReminders)
    return { kind: "text", text: texts.full };
  const told = set.map(({ alert, company }) => ({ company, condition: conditionOf(alert.rule), alert }));
  const rest = {
    text: setText({ told, replaced, others }, shelf.arrival),
    missing,
    reminders: [
      ...(gone.length === 0 ? [] : [{ op: "drop", ids: gone.map(({ id }) => id) } as const]),
      ...set.map(({ alert }) => ({ op: "set", reminder: alert }) as const),
    ],
  };
  return lines.claims.length === 0
    ? { kind: "text", ...rest }
    : { kind: "answer", claims: lines.claims, draft: draftOf(lines), ...rest };
}
