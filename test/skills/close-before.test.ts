import assert from "node:assert/strict";
import { test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

async function at(now: string, look: (line: TruthLine) => Promise<void>): Promise<void> {
  const line = await openTruthLine(now);
  try {
    await look(line);
  } finally {
    await line.close();
  }
}

const closes = ({ numbers }: Told): readonly string[] =>
  numbers
    .filter(({ metric }) => /close/.test(metric))
    .map(({ metric, value, as_of }) => `${metric} ${value} ${as_of.slice(0, 10)}`);

test("on an ex-dividend day the previous close is said to be a reference price, and the close before is told", async () => {
  const code = "601398.SH";
  for (const [now, texts] of [
    ["2026-04-20T10:32:05+08:00", ["工商银行昨收多少", "工行比昨天涨了吗", "ICBC previous close"]],
    ["2026-05-07T10:32:05+08:00", ["工商银行4月20日昨收是多少"]],
  ] as const)
    await at(now, async ({ truth, ask }) => {
      for (const text of texts) {
        const told = await ask(text);
        const shown = closes(told);
        assert.ok(
          shown.includes(`prev_close ${truth.bar(code, "2026-04-20")?.pre_close} 2026-04-20`),
          told.text,
        );
        assert.ok(shown.includes(`close ${truth.close(code, "2026-04-17")} 2026-04-17`), told.text);
        assert.match(told.text, /除权除息参考价|ex-right reference price/);
      }
    });
});

test("on other days nothing stands beside it", () =>
  at("2026-05-07T10:32:05+08:00", async ({ ask }) => {
    for (const text of ["茅台昨收", "茅台和工行昨收", "茅台5月6日昨收", "Moutai previous close"])
      assert.doesNotMatch((await ask(text)).text, /参考价|reference/, text);
  }));

test("before the open the previous close is the newest one, not the one before it", () =>
  at("2026-05-07T08:40:00+08:00", async ({ truth, ask }) => {
    for (const text of ["茅台昨收", "Moutai previous close"]) {
      const told = await ask(text);
      assert.deepEqual(
        closes(told),
        [`close ${truth.close("600519.SH", "2026-05-06")} 2026-05-06`],
        told.text,
      );
    }
  }));
