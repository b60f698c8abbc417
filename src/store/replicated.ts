import type { Redis } from "ioredis";
import { AppError } from "#contract";
import { asIntakeDown } from "./fault.ts";

/** A replica that is further behind is not waited for. */
const waitMs = 1000;
/** With no replica left there is nothing to wait for; so long nobody looks again. */
const lookAgainMs = 5000;

/** The server at the other end of a connection, which a fail-over makes another one. */
interface Peer {
  /** How often the connection has been lost. */
  losses(): number;
  /** Names the server, by what it calls this run of its own. */
  name(): Promise<string>;
}

function peerOf(connection: Redis): Peer {
  let losses = 0;
  let named: Promise<string> | undefined;
  connection.on("close", () => {
    losses += 1;
    named = undefined;
  });
  const ask = async () => /^run_id:(\w+)/m.exec(await connection.info("server"))?.[1] ?? "";
  return {
    losses: () => losses,
    name() {
      named ??= ask().catch((error: unknown) => {
        // Asked anew by the next one, also where the connection stands.
        named = undefined;
        throw error;
      });
      return named;
    },
  };
}

/**
 * Waits until a replica holds what was written on `writer` so far. On a connection of its own, since WAIT holds up what comes
 * behind it; a write of its own there comes after all of ours, so that one wait serves all who ask meanwhile.
 * Rejects with AppError INTAKE_DOWN while Redis is away, and where a fail-over has come between: what was written may be gone with its server.
 */
export function createReplicated(writer: Redis, open: () => Redis, probeKey: string): () => Promise<void> {
  const written = peerOf(writer);
  let waiting: { readonly connection: Redis; readonly peer: Peer } | undefined;
  let alone = Number.NEGATIVE_INFINITY;
  let running: Promise<string> | undefined;
  let next: Promise<string> | undefined;
  const connect = () => {
    const connection = open();
    return { connection, peer: peerOf(connection) };
  };
  /** The name of the server that has waited. */
  const wait = async (): Promise<string> => {
    waiting ??= connect();
    const { connection, peer } = waiting;
    try {
      await connection.set(probeKey, "1", "PX", waitMs);
      const losses = peer.losses();
      const [name, replicas] = await Promise.all([peer.name(), connection.wait(1, waitMs)]);
      if (peer.losses() !== losses) throw failedOver();
      if (replicas < 1) alone = performance.now();
      return name;
    } catch (error) {
      throw asIntakeDown(error);
    }
  };
  const begin = (): Promise<string> => {
    running = wait().finally(() => {
      running = undefined;
    });
    return running;
  };
  const join = (): Promise<string> => {
    if (running === undefined) return begin();
    // The wait under way may have begun before the caller's last write.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
  return async () => {
    if (performance.now() - alone < lookAgainMs) return;
    const losses = written.losses();
    const [own, waited] = await Promise.all([written.name(), join()]).catch((error: unknown) => {
      throw asIntakeDown(error);
    });
    if (own !== waited || written.losses() !== losses) throw failedOver();
  };
}

function failedOver(): AppError {
  return new AppError("INTAKE_DOWN", "Redis has failed over");
}
