import type {
  Artifact,
  AskedWords,
  Bilingual,
  Clock,
  FactBook,
  Freshness,
  GuardVerdict,
  IncomingMessage,
  Language,
  Log,
  Metric,
  ModelRouter,
  ModelTool,
  Plan,
  Session,
  SkillCard,
  SkillDefinition,
  SlottedClaim,
  ToolCall,
  ToolContext,
  ToolOutcome,
  TurnLog,
  UserNumber,
} from "#contract";
import type { DayBudget } from "./budget/day-budget.ts";
import type { TurnBudget } from "./budget/turn-budget.ts";
import type { CostOf } from "./step-log/step-log.ts";

/** A skill as the scan found it. */
export interface LoadedSkill {
  readonly card: SkillCard;
  readonly definition: SkillDefinition;
}

/** What a message says, read once for all who ask. */
export interface MessageReading {
  /** The companies that it names, as canonical codes. */
  codes(): readonly string[];
  /** True where it says nothing but names. */
  namesOnly(): boolean;
  /**
   * Checks that a plan names nothing that the user did not; fills in what the message itself says. `takes`: the input keys of each skill,
   * so that nothing is filled in that a skill would refuse.
   */
  ground(
    plan: Plan,
    takes?: (skill: string) => ReadonlySet<string> | undefined,
  ): { plan: Plan } | { problems: readonly string[] };
  /** The metrics and days that it names. */
  asked(): AskedWords;
  /** Its numbers, each with its unit word. */
  numbers(): readonly UserNumber[];
}

/** What the pipeline needs of the language layer, which it does not import. */
export interface TextPort {
  /** The language to answer a message in; one without words goes on in that of its conversation. */
  languageOf(text: string, session?: Session): Language;
  /** The text with its amounts in English words (three hundred) in digits. */
  inDigits(text: string): string;
  /** One message, read at the first look at each part of it. */
  read(message: { text: string; session: Session; now: string }): MessageReading;
  /** True where a message leans on what was said before it: by any word where it names no company, else by setting another beside it. */
  leansBack(text: string, namesCompany: boolean): boolean;
  metric(id: string): Metric | undefined;
  /** The listed display name of a code, cleaned for output. */
  nameOf(code: string): string | undefined;
  /** What a miss is about, as the user is told: a company by its name, in English what lies abroad by its code. */
  subjectOf(subject: string, language: Language): string;
  /** What is said instead of NO_DATA where the sources at hand hold little by their nature. */
  readonly noData?: Bilingual;
  /** A source whose data are made up, what is said below the answers that show some, and the platforms where people might take them for real. */
  readonly madeUp?: {
    readonly source: string;
    readonly line: Bilingual;
    isToldOn(platform: string): boolean;
  };
  /** The numbers of a message, each with its unit word. */
  userNumbers(text: string): readonly UserNumber[];
  /** A registered constant by id. */
  constant(id: string): { readonly value: string; readonly unit: string } | undefined;
  fill(
    text: string,
    slots: readonly SlottedClaim[],
    language: Language,
  ): { ok: true; text: string } | { ok: false; unknown: readonly string[] };
  /** The filled text for after its freshness ended: 截至 <as_of>, without a realtime word. */
  aged(text: string, slots: readonly SlottedClaim[], language: Language): string;
  candidates(
    subject: string,
    candidates: readonly { code: string; name: string }[],
    language: Language,
  ): string;
}

/** The two walls of the promise, with their registries bound. */
export interface GuardPort {
  /** Before filling: what stands outside slots. Empty when fine; each entry names the refused span. */
  firstWall(text: string, slots: readonly SlottedClaim[], language: Language): readonly string[];
  /** After filling: the prose guard on the finished text. */
  check(input: {
    prose: string;
    slots: readonly SlottedClaim[];
    language: Language;
    question: string;
    now: string;
  }): GuardVerdict;
}

/** Everything the pipeline is handed. It reads no clock, queue, environment or file of its own. */
export interface PipelinePorts {
  readonly skills: ReadonlyMap<string, LoadedSkill>;
  /** The cards of all skills, one and the same list for every turn. */
  readonly cards: readonly SkillCard[];
  readonly models: ModelRouter;
  readonly text: TextPort;
  readonly guard: GuardPort;
  readonly clock: Clock;
  readonly log: Log;
  /** What a turn may spend; a turn keeps to what held when it began. */
  budget(): TurnBudget;
  /** True where a plain question may be planned without a model. */
  plansPlainly(): boolean;
  /** The limits of the day; undefined where none is set. A turn keeps to those that held when it began. */
  dayBudget?(): DayBudget | undefined;
  /** What a model call came to, for the log of its turn. */
  readonly costOf?: CostOf;
  callTool(name: string, args: unknown, context: ToolContext): Promise<ToolOutcome>;
  /** The tools that a model may pick; waits until the tools of other servers are known, or have failed to be. Never throws. */
  offers(): Promise<readonly ModelTool[]>;
  /** Draws a traced `plot_chart` from the bars of its trace; null where that fails, or the signal aborts. Never throws. */
  drawChart(plot: ToolCall, trace: readonly ToolCall[], signal?: AbortSignal): Promise<Artifact | null>;
  /** True for a tool whose calls cost nothing to repeat. */
  isLocalTool(name: string): boolean;
  /** How old a metric may be where its answer does not say otherwise; undefined for an unregistered metric. */
  freshnessOf(metric: string): Freshness | undefined;
  /** A freshness as wall seconds of age at `now`, counted by the trading calendar. */
  budgetSeconds(freshness: Freshness, now: string): number;
  /** Until when a value of that date may be told as fresh, epoch milliseconds of market time. */
  freshUntilMs(freshness: Freshness, asOf: string): number;
  /** Registered facts by id. */
  readonly competences: Readonly<Record<string, { expires_at?: string }>>;
  /** The facts that are valid at a market time, as claims in a language. */
  facts(language: Language, now: string): FactBook;
}

/** One run of one turn. */
export interface TurnRun {
  readonly ports: PipelinePorts;
  readonly message: IncomingMessage;
  readonly session: Session;
  readonly language: Language;
  /** Market time of the turn: phase, relative dates and freshness go by it. */
  readonly now: string;
  readonly journal: TurnLog;
  readonly signal: AbortSignal;
  /** Asked for by the operator: it counts for nobody's day but the installation's. */
  readonly isReplay?: true;
}
