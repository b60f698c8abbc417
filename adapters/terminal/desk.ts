import type { Socket } from "node:net";
import {
  type AdapterHost,
  AppError,
  type IncomingMessage,
  type TerminalEvent,
  type TerminalRequest,
  terminalRequest,
} from "#contract";
import { readJsonLines } from "./json-lines.ts";

/** There is one person and one account: whoever may open the socket. */
const accountId = "local";
const senderId = "desk";

const flushMs = 500;

interface Guest {
  readonly socket: Socket;
  chat: string;
  /** The last question's way in; the next one waits for it. */
  asking: Promise<void>;
}

/** The open connections, each one in one chat. */
export function createDesk(host: AdapterHost<object>) {
  const guests = new Set<Guest>();

  const answer = async (guest: Guest, request: TerminalRequest): Promise<void> => {
    if (request.type === "hello") guest.chat = request.chat;
    else write(guest.socket, await ask(host, guest.chat, request));
  };

  return {
    welcome(socket: Socket): void {
      const guest: Guest = { socket, chat: "desk", asking: Promise.resolve() };
      guests.add(guest);
      socket.once("close", () => guests.delete(guest));
      // a client that is gone is noticed by its close
      socket.on("error", () => undefined);
      const onFault = () => write(socket, { type: "refused", reason: "malformed" });
      const onLine = (value: unknown) => {
        const request = terminalRequest.safeParse(value);
        if (!request.success) return onFault();
        guest.asking = guest.asking.then(() => answer(guest, request.data));
      };
      readJsonLines(socket, onLine, onFault);
    },

    /** Tells every connection of the chat; false when there is none. */
    tell(chat: string, event: TerminalEvent): boolean {
      const present = [...guests].filter((guest) => guest.chat === chat && guest.socket.writable);
      for (const guest of present) write(guest.socket, event);
      return present.length > 0;
    },

    /** Resolves once no question is half-way in and every connection is closed. */
    async leave(): Promise<void> {
      const leaving = [...guests];
      for (const guest of leaving) guest.socket.pause();
      await Promise.all(leaving.map((guest) => guest.asking));
      for (const { socket } of leaving) {
        socket.destroySoon();
        // a client that does not read must not hold up the stop
        setTimeout(() => socket.destroy(), flushMs).unref();
      }
    },
  };
}

/** Hands one question in. An intake that is down is told, not retried: the person sits in front of it. */
async function ask(
  host: AdapterHost<object>,
  chat: string,
  request: Extract<TerminalRequest, { type: "ask" }>,
): Promise<TerminalEvent> {
  const { id, text } = request;
  const message: IncomingMessage = {
    id: `terminal-${accountId}-${chat}-${id}`,
    platform: "terminal",
    accountId,
    chatId: chat,
    chatKind: "direct",
    senderId,
    text,
    attachments: [],
    addressed: true,
    platformMessageId: id,
    sentAt: new Date(host.clock.wallMs()).toISOString(),
    event: "new",
  };
  try {
    const outcome = await host.receive(message);
    if (outcome.accepted) return { type: "accepted", id, turnId: outcome.turnId };
    // the same question once more: its turn exists and its answer will come, or came
    if (outcome.reason === "duplicate") return { type: "accepted", id, turnId: message.id };
    return { type: "refused", id, reason: outcome.reason };
  } catch (error) {
    const reason = error instanceof AppError ? error.code : "INTAKE_DOWN";
    host.log.warn({ message: message.id, reason }, "terminal question not taken");
    return { type: "refused", id, reason };
  }
}

function write(socket: Socket, event: TerminalEvent): void {
  if (socket.writable) socket.write(`${JSON.stringify(event)}\n`);
}
