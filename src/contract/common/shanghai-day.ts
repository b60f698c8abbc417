const offsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** The Shanghai calendar day of an instant (epoch milliseconds), as its number since 1970-01-01. */
export const shanghaiDay = (epochMs: number): number => Math.floor((epochMs + offsetMs) / dayMs);

const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The Shanghai calendar date of an instant (epoch milliseconds): `2026-11-22`. */
export const shanghaiDateOf = (epochMs: number): string => dayName(shanghaiDay(epochMs));

/** When the Shanghai calendar day after an instant begins, as users are told: `2026-11-22 00:00`. */
export const nextShanghaiDay = (epochMs: number): string => `${dayName(shanghaiDay(epochMs) + 1)} 00:00`;
