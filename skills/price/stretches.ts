import type { SkillContext } from "#contract";

const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);

/** 历史最高, 上市以来: no day, and more than any source here tells of. */
export const isEver = (date: string | undefined): boolean =>
  date !== undefined && /历史|上市以来|all[- ]time|since (?:the )?(?:listing|ipo)/i.test(date);

/** 近一年最高价: a stretch of time whose highest or lowest price is asked for, which no source gives; its move is told instead. */
export const stretchOfHighs = (date: string | undefined, { asked }: SkillContext): string | undefined =>
  date !== undefined &&
  !isIso(date) &&
  !isEver(date) &&
  asked.metrics.some((metric) => metric === "high" || metric === "low")
    ? date
    : undefined;
