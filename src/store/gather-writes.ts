import type { Redis } from "ioredis";

/** A turn of the loop that has much to do does not keep Redis waiting for its end. */
const heldMs = 1;

/**
 * Commands that are issued in one turn of the event loop, by all that became ready in it, leave in one write, or in one each `heldMs`:
 * under load the system call costs more than the command it carries. Order and replies are those of single writes.
 */
export function gatherWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  let held: Redis["stream"] | undefined;
  let sinceMs = 0;
  const hold = (socket: Redis["stream"]): void => {
    held = socket;
    sinceMs = performance.now();
    socket.cork();
  };
  const release = (): void => {
    held?.uncork();
    held = undefined;
  };
  redis.sendCommand = (command, stream) => {
    if (held !== undefined) {
      const sent = send(command, stream);
      // By the socket that is held: after a new connection it may be another one's.
      if (performance.now() - sinceMs > heldMs) {
        const socket = held;
        release();
        hold(socket);
      }
      return sent;
    }
    // Undefined until the first connection is tried.
    const socket: Redis["stream"] | undefined = redis.stream;
    if (socket !== undefined) {
      hold(socket);
      setImmediate(release);
    }
    return send(command, stream);
  };
}
