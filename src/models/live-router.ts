import type { LoadedModelRouter } from "./router.ts";

/** A router whose models can be others from one call to the next; a call under way ends with the one it began with. */
export interface LiveModelRouter extends LoadedModelRouter {
  replace(next: LoadedModelRouter): void;
}

export function createLiveRouter(first: LoadedModelRouter): LiveModelRouter {
  let router = first;
  return {
    route: (task) => router.route(task),
    builtin: first.builtin,
    get summary() {
      return router.summary;
    },
    preload: () => router.preload(),
    replace(next) {
      router = next;
    },
  };
}
