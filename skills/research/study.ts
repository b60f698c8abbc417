import type { Claim, ErrorCode, ModelToolCall, PickStep, SkillContext, ToolCall } from "#contract";
import { answerTool, type Judged, judgeSelection } from "./selection.ts";
import { createToolDesk } from "./tool-desk.ts";

const instructions = [
  "Call the functions that the question needs, several in one step where they do not depend on each other; six in all.",
  "Codes are those given with the question, or codes that a result holds. Dates are ISO dates; count 上月, last year and the like from the market time.",
  "Then call answer once: select by tool_call_id and path the values that answer the question, for every company alike. Leave out what is beside it.",
  "Select nothing for advice, forecasts or anything that the results do not hold.",
].join("\n");

/** What the research came to. `gap`: why it is not complete, or is nothing. */
export interface Studied {
  readonly claims: readonly Claim[];
  readonly calls: ReadonlyMap<string, ToolCall>;
  readonly gap?: ErrorCode;
}

const wrongSelection = ({ refused }: Judged): string =>
  `These selections lead to no value: ${JSON.stringify(refused)}. Select again, by the paths that the results have; leave out what they lack.`;

/** The answer to each call of a step that only ends, or fails to. */
const told = (picks: readonly ModelToolCall[], say: string): PickStep => ({
  picks,
  returns: picks.map((pick) => ({ say: pick.name === answerTool.name ? say : "not carried out" })),
});

/**
 * The loop: the model picks calls, sees what came of them, and in the end selects. What it selects is filled by code; what leads
 * nowhere is told to it once, then dropped.
 */
export async function study(codes: readonly string[], context: SkillContext): Promise<Studied> {
  const desk = createToolDesk(codes, context);
  const steps: PickStep[] = [];
  let last: Judged | null = null;
  let isWarned = false;
  const ended = (gap?: ErrorCode): Studied => ({
    claims: last?.claims ?? [],
    calls: desk.calls,
    ...(gap === undefined ? {} : { gap }),
  });
  for (;;) {
    const reply = await context.pick({ instructions, codes, own: [answerTool], steps });
    if (!reply.ok) return ended(last === null ? reply.error.code : "VERIFY_FAILED");
    const { picks } = reply;
    const finish = picks.find(({ name }) => name === answerTool.name);
    if (finish === undefined) {
      const returns = await Promise.all(picks.map((pick) => desk.carryOut(pick)));
      const note = picks.length === 0 ? { note: "Call a function, or answer." } : {};
      steps.push({ picks, returns, ...note });
      continue;
    }
    const judged = judgeSelection(finish.args, desk.calls, context);
    if (judged !== null) last = judged;
    if (judged !== null && judged.refused.length === 0) return ended();
    if (isWarned) return ended(judged === null && last === null ? "MODEL_MALFORMED" : "VERIFY_FAILED");
    isWarned = true;
    steps.push(
      told(picks, judged === null ? "The arguments do not fit the function." : wrongSelection(judged)),
    );
  }
}
