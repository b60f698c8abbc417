import { Worker } from "node:worker_threads";

/** Starting the thread, loading the libraries and drawing take about a second; on a machine that is busy beyond measure many times that. */
const longestMs = 50_000;

/** Draws in a thread of its own, since drawing keeps a processor busy for a third of a second. Null when it fails. */
function renderOnce(option: object): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./render-worker.ts", import.meta.url), { workerData: option });
    const end = (png: Uint8Array | null) => {
      clearTimeout(timer);
      resolve(png);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(null), longestMs);
    worker.once("message", (png: unknown) => end(png instanceof Uint8Array ? png : null));
    worker.once("error", () => end(null));
    worker.once("exit", () => end(null));
  });
}

/** Renders a chart's option to a PNG, one after another: each takes some 200 MB while it lasts. Never throws. */
export function createRenderer(): (option: object) => Promise<Uint8Array | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (option) => {
    const rendered = last.then(() => renderOnce(option));
    last = rendered;
    return rendered;
  };
}
