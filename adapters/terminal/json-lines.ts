import type { Socket } from "node:net";

/** Far above the longest question, so that a question too long is refused by the gateway in its own words. */
const maxLineCharacters = 1_000_000;

/** Calls `onLine` for each line of JSON, in order, and `onFault` for what is not JSON; an endless line ends the connection. */
export function readJsonLines(socket: Socket, onLine: (value: unknown) => void, onFault: () => void): void {
  let rest = "";
  const readLine = (line: string) => {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      onFault();
      return;
    }
    onLine(value);
  };
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line);
    if (rest.length <= maxLineCharacters) return;
    onFault();
    socket.destroy();
  });
}
