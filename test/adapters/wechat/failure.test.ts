import assert from "node:assert/strict";
import { test } from "node:test";
import { readFailure } from "../../../adapters/wechat/failure.ts";
import { within } from "../../../adapters/wechat/within.ts";

const grpc = (code: number, details: string) => Object.assign(new Error(`${code} X: ${details}`), { code });

const cases: readonly (readonly [string, unknown, string])[] = [
  [
    "nobody listens at the gateway",
    grpc(14, "No connection established. Last error: ECONNREFUSED"),
    "unsent",
  ],
  ["the connection dropped with the request on its way", grpc(14, "Connection dropped"), "unknown"],
  ["the gateway's own deadline", grpc(4, "Deadline exceeded"), "unknown"],
  ["another token", grpc(16, "Invalid Wechaty TOKEN"), "denied"],
  ["too much", grpc(8, "slow down"), "throttled"],
  ["a gateway without the call", grpc(12, "unimplemented"), "refused"],
  ["an error of the puppet behind the gateway", grpc(2, "socket hang up"), "unknown"],
  ["a person whom the puppet does not know", new Error("MockContact.load(): x not exist."), "refused"],
  ["an account that is logged out", new Error("not logged in"), "not_logged_in"],
  ["what nobody foresaw", "a string", "unknown"],
];

for (const [what, error, kind] of cases)
  test(`${what}: ${kind}`, () => assert.equal(readFailure(error).kind, kind));

test("a call that does not come back may have been done", async () => {
  const call = within(5, new Promise<never>(() => {}));
  assert.deepEqual(await call.catch(readFailure), { kind: "unknown", reason: "TimedOut" });
});
