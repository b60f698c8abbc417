import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { AppError, type Log, type ModelClient, type ModelRequest } from "#contract";
import { createAnthropicClient } from "../../src/models/anthropic.ts";
import { createOpenaiClient } from "../../src/models/openai.ts";
import type { ProviderOptions } from "../../src/models/provider.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../../src/models/retry.ts";
import {
  createModelsEmulator,
  type ModelFault,
  type ModelsEmulator,
  type Wire,
} from "../emulators/models.ts";

const secretText = "600519 现在多少钱?";

const planSchema = {
  name: "plan",
  json: {
    type: "object",
    properties: {
      actions: { type: "array", items: { type: "object", properties: { skill: { type: "string" } } } },
      language: { type: "string" },
    },
    required: ["actions", "language"],
  },
};

const request = (over: Partial<ModelRequest> = {}): ModelRequest => ({
  system: "You route questions.",
  messages: [{ role: "user", content: secretText }],
  schema: planSchema,
  facts: { task: "routing", data: null },
  maxTokens: 500,
  signal: new AbortController().signal,
  ...over,
});

const logged: object[] = [];
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (fields) => void logged.push(fields),
  error: () => {},
};

let server: ModelsEmulator;

interface Over extends Partial<Pick<ProviderOptions, "fetch" | "seed">> {
  retry?: Partial<RetryPolicy>;
  key?: string;
}

function client(wire: Wire, over: Over = {}): ModelClient {
  const create = wire === "openai" ? createOpenaiClient : createAnthropicClient;
  return create({
    model: "test-model",
    apiKey: over.key ?? (wire === "openai" ? server.openaiKey : server.anthropicKey),
    baseUrl: wire === "openai" ? server.openaiBaseUrl : server.anthropicBaseUrl,
    fetch: over.fetch ?? globalThis.fetch,
    ...(over.seed === undefined ? {} : { seed: over.seed }),
    log,
    random: () => 0.5,
    nowMs: () => Date.now(),
    retry: { ...defaultRetryPolicy, timeoutMs: 60_000, totalMs: 60_000, backoffMs: 4, ...over.retry },
  });
}

const isModelDown =
  (detail: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "MODEL_DOWN");
    assert.match(error.message, detail);
    const everything = `${error.message} ${error.stack} ${JSON.stringify(error.cause ?? null)}`;
    assert.ok(!everything.includes(secretText), "no prompt text in the error");
    assert.ok(!everything.includes("sk-"), "no key in the error");
    return true;
  };

before(async () => {
  server = await createModelsEmulator();
});
beforeEach(() => {
  server.clearFaults();
  server.respond(() => undefined);
});
after(() => server.close());

const plan = { actions: [{ skill: "price", input: { codes: ["600519"] } }], language: "zh" };

for (const wire of ["openai", "anthropic"] as const) {
  describe(`${wire} wire`, () => {
    const callsBefore = (): (() => number) => {
      const start = server.calls.length;
      return () => server.calls.length - start;
    };

    test("a structured answer arrives parsed, with its usage, by the wire's own feature", async () => {
      const response = await client(wire).complete(request());
      assert.deepEqual(response.json, plan);
      assert.ok(response.usage.prompt_tokens > 0 && response.usage.completion_tokens > 0);
      const seen = server.calls.at(-1);
      assert.equal(seen?.schema?.by, wire === "openai" ? "response_format" : "tool");
      assert.equal(seen?.system, "You route questions.");
      assert.equal(seen?.model, "test-model");
    });

    test("without a schema the text comes back as it is", async () => {
      const messages = [{ role: "user" as const, content: "claims: {{c1}} {{c2}}" }];
      const { schema: _none, ...plain } = request({ messages });
      const response = await client(wire).complete(plain);
      assert.equal(response.text, "{{c1}}\n{{c2}}");
      assert.equal(response.json, undefined);
    });

    const passing: readonly ModelFault[] = [
      { kind: "error", status: 500 },
      { kind: "error", status: 503 },
      { kind: "rate_limit", retryAfter: 0 },
      { kind: "rate_limit" },
      { kind: "drop" },
      { kind: "garbage" },
      { kind: "html" },
      { kind: "no_choices" },
    ];
    for (const fault of passing.filter((row) => wire === "openai" || row.kind !== "no_choices"))
      test(`${JSON.stringify(fault)} twice is survived`, async () => {
        const calls = callsBefore();
        server.fail(wire, fault, 2);
        const response = await client(wire).complete(request());
        assert.deepEqual(response.json, plan);
        assert.equal(calls(), 3);
      });

    test("after two retries the model is down", async () => {
      const calls = callsBefore();
      server.fail(wire, { kind: "error", status: 500 }, 9);
      await assert.rejects(client(wire).complete(request()), isModelDown(/HTTP 500/));
      assert.equal(calls(), 3);
    });

    test("a hang and a body that never ends are cut by the timeout", async () => {
      const hasty = client(wire, { retry: { timeoutMs: 60, retries: 1 } });
      for (const kind of ["hang", "stall"] as const) {
        // A call that was cut off early may still come in and take one.
        server.fail(wire, { kind }, Number.POSITIVE_INFINITY);
        await assert.rejects(hasty.complete(request()), isModelDown(/timeout/));
        server.clearFaults();
      }
      // The second try has the same time for its answer.
      const once = client(wire, { retry: { timeoutMs: 1000, retries: 1 } });
      server.fail(wire, { kind: "hang" }, 1);
      assert.deepEqual((await once.complete(request())).json, plan);
    });

    test("all attempts together have a limit of their own", async () => {
      const calls = callsBefore();
      server.fail(wire, { kind: "hang" }, 9);
      const patient = client(wire, { retry: { timeoutMs: 5000, totalMs: 80 } });
      await assert.rejects(patient.complete(request()), isModelDown(/timeout/));
      assert.ok(calls() <= 1, "none is begun anew");
    });

    test("a slow answer within the timeout is taken", async () => {
      server.fail(wire, { kind: "slow", ms: 30 });
      assert.deepEqual((await client(wire).complete(request())).json, plan);
    });

    test("a refused key and a longer pause than we wait are final at once", async () => {
      const calls = callsBefore();
      await assert.rejects(client(wire, { key: "sk-wrong" }).complete(request()), isModelDown(/HTTP 401/));
      server.fail(wire, { kind: "rate_limit", retryAfter: 3600 });
      await assert.rejects(client(wire).complete(request()), isModelDown(/HTTP 429/));
      assert.equal(calls(), 1, "the wrong key never gets in, the throttled call is made once");
      const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
      server.fail(wire, { kind: "rate_limit", retryAfter: inAnHour });
      await assert.rejects(client(wire).complete(request()), isModelDown(/HTTP 429/));
    });

    test("an abort ends a hanging call and a pause with the caller's reason", async () => {
      const stop = new AbortController();
      server.fail(wire, { kind: "hang" });
      const reason = new Error("canceled by the user");
      const hanging = client(wire).complete(request({ signal: stop.signal }));
      setTimeout(() => stop.abort(reason), 20);
      await assert.rejects(hanging, reason);

      const later = new AbortController();
      server.fail(wire, { kind: "rate_limit", retryAfter: 9 });
      const calls = callsBefore();
      const pausing = client(wire).complete(request({ signal: later.signal }));
      await server.waitFor(() => calls() === 1);
      later.abort(reason);
      await assert.rejects(pausing, reason);
      await assert.rejects(client(wire).complete(request({ signal: later.signal })), reason);
      assert.equal(calls(), 1);
    });

    test("malformed and empty answers are handed back without json", async () => {
      server.fail(wire, { kind: "bad_json" });
      const malformed = await client(wire).complete(request());
      assert.equal(malformed.json, undefined);
      assert.match(malformed.text, /oops/);
      server.fail(wire, { kind: "empty" });
      const empty = await client(wire).complete(request());
      assert.deepEqual([empty.text, empty.json], ["", undefined]);
    });

    test("prose around the object does no harm", async () => {
      server.respond(() => `Here you go:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nDone.`);
      assert.deepEqual((await client(wire).complete(request())).json, plan);
    });

    test("a server that refuses structured output gets the schema in words, and is not asked again", async (context) => {
      const old = await createModelsEmulator({ refuses: ["response_format", "tool"] });
      context.after(() => old.close());
      const current = server;
      server = old;
      const talking = client(wire);
      server = current;
      old.respond((seen) => (seen.system.includes('"actions"') ? plan : "no schema seen"));
      assert.deepEqual((await talking.complete(request())).json, plan);
      assert.deepEqual((await talking.complete(request())).json, plan);
      assert.deepEqual(
        old.calls.map((call) => call.outcome),
        [400, 200, 200],
      );
    });

    test("a web page in the place of an API is named, with the setting of its address", async () => {
      const setting = `${wire.toUpperCase()}_BASE_URL`;
      const page =
        (status: number): typeof globalThis.fetch =>
        async () =>
          new Response(`<html>${secretText}</html>`, { status, headers: { "content-type": "text/html" } });
      const told = (status: number) =>
        assert.rejects(
          client(wire, { fetch: page(status) }).complete(request()),
          isModelDown(new RegExp(`a web page \\(HTML\\), not an API's answer \\(check ${setting}\\)`)),
        );
      await told(200);
      await told(403);
      const down = client(wire, { fetch: page(503) });
      await assert.rejects(down.complete(request()), isModelDown(/HTTP 503$/));
    });

    test("a request that is wrong for other reasons is not repeated", async () => {
      const calls = callsBefore();
      server.fail(wire, { kind: "error", status: 400, message: `bad: ${secretText}` }, 2);
      await assert.rejects(client(wire).complete(request()), isModelDown(/HTTP 400/));
      assert.equal(calls(), 2, "once with the schema, once in words");
    });
  });
}

test("a server that cannot be reached is down", async () => {
  const gone = await createModelsEmulator();
  const current = server;
  server = gone;
  const talking = client("openai");
  server = current;
  await gone.close();
  await assert.rejects(talking.complete(request()), isModelDown(/no usable answer/));
});

for (const wire of ["openai", "anthropic"] as const) {
  test(`${wire}: a server that sends us on to another address is down at once, and the operator is told why`, async () => {
    let calls = 0;
    const sentOn: typeof globalThis.fetch = async () => {
      calls += 1;
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("redirected"), { code: "UNEXPECTED_REDIRECT" }),
      });
    };
    await assert.rejects(
      client(wire, { fetch: sentOn }).complete(request()),
      isModelDown(new RegExp(`redirected \\(check ${wire.toUpperCase()}_BASE_URL\\)`)),
    );
    assert.equal(calls, 1);
  });

  test(`${wire}: thoughts before the answer are left out, and thoughts without an end are no answer`, async () => {
    const { schema: _, ...asked } = request();
    server.respond(() => `<think>{"actions": []}</think>\n${JSON.stringify(plan)}`);
    assert.equal((await client(wire).complete(asked)).text, JSON.stringify(plan));
    server.respond(() => "<think>the price may be 1801.23");
    assert.equal((await client(wire).complete(asked)).text, "");
  });
}

test("the seed is sent on the wire that has a field for it", async () => {
  server.respond(() => JSON.stringify(plan));
  const seeds: unknown[] = [];
  const watched: typeof globalThis.fetch = (url, init) => {
    seeds.push((JSON.parse(String(init?.body)) as { seed?: unknown }).seed);
    return fetch(url, init);
  };
  for (const wire of ["openai", "anthropic"] as const)
    await client(wire, { seed: 7, fetch: watched }).complete(request());
  await client("openai", { fetch: watched }).complete(request());
  assert.deepEqual(seeds, [7, undefined, undefined]);
});

test("a schema that fits is sent as strict, an open one is not", async () => {
  const closed = {
    name: "closed",
    json: {
      type: "object",
      properties: { actions: { type: "string" } },
      required: ["actions"],
      additionalProperties: false,
    },
  };
  const bodies: string[] = [];
  const spying = createOpenaiClient({
    model: "m",
    apiKey: server.openaiKey,
    baseUrl: server.openaiBaseUrl,
    fetch: (input, init) => {
      bodies.push(String(init?.body));
      return fetch(input, init);
    },
    log,
    random: () => 0,
    nowMs: () => 0,
    retry: defaultRetryPolicy,
  });
  await spying.complete(request({ schema: closed }));
  await spying.complete(request());
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body).response_format.json_schema.strict),
    [true, false],
  );
});

test("a compatible Anthropic server gets the key on both headers, the official one as the SDK sends it", async () => {
  const seen: Headers[] = [];
  for (const baseUrl of [server.anthropicBaseUrl, "https://api.anthropic.com"]) {
    const spying = createAnthropicClient({
      model: "m",
      apiKey: server.anthropicKey,
      baseUrl,
      fetch: (_input, init) => {
        seen.push(new Headers(init?.headers));
        return fetch(`${server.anthropicBaseUrl}/v1/messages`, init);
      },
      log,
      random: () => 0,
      nowMs: () => 0,
      retry: defaultRetryPolicy,
    });
    await spying.complete(request());
  }
  assert.deepEqual(
    seen.map((headers) => [headers.get("authorization"), headers.get("x-api-key")]),
    [
      [`Bearer ${server.anthropicKey}`, server.anthropicKey],
      [`Bearer ${server.anthropicKey}`, null],
    ],
  );
});

test("a retry is logged with its reason and without any text", async () => {
  logged.length = 0;
  server.fail("openai", { kind: "error", status: 500 });
  await client("openai").complete(request());
  assert.equal(logged.length, 1);
  assert.ok(!JSON.stringify(logged).includes("600519"));
});
