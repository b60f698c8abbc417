import { setTimeout as sleep } from "node:timers/promises";
import { createBatchSink, createRunner, createSource } from "@grammyjs/runner";
import type { Api } from "grammy";
import { type ApiSignal, apiSignal } from "./bot-api.ts";
import { type Failure, readFailure } from "./failure.ts";
import { waitAfter } from "./keep-trying.ts";
import { allowedUpdates } from "./update-shape.ts";

export interface PollingOptions {
  readonly api: Api;
  /** How long Telegram may hold an empty getUpdates open. */
  readonly pollSeconds: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Resolves once the update is held; a rejection leaves it, and what came with it, unconfirmed. */
  readonly take: (update: unknown) => Promise<void>;
  readonly onState: (failure: Failure | undefined) => void;
}

export interface Polling {
  /** Resolves once no update is half-way in. */
  stop(): Promise<void>;
}

const confirmTimeoutMs = 2000;

interface PolledUpdate {
  readonly update_id: number;
}

/**
 * Long polling by @grammyjs/runner. Its own fetcher confirms a batch as soon as it has arrived and its default sink fetches on
 * while updates are in work, so a crash would lose them: here the sink finishes a batch before the next is asked for, and the
 * offset moves only over a batch of which every update is held. Chats run beside one another within a batch.
 */
export function startPolling(options: PollingOptions): Polling {
  let offset = 0;
  let batch: readonly PolledUpdate[] = [];
  let allHeld = true;
  const confirmBatch = () => {
    if (allHeld) for (const update of batch) offset = Math.max(offset, update.update_id + 1);
    batch = [];
    allHeld = true;
  };
  const supply = async (_pace: number, signal: ApiSignal): Promise<PolledUpdate[]> => {
    confirmBatch();
    const updates = await fetchUntilAnswered(options, () => offset, signal);
    batch = updates.filter((update) => Number.isSafeInteger(update.update_id));
    return updates;
  };
  const sink = createBatchSink<PolledUpdate>({ consume: options.take }, async () => {
    allHeld = false;
  });
  const runner = createRunner(createSource({ supply }), sink);
  runner.start();
  return {
    async stop() {
      if (!runner.isRunning()) return;
      await runner.stop();
      confirmBatch();
      await confirmToTelegram(options.api, offset);
    },
  };
}

async function fetchUntilAnswered(
  options: PollingOptions,
  offset: () => number,
  signal: ApiSignal,
): Promise<PolledUpdate[]> {
  for (let delayMs = options.firstDelayMs; ; delayMs = Math.min(delayMs * 2, options.maxDelayMs)) {
    try {
      const updates = await options.api.getUpdates(
        { offset: offset(), limit: 100, timeout: options.pollSeconds, allowed_updates: allowedUpdates },
        signal,
      );
      options.onState(undefined);
      return updates;
    } catch (error) {
      // stopped: the runner expects its own signal's error
      if (signal.aborted) throw error;
      const failure = readFailure(error);
      options.onState(failure);
      await pause(waitAfter(failure, delayMs), signal);
    }
  }
}

async function pause(ms: number, signal: ApiSignal): Promise<void> {
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  signal.addEventListener("abort", onAbort);
  try {
    await sleep(ms, undefined, { signal: controller.signal });
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Spares the next start the redelivery of what is held; if it fails, the redelivery is recognised as such. */
async function confirmToTelegram(api: Api, offset: number): Promise<void> {
  if (offset === 0) return;
  const signal = apiSignal(AbortSignal.timeout(confirmTimeoutMs));
  try {
    await api.getUpdates({ offset, limit: 1, timeout: 0, allowed_updates: allowedUpdates }, signal);
  } catch {
    // unconfirmed updates come again
  }
}
