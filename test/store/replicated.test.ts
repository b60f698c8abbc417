import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { AppError } from "#contract";
import { connect, type Store } from "../../src/store/redis.ts";
import { createReplicated } from "../../src/store/replicated.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

/** The one address of two servers, as sentinels give it: first of the one, after a fail-over of the other. */
interface Address {
  connection(): Redis;
  failOver(): void;
  close(): Promise<void>;
}

let servers: readonly [RedisServer, RedisServer];
let addresses: Address[] = [];
before(async () => {
  servers = [await startRedis(), await startRedis()];
});
after(async () => {
  for (const address of addresses) await address.close();
  for (const server of servers) await server.stop();
});

async function openAddress(): Promise<Address> {
  let [{ socketPath }] = servers;
  const sockets = new Set<Socket>();
  const door = createServer((incoming) => {
    const outgoing = connectTo(socketPath);
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  const stores: Store[] = [];
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  const address: Address = {
    connection() {
      const store = connect({ url: `redis://127.0.0.1:${port}` });
      stores.push(store);
      return store.patient().redis;
    },
    failOver() {
      socketPath = servers[1].socketPath;
      leave();
    },
    async close() {
      for (const store of stores) await store.close();
      leave();
      door.close();
    },
  };
  addresses = [...addresses, address];
  return address;
}

const isIntakeDown = (error: unknown) => error instanceof AppError && error.code === "INTAKE_DOWN";

test("what a fail-over may have lost, while a replica was waited for, counts not as held", async () => {
  const { connection, failOver } = await openAddress();
  const writer = connection();
  const replicated = createReplicated(writer, connection, "probe");
  await writer.set("claim", "1");
  const waiting = replicated();
  // Without a replica it is waited for a second.
  await pause(200);
  failOver();
  await assert.rejects(waiting, isIntakeDown);
  await writer.set("claim", "2");
  await replicated();
});

test("the wait of another server than that written to says nothing", async () => {
  const [written, other] = [await openAddress(), await openAddress()];
  other.failOver();
  const writer = written.connection();
  const replicated = createReplicated(writer, other.connection, "probe");
  await writer.set("claim", "1");
  await assert.rejects(replicated(), isIntakeDown);
});

test("a server that once would not tell its name is asked again", async () => {
  const { connection } = await openAddress();
  const writer = connection();
  const replicated = createReplicated(writer, connection, "probe");
  await writer.acl("SETUSER", "default", "-info");
  await assert.rejects(replicated());
  await writer.acl("SETUSER", "default", "+info");
  await replicated();
});
