import type { Json } from "#contract";
import type { ActOutcome, Actor, ActPorts } from "../ports.ts";

/** An act with what the audit line says of it. */
export interface Done extends ActOutcome {
  readonly before?: Json;
  readonly after?: Json;
}

/** Does an act and writes its audit line, also where it was refused or has thrown. */
export async function audited(
  { audit, clock, log }: Pick<ActPorts, "audit" | "clock" | "log">,
  { who }: Actor,
  act: string,
  what: string,
  work: () => Promise<Done>,
): Promise<ActOutcome> {
  const atMs = clock.wallMs();
  const write = (line: { before?: Json; after?: Json }) => audit.write({ atMs, who, act, what, ...line });
  try {
    const { before, after, ...outcome } = await work();
    await write({
      ...(before === undefined ? {} : { before }),
      after: outcome.ok ? (after ?? "done") : { refused: outcome.said.en },
    });
    log.info({ who, act, what, ok: outcome.ok }, "administrator");
    return outcome;
  } catch (error) {
    await write({ after: { failed: error instanceof Error ? error.name : "error" } });
    throw error;
  }
}

export const done = (zh: string, en: string, more: Omit<Done, "ok" | "said"> = {}): Done => ({
  ok: true,
  said: { zh, en },
  ...more,
});

export const refused = (zh: string, en: string, more: Omit<Done, "ok" | "said"> = {}): Done => ({
  ok: false,
  said: { zh, en },
  ...more,
});
