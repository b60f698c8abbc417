import { createHash } from "node:crypto";
import { type ChatAddress, chatKey, type IncomingMessage, markOfText, type Turn } from "#contract";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { turnField } from "../store/turn-fields.ts";
import { fieldsOf, turnOf } from "./record.ts";

/** How a delivered part may be known when somebody quotes it. */
export interface Shown {
  readonly chat: ChatAddress;
  readonly turnId: string;
  /** The platform's id of the message. */
  readonly receipt?: string;
  /** What it says, where the platform may tell of a quote by its text alone. */
  readonly text?: string;
}

/**
 * Which turn a quoted message belongs to: a person's own, by its platform id from the moment it is accepted, and each part of an answer
 * once it is delivered. Kept per chat, so that an id of another chat leads nowhere, and as long as the turn's record.
 */
export interface Quotes {
  /** The name by which a message is found from its record on, or '': whoever quotes it means its turn, or the one that it was joined to. */
  ownName(message: IncomingMessage): string;
  /** A step of the script that writes down what became of a send; null where nothing is known to find it by. A turn that is gone stays so. */
  shownStep(shown: Shown): Step | null;
  /** Looks a message's quote up, in a script with others; null where it says nothing to look for. */
  findStep(message: IncomingMessage): Step | null;
  /** The turn that the step found, of the same chat; null for none. */
  read(reply: unknown, message: IncomingMessage): Turn | null;
  /** Both at once. Throws AppError INTAKE_DOWN when Redis is away. */
  find(message: IncomingMessage): Promise<Turn | null>;
}

/** Found by its text a part is for so long: the older, the likelier is another of the same words. */
const recentSeconds = 7 * 86_400;

/** What the platform says stands in a key only where it is plain. */
function nameOfId(id: string): string {
  return /^[A-Za-z0-9_.@-]{1,80}$/.test(id)
    ? `m${id}`
    : `h${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}

const nameOfMark = (mark: string): string => `t${mark}`;

/** KEYS turn, then that of each name · ARGV turn id, recentSeconds, names. The record lists the names, to be erased with it. */
const shownLua = `
local left = redis.call('TTL', KEYS[1])
if left < 0 then return 0 end
local names = ' ' .. (redis.call('HGET', KEYS[1], '${turnField.quotedAs}') or '') .. ' '
for i = 2, #KEYS do
  local name = ARGV[i + 1]
  local seconds = math.max(left, 1)
  if string.sub(name, 1, 1) == 't' then seconds = math.min(seconds, tonumber(ARGV[2])) end
  redis.call('SET', KEYS[i], ARGV[1], 'EX', seconds)
  if not string.find(names, ' ' .. name .. ' ', 1, true) then names = names .. name .. ' ' end
end
redis.call('HSET', KEYS[1], '${turnField.quotedAs}', string.match(names, '^%s*(.-)%s*$'))
return 1`;

/** KEYS by what it may be found, the surest first · ARGV prefix of the turns' keys → {} | {turn id, fields} */
const findLua = `
for _, key in ipairs(KEYS) do
  local id = redis.call('GET', key)
  local fields = id and redis.call('HGETALL', ARGV[1] .. id) or {}
  if #fields > 0 then return {id, fields} end
end
return {}`;

const shownKind = { lua: shownLua } as const;
const findKind = { lua: findLua } as const;

export function createQuotes({ keys, together }: Pick<Store, "keys" | "together">): Quotes {
  const findStep: Quotes["findStep"] = (message) => {
    const { replyTo = "", quotedMark } = message;
    const names = [
      ...(replyTo === "" ? [] : [nameOfId(replyTo)]),
      ...(quotedMark === undefined ? [] : [nameOfMark(quotedMark)]),
    ];
    if (names.length === 0) return null;
    const chat = chatKey(message);
    return { kind: findKind, keys: names.map((name) => keys.said(chat, name)), args: [keys.turn("")] };
  };
  const read: Quotes["read"] = (reply, message) => {
    const [id, fields] = Array.isArray(reply) ? reply : [];
    if (id === undefined) return null;
    const turn = turnOf(String(id), fieldsOf(fields));
    return chatKey(turn.message) === chatKey(message) ? turn : null;
  };
  return {
    // A pressed button brings the id of the message that it stands under.
    ownName: ({ platformMessageId = "", event }) =>
      platformMessageId === "" || event === "button" ? "" : nameOfId(platformMessageId),
    shownStep({ chat, turnId, receipt = "", text }) {
      const names = [
        ...(receipt === "" ? [] : [nameOfId(receipt)]),
        ...(text === undefined ? [] : [nameOfMark(markOfText(text))]),
      ];
      if (names.length === 0) return null;
      const place = chatKey(chat);
      return {
        kind: shownKind,
        keys: [keys.turn(turnId), ...names.map((name) => keys.said(place, name))],
        args: [turnId, recentSeconds, ...names],
      };
    },
    findStep,
    read,
    async find(message) {
      const step = findStep(message);
      if (step === null) return null;
      const [reply] = await together([step]);
      return read(reply, message);
    },
  };
}
