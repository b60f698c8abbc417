import type { SayOptions, TelegramEmulator, TgMessage } from "../emulators/telegram.ts";

/** Long enough for a loaded machine; nothing is asserted about it. */
export const patienceMs = 180_000;

/** The short message that stands in while a turn takes long. */
export const progressText = /^(正在查询,请稍候…|Working on it…|排队的人较多.*|Many are waiting.*)$/;

/** One chat with the bot, as the person sees it. */
export interface Chat {
  readonly id: number;
  /** Sends a message and returns its id without waiting. */
  say(text: string, options?: SayOptions): number;
  /** The bot's messages that quote this one, progress aside, oldest first. */
  answersTo(messageId: number): readonly TgMessage[];
  /** Waits for the first answer to a message. */
  answerTo(messageId: number): Promise<TgMessage>;
  ask(text: string, options?: SayOptions): Promise<string>;
  /** Everything the bot has said here, progress aside. */
  said(): readonly TgMessage[];
  /** The messages in the order in which each was first answered: an answer that takes the place of a progress text stands there from then on. */
  answered(): readonly number[];
}

let nextChat = 7_000;

/** A chat that nobody has used. Groups have negative ids, as on Telegram. */
export function newChat(telegram: TelegramEmulator, kind: "private" | "group" = "private"): Chat {
  const number = nextChat++;
  const id = kind === "private" ? number : -number;
  const said = (): readonly TgMessage[] =>
    telegram
      .chat(id)
      .filter(({ from, text }) => from?.id === telegram.bot.id && !progressText.test(text ?? ""));
  const answersTo = (messageId: number) =>
    said().filter(({ reply_to_message }) => reply_to_message?.message_id === messageId);

  function say(text: string, options: SayOptions = {}): number {
    const chatType = kind === "private" ? "private" : "supergroup";
    const update = telegram.userSays(id, text, { chatType, ...options });
    const said = (update.message ?? update.edited_message) as TgMessage;
    return said.message_id;
  }

  const answered = (): readonly number[] => {
    const quoted = new Map(
      telegram.chat(id).map(({ message_id, reply_to_message }) => [message_id, reply_to_message?.message_id]),
    );
    const questions = telegram.sent.flatMap(({ chatId, messageId, method, text }) => {
      const isAnswer = chatId === id && method !== "deleteMessage" && !progressText.test(text);
      const question = isAnswer ? quoted.get(messageId) : undefined;
      return question === undefined ? [] : [question];
    });
    return [...new Set(questions)];
  };

  const answerTo = (messageId: number): Promise<TgMessage> =>
    telegram.waitFor(() => answersTo(messageId)[0], patienceMs, `an answer to message ${messageId} in ${id}`);

  return {
    id,
    say,
    answersTo,
    answerTo,
    said,
    answered,
    ask: async (text, options) => (await answerTo(say(text, options))).text ?? "",
  };
}
