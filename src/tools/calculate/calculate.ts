import { z } from "zod";
import {
  defineTool,
  type Metric,
  type Operand,
  operandSchema,
  type ResolvedOperand,
  type ToolContext,
  type ToolOutcome,
} from "#contract";
import { evaluate } from "./expression.ts";
import { inUnit, type Quantity, quantityOf } from "./quantity.ts";

const args = z.strictObject({
  /**
   * Operands by letter in their order, `+ - * / ^ ( )`, and `[ ]` around what is rounded down to a whole number; no numerals. Or `sum` or
   * `mean`, of all operands.
   */
  expression: z.string().min(1).max(200),
  operands: z.array(operandSchema).min(1).max(60),
  /** A metric that is registered as a computed one; its unit is the result's. */
  metric: z.string().min(1).max(60),
});

type Args = z.infer<typeof args>;

const failed = (message: string): ToolOutcome => ({ ok: false, error: { code: "INVALID_ARGS", message } });

type Gathered = { readonly inputs: readonly ResolvedOperand[] } | { readonly outcome: ToolOutcome };

function gather(operands: readonly Operand[], context: ToolContext): Gathered {
  const inputs: ResolvedOperand[] = [];
  for (const operand of operands) {
    const resolved = context.inputs?.operand(operand);
    if (resolved === undefined) return { outcome: failed("there is no trace to read operands from") };
    if (!resolved.ok) return { outcome: resolved };
    inputs.push(resolved.input);
  }
  return { inputs };
}

const isText = (value: string | undefined): value is string => value !== undefined;

/** By instant; a bare date counts as that day's 15:00, as everywhere. */
const instant = (moment: string): number =>
  Date.parse(moment.length === 10 ? `${moment}T15:00:00+08:00` : moment);

const byInstant = (moments: readonly string[]): readonly string[] =>
  moments.toSorted((a, b) => instant(a) - instant(b));

/** The security that all inputs with a security speak of; several make a result of none. */
function codeOf(inputs: readonly ResolvedOperand[]): { code?: string } {
  const codes = [...new Set(inputs.flatMap(({ code }) => code ?? []))];
  const [only] = codes;
  return codes.length === 1 && only !== undefined ? { code: only } : {};
}

function outcomeOf(
  { metric, operands }: Args,
  value: number,
  inputs: readonly ResolvedOperand[],
  now: string,
): ToolOutcome {
  const fetched = byInstant([now, ...inputs.map(({ fetched_at }) => fetched_at).filter(isText)]);
  const oldest = byInstant(inputs.map(({ as_of }) => as_of).filter(isText))[0];
  const derived_from = operands.flatMap((operand) => ("tool_call_id" in operand ? [operand] : []));
  return {
    ok: true,
    value: { ...codeOf(inputs), [metric]: value },
    source: "computed",
    served_by: "computed",
    adapter: "calculate",
    fetched_at: fetched.at(-1) ?? now,
    as_of: oldest ?? now,
    ...(derived_from.length === 0 ? {} : { derived_from }),
  };
}

/**
 * Exact arithmetic on numbers that somebody vouches for. The result is as old as its oldest traced input, counts what the
 * units of the inputs make of it (money − money is money, money ÷ money a ratio), and bears a metric of its own: it can never pass for a
 * price. INVALID_ARGS for a number without origin, a unit that does not fit, or an expression that is none.
 */
export const createCalculate = (services: { readonly metricOf: (id: string) => Metric | undefined }) =>
  defineTool<Args>({
    name: "calculate",
    args,
    timeoutMs: 1_000,
    retrySafe: true,
    local: true,
    async run(given, context) {
      const metric = services.metricOf(given.metric);
      if (metric?.computed !== true) return failed(`${given.metric} is no computed metric`);
      const gathered = gather(given.operands, context);
      if ("outcome" in gathered) return gathered.outcome;
      const quantities = gathered.inputs.map(({ value, unit }) => quantityOf(value, unit));
      const known = quantities.filter((each): each is Quantity => each !== null);
      if (known.length < quantities.length)
        return failed("an operand has a unit that cannot be computed with");
      const computed = evaluate(given.expression, known);
      if (!computed.ok) return failed(computed.why);
      const shown = inUnit(computed.result, metric.default_unit);
      if (shown === null)
        return failed(`the result does not count ${metric.default_unit || "a plain number"}`);
      const value = shown.toSignificantDigits(15).toNumber();
      return Number.isFinite(value)
        ? outcomeOf(given, value, gathered.inputs, context.now)
        : failed("the result is out of range");
    },
  });
