import { z } from "zod";

/** A button under a reply. Pressing it comes back as a message with `event: "button"` and `text` = `action`. */
export const replyButton = z.object({ label: z.string(), action: z.string().max(64) });

export const artifactSchema = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,80}$/),
  mediaType: z.enum(["image/png", "image/jpeg", "application/json", "text/plain"]),
  base64: z.string(),
});

/** What a turn says at its end, before it is split for a platform. Plain text; no markup of any platform. */
export const replySchema = z.object({
  text: z.string(),
  buttons: z.array(replyButton),
  /** The same text for after `validUntil`: 截至 <as_of>, no realtime word. Absent where it reads no different. */
  agedText: z.string().optional(),
  /** Market time at which the first claim of the text has used up its budget: then it is made anew, or told by `agedText`. */
  validUntil: z.string().optional(),
  artifacts: z.array(artifactSchema).optional(),
});

/** One piece of a reply on its way to one platform: one row of the delivery ledger, one outbound job. */
export const outboundPart = z.object({
  turnId: z.string(),
  /** 0-based, out of `of`. */
  part: z.number().int().min(0),
  of: z.number().int().min(1),
  platform: z.string(),
  accountId: z.string(),
  chatId: z.string(),
  /** The platform's id of the question, to be quoted. */
  replyTo: z.string().optional(),
  /** The question's first characters, for platforms that cannot quote; only with the first part. */
  question: z.string().optional(),
  text: z.string(),
  buttons: z.array(replyButton),
  agedText: z.string().optional(),
  validUntil: z.string().optional(),
  /** At most one picture, which the text stands below; then the text has at most 1,024 characters. */
  artifacts: z.array(artifactSchema).optional(),
});

export type ReplyButton = z.infer<typeof replyButton>;
export type Artifact = z.infer<typeof artifactSchema>;
export type Reply = z.infer<typeof replySchema>;
export type OutboundPart = z.infer<typeof outboundPart>;

/**
 * What became of a send or an edit. Adapters return it; they do not throw.
 * `unknown`: the platform may or may not have taken it (a connection that dropped after the request was written).
 * `retry`: it certainly has not, and may after `afterMs` (429, connection refused).
 * `refused`: it never will (blocked by the user, chat gone, malformed).
 * `held`: it certainly has not, and may once the person has written again (a reply window that is closed or used up).
 * `unconfirmed`: it says that it has, but gives no sign that the person will see it; it is not sent again.
 */
export type SendOutcome =
  | { readonly status: "delivered"; readonly receipt: string }
  | { readonly status: "retry"; readonly afterMs: number; readonly reason: string }
  | { readonly status: "refused"; readonly reason: string }
  | { readonly status: "held"; readonly reason: string }
  | { readonly status: "unconfirmed"; readonly reason: string }
  | { readonly status: "unknown"; readonly reason: string };
