import type { TelegramEntity, TelegramMessage } from "./update-shape.ts";

export interface BotIdentity {
  readonly id: number;
  /** Without the `@`; empty where Telegram gave none. */
  readonly username: string;
}

export interface Addressing {
  readonly addressed: boolean;
  /** The text without the bot's own mention. */
  readonly text: string;
}

const commandPattern = /^\/([A-Za-z0-9_]{1,64})(?:@([A-Za-z0-9_]{1,64}))?(?![A-Za-z0-9_@])/;

/**
 * Whether a message of a group is meant for the bot: it is mentioned, replied to, or commanded. A command with another bot's
 * name is not for us whatever else holds; a command without a name is when it is one of ours.
 */
export function readAddressing(
  message: TelegramMessage,
  text: string,
  bot: BotIdentity,
  commands: ReadonlySet<string>,
): Addressing {
  const command = commandPattern.exec(text);
  const suffix = command?.[2];
  if (command !== null && suffix !== undefined) {
    if (suffix.toLowerCase() !== bot.username.toLowerCase()) return { addressed: false, text };
    return { addressed: true, text: `/${command[1]}${text.slice(command[0].length)}` };
  }
  const spans = mentionSpans(message, text, bot);
  const isReply = message.reply_to_message?.from?.id === bot.id;
  const isCommand = command !== null && commands.has((command[1] ?? "").toLowerCase());
  return { addressed: spans.length > 0 || isReply || isCommand, text: withoutSpans(text, spans) };
}

type Span = readonly [start: number, end: number];

function mentionSpans(message: TelegramMessage, text: string, bot: BotIdentity): Span[] {
  const entities = message.text === undefined ? message.caption_entities : message.entities;
  if (entities === undefined) return spansInText(text, bot.username);
  return entities
    .filter((entity) => isMention(entity, text, bot))
    .map((entity): Span => [entity.offset, entity.offset + entity.length])
    .sort((a, b) => a[0] - b[0]);
}

function isMention(entity: TelegramEntity, text: string, bot: BotIdentity): boolean {
  if (entity.type === "text_mention") return entity.user?.id === bot.id;
  const shown = text.slice(entity.offset, entity.offset + entity.length);
  return entity.type === "mention" && bot.username !== "" && sameName(shown, `@${bot.username}`);
}

/** For messages whose entities did not arrive. */
function spansInText(text: string, username: string): Span[] {
  if (username === "") return [];
  const names = text.matchAll(/(?<![A-Za-z0-9_])@[A-Za-z0-9_]{1,64}/g);
  return [...names]
    .filter((match) => sameName(match[0], `@${username}`))
    .map((match): Span => [match.index, match.index + match[0].length]);
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let rest = "";
  let from = 0;
  for (const [start, end] of spans) {
    if (start < from) continue;
    rest = `${rest}${text.slice(from, start)}`;
    from = end;
    // a mention in mid-sentence leaves one space, not two
    if (/\s$/.test(rest) && /\s/.test(text.charAt(from))) from += 1;
  }
  return `${rest}${text.slice(from)}`.trim();
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
