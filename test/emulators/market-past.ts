import { daysBetween } from "./market-calendar.ts";
import { companies } from "./market-securities.ts";

/** Ratios of one day before the market that is drawn day by day; `pe` null: a loss. */
export interface PastRatios {
  readonly date: string;
  readonly pe: number | null;
  readonly pb: number;
  readonly ps: number;
}

/** Weekdays without trading; of the years before 2024 only the long closures, near enough for a sample. */
const closures = new Set(
  [
    "2025-01-01 2025-01-28 2025-01-29 2025-01-30 2025-01-31 2025-02-03 2025-02-04 2025-04-04 2025-05-01 2025-05-02",
    "2025-05-05 2025-06-02 2025-10-01 2025-10-02 2025-10-03 2025-10-06 2025-10-07 2025-10-08",
    "2024-01-01 2024-02-09 2024-02-12 2024-02-13 2024-02-14 2024-02-15 2024-02-16 2024-04-04 2024-04-05 2024-05-01",
    "2024-05-02 2024-05-03 2024-06-10 2024-09-16 2024-09-17 2024-10-01 2024-10-02 2024-10-03 2024-10-04 2024-10-07",
    "2023-01-23 2023-01-24 2023-01-25 2023-01-26 2023-01-27 2023-10-02 2023-10-03 2023-10-04 2023-10-05 2023-10-06",
    "2022-01-31 2022-02-01 2022-02-02 2022-02-03 2022-02-04 2022-10-03 2022-10-04 2022-10-05 2022-10-06 2022-10-07",
    "2021-02-11 2021-02-12 2021-02-15 2021-02-16 2021-02-17 2021-10-01 2021-10-04 2021-10-05 2021-10-06 2021-10-07",
  ]
    .join(" ")
    .split(" "),
);

const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

const pastDays = daysBetween("2021-01-04", "2025-12-31").filter(
  (date) => isWeekday(date) && !closures.has(date),
);

/** Companies whose story is not five plain years. */
const listedOn: Readonly<Record<string, string>> = { "688041.SH": "2022-08-12", "920799.BJ": "2024-03-01" };
const lossYears: Readonly<Record<string, readonly string[]>> = { "002230.SZ": ["2022", "2023", "2024"] };

const four = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Ascending; none for a company that was listed in 2026. */
export function pastRatios(code: string, random: () => number): readonly PastRatios[] {
  const company = companies.find((each) => each.code === code);
  if (company === undefined || company.listed !== undefined) return [];
  const base = company.eps > 0 ? company.basePrice / company.eps : 30;
  let drift = 1;
  return pastDays.flatMap((date) => {
    drift = Math.min(2, Math.max(0.5, drift * (1 + (random() - 0.5) * 0.04)));
    if (date < (listedOn[code] ?? "")) return [];
    const isLoss = lossYears[code]?.includes(date.slice(0, 4)) ?? false;
    return [
      { date, pe: isLoss ? null : four(base * drift), pb: four(1.2 + 3 * drift), ps: four(2 + 2 * drift) },
    ];
  });
}
