/** The turns that run in this process, each with what stops it. */
export interface Cancellations {
  open(turnId: string): { readonly controller: AbortController; close(): void };
  /** Stops the turn if it runs here. */
  cancel(turnId: string): void;
}

export function createCancellations(): Cancellations {
  const running = new Map<string, AbortController>();
  return {
    open(turnId) {
      const controller = new AbortController();
      running.set(turnId, controller);
      return {
        controller,
        close() {
          if (running.get(turnId) === controller) running.delete(turnId);
        },
      };
    },
    cancel: (turnId) => running.get(turnId)?.abort(),
  };
}
