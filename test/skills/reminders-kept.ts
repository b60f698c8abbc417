import type { KeptReminder, SkillResult } from "#contract";
import watchlist from "../../skills/watchlist/index.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";

type Side = "below" | "above" | "up" | "down" | "move";

export const alert = (id: string, code: string, side: Side, level: string): KeptReminder => ({
  kind: "alert",
  id,
  text: "",
  rule: { code, side, level },
  action: { skill: "watchlist", input: { codes: [code] } },
  until: "2026-08-05",
  armed: true,
});

export const digest = (id: string, at: string, text: string, topic?: string): KeptReminder => ({
  ...{ kind: "digest", id, text, at, done: "2026-05-06" },
  ...(topic === undefined ? {} : { topic }),
});

const prices: Readonly<Record<string, number>> = {
  "600519.SH": 1277.76,
  "000858.SZ": 130.74,
  "002594.SZ": 257.99,
};

const keeping =
  (reminders: readonly KeptReminder[]): Script =>
  (tool, args) => {
    if (tool === "get_reminders") return { value: { reminders: [...reminders] } };
    const price = prices[String(args.code)];
    return tool === "get_price" && price !== undefined
      ? {
          value: { code: String(args.code), current_price: price, pct_chg: -0.26 },
          as_of: "2026-05-07T10:32:00+08:00",
        }
      : lists(tool, args);
  };

/** What the skill answers who has these reminders; `codes` as a router hands the companies on. */
export async function askWith(
  reminders: readonly KeptReminder[],
  text: string,
  codes: readonly string[] = [],
): Promise<{ readonly dropped: string; readonly set: readonly string[]; readonly text: string }> {
  const language = /\p{Script=Han}/u.test(text) ? "zh" : "en";
  const harness = openSkillHarness(text, keeping(reminders), { language });
  const result: SkillResult = await watchlist.run(
    watchlist.input.parse({ codes: [...codes] }),
    harness.context,
  );
  const changes = result.kind === "text" || result.kind === "answer" ? (result.reminders ?? []) : [];
  return {
    dropped: changes.flatMap((each) => (each.op === "drop" ? each.ids : [])).join(" "),
    set: changes.flatMap(({ op, ...each }) =>
      op === "set" && "reminder" in each
        ? [
            each.reminder.kind === "alert"
              ? `${each.reminder.rule.code} ${each.reminder.rule.side} ${each.reminder.rule.level}`
              : `${each.reminder.at} ${each.reminder.text}`,
          ]
        : [],
    ),
    text: (result.kind === "text" || result.kind === "answer" ? result.text?.[language] : undefined) ?? "",
  };
}
