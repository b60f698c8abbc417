import { z } from "zod";

const wireObject = z.looseObject;

export const toolCite = wireObject({
  kind: z.literal("tool"),
  source: z.string().min(1),
  table: z.string().optional(),
  fetched_at: z.string().min(1),
  tool_call_id: z.string().min(1),
  served_by: z.string().optional(),
  /** RFC 6901 pointer into the trace row's `value`. */
  path: z.string().optional(),
});

export const competenceCite = wireObject({ kind: z.literal("competence"), competence_id: z.string().min(1) });

export const cite = z.discriminatedUnion("kind", [toolCite, competenceCite]);

/** A number with its unit, date and cite. `as_of` is ISO 8601 with offset, or a date; report periods stand in `period`. */
export const numericClaim = wireObject({
  kind: z.literal("numeric"),
  value: z.number(),
  metric: z.string().min(1),
  /** Canonical code (`600519.SH`); null where the metric has none. */
  code: z.string().nullable(),
  name: z.string().optional(),
  unit: z.string().optional(),
  as_of: z.string(),
  period: z.string().optional(),
  /** Price adjustment: `none`, `qfq`, `hfq`. */
  adjust: z.string().optional(),
  /** True for a close that the exchange has not yet confirmed: 收盘(待确认). */
  provisional: z.boolean().optional(),
  cite,
});

/** A string of the data, quoted exactly: a title, a link, a date, a label. */
export const textClaim = wireObject({
  kind: z.literal("text"),
  value: z.string(),
  type: z.enum(["title", "url", "date", "label"]),
  metric: z.string().min(1),
  code: z.string().nullable(),
  as_of: z.string(),
  cite,
});

/** A registered fact; `as_of` is the day on which it was read, where it is given. */
export const knowledgeClaim = wireObject({
  kind: z.literal("knowledge"),
  claim: z.string(),
  as_of: z.string().optional(),
  cite,
});

export const claim = z.discriminatedUnion("kind", [numericClaim, textClaim, knowledgeClaim]);

export type ToolCite = z.infer<typeof toolCite>;
export type CompetenceCite = z.infer<typeof competenceCite>;
export type Cite = z.infer<typeof cite>;
export type NumericClaim = z.infer<typeof numericClaim>;
export type TextClaim = z.infer<typeof textClaim>;
export type KnowledgeClaim = z.infer<typeof knowledgeClaim>;
export type Claim = z.infer<typeof claim>;
