import type { ErrorCode, IncomingMessage, Language, Reply } from "#contract";
import { userText } from "#contract";
import type { ActPorts } from "./ports.ts";

/** Tells the person of a message something that no answer carries, as a turn of its own. */
export async function tell(
  { journal, outbox, partsOf, clock }: Pick<ActPorts, "journal" | "outbox" | "partsOf" | "clock">,
  message: IncomingMessage,
  code: ErrorCode,
  languages: readonly Language[],
): Promise<void> {
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
  await journal.create(notice, { acceptedMs: nowMs });
  await outbox.post({ id: notice.id, run: 0 }, partsOf(notice, reply));
  await journal.end(notice.id, 0, {
    state: "completed",
    error: code,
    reply,
    models: [],
    endedMs: clock.wallMs(),
  });
}
