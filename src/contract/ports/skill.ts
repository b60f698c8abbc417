import type { z } from "zod";
import type { Claim, KnowledgeClaim, NumericClaim, TextClaim } from "../records/claim.ts";
import type { ErrorCode } from "../records/errors.ts";
import type { Bilingual, JsonObject, Language } from "../records/json.ts";
import type { IncomingMessage } from "../records/message.ts";
import type { MetricRegistry } from "../records/metric.ts";
import type { UserNumber } from "../records/operand.ts";
import type { ReminderChange } from "../records/reminders.ts";
import type { Session } from "../records/session.ts";
import type { ToolCall, ToolFailure } from "../records/trace.ts";
import type { WatchlistChange } from "../records/watchlist.ts";
import type { ModelTool, ModelToolCall } from "./model.ts";
import type { ToolReturn } from "./tool-values.ts";
import type { Tools } from "./tools.ts";

/**
 * How old a value may be. Session seconds and trading days are counted in trading time by the calendar (a lunch break
 * or a holiday does not age a price). `since`: the user asked for that date, so nothing from that day on is too old.
 */
export type Freshness =
  | { readonly sessionSeconds: number }
  | { readonly tradingDays: number }
  | { readonly calendarDays: number }
  | { readonly since: string };

/** What the words of a message ask for, whatever the skill. */
export interface AskedWords {
  /** Ids of the metrics that it names, in its order, each once; the longest word counts where several begin. */
  readonly metrics: readonly string[];
  /** How many different days it names. */
  readonly days: number;
  /** These days as an input's `date` gives them: an ISO date, or the words for one that only the calendar can tell. */
  readonly dates: readonly string[];
  /** Its words for each time that is no day (2月, 近三个月, 10:00), in its order, each once. */
  readonly times: readonly string[];
}

/** The registered facts, as a skill may cite them. */
export interface FactBook {
  /**
   * The facts that answer a question, in the answer's language, at most `maxFacts`; several where it leaves open which of them is
   * meant. None where no registered fact is about it, or only one whose time is over. Pure: the same question finds the same facts.
   */
  find(question: string): readonly KnowledgeClaim[];
}

/** The most facts that one question is answered with. */
export const maxFacts = 4;

/** One step of an agentic skill: what the model asked for, and what came of each call in the same order. */
export interface PickStep {
  readonly picks: readonly ModelToolCall[];
  /** A call's return as the tool gave it: the model is shown its numbers, codes, dates and metric ids, never a text. Or the skill's own words. */
  readonly returns: readonly (ToolReturn | { readonly say: string })[];
  /** The skill's own words after all of them, or where nothing was picked. */
  readonly note?: string;
}

export interface PickRequest {
  /** What the skill tells the model, the same for every message; nothing that a user or an upstream wrote. */
  readonly instructions: string;
  /** Canonical codes that the question is about. */
  readonly codes: readonly string[];
  /** Functions of the skill's own beside the tools that are offered to models. */
  readonly own: readonly ModelTool[];
  readonly steps: readonly PickStep[];
}

/** What the model asks for next. `error`: no model is there for it (MODEL_NEEDED, MODEL_DOWN), or no step is left (BUDGET_USED_UP). */
export type PickReply =
  | { readonly ok: true; readonly picks: readonly ModelToolCall[] }
  | { readonly ok: false; readonly error: ToolFailure };

/** What a skill sees. No clock, no environment, no source: only this. */
export interface SkillContext {
  readonly tools: Tools;
  /** A tool by a name that is only known at run time: counted, traced and journaled like all of them. */
  call(tool: string, args: JsonObject): Promise<ToolReturn>;
  /** Has the planning model pick the next calls; it carries none of them out. Journaled and counted like every model call. */
  pick(request: PickRequest): Promise<PickReply>;
  readonly message: Pick<IncomingMessage, "text" | "chatKind" | "reminder">;
  /** The numbers that the user wrote; `literal` makes one an operand of `calculate`. */
  readonly numbers: readonly UserNumber[];
  /** The numbers of what the same user wrote in an earlier turn (`said` of the session); an operand's `literal` may stand there too. */
  numbersOf(said: string): readonly UserNumber[];
  /** What the message itself asks for. */
  readonly asked: AskedWords;
  readonly language: Language;
  readonly session: Session;
  /** Market time, ISO 8601 with +08:00. */
  readonly now: string;
  readonly signal: AbortSignal;
  /**
   * Makes a numeric claim of the value at `path` of a traced call: metric, unit, code, date and cite are taken from the
   * trace and the registry, never typed. Null where the value is null or no number.
   */
  select(call: ToolCall, path: string): NumericClaim | null;
  /** The same for a string of the data. */
  quote(call: ToolCall, path: string, type: TextClaim["type"]): TextClaim | null;
  readonly facts: FactBook;
  /**
   * What a question would come to by itself, asked of this action's tools: for what is to be answered later, without anybody there to ask
   * back. No model is asked, and nothing of it reaches the answer. Empty within such a trial.
   */
  tryOut(question: string): Promise<readonly TriedAction[]>;
}

/** One action of a question that was tried. */
export interface TriedAction {
  readonly skill: string;
  readonly result: SkillResult;
}

/** Claims and what goes with them. `claims[i]` is slot `{{c<i+1>}}` of the skill's template. */
export interface SkillAnswer {
  readonly kind: "answer";
  readonly claims: readonly Claim[];
  /** `tool_call_id`s of `plot_chart`: the pictures that go with the answer, drawn from the trace while all claims of it hold. */
  readonly charts?: readonly string[];
  /** Remarks without any number or company name (午间休市). */
  readonly notes?: readonly Bilingual[];
  /** Overrides of the skill's freshness for this answer. */
  readonly freshness?: Readonly<Record<string, Freshness>>;
  /** What else has to be asked back, beside the part that is answered. */
  readonly question?: Omit<SkillQuestion, "kind">;
  /** Parts of the question that got no answer, each with its reason. */
  readonly missing?: readonly SkillMiss[];
  /** True where the answer touches valuation or research: the short disclaimer is added. */
  readonly disclaimer?: boolean;
  /**
   * The prose with its slots in the place of the template's and of any model's; the guard judges it. Beside slots it may hold the user's own
   * numbers. It gives way to the template where a claim is withheld or the guard refuses it.
   */
  readonly draft?: Bilingual;
  /** What code says below the values: see `SkillText`. */
  readonly text?: Bilingual;
  readonly watchlist?: WatchlistChange;
  readonly reminders?: readonly ReminderChange[];
}

export interface SkillMiss {
  readonly code: ErrorCode;
  readonly subject?: string;
  /** Which parts of an answer about the subject are missing, for the codes that name them (PARTS_WITHOUT_DATA, PARTS_UNAVAILABLE). */
  readonly parts?: readonly Bilingual[];
}

/** A question back: the code or name was ambiguous. Candidates are rendered by code. */
export interface SkillQuestion {
  readonly kind: "question";
  readonly subject: string;
  readonly candidates: readonly { readonly code: string; readonly name: string }[];
}

/** Nothing can be answered, and why. */
export interface SkillRefusal extends SkillMiss {
  readonly kind: "refusal";
}

/**
 * A text that code has made (greeting, abilities, what a list now holds): company names and codes may stand in it, what another part of
 * the product has listed, and a level or a time that the user has set, but no value.
 */
export interface SkillText {
  readonly kind: "text";
  readonly text: Bilingual;
  /** True where it says that such a thing is not answered. */
  readonly declined?: true;
  /** What the conversation is to remember that it has been told, see `SessionTurn.told`: said again soon, it may be shorter. */
  readonly told?: string;
  readonly watchlist?: WatchlistChange;
  readonly reminders?: readonly ReminderChange[];
  /** What else has to be asked back; without candidates the text itself asks for a company, and the next message may name it. */
  readonly question?: Omit<SkillQuestion, "kind">;
  /** Parts of the question that came to nothing, each with its reason. */
  readonly missing?: readonly SkillMiss[];
}

export type SkillResult = SkillAnswer | SkillQuestion | SkillRefusal | SkillText;

/** A claim and the slot that stands for it in prose: `{{c1}}`. */
export interface SlottedClaim {
  readonly slot: string;
  readonly claim: Claim;
}

/** What a template renders: claims that passed the Verifier, by their slots. Notes and misses are added by code. */
export interface TemplateInput {
  readonly claims: readonly SlottedClaim[];
  readonly language: Language;
}

/** `index.ts` of a folder under `skills/` default-exports one of these; `SKILL.md` beside it is for the models. */
export interface SkillDefinition<Input = unknown> {
  /** The input the router fills. `codes` (as the user wrote them) and `date` (ISO) are the well-known keys. */
  readonly input: z.ZodType<Input>;
  /** Metrics this skill brings beside those of `#language`; duplicates are refused at the scan. */
  readonly metrics?: MetricRegistry;
  /** How old its metrics may be; an own metric without an entry is a fault at the scan. */
  readonly freshness?: Readonly<Record<string, Freshness>>;
  /** Tool calls of one answer that may ask an upstream; `defaultToolCalls` unless it looks a whole list up; the operator's BUDGET_TOOL_CALLS wins. */
  readonly maxToolCalls?: number;
  run(input: Input, context: SkillContext): Promise<SkillResult>;
  /** Text with whole-phrase slots (`{{c1}}`), in the given language; nothing in it outside slots holds a number. */
  template?(view: TemplateInput): string;
}

/** The most tool calls of one action (design: budgets of the gate); what is computed on the spot does not count. */
export const defaultToolCalls = 6;

export const defineSkill = <Input>(definition: SkillDefinition<Input>): SkillDefinition<Input> => definition;

/** What the routers and the README know of a skill, read from its SKILL.md. */
export interface SkillCard {
  readonly name: string;
  readonly description: string;
  /**
   * Words that make the built-in router think of this skill. `…` stands for a few characters between, `_` for a number, `@` for a
   * company, `#` for an index, `~` for a day and `>` for one to come, `^` and `$` for the ends of the message. A word that ends in `!`
   * decides what its clause asks for; one that ends in `?` counts only where nothing else does. Words with 什么 or 怎么 are read with 啥
   * and 咋 too, and a closing 不 or 么 as 吗.
   */
  readonly triggers: readonly string[];
  readonly examples: readonly string[];
  /** `none`: it is never about a company, so its words mean little where one is named. */
  readonly subjects?: "none";
}
