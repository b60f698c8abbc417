import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { builtinYears } from "../../src/data/calendar.ts";
import { addDays, isIsoDate, secondsOfDay, shanghaiDate, weekday } from "../../src/data/shanghai-time.ts";
import { createTradingCalendar, wholeYear } from "../../src/data/trading-calendar.ts";

const years = builtinYears();
const calendar = createTradingCalendar(years);

describe("the built-in calendar", () => {
  test("its years have as many trading days as the exchanges counted", () => {
    assert.deepEqual(
      [...years].map(([year, days]) => [year, days.size]),
      [
        [2024, 242],
        [2025, 243],
        [2026, 242],
      ],
    );
  });

  test("a holiday on a weekday is none, and the day before it is found", () => {
    assert.equal(calendar.isTradingDay("2026-05-04"), false);
    assert.equal(calendar.previousTradingDay("2026-05-06"), "2026-04-30");
    assert.equal(calendar.nextTradingDay("2026-04-30"), "2026-05-06");
    assert.equal(calendar.lastTradingDayOnOrBefore("2026-02-22"), "2026-02-13");
    assert.equal(calendar.lastTradingDayOnOrBefore("2026-05-07"), "2026-05-07");
    assert.equal(calendar.previousTradingDay("2026-01-05"), "2025-12-31");
  });

  test("a make-up workday on a weekend is no trading day", () => {
    for (const date of ["2026-02-14", "2026-02-28", "2026-05-09"]) {
      assert.equal(calendar.isTradingDay(date), false, date);
    }
  });

  test("a year that no list covers is refused, not guessed by the weekday", () => {
    assert.throws(() => calendar.isTradingDay("2027-03-03"), { code: "CALENDAR_UNKNOWN" });
    assert.throws(() => calendar.previousTradingDay("2024-01-02"), { code: "CALENDAR_UNKNOWN" });
    assert.throws(() => calendar.phaseAt("2027-03-03T10:00:00+08:00"), { code: "CALENDAR_UNKNOWN" });
  });

  test("phases follow one another at the minute", () => {
    const phases: readonly (readonly [string, string])[] = [
      ["00:00:00", "pre_open"],
      ["09:14:59", "pre_open"],
      ["09:15:00", "auction"],
      ["09:24:59", "auction"],
      ["09:25:00", "gap"],
      ["09:29:59", "gap"],
      ["09:30:00", "morning"],
      ["11:29:59", "morning"],
      ["11:30:00", "lunch"],
      ["12:59:59", "lunch"],
      ["13:00:00", "afternoon"],
      ["14:56:59", "afternoon"],
      ["14:57:00", "closing_auction"],
      ["14:59:59", "closing_auction"],
      ["15:00:00", "after_close"],
      ["15:04:59", "after_close"],
      ["15:05:00", "after_hours"],
      ["15:29:59", "after_hours"],
      ["15:30:00", "after_close"],
      ["23:59:59", "after_close"],
    ];
    for (const [time, phase] of phases) {
      assert.equal(calendar.phaseAt(`2026-05-07T${time}+08:00`), phase, time);
      assert.equal(calendar.phaseAt(`2026-05-04T${time}+08:00`), "closed_day", time);
    }
  });

  test("the phase goes by Shanghai time, whatever the offset of the instant", () => {
    assert.equal(calendar.phaseAt("2026-05-07T02:32:05Z"), "morning");
    assert.equal(calendar.phaseAt("2026-05-06T22:00:00-04:00"), "morning");
  });
});

describe("a year from a source", () => {
  const days = [...(years.get(2026) ?? [])];

  test("is taken when it is whole", () => {
    assert.equal(wholeYear(2026, days)?.size, 242);
    assert.equal(wholeYear(2026, ["2025-12-31", ...days, "2027-01-04"])?.size, 242);
  });

  test("is refused when it was cut short or holds weekends", () => {
    assert.equal(wholeYear(2026, days.slice(0, 100)), null);
    assert.equal(wholeYear(2026, days.slice(0, -8)), null);
    assert.equal(wholeYear(2026, days.slice(8)), null);
    assert.equal(wholeYear(2026, [...days, "2026-02-14"]), null);
    assert.equal(wholeYear(2026, []), null);
  });
});

test("day arithmetic agrees with the calendar of dates", () => {
  const day = fc.integer({ min: 0, max: 40_000 });
  fc.assert(
    fc.property(day, fc.integer({ min: -500, max: 500 }), (n, step) => {
      const date = addDays("1990-01-01", n);
      assert.ok(isIsoDate(date));
      assert.equal(addDays(addDays(date, step), -step), date);
      assert.equal(weekday(addDays(date, 7)), weekday(date));
      assert.equal(shanghaiDate(`${date}T00:00:00+08:00`), date);
      assert.equal(secondsOfDay(`${date}T23:59:59+08:00`), 86_399);
    }),
  );
  assert.equal(weekday("2026-05-07"), 4);
  for (const none of ["2026-02-30", "2026-13-01", "20260507", "", "2026-2-3"])
    assert.equal(isIsoDate(none), false);
});
