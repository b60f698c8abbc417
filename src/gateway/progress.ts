import type { Adapter, Language, Log } from "#contract";
import type { Signal } from "../queue/signals.ts";
import type { Ledger } from "./ledger.ts";

const workingText: Readonly<Record<Language, string>> = { zh: "正在查询,请稍候…", en: "Working on it…" };

export interface ProgressOptions {
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly ledger: Ledger;
  readonly log: Log;
}

/** Sends the turn's one progress message, which the answer will replace by an edit. */
async function sendProgress(adapter: Adapter, ledger: Ledger, signal: Signal): Promise<void> {
  // Where nothing can be edited the message would stay beside the answer.
  if (adapter.edit === undefined || !(await ledger.claimProgress(signal.turnId))) return;
  const { turnId, platform, accountId, chatId, replyTo, language = "zh" } = signal;
  const outcome = await adapter.send({
    turnId,
    part: 0,
    of: 1,
    platform,
    accountId,
    chatId,
    ...(replyTo === undefined ? {} : { replyTo }),
    text: workingText[language],
    buttons: [],
  });
  await ledger.finishProgress(turnId, outcome.status === "delivered" ? outcome.receipt : undefined);
}

/** Shows that work is going on. Lossy: what fails is logged and forgotten. */
export function createProgress({ adapters, ledger, log }: ProgressOptions): (signal: Signal) => void {
  const show = async (signal: Signal): Promise<void> => {
    const adapter = adapters.get(signal.platform);
    if (adapter === undefined) return;
    if (signal.kind === "typing") await adapter.typing?.(signal);
    if (signal.kind === "progress") await sendProgress(adapter, ledger, signal);
  };
  return (signal) => {
    show(signal).catch((error: unknown) =>
      log.debug({ turn: signal.turnId, kind: signal.kind, error }, "progress not shown"),
    );
  };
}
