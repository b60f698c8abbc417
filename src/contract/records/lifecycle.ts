/** What is open between an adapter's start and its stop. */
export interface Closable {
  close(): Promise<void>;
}

export interface Lifecycle<Session> {
  /** Opens; a second call while it is open or opening changes nothing. Rejects with what `open` rejects with; then it may be called again. */
  start(): Promise<void>;
  /** Closes what is open, or what is still opening as soon as it is. Resolves at once where nothing is. */
  stop(): Promise<void>;
  /** Undefined before the start has come through and after the stop has. */
  current(): Session | undefined;
}

/** One session at a time, opened and closed once however often it is asked for: the start and stop of every adapter. */
export function createLifecycle<Session extends Closable>(open: () => Promise<Session>): Lifecycle<Session> {
  let opening: Promise<Session> | undefined;
  let session: Session | undefined;
  return {
    async start() {
      opening ??= open();
      const mine = opening;
      try {
        const opened = await mine;
        // Stopped meanwhile: what is being closed is not to be used.
        if (opening === mine) session = opened;
      } catch (error) {
        if (opening === mine) opening = undefined;
        throw error;
      }
    },
    async stop() {
      const closing = opening;
      opening = undefined;
      await closing?.then(
        async (opened) => {
          await opened.close();
          // One that was opened meanwhile stays.
          if (session === opened) session = undefined;
        },
        () => undefined,
      );
    },
    current: () => session,
  };
}
