import { z } from "zod";
import { type Bilingual, defineTool, type KeptReminder } from "#contract";

/** What is known of a person's alerts and digests. */
export interface ReminderReader {
  read(owner: string): Promise<readonly KeptReminder[]>;
  /** What they should know of how these arrive; undefined where they simply do. */
  arrival(owner: string): Bilingual | undefined;
}

/** Reads the asker's own alerts and digests: a tool, so that what there was stands in the turn's record and a replay sees the same. */
export const createGetReminders = (reader: ReminderReader | undefined) =>
  defineTool<Record<string, never>>({
    name: "get_reminders",
    args: z.strictObject({}) as z.ZodType<Record<string, never>>,
    timeoutMs: 5000,
    retrySafe: true,
    async run(_, { owner, now }) {
      if (reader === undefined || owner === undefined)
        return { ok: false, error: { code: "TOOL_ERROR", message: "no reminders at hand" } };
      const arrival = reader.arrival(owner);
      const value = {
        reminders: [...(await reader.read(owner))],
        ...(arrival === undefined ? {} : { arrival: { ...arrival } }),
      };
      return { ok: true, value, source: "none", served_by: "memory", fetched_at: now };
    },
  });
