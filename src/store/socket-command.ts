import { connect } from "node:net";
import { afterWaiting } from "./waiting-time.ts";

/**
 * One inline command to the Redis on a unix socket, without a client: for the moments before there is one and after it.
 * @returns the first line of the answer (`+PONG`, `-LOADING …`); null when nobody listens or answers in time; an empty
 * string when the server hung up instead (as it does on SHUTDOWN).
 */
export function socketCommand(socketPath: string, command: string, timeoutMs = 2000): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    let answer = "";
    const finish = (result: string | null) => {
      callOff();
      socket.destroy();
      resolve(result);
    };
    const callOff = afterWaiting(timeoutMs, () => finish(null));
    socket.on("connect", () => socket.write(`${command}\r\n`));
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("utf8");
      const end = answer.indexOf("\r\n");
      if (end >= 0) finish(answer.slice(0, end));
    });
    socket.on("error", () => finish(null));
    socket.on("close", () => finish(""));
  });
}
