import { z } from "zod";
import type { ToolCall, ToolFailure } from "./trace.ts";

/**
 * One input of a computing tool: a traced value, a number that stands in the user's own message (`literal` as it is written there, unit
 * word included: `1650元`), or a registered constant. Any other number is refused, so that none can be laundered into a result.
 */
export const operandSchema = z.union([
  z.strictObject({ tool_call_id: z.string().min(1).max(90), path: z.string().max(300) }),
  z.strictObject({ literal: z.string().min(1).max(40), origin: z.literal("user") }),
  z.strictObject({ constant: z.string().min(1).max(60), origin: z.literal("constant") }),
]);

export type Operand = z.infer<typeof operandSchema>;

/** A number as somebody vouches for it. */
export interface ResolvedOperand {
  /** Exact decimal notation. */
  readonly value: string;
  /** One of the units of `#language`; null where the user wrote a bare number. */
  readonly unit: string | null;
  readonly code: string | null;
  /** Of traced values: the date it belongs to and when it was fetched. */
  readonly as_of?: string;
  readonly fetched_at?: string;
}

/** What earlier calls of the same action returned, as a computing tool may read it. */
export interface TracedInputs {
  operand(
    operand: Operand,
  ):
    | { readonly ok: true; readonly input: ResolvedOperand }
    | { readonly ok: false; readonly error: ToolFailure };
  /** A whole call (a series of bars); undefined where there is none or it failed. */
  call(toolCallId: string): ToolCall | undefined;
}

/** A number in the user's message: where it stands, as it is written, what it means. */
export interface UserNumber {
  /** With its unit word, ready to be an operand's `literal`. */
  readonly literal: string;
  readonly value: string;
  readonly unit: string | null;
  /** UTF-16 units of the message as it was sent. */
  readonly span: readonly [number, number];
}
