import { readFileSync } from "node:fs";
import type { Clock } from "#contract";
import { isInstant } from "./core-settings.ts";

const shanghaiOffsetMs = 8 * 3600 * 1000;

/** `2026-05-07T10:32:05+08:00`; China has had no summer time since 1991. */
const shanghaiTime = (epochMs: number): string =>
  `${new Date(epochMs + shanghaiOffsetMs).toISOString().slice(0, 19)}+08:00`;

/** The instant in a clock file, or undefined where there is none to be read. */
export function readClockFile(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8").trim();
    return isInstant(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param frozen an instant, `file:<path>` (read at each use), or undefined for the real market time.
 * A clock file caught in mid-write counts as what it held before.
 */
export function createClock(frozen: string | undefined, wallMs: () => number): Clock {
  if (frozen === undefined) return { market: () => shanghaiTime(wallMs()), wallMs };
  if (!frozen.startsWith("file:")) {
    const instant = shanghaiTime(Date.parse(frozen));
    return { market: () => instant, wallMs };
  }
  const path = frozen.slice("file:".length);
  let last = readClockFile(path);
  return {
    market() {
      last = readClockFile(path) ?? last;
      return shanghaiTime(last === undefined ? wallMs() : Date.parse(last));
    },
    wallMs,
  };
}
