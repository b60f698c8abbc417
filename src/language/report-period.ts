import type { Language } from "#contract";

/** `2026Q1`, `2025H1`, `2025Q1-Q3`, `FY2025`; a single quarter after the first is `2025Q2` and so on. */
const canonical = /^(?:FY(\d{4})|(\d{4})(Q1-Q3|Q[1-4]|H1))$/;

/** Quarters are written `2026Q1` in both languages. */
const chinese: Readonly<Record<string, string>> = { H1: "年上半年", "Q1-Q3": "年前三季度" };

const cumulative: Readonly<Record<string, string>> = { "03": "Q1", "06": "H1", "09": "Q1-Q3", "12": "FY" };
const single: Readonly<Record<string, string>> = { "03": "Q1", "06": "Q2", "09": "Q3", "12": "Q4" };

/**
 * The name of a report period by its last day: cumulative ones count from January, so that nine months are never taken for a third
 * quarter. Null for a day that ends no quarter.
 */
export function reportPeriod(lastDay: string, span: "ytd" | "quarter"): string | null {
  const match = /^(\d{4})-(03-31|06-30|09-30|12-31)$/.exec(lastDay);
  const [, year, day = ""] = match ?? [];
  if (year === undefined) return null;
  const part = (span === "ytd" ? cumulative : single)[day.slice(0, 2)] ?? "";
  return part === "FY" ? `FY${year}` : `${year}${part}`;
}

/** A report period as the reader sees it; what is no canonical one stays as it is. */
export function periodWord(period: string, language: Language): string {
  const match = canonical.exec(period);
  const [, fiscal, year, part = ""] = match ?? [];
  if (fiscal !== undefined) return language === "zh" ? `${fiscal}年度` : period;
  if (year === undefined) return period;
  if (language === "zh") return `${year}${chinese[part] ?? part}`;
  return part === "Q1-Q3" ? `year to ${year}-09-30` : period;
}
