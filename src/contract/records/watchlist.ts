/** The most stocks one watchlist holds; each costs a look-up when the list is shown. */
export const maxWatchlist = 20;

/**
 * What an answer changes of its asker's own watchlist. It is carried out in the same step that posts the answer, once a turn: an
 * answer that never comes about changes nothing, a replay changes nothing.
 */
export type WatchlistChange =
  | {
      readonly op: "add" | "remove";
      /** Canonical codes; those that stand in the list already, or do not, are passed over. */
      readonly codes: readonly string[];
    }
  | { readonly op: "clear" };
