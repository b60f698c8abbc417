import type { z } from "zod";
import type { JsonObject } from "../records/json.ts";
import type { TracedInputs } from "../records/operand.ts";
import type { ToolOutcome } from "../records/trace.ts";
import type { ComputingTools } from "./computing-tools.ts";
import type { ConversationTools } from "./conversation-tools.ts";
import type { TableTools } from "./table-tools.ts";
import type {
  PriceValue,
  ResolvedDate,
  ResolvedSecurity,
  ResolvedStretch,
  ToolReturn,
  ValuationValue,
} from "./tool-values.ts";

/** The tools a skill may call. Budgets, trace and replay stand between; expected failures are values. */
export interface Tools extends TableTools, ComputingTools, ConversationTools {
  resolve_security(args: { query: string }): Promise<ToolReturn<ResolvedSecurity>>;
  resolve_date(args: { query: string }): Promise<ToolReturn<ResolvedDate>>;
  /**
   * The stretch of time that `query`, the user's words, names (这周, 今年以来, past 3 months, 从4月1日到5月6日); `newest`: the newest day that
   * is out, where that is not the last finished one; `list` (1–60): lists its days, if they are no more than that. Of a list a week that is
   * counted back has five trading days, and a day that opens the stretch is the first of it. BAD_DATE where it names none, STRETCH_TOO_SHORT
   * where no day of it has closed yet.
   */
  resolve_stretch(args: {
    query: string;
    newest?: string;
    list?: number;
  }): Promise<ToolReturn<ResolvedStretch>>;
  /** Without `date`: the current price while the market trades, else the newest close. With `date` (ISO): that day's close. */
  get_price(args: { code: string; date?: string }): Promise<ToolReturn<PriceValue>>;
  /**
   * The price that `get_price` found to differ, as the second source (`PriceValue.check.source`) has it: `date` is the date of the
   * close (ISO), absent for a current price. Its value holds `current_price` or `close` alone; for the code of an index, whose level
   * `get_index` found to differ, `index_current` or `index_close`.
   */
  check_price(args: { code: string; source: string; date?: string }): Promise<ToolReturn<PriceValue>>;
  /** The newest valuation figures; with `date` (ISO, not after today) those of the newest day at or before it. */
  get_valuation(args: { code: string; date?: string }): Promise<ToolReturn<ValuationValue>>;
}

/** What a tool is handed for one call. */
export interface ToolContext {
  /** Market time. */
  readonly now: string;
  readonly signal: AbortSignal;
  /** Sources that failed verification in an earlier attempt of this turn; caches are bypassed too. */
  readonly excludeSources: readonly string[];
  /** What a computing tool may reckon with; absent outside a turn. */
  readonly inputs?: TracedInputs;
  /** `sessionKey` of the message that asks: whose watchlist is read. Absent outside a turn. */
  readonly owner?: string;
}

/** A pure data operation. It returns failures as values and does not throw for them. */
export interface ToolDefinition<Args = unknown> {
  readonly name: string;
  readonly args: z.ZodType<Args>;
  /** What it returns and for what, for models; a tool without one is not offered to them. */
  readonly description?: string;
  /** JSON Schema of the arguments where another program checks them and `args` only knows that they are an object. */
  readonly argsJson?: JsonObject;
  /** Who answers, where that is not this program: `mcp:<server>`. */
  readonly origin?: string;
  readonly timeoutMs: number;
  /** True where asking twice does no harm. What this program's sources do not answer they retry themselves; others are asked again. */
  readonly retrySafe: boolean;
  /** True for a computation on what is at hand: asking twice costs nothing, so a crash may ask again. */
  readonly local?: boolean;
  run(args: Args, context: ToolContext): Promise<ToolOutcome>;
}

export const defineTool = <Args>(definition: ToolDefinition<Args>): ToolDefinition<Args> => definition;
