import type { GuardVerdict, SlottedClaim, SynthesisRecord } from "#contract";
import type { TurnRun } from "../ports.ts";
import type { TurnView } from "../verify/view.ts";

/** The second wall: the prose guard over a filled text. */
export function checkProse(run: TurnRun, slots: readonly SlottedClaim[], prose: string): GuardVerdict {
  const { language, message, now, ports } = run;
  return ports.guard.check({ prose, slots, language, question: message.text, now });
}

/** The last wall, over the finished text whoever wrote it. Text that it refuses is not sent: the turn fails. */
export function guard(run: TurnRun, { slots }: TurnView, { text }: SynthesisRecord): GuardVerdict {
  if (slots.length === 0) return { ok: true, problems: [] };
  if (text !== "") return checkProse(run, slots, text);
  const problem = { reason: "template", span: "", message: "the template names an unknown slot" } as const;
  return { ok: false, problems: [problem] };
}
