import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { encodeDamaged } from "./gbk.ts";
import { type Draw, respellJson, respellLines } from "./market-respelling.ts";
import { generator } from "./market-truth.ts";

/**
 * The market emulator as another hand might have written it after the same documents: a server before it that says the very same in
 * other ways. Order, blanks, line ends, texts for numbers, columns that nobody asked for, optional ones that are missing, ranges that
 * a table does not know, compressed or chunked bodies, connections that end, roots with a path.
 */
export interface OtherHand {
  /** Where a source of this name is served; `name` may be anything that a path may hold. */
  rootOf(name: string): string;
  /** Answers that went out in other words than they came. */
  respelt(): number;
  close(): Promise<void>;
}

const textual = new Set(["tencent", "sina"]);

/** Tables for which the documents name no range of dates: a server that keeps to them gives all days that it has. */
const rangeless = new Set(["daily_basic", "moneyflow", "suspend_d"]);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A question as a server reads it that leaves out what it does not know. */
function heard(source: string, body: Buffer, draw: Draw): Buffer {
  if (source !== "tushare") return body;
  const { params = {}, ...rest } = JSON.parse(body.toString()) as { api_name: string; params?: object };
  const isForgotten = rangeless.has(rest.api_name) && draw() < 0.5;
  const { start_date: _from, end_date: _to, ...known } = params as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...rest, params: isForgotten ? known : params }));
}

function respell(source: string, bytes: Buffer, draw: Draw): Buffer {
  if (textual.has(source)) {
    const text = new TextDecoder("gb18030").decode(bytes);
    return encodeDamaged(respellLines(source, text, draw));
  }
  try {
    return Buffer.from(respellJson(source, JSON.parse(bytes.toString()), draw));
  } catch {
    return bytes;
  }
}

const types = ["text/html; charset=GBK", "application/json", "text/plain", "application/javascript"];

function send(response: ServerResponse, status: number, bytes: Buffer, draw: Draw): void {
  const isZipped = draw() < 0.4;
  const body = isZipped ? gzipSync(bytes) : bytes;
  const isWhole = draw() < 0.5;
  response.writeHead(status, {
    "CONTENT-Type": types[Math.floor(draw() * types.length)] ?? "text/plain",
    "x-Request-ID": "1",
    ...(isZipped ? { "Content-Encoding": "gzip" } : {}),
    ...(isWhole ? { "content-length": String(body.length) } : {}),
    ...(draw() < 0.3 ? { connection: "close" } : {}),
  });
  if (isWhole) return void response.end(body);
  const middle = Math.floor(body.length * draw());
  response.write(body.subarray(0, middle));
  response.end(body.subarray(middle));
}

/** Before the emulator at `root`; the same seed and the same questions give the same spellings. */
export async function createOtherHand(root: string, seed: string): Promise<OtherHand> {
  let answered = 0;
  let respelt = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, source = "", rest = ""] = /^\/at\/([\w-]+)\/v1(.*)$/s.exec(request.url ?? "") ?? [];
    answered += 1;
    const draw = generator(`${seed}/${answered}/${request.url}`);
    const { host: _host, "content-length": _length, connection: _connection, ...headers } = request.headers;
    const isPost = request.method === "POST";
    const found = await fetch(`${root}${rest === "" ? "/" : rest}`, {
      method: request.method ?? "GET",
      headers: Object.entries(headers).flatMap(([name, value]) => [
        [name, String(value)] as [string, string],
      ]),
      ...(isPost ? { body: heard(source, await bodyOf(request), draw) } : {}),
    });
    const bytes = Buffer.from(await found.arrayBuffer());
    const other = found.status === 200 ? respell(source, bytes, draw) : bytes;
    if (!other.equals(bytes)) respelt += 1;
    send(response, found.status, other, draw);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    rootOf: (name) => `http://127.0.0.1:${port}/at/${name}/v1`,
    respelt: () => respelt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
