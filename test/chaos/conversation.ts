import type { Asked } from "./audit.ts";
import type { World } from "./world.ts";

const codes = ["600519", "000858", "300750", "002594", "601318"];

/** So many questions in each of so many chats at once; ids apart from chat to chat. */
export function askEverywhere({ telegram }: World, chats: number, perChat: number, first = 70_000): Asked[] {
  const asked: Asked[] = [];
  for (let round = 0; round < perChat; round++) {
    for (let chat = 0; chat < chats; chat++) {
      const [chatId, code = ""] = [first + chat, codes[(round + chat) % codes.length]];
      const taken = telegram.chat(chatId).at(-1)?.message_id ?? (first + chat) * 1000;
      const update = telegram.userSays(chatId, `${code} 现在多少钱`, { messageId: taken + 1 });
      asked.push({ chatId, messageId: update.message?.message_id ?? 0, code });
    }
  }
  return asked;
}

/** How many of the questions have an answer. */
export function answered({ telegram }: World, asked: readonly Asked[]): number {
  const quoted = new Set(
    telegram.sent.flatMap(({ chatId, replyTo, text }) =>
      replyTo !== undefined && /\(\d{6}\./.test(text) ? [`${chatId}/${replyTo}`] : [],
    ),
  );
  return asked.filter(({ chatId, messageId }) => quoted.has(`${chatId}/${messageId}`)).length;
}
