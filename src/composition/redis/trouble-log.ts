import type { Log } from "#contract";

const againAfterMs = 10_000;

/** Logs what ails the connections to Redis. All of them meet the same trouble every two seconds; one line in ten seconds says it. */
export function createTroubleLog(log: Pick<Log, "warn">, wallMs: () => number): (detail: string) => void {
  const saidMs = new Map<string, number>();
  return (detail) => {
    const nowMs = wallMs();
    if (nowMs - (saidMs.get(detail) ?? Number.NEGATIVE_INFINITY) < againAfterMs) return;
    // Details are few (refused, reset, timed out); what has not been said for long is forgotten all the same.
    for (const [other, atMs] of saidMs) if (nowMs - atMs >= againAfterMs) saidMs.delete(other);
    saidMs.set(detail, nowMs);
    log.warn({ detail }, "redis connection");
  };
}
