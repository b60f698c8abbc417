import type { IncomingMessage } from "#contract";

/** A plain question of the terminal's one user, of the sample data's market time. */
export const terminalMessage = (text: string, over: Partial<IncomingMessage> = {}): IncomingMessage => ({
  id: "terminal-test-1",
  platform: "terminal",
  accountId: "test",
  chatId: "desk",
  chatKind: "direct",
  senderId: "desk",
  text,
  attachments: [],
  addressed: true,
  sentAt: "2026-05-07T10:32:05+08:00",
  event: "new",
  ...over,
});
