import type { Redis } from "ioredis";

/**
 * Commands that are issued in one turn of the event loop, by all that became ready in it, leave in one write: under load the system call
 * costs more than the command it carries. Order and replies are those of single writes.
 */
export function gatherWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  let isHeld = false;
  redis.sendCommand = (command, stream) => {
    // Undefined until the first connection is tried.
    const socket: Redis["stream"] | undefined = redis.stream;
    if (!isHeld && socket !== undefined) {
      isHeld = true;
      socket.cork();
      setImmediate(() => {
        isHeld = false;
        socket.uncork();
      });
    }
    return send(command, stream);
  };
}
