import type { Adapter, Language, Log, OutboundPart } from "#contract";
import type { Signal } from "../queue/signals.ts";
import type { Ledger } from "./ledger.ts";

const workingText: Readonly<Record<Language, string>> = { zh: "正在查询,请稍候…", en: "Working on it…" };

/** What the progress message becomes; that the question is canceled is said by whoever canceled it, once. */
const stoppedText: Readonly<Record<Language, string>> = { zh: "查询已停止。", en: "Stopped." };

/** Where many wait. Rounded up to ten seconds: it is an estimate. */
const waitingText: Readonly<Record<Language, (seconds: number) => string>> = {
  zh: (seconds) => `排队的人较多,已收到,预计约 ${Math.ceil(seconds / 10) * 10} 秒后开始处理…`,
  en: (seconds) =>
    `Many are waiting. Received; work on it should begin in about ${Math.ceil(seconds / 10) * 10} s…`,
};

export interface ProgressOptions {
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly ledger: Ledger;
  readonly log: Log;
}

/** Sends the turn's one progress message, which the answer will replace by an edit. */
async function sendProgress(adapter: Adapter, ledger: Ledger, signal: Signal): Promise<void> {
  // Where nothing can be edited the message would stay beside the answer.
  if (adapter.edit === undefined || !(await ledger.claimProgress(signal.turnId))) return;
  const { language = "zh", waitSeconds } = signal;
  const text = waitSeconds === undefined ? workingText[language] : waitingText[language](waitSeconds);
  const outcome = await adapter.send(partOf(signal, text));
  const receipt = outcome.status === "delivered" ? outcome.receipt : undefined;
  await ledger.finishProgress(signal.turnId, receipt, signal);
}

/** A progress message that promises an answer must not stay when none will come. */
async function endProgress(adapter: Adapter, ledger: Ledger, signal: Signal): Promise<void> {
  if (adapter.edit === undefined) return;
  const receipt = await ledger.takeProgress(signal.turnId);
  if (receipt === undefined) return;
  await adapter.edit(receipt, partOf(signal, stoppedText[signal.language ?? "zh"]));
}

function partOf({ turnId, platform, accountId, chatId, replyTo }: Signal, text: string): OutboundPart {
  const quoted = replyTo === undefined ? {} : { replyTo };
  return { turnId, part: 0, of: 1, platform, accountId, chatId, ...quoted, text, buttons: [] };
}

/** Shows that work is going on. Lossy: what fails is logged and forgotten. */
export function createProgress({ adapters, ledger, log }: ProgressOptions): (signal: Signal) => void {
  /** By turn. */
  const sending = new Map<string, Promise<void>>();
  const sendOnce = async (adapter: Adapter, signal: Signal): Promise<void> => {
    const { turnId } = signal;
    if (sending.has(turnId)) return;
    const sent = sendProgress(adapter, ledger, signal).finally(() => sending.delete(turnId));
    sending.set(turnId, sent);
    await sent;
  };
  const show = async (signal: Signal): Promise<void> => {
    const adapter = adapters.get(signal.platform);
    if (adapter === undefined) return;
    if (signal.kind === "typing") await adapter.typing?.(signal);
    if (signal.kind === "progress") await sendOnce(adapter, signal);
    if (signal.kind !== "cancel") return;
    await adapter.canceled?.(signal, signal.turnId);
    // What is on its way must have arrived to be ended.
    await sending.get(signal.turnId)?.catch(() => undefined);
    await endProgress(adapter, ledger, signal);
  };
  return (signal) => {
    show(signal).catch((error: unknown) =>
      log.debug({ turn: signal.turnId, kind: signal.kind, error }, "progress not shown"),
    );
  };
}
