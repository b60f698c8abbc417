/** Days of the Gregorian calendar as plain numbers, so that no host clock and no time zone can take part. */

/** Days since 1970-01-01. The day need not exist: check with `isDay`. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function civilOf(number: number): Civil {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

export function isDay({ year, month, day }: Civil): boolean {
  const back = civilOf(dayNumber(year, month, day));
  return back.year === year && back.month === month && back.day === day;
}

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

/** `YYYY-MM-DD`. */
export function isoOf(number: number): string {
  const { year, month, day } = civilOf(number);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Monday is 0. */
export const weekdayOf = (number: number): number => (((number + 3) % 7) + 7) % 7;

const moment =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export interface ShanghaiTime {
  readonly day: number;
  /** `HH:mm:ss`, null for a date without a time. */
  readonly time: string | null;
}

/** An ISO 8601 date or instant as Shanghai's day and time; a time without an offset is Shanghai's. Null when it is neither. */
export function shanghaiOf(iso: string): ShanghaiTime | null {
  const match = moment.exec(iso);
  if (match === null) return null;
  const [, year, month, date, hour, minute, second = "00", offset = "+08:00"] = match;
  const day = dayNumber(Number(year), Number(month), Number(date));
  if (hour === undefined || minute === undefined) return { day, time: null };
  const sign = offset.startsWith("-") ? -1 : 1;
  const away = offset === "Z" ? 0 : sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
  const minutes = Number(hour) * 60 + Number(minute) - away + 480;
  const within = ((minutes % 1440) + 1440) % 1440;
  return {
    day: day + Math.floor(minutes / 1440),
    time: `${pad(Math.floor(within / 60), 2)}:${pad(within % 60, 2)}:${second}`,
  };
}
