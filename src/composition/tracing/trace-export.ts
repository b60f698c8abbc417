import { createHash, randomBytes } from "node:crypto";
import type { Log } from "#contract";
import type { TraceTarget } from "./trace-settings.ts";

/** One step of a turn, over. Times are wall time in epoch milliseconds. No message text, no secret in its attributes. */
export interface TraceSpan {
  readonly turnId: string;
  readonly name: string;
  /** Absent: the first step of the turn, under which all others stand. */
  readonly id?: string;
  /** Absent: the first step. */
  readonly parent?: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes?: Readonly<Record<string, string | number | boolean | string[]>>;
  /** The code of what went wrong. */
  readonly error?: string | undefined;
}

/** Sends steps of turns to a collector. Never throws, never waits. */
export interface TraceExport {
  /** An id for a step that has children. */
  newId(): string;
  /** Whether the steps of this turn are wanted: the same answer in every process. */
  wants(turnId: string): boolean;
  add(span: TraceSpan): void;
  /** Sends what is gathered. */
  close(): Promise<void>;
}

/** Between two lines in the log about a collector that takes nothing. */
const complainEveryMs = 60_000;

/**
 * Trace and first step by the turn's id, so that every process that has the job knows them: nothing needs to be carried along, and
 * what a crash, a sweep or a resumption does later stands in the same trace.
 */
const hexOf = (turnId: string, purpose: string, bytes: number): string =>
  createHash("sha256")
    .update(`${purpose}\n${turnId}`)
    .digest("hex")
    .slice(0, 2 * bytes);

/** The trace of a turn, 32 hex digits, as the collector shows it. */
const traceIdOf = (turnId: string): string => hexOf(turnId, "trace", 16);

/** Loads OpenTelemetry. */
export async function openTraceExport(
  target: TraceTarget,
  { log, wallMs }: { readonly log: Pick<Log, "warn">; readonly wallMs: () => number },
): Promise<TraceExport> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace }, sdk, otlp, resources] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new otlp.OTLPTraceExporter({ url: target.url, headers: { ...target.headers } });
  let saidMs = Number.NEGATIVE_INFINITY;
  const told: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== 0 && wallMs() - saidMs >= complainEveryMs) {
        saidMs = wallMs();
        log.warn({ collector: URL.parse(target.url)?.host, spans: spans.length }, "traces not taken");
      }
      done(result);
    });
  const processor = new sdk.BatchSpanProcessor({
    exporter: {
      export: told,
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush(),
    },
    scheduledDelayMillis: target.everyMs,
    maxQueueSize: target.mostWaiting,
    maxExportBatchSize: Math.min(512, target.mostWaiting),
  });
  // `startSpan` asks for both at once, so what the next step is to be called can be laid ready before.
  let [traceId, spanId] = ["", ""];
  const provider = new sdk.TracerProvider({
    sampler: new sdk.AlwaysOnSampler(),
    resource: resources.resourceFromAttributes({ ...target.resource }),
    idGenerator: { generateTraceId: () => traceId, generateSpanId: () => spanId },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("qianmen");
  const newId = () => randomBytes(8).toString("hex");
  const under = (parent: string) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parent, traceFlags: TraceFlags.SAMPLED });
  return {
    newId,
    wants: (turnId) => Number.parseInt(traceIdOf(turnId).slice(0, 8), 16) < target.share * 2 ** 32,
    add({ turnId, name, id, parent, startMs, endMs, attributes = {}, error }) {
      const root = hexOf(turnId, "root", 8);
      const isRoot = id === undefined;
      traceId = traceIdOf(turnId);
      spanId = id ?? root;
      const kind = isRoot ? SpanKind.SERVER : SpanKind.INTERNAL;
      const options = { kind, startTime: startMs, attributes: { "qianmen.turn": turnId, ...attributes } };
      const span = tracer.startSpan(name, options, isRoot ? ROOT_CONTEXT : under(parent ?? root));
      if (error !== undefined) {
        span.setAttribute("error.type", error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      }
      span.end(endMs);
    },
    close: () => provider.shutdown(),
  };
}
