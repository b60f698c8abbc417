import type { ModelMessage, ModelRequest, PickRequest, PickStep } from "#contract";
import { spendingOf } from "../../budget/spending.ts";
import { promptTokens } from "../../model-calls/prompt-tokens.ts";
import type { TurnRun } from "../../ports.ts";
import { maskedText } from "./mask.ts";

/** Of one result, and of all results of the earlier steps together, in characters of JSON. */
const maxResult = 1_200;
const maxResults = 3_600;
/** As `promptTokens` counts them. */
const charactersPerToken = 3;
/** The share of what a prompt has left which results may take up: the calls themselves stand there too. */
const resultShare = 0.7;

type Return = PickStep["returns"][number];

function shownReturn(run: TurnRun, returned: Return | undefined, room: number): string {
  if (returned === undefined) return '{"error":"not carried out"}';
  if ("say" in returned) return JSON.stringify({ note: returned.say });
  if (!returned.ok) return JSON.stringify({ error: returned.error.code });
  const isMetric = (id: string) => run.ports.text.metric(id) !== undefined;
  // It can still be cited, though there is no room to show it again.
  const value =
    room > 0 ? maskedText(returned.value, isMetric, Math.min(room, maxResult)) : '"<shown before>"';
  return `{"tool_call_id":"${returned.call.tool_call_id}","value":${value}}`;
}

/** The newest results are shown first, so that the oldest give way. */
function shownSteps(run: TurnRun, steps: readonly PickStep[], characters: number): readonly ModelMessage[] {
  let room = Math.min(characters, maxResults);
  const shown = steps.toReversed().map(({ picks, returns, note }): readonly ModelMessage[] => {
    const answers = picks.map(({ id }, at): ModelMessage => {
      const content = shownReturn(run, returns[at], room);
      room -= content.length;
      return { role: "tool", toolCallId: id, content };
    });
    return [
      ...(picks.length === 0 ? [] : [{ role: "assistant" as const, content: "", toolCalls: picks }]),
      ...answers,
      ...(note === undefined ? [] : [{ role: "user" as const, content: note }]),
    ];
  });
  return shown.toReversed().flat();
}

/** Shares of the room for results, tried in this order. */
const shares = [1, 0.5, 0.25] as const;

const hasResult = ({ returns }: PickStep): boolean => returns.some((each) => "ok" in each && each.ok);

/** In the order in which they give way: those that brought nothing, then the rest, the oldest first. */
const leastFirst = (steps: readonly PickStep[]): readonly PickStep[] =>
  steps.toSorted((a, b) => Number(hasResult(a)) - Number(hasResult(b)));

/** Opening, steps and closing as one prompt has room for them: results are cut further, then whole steps go, calls and results. */
export function fittingMessages(
  run: TurnRun,
  base: Pick<ModelRequest, "system" | "tools">,
  {
    opening,
    steps,
    closing,
  }: Record<"opening" | "closing", readonly ModelMessage[]> & Pick<PickRequest, "steps">,
): readonly ModelMessage[] {
  const { callPromptTokens } = spendingOf(run).budget;
  const bare = [...opening, ...closing];
  const used = promptTokens({ ...base, messages: bare });
  const room = (callPromptTokens - used) * charactersPerToken * resultShare;
  const kept = new Set(steps);
  for (const next of leastFirst(steps)) {
    for (const share of shares) {
      const messages = [...opening, ...shownSteps(run, [...kept], room * share), ...closing];
      if (promptTokens({ ...base, messages }) <= callPromptTokens) return messages;
    }
    kept.delete(next);
  }
  return bare;
}
