import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A small OpenTelemetry collector: takes traces by OTLP over HTTP, as JSON. */
export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that was sent, as it came. */
  raw(): string;
  /** `authorization` of each request. */
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

type Value = Readonly<Record<string, unknown>>;
interface Attribute {
  readonly key: string;
  readonly value: Value;
}

function plain(value: Value): unknown {
  if ("arrayValue" in value)
    return ((value.arrayValue as { values?: Value[] }).values ?? []).map((each) => plain(each));
  return "intValue" in value ? Number(value.intValue) : Object.values(value)[0];
}

const attributesOf = (list: readonly Attribute[] = []) =>
  Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Record<string, unknown>[] }[];
  }[];
}

const spansOf = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: String(span.traceId),
        spanId: String(span.spanId),
        ...(span.parentSpanId ? { parentSpanId: String(span.parentSpanId) } : {}),
        name: String(span.name),
        startNs: BigInt(String(span.startTimeUnixNano)),
        endNs: BigInt(String(span.endTimeUnixNano)),
        failed: (span.status as { code?: number } | undefined)?.code === 2,
        attributes: attributesOf(span.attributes as Attribute[]),
        resource: attributesOf(resource.attributes),
      })),
    ),
  );

export async function openOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const authorizations: (string | undefined)[] = [];
  let raw = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
      const isTraces = request.method === "POST" && request.url === "/v1/traces";
      if (isTraces) {
        raw += text;
        authorizations.push(request.headers.authorization);
        spans.push(...spansOf(JSON.parse(text)));
      }
      response.writeHead(isTraces ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    authorizations,
    raw: () => raw,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
