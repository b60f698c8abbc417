import { z } from "zod";

/**
 * The fields of a Telegram update that are used, each optional: a missing or mistyped field is absent, never a fault.
 * Source: https://core.telegram.org/bots/api#update
 */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const user = z.looseObject({
  id: z.int(),
  is_bot: maybe(z.boolean()),
  first_name: maybe(z.string()),
  last_name: maybe(z.string()),
  username: maybe(z.string()),
});

const chat = z.looseObject({ id: z.int(), type: maybe(z.string()), title: maybe(z.string()) });

/** Offsets and lengths are in UTF-16 code units, as JavaScript counts. */
const entity = z.looseObject({
  type: z.string(),
  offset: z.int().min(0),
  length: z.int().min(0),
  user: maybe(user),
});

const message = z.looseObject({
  message_id: maybe(z.int()),
  date: maybe(z.int()),
  edit_date: maybe(z.int()),
  chat: maybe(chat),
  from: maybe(user),
  sender_chat: maybe(chat),
  is_automatic_forward: maybe(z.boolean()),
  text: maybe(z.string()),
  caption: maybe(z.string()),
  entities: maybe(z.array(entity)),
  caption_entities: maybe(z.array(entity)),
  is_topic_message: maybe(z.boolean()),
  message_thread_id: maybe(z.int()),
  reply_to_message: maybe(z.looseObject({ message_id: maybe(z.int()), from: maybe(user) })),
  /** A quoted message of another chat, or of another topic. */
  external_reply: maybe(z.looseObject({})),
});

export const updateShape = z.looseObject({
  update_id: maybe(z.int()),
  message: maybe(message),
  edited_message: maybe(message),
  callback_query: maybe(
    z.looseObject({
      id: z.string().min(1),
      from: maybe(user),
      data: maybe(z.string()),
      message: maybe(z.looseObject({ message_id: maybe(z.int()), chat: maybe(chat) })),
    }),
  ),
});

/** What the adapter asks Telegram for; channel posts, reactions and the rest are never sent to us. */
export const allowedUpdates = ["message", "edited_message", "callback_query"] as const;

export type TelegramUpdate = z.infer<typeof updateShape>;
export type TelegramMessage = z.infer<typeof message>;
export type TelegramCallback = NonNullable<TelegramUpdate["callback_query"]>;
export type TelegramUser = z.infer<typeof user>;
export type TelegramChat = z.infer<typeof chat>;
export type TelegramEntity = z.infer<typeof entity>;
