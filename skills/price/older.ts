import type { PriceValue, ToolCall } from "#contract";

/** True where the day that was asked about has no values yet, and what is shown is an older close: it says nothing of that day. */
export function isOlder({ value }: ToolCall): boolean {
  const { gap } = value as PriceValue;
  return gap !== undefined && gap !== "suspended";
}
