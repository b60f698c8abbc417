import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TerminalEvent, terminalEvent, terminalSocketName } from "#contract";
import { createWaiting } from "../../emulators/waiting.ts";
import type { Platform } from "../contract.ts";

/** A person at the terminal, speaking the wire itself. */
export async function createPlatform(): Promise<Platform> {
  const waiting = createWaiting();
  const events: TerminalEvent[] = [];
  const asked: { id: string; text: string }[] = [];
  let socket: Socket | undefined;
  const write = (line: object) => socket?.write(`${JSON.stringify(line)}\n`);
  const answered = () =>
    events.filter((event) => event.type === "accepted" || event.type === "refused").length;
  const seen = () => events.flatMap((event) => (event.type === "part" ? [event.text] : []));
  const send = (question: { id: string; text: string }) => {
    asked.push(question);
    write({ type: "ask", ...question });
  };
  return {
    config: {},
    chat: { platform: "terminal", accountId: "local", chatId: "contract" },
    async open({ host }) {
      socket = connect(join(host.dataFolder, terminalSocketName));
      await once(socket, "connect");
      createInterface({ input: socket }).on("line", (line) => {
        events.push(terminalEvent.parse(JSON.parse(line)));
        waiting.changed();
      });
      write({ type: "hello", chat: "contract" });
    },
    async say(text) {
      send({ id: `question-${asked.length}`, text });
    },
    async sayAgain() {
      const last = asked.at(-1);
      if (last !== undefined) send(last);
    },
    acknowledged: async () => void (await waiting.waitFor(() => answered() === asked.length)),
    unacknowledged: () => asked.length - answered(),
    seen,
    sees: async (text) => void (await waiting.waitFor(() => seen().includes(text))),
    async close() {
      socket?.destroy();
    },
  };
}
