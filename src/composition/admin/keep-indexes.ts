import { setTimeout as pause } from "node:timers/promises";
import { indexTurns, isIndexed } from "../../journal/search/index-turns.ts";
import { gatherTexts } from "../../journal/search/text-slots.ts";
import { createAdapterStore } from "../../store/adapter-store.ts";
import type { Foundation } from "../foundation.ts";
import type { Infrastructure } from "../infrastructure.ts";

export interface IndexServices {
  readonly foundation: Foundation;
  readonly infra: Infrastructure;
}

const gatherEveryMs = 60_000;

/** Turns of an earlier version are found like the others soon after the start. */
async function indexOnce({ foundation, infra }: IndexServices, signal: AbortSignal): Promise<void> {
  const { store, journal } = infra;
  const keep = createAdapterStore(store, "journal");
  const { config, log } = foundation;
  try {
    if (await isIndexed(keep)) return;
    const count = await indexTurns({ store, journal, keep, days: config.core.JOURNAL_DAYS, signal });
    log.info({ turns: count }, "turns indexed");
  } catch (error) {
    log.warn(
      { kind: error instanceof Error ? error.name : "error" },
      "turns not indexed; the next start tries again",
    );
  }
}

/** Indexes what an earlier version has left, then keeps the texts of the last days gathered, until the signal aborts. */
export async function keepIndexes(services: IndexServices, signal: AbortSignal): Promise<void> {
  const { store } = services.infra;
  const { config, clock } = services.foundation;
  await indexOnce(services, signal);
  while (!signal.aborted) {
    const options = { store, days: config.core.JOURNAL_DAYS, wallMs: clock.wallMs, signal };
    // Without them a search reads the records.
    await gatherTexts(options).catch(() => undefined);
    await pause(gatherEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
