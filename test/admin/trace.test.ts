import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createModelsEmulator } from "../emulators/models.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { newChat } from "../line/chat.ts";
import { type Service, startService } from "../line/service.ts";
import { compileCache } from "../support/compile-cache.ts";
import { eventually } from "../support/eventually.ts";
import { type CollectedSpan, type OtlpCollector, openOtlpCollector } from "./otlp-collector.ts";

const collectorToken = "Bearer token-of-the-collector";
let collector: OtlpCollector;
let telegram: TelegramEmulator;
let service: Service;

const settings = () => ({
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_ROOT: telegram.root,
  DATA_SOURCES: "sample",
  ADMIN_TOKEN: "operator-token-of-the-traces",
});

before(async () => {
  collector = await openOtlpCollector();
  telegram = await createTelegramEmulator();
  service = await startService({
    ...settings(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(collectorToken)}`,
    OTEL_SERVICE_NAME: "qianmen-test",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });
});
after(async () => {
  await service?.stop();
  await telegram?.close();
  await collector?.close();
});

/** The spans of the trace that holds one with this name, once so many are there. */
const traceWith = (fits: (span: CollectedSpan) => boolean, names: readonly string[]) =>
  eventually(`a trace with ${names.join(", ")}`, () => {
    const traceId = collector.spans.find(fits)?.traceId;
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const isWhole = names.every((name) => spans.some((span) => span.name === name));
    return traceId !== undefined && isWhole && spans;
  });

const stages = ["route", "execute", "verify", "synthesize", "guard"] as const;

test("one turn is one trace, from the update to the delivery, each step under the one that it is part of", async () => {
  const secretWord = "茅台现在多少钱啊请问";
  const chat = newChat(telegram);
  assert.match(await chat.ask(secretWord, { from: { first_name: "王小明" } }), /当前价/);
  const wanted = ["accept", "queue wait", "run", ...stages, "deliver"];
  const isOurs = ({ attributes }: CollectedSpan) =>
    String(attributes["qianmen.turn"]).includes(`-${chat.id}-`);
  const spans = await traceWith(isOurs, wanted);
  const named = (name: string): CollectedSpan => {
    const found = spans.filter((span) => span.name === name);
    assert.equal(found.length, 1, `${name}: ${found.length}`);
    return found[0] as CollectedSpan;
  };
  const [root, run] = [named("accept"), named("run")];
  assert.equal(root.parentSpanId, undefined);
  for (const name of ["queue wait", "run", "deliver"])
    assert.equal(named(name).parentSpanId, root.spanId, name);
  for (const name of stages) assert.equal(named(name).parentSpanId, run.spanId, name);
  const tools = spans.filter(({ name }) => name.startsWith("tool "));
  assert.ok(tools.length >= 1);
  for (const tool of tools) assert.equal(tool.parentSpanId, named("execute").spanId);
  assert.ok(tools.some(({ attributes }) => attributes["qianmen.served_by"] === "sample"));
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length, "ids are unique");

  const order = ["accept", ...stages, "deliver"].map(named);
  for (const [at, span] of order.entries()) {
    assert.ok(span.endNs >= span.startNs, span.name);
    assert.ok(span.startNs >= (order[at - 1]?.startNs ?? 0n), `${span.name} begins before what it follows`);
  }
  assert.deepEqual(named("route").attributes["qianmen.skills"], ["price"]);
  assert.equal(run.attributes["qianmen.state"], "completed");
  assert.equal(named("guard").attributes["qianmen.ok"], true);
  assert.equal(root.resource["service.name"], "qianmen-test");
  assert.equal(root.resource["deployment.environment.name"], "test");
  assert.ok(collector.authorizations.every((each) => each === collectorToken));
  for (const secret of [secretWord, "王小明", "1801", telegram.token, "operator-token"])
    assert.ok(!collector.raw().includes(secret), secret);
});

test("a message that is told twice begins its trace once, and a command has one too", async () => {
  const chat = newChat(telegram);
  await chat.ask("/help");
  const isOurs = ({ attributes }: CollectedSpan) =>
    String(attributes["qianmen.turn"]).includes(`-${chat.id}-`);
  const spans = await traceWith(isOurs, ["accept", "deliver"]);
  assert.equal(spans.filter(({ name }) => name === "accept").length, 1);
  assert.equal(spans.filter(({ name }) => name === "run").length, 0);
});

test("a model's call stands under its stage, a failure has its code, and no key is in a trace", async (t) => {
  const models = await createModelsEmulator();
  const own = await startService({
    DATA_SOURCES: "sample",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
    LOG_LEVEL: "error",
  });
  t.after(async () => {
    await own.stop();
    await models.close();
  });
  const traceOf = async (question: string, names: readonly string[]) => {
    const { id } = await own.ask(question);
    return traceWith(({ attributes }) => attributes["qianmen.turn"] === id, names);
  };
  const spans = await traceOf("五粮液现在多少钱", ["run", "model"]);
  const called = spans.find(({ name }) => name === "model");
  assert.ok(
    stages.some((stage) => spans.find(({ name }) => name === stage)?.spanId === called?.parentSpanId),
  );
  assert.equal(called?.attributes["gen_ai.provider.name"], "openai");
  assert.ok(Number(called?.attributes["gen_ai.usage.input_tokens"]) > 0);
  models.respond(() => "no JSON at all");
  const broken = (await traceOf("泸州老窖现在多少钱", ["run"])).find(({ name }) => name === "run");
  assert.equal(broken?.failed, true);
  assert.equal(broken?.attributes["qianmen.state"], "failed");
  assert.match(String(broken?.attributes["error.type"]), /^[A-Z_]+$/);
  for (const secret of [models.openaiKey, "五粮液", "泸州老窖", "no JSON"])
    assert.ok(!collector.raw().includes(secret), secret);
});

test("without the variables nothing of OpenTelemetry is loaded", async () => {
  const { execFile } = await import("node:child_process");
  const script = `
    const { registerHooks } = await import("node:module");
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    const { layFoundation } = await import("./src/composition/foundation.ts");
    const { openTracing } = await import("./src/composition/tracing/tracing.ts");
    const tracing = await openTracing(await layFoundation(process.cwd(), JSON.parse(process.argv[1])));
    await tracing.close();
    console.log(seen.filter((url) => url.includes("@opentelemetry")).length);`;
  const loaded = (env: Record<string, string>) =>
    new Promise<number>((resolve, reject) =>
      execFile(
        process.execPath,
        ["--input-type=module", "-e", script, JSON.stringify({ QIANMEN_DATA: service.dataFolder, ...env })],
        { cwd: join(import.meta.dirname, "../.."), env: { ...compileCache(), PATH: process.env.PATH } },
        (error, stdout) => (error === null ? resolve(Number(stdout)) : reject(error)),
      ),
    );
  assert.equal(await loaded({}), 0);
  assert.equal(await loaded({ OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), 0);
  assert.ok((await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })) > 0);
});
