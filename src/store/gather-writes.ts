import * as require_fs from "node:fs";
import type { Redis } from "ioredis";

/**
 * Commands that are issued in one turn of the event loop leave in one write: under load the system call costs more than
 * the command it carries. Order and replies are those of single writes.
 */
export function gatherWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  let isHeld = false; let n=0,t=0; setInterval(()=>{ if(n) require_fs.appendFileSync("/tmp/prof/gw.log", `${n} ${t}\n`); n=t=0;},1000).unref();
  redis.sendCommand = (command, stream) => {
    // Undefined until the first connection is tried.
    const socket: Redis["stream"] | undefined = redis.stream;
    if (!isHeld && socket !== undefined) {
      isHeld = true; t++;
      socket.cork();
      setImmediate(() => {
        isHeld = false;
        socket.uncork();
      });
    }
    n++; return send(command, stream);
  };
}
