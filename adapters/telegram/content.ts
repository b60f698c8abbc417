import type { Attachment } from "#contract";
import type { TelegramMessage } from "./update-shape.ts";

const attachmentKinds: Readonly<Record<string, Attachment["kind"]>> = {
  photo: "photo",
  voice: "voice",
  sticker: "sticker",
  video: "video",
  video_note: "video",
  animation: "video",
  document: "file",
  audio: "file",
  location: "location",
  venue: "location",
  contact: "contact",
  dice: "other",
  poll: "other",
  game: "other",
  story: "other",
  checklist: "other",
  paid_media: "other",
};

/** Fields that accompany any message of a person. A message with none but these and no text is an empty one. */
const accompanying = new Set(
  `message_id date edit_date chat from sender_chat sender_boost_count sender_business_bot author_signature
  message_thread_id is_topic_message direct_messages_topic business_connection_id via_bot
  reply_to_message reply_to_story external_reply quote reply_markup forward_origin forward_from
  forward_from_chat forward_from_message_id forward_signature forward_sender_name forward_date
  is_automatic_forward has_protected_content is_from_offline is_paid_post paid_star_count effect_id media_group_id
  text entities link_preview_options caption caption_entities show_caption_above_media has_media_spoiler`.split(
    /\s+/,
  ),
);

export interface Content {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/**
 * What a person put into a message, or undefined for a service message (somebody joined, a title changed): those carry a
 * field that is neither content nor accompaniment. Captions count as text.
 */
export function readContent(message: TelegramMessage): Content | undefined {
  const kinds = new Set<Attachment["kind"]>();
  let isService = false;
  for (const [key, value] of Object.entries(message)) {
    if (value === undefined || value === null || accompanying.has(key)) continue;
    const kind = Object.hasOwn(attachmentKinds, key) ? attachmentKinds[key] : undefined;
    if (kind === undefined) isService = true;
    else kinds.add(kind);
  }
  const text = message.text ?? message.caption;
  if (text === undefined && isService && kinds.size === 0) return undefined;
  // Telegram sends an animation also as a document, a venue also as a location
  return { text: text ?? "", attachments: [...kinds].slice(0, 1).map((kind) => ({ kind })) };
}
