import type { Adapter } from "#contract";
import type { Work } from "../queue/work.ts";

/** What is being sent when the account goes to another process has lost its connection already. */
const lostGraceMs = 1000;

/** Works while this process holds the adapter's account, see `Adapter.onHolding`; else until it is closed. */
export function workWhileHolding({ onHolding }: Pick<Adapter, "onHolding">, start: () => Work): Work {
  if (onHolding === undefined) return start();
  let work: Work | undefined;
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const then = (change: () => Promise<void>): Promise<void> => {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  };
  const stop = async (graceMs: number): Promise<void> => {
    const ending = work;
    work = undefined;
    await ending?.close({ graceMs });
  };
  onHolding((isHolding) => {
    void then(async () => {
      if (!isHolding) await stop(lostGraceMs);
      else if (!isClosed) work ??= start();
    }).catch(() => undefined);
  });
  return {
    close({ graceMs }) {
      isClosed = true;
      return then(() => stop(graceMs));
    },
  };
}
