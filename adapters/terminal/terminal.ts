import type { Server } from "node:net";
import { join } from "node:path";
import {
  type Adapter,
  type AdapterHost,
  type ReplyLimits,
  type SendOutcome,
  terminalSocketName,
} from "#contract";
import { createDesk } from "./desk.ts";
import { withPictures } from "./pictures.ts";
import { listenOnSocket } from "./unix-socket.ts";

const noTerminal: SendOutcome = { status: "refused", reason: "no terminal is open" };

export const terminalLimits: ReplyLimits = { maxCharacters: 100_000 };

/** The adapter for the person at the machine: a unix socket in the data folder. It has no `edit`: what is printed stays. */
export function createTerminal(host: AdapterHost<object>): Adapter {
  const path = join(host.dataFolder, terminalSocketName);
  const desk = createDesk(host);
  let listening: Promise<Server> | undefined;
  let isOpen = false;

  return {
    ...terminalLimits,
    async start() {
      listening ??= listenOnSocket(path, desk.welcome);
      try {
        await listening;
        isOpen = true;
      } catch (error) {
        listening = undefined;
        throw error;
      }
    },
    async stop() {
      const closing = listening;
      listening = undefined;
      isOpen = false;
      const server = await closing?.catch(() => undefined);
      if (server === undefined) return;
      // the file goes with it
      const closed = new Promise((resolve) => server.close(resolve));
      await desk.leave();
      await closed;
    },
    async send(part) {
      const { turnId, of } = part;
      const text = await withPictures(host.dataFolder, part);
      const reached = desk.tell(part.chatId, { type: "part", turnId, part: part.part, of, text });
      return reached ? { status: "delivered", receipt: `${turnId}-p${part.part}` } : noTerminal;
    },
    async typing(chat) {
      desk.tell(chat.chatId, { type: "typing" });
    },
    async canceled(chat, turnId) {
      desk.tell(chat.chatId, { type: "canceled", turnId });
    },
    health: () => ({ ok: isOpen, detail: isOpen ? path : "not listening" }),
  };
}
