import { z } from "zod";
import type { Json } from "#contract";
import type { Store } from "../store/redis.ts";

const auditLineSchema = z.object({
  /** Wall time, epoch milliseconds. */
  atMs: z.number(),
  /** `operator#<session>`, `viewer#<session>`, `cli:<user>`, or `door` for what nobody was logged in for. */
  who: z.string(),
  /** The verb, e.g. `cancel`, `replay.deliver`, `login`. */
  act: z.string(),
  /** A turn, a person, a filter. */
  what: z.string(),
  before: z.json().optional(),
  after: z.json().optional(),
});

/** One act of an administrator. No secret, no message text. */
export type AuditLine = Omit<z.infer<typeof auditLineSchema>, "before" | "after"> & {
  readonly before?: Json;
  readonly after?: Json;
};

export interface AuditLog {
  /** Resolves once Redis holds it. Throws AppError INTAKE_DOWN. */
  write(line: AuditLine): Promise<void>;
  /** Newest first; `before` is the id of the last line seen. */
  read(options: {
    limit: number;
    before?: string;
  }): Promise<readonly (AuditLine & { readonly id: string })[]>;
}

/** Kept beyond the journal's days: who did what outlives what was asked. */
const mostLines = 50_000;

export function createAuditLog({ keys, guarded }: Pick<Store, "keys" | "guarded">): AuditLog {
  return {
    async write(line) {
      const text = JSON.stringify(line);
      await guarded((redis) => redis.xadd(keys.audit, "MAXLEN", "~", mostLines, "*", "line", text));
    },
    async read({ limit, before }) {
      const newest = before === undefined ? "+" : `(${before}`;
      const rows = await guarded((redis) => redis.xrevrange(keys.audit, newest, "-", "COUNT", limit));
      return rows.flatMap(([id, fields]) => {
        const parsed = auditLineSchema.safeParse(JSON.parse(fields[1] ?? "null"));
        return parsed.success ? [{ id, ...(parsed.data as AuditLine) }] : [];
      });
    },
  };
}
