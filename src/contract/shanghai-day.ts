const offsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** The Shanghai calendar day of an instant (epoch milliseconds), as its number since 1970-01-01. */
export const shanghaiDay = (epochMs: number): number => Math.floor((epochMs + offsetMs) / dayMs);

/** When the Shanghai calendar day after an instant begins, as users are told: `2026-11-22 00:00`. */
export const nextShanghaiDay = (epochMs: number): string =>
  `${new Date((shanghaiDay(epochMs) + 1) * dayMs).toISOString().slice(0, 10)} 00:00`;
