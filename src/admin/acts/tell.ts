import type { ErrorCode, IncomingMessage, Language, Reply } from "#contract";
import { userText } from "#contract";
import type { Step } from "../../queue/step.ts";
import type { ActPorts } from "../ports.ts";
import { postTurn } from "./post-turn.ts";

/**
 * Tells the person of a message something that no answer carries, as a turn of its own. `before`: what is told of, done in the same script. False:
 * one of these steps stopped it, and nothing is told.
 */
export async function tell(
  ports: Pick<ActPorts, "journal" | "outbox" | "together" | "partsOf" | "clock">,
  message: IncomingMessage,
  code: ErrorCode,
  languages: readonly Language[],
  before: readonly Step[] = [],
): Promise<boolean> {
  const { partsOf, clock } = ports;
  const nowMs = clock.wallMs();
  const notice: IncomingMessage = {
    ...message,
    id: `${message.id}-n${nowMs.toString(36)}`,
    text: "",
    event: "new",
  };
  const reply: Reply = {
    text: languages.map((language) => userText(code, language)).join("\n"),
    buttons: [],
  };
  const ending = { state: "completed" as const, error: code, reply, models: [], endedMs: nowMs };
  const whole = { message: notice, acceptedMs: nowMs, marketNow: clock.market(), stages: [], ending };
  return postTurn(ports, whole, partsOf(notice, reply), { before });
}
