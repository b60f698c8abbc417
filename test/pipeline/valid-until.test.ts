/** Until when an answer may be told as it is: the smallest remaining budget of its claims. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ActHarness, openActHarness } from "../admin/act-harness.ts";

let harness: ActHarness;
before(async () => {
  harness = await openActHarness();
});
after(() => harness?.close());

const untilOf = async (text: string) => {
  const { reply } = await harness.answered({ text });
  const { validUntil, agedText } = reply ?? {};
  const isOneForm = agedText === undefined;
  return { until: validUntil === undefined ? undefined : new Date(validUntil).toISOString(), isOneForm };
};

const cases: readonly [string, Awaited<ReturnType<typeof untilOf>>][] = [
  // 180 s of trading, 5 trading days, 500 days.
  ["茅台今天成交量多少", { until: "2026-05-07T02:35:05.000Z", isOneForm: false }],
  ["茅台现在的价格和市盈率", { until: "2026-05-07T02:35:05.000Z", isOneForm: false }],
  ["茅台市盈率多少", { until: "2026-05-13T16:00:00.000Z", isOneForm: true }],
  ["茅台最近的净利润", { until: "2027-08-13T07:00:00.000Z", isOneForm: true }],
  // Asked for by its day: it is never too old.
  ["茅台2026年4月30日的收盘价是多少", { until: undefined, isOneForm: true }],
  // No claim at all, and a fact without an end.
  ["你好", { until: undefined, isOneForm: true }],
  ["什么是ST", { until: undefined, isOneForm: true }],
];

for (const [text, wanted] of cases)
  test(`${text} is as fresh as the first of its values to age`, async () => {
    assert.deepEqual(await untilOf(text), wanted);
  });
