import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { type TerminalEvent, terminalEvent } from "#contract";
import { type Asked, createAnswers, type TerminalListener } from "./terminal-answers.ts";

export type { Asked, TerminalListener } from "./terminal-answers.ts";

export interface TerminalClient {
  /** Asks and waits for the whole answer. Several questions may wait at once. Does not reject. */
  ask(text: string): Promise<Asked>;
  listen(listener: TerminalListener): void;
  /** Resolves when the connection has ended, by whichever side. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects to a running service. Rejects with the system's error where nobody listens (`code` is ENOENT or ECONNREFUSED).
 * `chat` names the conversation that is continued.
 */
export async function openTerminal(
  socketPath: string,
  options: { readonly chat?: string } = {},
): Promise<TerminalClient> {
  const socket = connect(socketPath);
  await once(socket, "connect");
  const send = (line: object): void => void socket.write(`${JSON.stringify(line)}\n`);
  const answers = createAnswers();
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      answers.disconnected();
      resolve();
    });
  });
  // what ends the connection shows in `close`, which follows
  socket.on("error", () => undefined);
  socket.setEncoding("utf8");
  let rest = "";
  socket.on("data", (chunk: string) => {
    // not readline: it also breaks lines at U+2028, which JSON leaves as it is
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const event of lines.map(readEvent)) if (event !== undefined) answers.take(event);
  });
  send({ type: "hello", chat: options.chat ?? "desk" });
  return {
    ask(text) {
      const id = randomUUID();
      const answer = answers.expect(id);
      if (socket.writable) send({ type: "ask", id, text });
      else answers.disconnected();
      return answer;
    },
    listen: answers.listen,
    closed,
    async close() {
      socket.end();
      await closed;
    },
  };
}

/** A line this version does not know is skipped: the service may be newer. */
function readEvent(line: string): TerminalEvent | undefined {
  try {
    const event = terminalEvent.safeParse(JSON.parse(line));
    return event.success ? event.data : undefined;
  } catch {
    return undefined;
  }
}
