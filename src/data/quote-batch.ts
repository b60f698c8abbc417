import type { Feed } from "./feed.ts";
import type { HttpOutcome } from "./http.ts";

/** Asks for one symbol, together with those that others ask for before the request leaves. */
export type AskSymbol = (symbol: string, signal: AbortSignal) => Promise<HttpOutcome>;

/** Feeds take about sixty codes in one request (data-sources §3.1). */
const mostSymbols = 50;

interface Batch {
  readonly symbols: Set<string>;
  readonly outcome: Promise<HttpOutcome>;
}

/**
 * Requests for several symbols of one feed. A batch is open until its turn has come, so what is asked for within a busy feed's wait goes
 * out as one request. `pathOf` writes it; `lacks` says that an answer with quotes has no sound one of a symbol: after a request for several
 * it is asked for once more alone, since the others' lines say nothing about a missing one.
 */
export function createQuoteBatch(
  feed: Feed,
  pathOf: (symbols: readonly string[]) => string,
  lacks: (text: string, symbol: string) => boolean,
): AskSymbol {
  let open: Batch | undefined;

  function begin(symbol: string, signal: AbortSignal): Batch {
    const symbols = new Set([symbol]);
    const close = () => {
      if (open?.symbols === symbols) open = undefined;
    };
    const leave = () => {
      close();
      return pathOf([...symbols]);
    };
    // Closed as well where no turn comes: the next one begins a batch of its own.
    return { symbols, outcome: feed(leave, signal).finally(close) };
  }

  return async (symbol, signal) => {
    if (open === undefined || open.symbols.size >= mostSymbols) open = begin(symbol, signal);
    const batch = open;
    batch.symbols.add(symbol);
    const outcome = await batch.outcome;
    const isMissing = outcome.ok && batch.symbols.size > 1 && lacks(outcome.text, symbol);
    return isMissing ? feed(() => pathOf([symbol]), signal) : outcome;
  };
}
