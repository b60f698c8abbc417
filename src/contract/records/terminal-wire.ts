import { z } from "zod";

/**
 * What the terminal adapter and its clients say to each other: one JSON object a line, over a unix socket. Here because the two
 * live in layers that may not import one another.
 */
const chatName = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);

export const terminalRequest = z.discriminatedUnion("type", [
  /** Names the conversation, so that a later call continues it; without it the chat is `desk`. */
  z.object({ type: z.literal("hello"), chat: chatName }),
  /** `id` is the client's own, new for every question; the same id again is the same question. */
  z.object({ type: z.literal("ask"), id: z.string().regex(/^[A-Za-z0-9_-]{4,64}$/), text: z.string() }),
]);

export const terminalEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("accepted"), id: z.string(), turnId: z.string() }),
  /** `reason` is a word of `ReceiveOutcome`, an error code, or `malformed`. */
  z.object({ type: z.literal("refused"), id: z.string().optional(), reason: z.string() }),
  z.object({ type: z.literal("typing") }),
  z.object({
    type: z.literal("part"),
    turnId: z.string(),
    part: z.number().int(),
    of: z.number().int(),
    text: z.string(),
  }),
  /** The turn has ended without parts: whoever canceled it was told by an answer of its own. */
  z.object({ type: z.literal("canceled"), turnId: z.string() }),
]);

export type TerminalRequest = z.infer<typeof terminalRequest>;
export type TerminalEvent = z.infer<typeof terminalEvent>;

/** The socket's name in the data folder. */
export const terminalSocketName = "terminal.sock";

/** In the adapter's data folder: pictures, which a terminal cannot show. */
export const picturesFolder = "charts";
