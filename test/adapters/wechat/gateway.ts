import { randomUUID } from "node:crypto";
import { log } from "wechaty-puppet";
import { PuppetMock } from "wechaty-puppet-mock";
import { PuppetServer } from "wechaty-puppet-service";
import { freePort } from "../../line/service.ts";
import { createWorld, type World } from "./world.ts";

/** A wechaty gateway on this machine: the SDK's own gRPC server, with its mock puppet behind it. */
export interface Gateway {
  readonly token: string;
  /** By which the adapter reaches it. */
  readonly settings: Readonly<Record<string, string>>;
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
  const settings = {
    WECHATY_PUPPET: "wechaty-puppet-service",
    WECHATY_PUPPET_ENDPOINT: endpoint,
    WECHATY_PUPPET_TOKEN: token,
  };
  const puppet = new PuppetMock();
  world.equip(puppet);
  let server: PuppetServer | undefined;
  let connections = 0;
  puppet.on(
    "newListener" as never,
    ((event: string) => {
      if (event !== "message") return;
      connections += 1;
      world.changed();
      setImmediate(() => onConnection?.(world));
    }) as never,
  );
  return {
    ...{ token, settings, world, puppet },
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
