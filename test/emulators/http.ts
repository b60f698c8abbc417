import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request and the ways to answer it. Every emulator speaks through this. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** Resolves when the client has gone away or the answer is out. */
  readonly closed: Promise<void>;
  json(status: number, value: unknown, headers?: Readonly<Record<string, string>>): void;
  /** `location`: of a redirect. */
  text(status: number, type: string, body: string | Buffer, location?: string): void;
  /** Sends the status line and part of a body, then nothing more. */
  stall(type: string, partialBody: string): void;
  /** Cuts the connection without an answer. */
  drop(): void;
}

export interface Listener {
  /** `http://127.0.0.1:<port>`, no slash at the end. */
  readonly root: string;
  /** Stops at once, open and hanging connections included. */
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function exchange(request: IncomingMessage, response: ServerResponse, body: Buffer): Exchange {
  const send = (status: number, headers: Record<string, string>, payload: string | Buffer): void => {
    if (response.destroyed || response.writableEnded) return;
    response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(payload)) });
    response.end(payload);
  };
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", "http://emulator"),
    headers: request.headers,
    body,
    closed: new Promise((resolve) => response.once("close", resolve)),
    json: (status, value, headers = {}) =>
      send(status, { "content-type": "application/json", ...headers }, JSON.stringify(value)),
    text: (status, type, payload, location) =>
      send(status, { "content-type": type, ...(location === undefined ? {} : { location }) }, payload),
    stall: (type, partialBody) => {
      const bytes = Buffer.byteLength(partialBody) + 100;
      response.writeHead(200, { "content-type": type, "content-length": String(bytes) });
      response.write(partialBody);
    },
    drop: () => request.socket.destroy(),
  };
}

/** Serves on 127.0.0.1 at a free port, with keep-alive: it closes no connection on which somebody may be sending just then. A handler that throws answers 500 with its message. */
export async function listen(handler: (exchange: Exchange) => void | Promise<void>): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: 3_600_000 }, (request, response) => {
    const serve = async (): Promise<void> => handler(exchange(request, response, await readBody(request)));
    serve().catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "content-type": "text/plain" }).end(`emulator: ${String(error)}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    root: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
