import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { type CircuitBreaker, createCircuitBreaker } from "../../src/data/circuit-breaker.ts";

describe("a circuit breaker", () => {
  let wall = 0;
  let market = 0;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    [wall, market] = [1_000_000, 5_000_000];
    breaker = createCircuitBreaker({ wallMs: () => wall, marketMs: () => market });
  });

  const fail = (code: "NET_TIMEOUT" | "RATE_LIMIT" | "SOURCE_DENIED" | "NO_DATA", more = {}) =>
    breaker.settle({ code, message: "scripted", ...more });
  const isOpen = () => breaker.refuse() !== null;

  test("opens after three failures in a row; a success in between starts the count anew", () => {
    fail("NET_TIMEOUT");
    fail("NET_TIMEOUT");
    breaker.settle(null);
    fail("NET_TIMEOUT");
    fail("NET_TIMEOUT");
    assert.equal(isOpen(), false);
    fail("NET_TIMEOUT");
    assert.equal(isOpen(), true);
  });

  test("half open, it lets one probe through and waits for what becomes of it", () => {
    for (const _ of [1, 2, 3]) fail("NET_TIMEOUT");
    wall += 5_000;
    assert.deepEqual([isOpen(), isOpen()], [false, true]);
    breaker.settle(null);
    assert.equal(isOpen(), false);
  });

  test("a probe that was not made after all leaves the next one the turn", () => {
    for (const _ of [1, 2, 3]) fail("NET_TIMEOUT");
    wall += 5_000;
    assert.equal(isOpen(), false);
    breaker.withdraw();
    assert.equal(isOpen(), false);
  });

  test("a rate limit is kept as long as the upstream names, else for a minute", () => {
    fail("RATE_LIMIT", { coolDownMs: 3_600_000 });
    wall += 3_599_999;
    assert.equal(isOpen(), true);
    wall += 1;
    assert.equal(isOpen(), false);
    fail("RATE_LIMIT");
    wall += 59_999;
    assert.equal(isOpen(), true);
  });

  test("a market clock that was set over the pause ends it, and one that runs along does not", () => {
    fail("SOURCE_DENIED");
    wall += 300_000;
    market += 300_000;
    assert.equal(isOpen(), true);
    market += 3_600_000;
    assert.equal(isOpen(), false);
  });

  test("a market clock that was set back ends it too", () => {
    fail("RATE_LIMIT");
    market -= 86_400_000;
    assert.equal(isOpen(), false);
  });
});
