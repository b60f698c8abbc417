import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isAllowedHost, isAllowedOrigin } from "../../src/admin/doors/allowed-host.ts";
import { sameSecret } from "../../src/admin/doors/secret.ts";
import { createSessions, sessionMs } from "../../src/admin/doors/session.ts";

const sessions = createSessions("a key");
const nowMs = 1_000_000;

test("a session is read until it ends, and not a moment longer", () => {
  const { cookie, session } = sessions.begin("viewer", nowMs);
  assert.deepEqual(sessions.read(cookie, nowMs + sessionMs - 1), session);
  assert.equal(sessions.read(cookie, nowMs + sessionMs), undefined);
});

test("a cookie of another key, or with any character changed, is none", () => {
  const { cookie, session } = sessions.begin("operator", nowMs);
  assert.equal(createSessions("another key").read(cookie, nowMs), undefined);
  fc.assert(
    fc.property(fc.nat(cookie.length - 1), fc.constantFrom(..."AZaz09_-.="), (at, character) => {
      const changed = cookie.slice(0, at) + character + cookie.slice(at + 1);
      const read = sessions.read(changed, nowMs);
      if (changed === cookie) assert.deepEqual(read, session);
      // The last character of a seal holds bits that say nothing; the text of it is compared all the same.
      else assert.equal(read, undefined);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => sessions.read(text, nowMs) === undefined));
});

test("a form's token is that of its session alone", () => {
  const [mine, other] = [
    sessions.begin("operator", nowMs).session,
    sessions.begin("operator", nowMs).session,
  ];
  assert.equal(sessions.isFormToken(mine, sessions.formToken(mine)), true);
  assert.equal(sessions.isFormToken(mine, sessions.formToken(other)), false);
  assert.equal(sessions.isFormToken(mine, ""), false);
});

test("an empty secret fits nothing, not even nothing", () => {
  assert.equal(sameSecret("", ""), false);
  assert.equal(sameSecret("a", ""), false);
  assert.equal(sameSecret("ab", "ab"), true);
});

test("a page may act only on the very host that it came from", () => {
  const publicUrl = "https://admin.example.com";
  assert.equal(isAllowedOrigin("https://admin.example.com", "admin.example.com", publicUrl), true);
  assert.equal(isAllowedOrigin("http://127.0.0.1:8787", "127.0.0.1:8787", undefined), true);
  assert.equal(isAllowedOrigin("http://127.0.0.1:9999", "127.0.0.1:8787", undefined), false);
  assert.equal(isAllowedOrigin("http://evil.example", "evil.example", publicUrl), false);
  assert.equal(isAllowedHost("admin.example.com", undefined), false);
  assert.equal(isAllowedHost(undefined, publicUrl), false);
});
