import { z } from "zod";

/**
 * The fields of a message that are used, each optional: one that is missing or mistyped is absent, never a fault. Ids come as decimal
 * text (`parseExactly`).
 */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const text = maybe(z.string());
/** A number that came as text is as good: writers of JSON quote 64 bits. */
const number = maybe(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ]),
);

const media = maybe(z.looseObject({ encrypt_query_param: text, full_url: text }));

const item = z.looseObject({
  type: number,
  text_item: maybe(z.looseObject({ text })),
  voice_item: maybe(z.looseObject({ text, media })),
  image_item: maybe(z.looseObject({ media })),
  file_item: maybe(z.looseObject({ media, file_name: text, md5: text })),
  video_item: maybe(z.looseObject({ media, video_md5: text })),
  ref_msg: maybe(
    z.looseObject({
      title: text,
      svr_id: text,
      message_item: maybe(z.looseObject({ text_item: maybe(z.looseObject({ text })) })),
    }),
  ),
});

export const messageShape = z.looseObject({
  message_id: text,
  client_id: text,
  from_user_id: text,
  group_id: text,
  create_time_ms: number,
  delete_time_ms: number,
  message_type: number,
  context_token: text,
  // One item that cannot be read must not cost the others.
  item_list: maybe(z.array(maybe(item))),
});

export type WeixinMessage = z.infer<typeof messageShape>;
export type WeixinItem = z.infer<typeof item>;
