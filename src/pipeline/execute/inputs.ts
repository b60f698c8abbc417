import type {
  Operand,
  ResolvedOperand,
  Session,
  ToolCall,
  ToolFailure,
  TracedInputs,
  UserNumber,
} from "#contract";
import type { TextPort } from "../ports.ts";
import { factsOf, isVouched } from "./select.ts";

type Answer = ReturnType<TracedInputs["operand"]>;

const refused = (message: string, code: ToolFailure["code"] = "INVALID_ARGS"): Answer => ({
  ok: false,
  error: { code, message },
});

/** A JSON number in plain decimal notation, as JavaScript prints it shortest. */
const decimalText = (value: number): string => String(value);

/**
 * What computing tools of one action may reckon with: values of the trace so far, numbers that the user wrote now or earlier in
 * the same conversation, registered constants.
 * Anything else is INVALID_ARGS, so that no model and no skill can bring a number of its own into a result.
 */
export function createInputs(
  trace: ReadonlyMap<string, ToolCall>,
  text: TextPort,
  message: string,
  session: Session = [],
): TracedInputs {
  const traced = (id: string): ToolCall | undefined => {
    const call = trace.get(id);
    return call === undefined || call.error !== undefined ? undefined : call;
  };
  const reference = (id: string, path: string): Answer => {
    const call = traced(id);
    if (call === undefined) return refused("an operand refers to a call that gave nothing");
    const facts = factsOf(call, path);
    if (facts === null || typeof facts.value !== "number" || !Number.isFinite(facts.value))
      return refused("an operand refers to a place that holds no number");
    const unit = text.metric(facts.metric)?.default_unit;
    if (unit === undefined || !isVouched(text, call, path))
      return refused("an operand is of a metric that nobody registered");
    const input: ResolvedOperand = {
      value: decimalText(facts.value),
      unit,
      code: facts.code,
      fetched_at: call.fetched_at,
      ...(facts.asOf === undefined ? {} : { as_of: facts.asOf }),
    };
    return { ok: true, input };
  };
  const written = (wanted: string) => {
    const isWanted = ({ literal }: UserNumber) => literal === wanted;
    const own = text.userNumbers(message).find(isWanted);
    if (own !== undefined) return own;
    const earlier = session.findLast(
      ({ said = "" }) => said.includes(wanted) && text.userNumbers(said).some(isWanted),
    );
    return earlier?.said === undefined ? undefined : text.userNumbers(earlier.said).find(isWanted);
  };
  const resolve = (operand: Operand): Answer => {
    if ("tool_call_id" in operand) return reference(operand.tool_call_id, operand.path);
    if ("literal" in operand) {
      const number = written(operand.literal);
      return number === undefined
        ? refused("an operand is no number of the user's message")
        : { ok: true, input: { value: number.value, unit: number.unit, code: null } };
    }
    const constant = text.constant(operand.constant);
    return constant === undefined
      ? refused("an operand names a constant that is not registered")
      : { ok: true, input: { ...constant, code: null } };
  };
  // A series of another program's server says nothing of its units and gaps.
  const series = (id: string) => {
    const call = traced(id);
    return call?.source.startsWith("mcp:") === true ? undefined : call;
  };
  return { operand: resolve, call: series };
}
