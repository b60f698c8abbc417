import type { ModelToolCall } from "#contract";
import { argsOf, readJsonAnswer } from "./json-answer.ts";

const [opens, closes] = ["<tool_call>", "</tool_call>"];

/**
 * Calls that a model of the Hermes family has written into its answer as `<tool_call>{"name": …, "arguments": …}</tool_call>`, where the server
 * in front of it leaves them there. Linear.
 */
export function writtenCalls(text: string): readonly ModelToolCall[] {
  const [, ...begun] = text.split(opens);
  return begun.flatMap((each, at) => {
    const end = each.indexOf(closes);
    const call = end === -1 ? undefined : readJsonAnswer(each.slice(0, end));
    if (typeof call !== "object" || call === null || !("name" in call) || typeof call.name !== "string")
      return [];
    return [{ id: `call_${at}`, name: call.name, args: argsOf("arguments" in call ? call.arguments : {}) }];
  });
}
