import { randomUUID } from "node:crypto";
import { log } from "wechaty-puppet";
import { PuppetMock } from "wechaty-puppet-mock";
import { PuppetServer } from "wechaty-puppet-service";
import { freePort } from "../../line/service.ts";
import { createWorld, type World } from "./world.ts";

/** A wechaty gateway on this machine: the SDK's own gRPC server, with its mock puppet behind it. */
export interface Gateway {
  readonly endpoint: string;
  readonly token: string;
  readonly world: World;
  readonly puppet: PuppetMock;
  /** How often a client has begun to listen. */
  connections(): number;
  start(): Promise<void>;
  /** Drops its clients; the puppet behind it stays. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  /** Called when a client has begun to listen. */
  readonly onConnection?: (world: World) => void;
  readonly isLoggedIn?: boolean;
}

export async function createGateway({
  onConnection,
  isLoggedIn = true,
}: GatewayOptions = {}): Promise<Gateway> {
  log.level("silent");
  const world = createWorld({ isLoggedIn });
  const endpoint = `127.0.0.1:${await freePort()}`;
  const token = `insecure_${randomUUID()}`;
  const puppet = new PuppetMock();
  world.equip(puppet);
  let server: PuppetServer | undefined;
  let connections = 0;
  puppet.on(
    "newListener" as never,
    ((event: string) => {
      if (event !== "message") return;
      connections += 1;
      setImmediate(() => onConnection?.(world));
    }) as never,
  );
  return {
    ...{ endpoint, token, world, puppet },
    connections: () => connections,
    async start() {
      server = new PuppetServer({ endpoint, token, puppet });
      await server.start();
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
  };
}
