import { statSync } from "node:fs";

/** How a file stands: another content has another one. */
function standOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "none" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}

/**
 * Calls back when a file has changed, come or gone, and then stood still for one look: an editor writes in several steps, and half a file of
 * settings is often a valid one. Keeps no process alive.
 */
export function watchFile(path: string, everyMs: number, changed: () => void): { close(): void } {
  let known = standOf(path);
  let seen = known;
  const look = () => {
    const now = standOf(path);
    const isSettled = now === seen;
    seen = now;
    if (now === known || !isSettled) return;
    known = now;
    changed();
  };
  const timer = setInterval(look, everyMs).unref();
  return { close: () => clearInterval(timer) };
}
