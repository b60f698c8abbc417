import { Worker } from "node:worker_threads";

/**
 * The longest from being asked for to the picture, waiting included. Starting the thread, loading the libraries and drawing take about a
 * second; on a machine that is busy beyond measure many times that.
 */
const longestMs = 50_000;
/** Those that wait behind the one being drawn; more of them would keep their answers waiting for longer than their turns may take. */
const mostWaiting = 20;

type Draw = (option: object, signal: AbortSignal) => Promise<Uint8Array | null>;

/** Draws in a thread of its own, since drawing keeps a processor busy for a third of a second. Null when it fails or the signal aborts. */
const drawInThread: Draw = (option, signal) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL("./render-worker.ts", import.meta.url), { workerData: option });
    const end = (png: Uint8Array | null) => {
      signal.removeEventListener("abort", abort);
      resolve(png);
      void worker.terminate();
    };
    const abort = () => end(null);
    signal.addEventListener("abort", abort, { once: true });
    worker.once("message", (png: unknown) => end(png instanceof Uint8Array ? png : null));
    worker.once("error", abort);
    worker.once("exit", abort);
  });

/**
 * Renders a chart's option to a PNG, one after another: each takes some 200 MB while it lasts. Null where it fails, where too many wait, or
 * where nobody waits for it any more. Never throws.
 */
export function createRenderer(draw: Draw = drawInThread) {
  let last: Promise<unknown> = Promise.resolve();
  const waiting = new Set<AbortSignal>();
  return (option: object, signal?: AbortSignal): Promise<Uint8Array | null> => {
    const late = AbortSignal.timeout(longestMs);
    const ending = signal === undefined ? late : AbortSignal.any([signal, late]);
    const before = [...waiting].filter((each) => !each.aborted).length;
    if (ending.aborted || before >= mostWaiting) return Promise.resolve(null);
    waiting.add(ending);
    const rendered = last.then(() => {
      waiting.delete(ending);
      return ending.aborted ? null : draw(option, ending);
    });
    last = rendered;
    return rendered;
  };
}
