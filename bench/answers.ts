import type { SentEntry, TelegramEmulator } from "../test/emulators/telegram.ts";

/** What the subjects answer to the bench's question: the product with a price, the bare loop with the question. */
const answer = /当前价|^answer to /;

/**
 * The answers that reached the chats so far, in order. A message that only says that work goes on is none; the edit that puts the
 * answer in its place is one.
 */
export function createAnswers(telegram: TelegramEmulator): () => readonly SentEntry[] {
  const answers: SentEntry[] = [];
  let read = 0;
  return () => {
    for (const entry of telegram.sent.slice(read)) if (answer.test(entry.text)) answers.push(entry);
    read = telegram.sent.length;
    return answers;
  };
}
