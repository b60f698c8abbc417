import type { SkillContext, TemplateInput } from "../ports/skill.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import type { UserNumber } from "../records/operand.ts";
import {
  type AskedLevel,
  inSimplified,
  isBeyond,
  readAskedLevel,
  saysMovedBy,
  sideOf,
} from "./asked-level.ts";
import { saysEver } from "./ever-reached.ts";
import { codeOf } from "./lines-by-company.ts";
import { isMove } from "./price-moves.ts";
import { yesOrNo } from "./yes-or-no.ts";

/** A measure, and the words by which a message names it; of a move how far it fell may be asked: 跌超5%了吗, 净流出超过1亿吗. */
export type NamedMeasure = readonly [metric: string, words: RegExp, kind?: "move" | "flow"];

/** How far a price moved, on a day or over a stretch of time. */
export const moveMeasure: NamedMeasure = [
  "pct_chg",
  /[涨跌](?!停)|\b(?:r[io]sen?|rise|gain|up|f[ae]ll|fallen|drop|down|los[te]|chang)/i,
  "move",
];

/** In which a number of the user's may be written for a claim of a unit. */
const writtenAs: Readonly<Record<string, string>> = { x: "x", "%": "%", CNY: "CNY" };
const anyUnit: ReadonlySet<string | null> = new Set([null, ...Object.values(writtenAs)]);
/** A bare number from here on is an amount with its scale word: 市值超过20吗 says none. */
const leastAmount = 10_000;

/** Whether the user's number may be one of that unit. */
function fits({ unit: written, value }: AskedLevel["number"], unit: string, isMove: boolean): boolean {
  if (written !== null || (isMove && unit !== "CNY")) return written !== null && writtenAs[unit] === written;
  return unit in writtenAs && (unit === "CNY") === Number(value) >= leastAmount;
}

/** What a message says, with its numbers. */
interface Asking {
  readonly message: { readonly text: string };
  readonly numbers: readonly UserNumber[];
}

const clauseEnd = /[,，;；。?？!！\n]/;

/** What stands before the number in its own clause. */
function clauseBefore(text: string, { span: [start] }: AskedLevel["number"]): string {
  const before = text.slice(0, start);
  return before.slice(before.split("").findLastIndex((sign) => clauseEnd.test(sign)) + 1);
}

/** How far what is shown of a value may be from it: two decimals are, in which an amount has its scale. */
const roundedBy = (value: number, unit: string): number => (unit === "CNY" ? Math.abs(value) * 0.005 : 0.005);

const fall = /跌|降|下滑|减|流出|outflow|\b(?:f[ae]ll|fallen|drop|declin|down|los[te])/i;

/** Whether the value is what the message asks, undefined where what is shown of it would not bear that out. */
function holds(
  { number, side, isStrict }: AskedLevel,
  value: number,
  { unit, isBare }: { readonly unit: string; readonly isBare: boolean },
): boolean | undefined {
  const level = Number(number.value);
  if (side === "at") {
    const decimals = number.value.split(".")[1]?.length ?? 0;
    const isThere = Math.abs(value - level) <= 0.5 * 10 ** -decimals;
    // 跌了3%吗 of a fall by more is neither.
    return isBare && !isThere && value > level ? undefined : isThere;
  }
  const asked = { number, side: side === "either" ? "above" : side, isStrict } as const;
  const isClose = value !== level && Math.abs(value - level) <= roundedBy(value, unit);
  return isClose ? undefined : isBeyond(asked, value);
}

const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";

/** A change is that of a day, or of the stretch that is told. */
const isOf = ({ metric }: NumericClaim, measure: string): boolean =>
  metric === measure || (measure === "pct_chg" && isMove(metric));

/** 超过3%了吗, has it reached: 没有. */
const asksIfReached = /了(?:吗|嗎|没|沒|么)|有没有|有沒有|[涨跌]了?[\d.]+%[吗嗎]/;

const outThatMuch: Bilingual = { zh: "净流出有这么多:", en: "Yes: " };
const flowsIn: Bilingual = { zh: "是净流入:", en: "It is a net inflow: " };

/**
 * What flows out is shown as an inflow below nothing, of which a plain yes or no would be read: said is which way it flows. Undefined where a plain
 * one does, null where none can be said.
 */
function outflowLead({ side }: AskedLevel, value: number, isTrue: boolean): Bilingual | null | undefined {
  if (value > 0) return flowsIn;
  if (side === "below") return isTrue ? undefined : null;
  return isTrue ? outThatMuch : undefined;
}

function leadOf(isTrue: boolean, text: string): Bilingual {
  if (isTrue) return yesOrNo.yes;
  return asksIfReached.test(text) ? yesOrNo.no : yesOrNo.notSo;
}

/** 低于20吗, is it below: a level that is said of no figure; the number is to follow. */
export const bareLevelWords =
  "(?:那|那么|它|现在|是|是不是|是否|有没有|and |is it |so )*(?:低于|高于|超过|大于|小于|不到|不足|below|above|under|over|less than|more than) ?";
const bare = new RegExp(`^\\s*${bareLevelWords}$`, "i");

/** The figure of the turn before, where a message says a level and not of what: 低于20吗. */
export function figureBefore(
  measures: readonly NamedMeasure[],
  { message, numbers, session }: Asking & Pick<SkillContext, "session">,
): string | undefined {
  const text = inSimplified(message.text);
  const asked = readAskedLevel(text, numbers, anyUnit);
  if (asked === null || !bare.test(clauseBefore(text, asked.number))) return undefined;
  if (measures.some(([, words]) => words.test(text))) return undefined;
  const before = session.at(-1)?.claims.find((claim) => claim.kind === "numeric");
  return measures.find(([metric]) => before?.kind === "numeric" && before.metric === metric)?.[0];
}

/** The measures that a level may be said of: of 低于20吗 that of the turn before, whatever the words. */
export function measuresMeant(
  measures: readonly NamedMeasure[],
  asking: Asking & Pick<SkillContext, "session">,
): readonly NamedMeasure[] {
  const before = figureBefore(measures, asking);
  return before === undefined ? measures : [[before, /^/]];
}

/** The level that a message asks about, and those measures that its own clause names; null where there is not one of each. */
function askedOf(measures: readonly NamedMeasure[], { message, numbers }: Asking) {
  const text = inSimplified(message.text);
  const asked = readAskedLevel(text, numbers, anyUnit);
  const levels = numbers.filter(
    ({ span: [start, end], literal }) =>
      // Six digits are a code.
      !/^\d{6}$/.test(literal) && sideOf(text.slice(0, start), text.slice(end)) !== null,
  );
  // 市盈率低于20,市净率低于2吗 wants both.
  if (asked === null || levels.length > 1) return null;
  const clause = clauseBefore(text, asked.number);
  const inClause = measures.filter(([, words]) => words.test(clause));
  // 市盈率多少,低于20吗: the clause says no figure, and the message one.
  const named =
    inClause.length > 0 || !bare.test(clause) ? inClause : measures.filter(([, words]) => words.test(text));
  return named.length === 0 ? null : { asked, clause, named };
}

/** True where the level that a message asks about is one of these measures. */
export const asksOfMeasure = (measures: readonly NamedMeasure[], context: Asking): boolean =>
  askedOf(measures, context) !== null;

/**
 * 市盈率低于20吗, is its P/E above 30: yes or no in front of each company's values, as the draft of an answer. Null where no level is asked
 * about in the clause of one of the measures, and where some company has several values of it, or one that does not decide.
 */
export function measuredAgainst(
  measures: readonly NamedMeasure[],
  claims: readonly Claim[],
  context: Asking,
  template: (view: TemplateInput) => string,
): Bilingual | null {
  const found = askedOf(measures, context);
  // 市盈率到过30吗 is not said by that of now.
  if (found === null || saysEver(context.message.text)) return null;
  const { asked, clause, named } = found;
  const of = ([metric, , kind]: NamedMeasure) =>
    claims
      .filter(isNumeric)
      .filter((claim) => isOf(claim, metric) && fits(asked.number, claim.unit ?? "", kind !== undefined));
  const [measure, ...others] = named.filter((each) => of(each).length > 0);
  if (measure === undefined || others.length > 0) return null;
  const leads = new Map<string, Bilingual>();
  const isFall = measure[2] !== undefined && fall.test(clause);
  const isBare = saysMovedBy(asked.number, clause);
  for (const claim of of(measure)) {
    const { value, unit = "" } = claim;
    const code = codeOf(claim);
    const isTrue = holds(asked, isFall ? -value : value, { unit, isBare });
    if (isTrue === undefined || leads.has(code)) return null;
    const lead = isFall && measure[2] === "flow" ? outflowLead(asked, value, isTrue) : undefined;
    if (lead === null) return null;
    leads.set(code, lead ?? leadOf(isTrue, context.message.text));
  }
  return ledByCompany(leads, claims, template);
}

/** The template's text of each company behind its own yes or no; a company without one stands as it is. */
export function ledByCompany(
  leads: ReadonlyMap<string, Bilingual>,
  claims: readonly Claim[],
  template: (view: TemplateInput) => string,
): Bilingual {
  const places = new Map<string, number[]>();
  for (const [at, claim] of claims.entries())
    places.set(codeOf(claim), [...(places.get(codeOf(claim)) ?? []), at]);
  const drafts = [...places].map(([code, own]) => {
    const slotted = own.flatMap((at) => {
      const claim = claims[at];
      return claim === undefined ? [] : [{ slot: `c${at + 1}`, claim }];
    });
    const said = (language: "zh" | "en") => template({ claims: slotted, language });
    return {
      zh: `${leads.get(code)?.zh ?? ""}${said("zh")}`,
      en: `${leads.get(code)?.en ?? ""}${said("en")}`,
    };
  });
  return { zh: drafts.map(({ zh }) => zh).join("\n"), en: drafts.map(({ en }) => en).join("\n") };
}
