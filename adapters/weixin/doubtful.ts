import { z } from "zod";
import type { AdapterStore, Clock, OutboundPart } from "#contract";
import { heldForMs } from "./reply-window.ts";

/** What may not have arrived: it is offered once more, marked, when the person writes again. */
const doubtShape = z.object({
  text: z.string(),
  agedText: z.string().optional(),
  validUntil: z.string().optional(),
  atMs: z.number(),
  /** It says by itself what is in doubt. */
  isNotice: z.boolean().optional(),
});

export interface Doubtful {
  keep(
    userId: string,
    clientId: string,
    part: Pick<OutboundPart, "text" | "agedText" | "validUntil">,
  ): Promise<void>;
  /** Of a picture or file: these words are said in its place, as they are. */
  keepNotice(userId: string, clientId: string, text: string): Promise<void>;
  drop(userId: string, clientId: string): Promise<void>;
  /** The texts as they may be said now, by the client ids of their first sends; what is too old is forgotten. */
  list(userId: string): Promise<ReadonlyMap<string, string>>;
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** A second try of the first send has borne a mark already. */
const unmarked = (text: string): string => text.replace(/^\((可能重复|possibly a repeat)\) /, "");

const marked = (text: string): string =>
  isChinese(text) ? `(可能重复,上一条可能没有送达) ${text}` : `(possibly a repeat) ${text}`;

export function createDoubtful(store: AdapterStore, clock: Clock): Doubtful {
  const group = (userId: string) => `doubtful:${userId}`;
  /** Who never writes again is offered nothing: what an answer said is not kept for that. */
  const put = (userId: string, clientId: string, doubt: z.infer<typeof doubtShape>): Promise<void> =>
    store.setEntry(group(userId), clientId, JSON.stringify(doubt), { ttlMs: heldForMs });
  return {
    async keep(userId, clientId, { text, agedText, validUntil }) {
      const doubt = {
        text: unmarked(text),
        ...(agedText === undefined ? {} : { agedText }),
        ...(validUntil === undefined ? {} : { validUntil }),
        atMs: clock.wallMs(),
      };
      await put(userId, clientId, doubt);
    },
    keepNotice: (userId, clientId, text) =>
      put(userId, clientId, { text, atMs: clock.wallMs(), isNotice: true }),
    drop: (userId, clientId) => store.deleteEntry(group(userId), clientId),
    async list(userId) {
      const texts = new Map<string, string>();
      for (const [clientId, json] of await store.entries(group(userId))) {
        const { text, agedText, validUntil, atMs, isNotice } = doubtShape.parse(JSON.parse(json));
        const say = isNotice === true ? (words: string) => words : marked;
        const isAged = validUntil !== undefined && Date.parse(clock.market()) > Date.parse(validUntil);
        if (clock.wallMs() - atMs > heldForMs) await store.deleteEntry(group(userId), clientId);
        else texts.set(clientId, say(isAged ? (agedText ?? text) : text));
      }
      return texts;
    },
  };
}
