import assert from "node:assert/strict";
import { test } from "node:test";
import { clientOf } from "../../src/http/client-address.ts";

const behindProxy = (socket: string | undefined, forwarded?: string) =>
  clientOf(socket, forwarded, { isBehindProxy: true });

test("behind a proxy the caller is the last hop, which the proxy wrote", () => {
  assert.deepEqual(behindProxy("127.0.0.1", "1.1.1.1, 198.51.100.7"), {
    remoteAddress: "198.51.100.7",
    through: "127.0.0.1",
  });
  for (const socket of ["::1", "::ffff:127.0.0.1", "10.0.0.2", "172.18.0.1", "192.168.1.2", "fd00::2"])
    assert.equal(behindProxy(socket, "198.51.100.7").remoteAddress, "198.51.100.7", socket);
});

test("a hop is an address, whatever form it has; IPv6 counts by its network", () => {
  const hops: readonly (readonly [string, string])[] = [
    ["198.51.100.7:4711", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["[2001:db8::5]:4711", "2001:db8:0:0::/64"],
    ["2001:DB8::5", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    [" 198.51.100.7 ", "198.51.100.7"],
  ];
  for (const [hop, address] of hops) assert.equal(behindProxy("127.0.0.1", hop).remoteAddress, address, hop);
  for (const hop of [
    "",
    "unknown",
    "_hidden",
    "198.51.100.7,",
    "198.51.100.700",
    "[2001:db8::5",
    "1.2.3.4:x",
  ])
    assert.deepEqual(behindProxy("127.0.0.1", hop), { remoteAddress: "127.0.0.1", isShared: true }, hop);
});

test("nobody else's word is taken for where they come from", () => {
  const own = { remoteAddress: "203.0.113.9" };
  assert.deepEqual(behindProxy("203.0.113.9", "198.51.100.7"), own);
  assert.deepEqual(behindProxy("172.32.0.1", "198.51.100.7"), { remoteAddress: "172.32.0.1" });
  assert.deepEqual(clientOf("127.0.0.1", "198.51.100.7", { isBehindProxy: false }), {
    remoteAddress: "127.0.0.1",
  });
  assert.deepEqual(behindProxy(undefined, "198.51.100.7"), { remoteAddress: "" });
});

test("a proxy that tells nothing is one address for many, unless the request was made on this machine for itself", () => {
  assert.deepEqual(behindProxy("127.0.0.1"), { remoteAddress: "127.0.0.1", isShared: true });
  assert.deepEqual(clientOf("127.0.0.1", undefined, { isBehindProxy: true, isDirect: true }), {
    remoteAddress: "127.0.0.1",
  });
});
