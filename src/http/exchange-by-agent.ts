import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { connectFault, type ExchangeBy, isRedirect, sizeFault } from "./exchange.ts";

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) chunks.push(chunk);
      else incoming.destroy(sizeFault(maxBytes));
    });
    incoming.once("error", reject);
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
  });
}

/** By node:http and its global agents, which go through the proxy that the environment names. */
export const exchangeByAgent: ExchangeBy = ({
  url,
  method,
  headers,
  body,
  signal,
  connectTimeoutMs,
  maxBytes,
}) =>
  new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    const request = (secure ? https : http).request(url, { method, headers });
    const connecting = setTimeout(() => request.destroy(connectFault()), connectTimeoutMs);
    const connected = () => clearTimeout(connecting);
    const onAbort = () => {
      reject(signal?.reason);
      request.destroy();
    };
    request.once("socket", (socket) => {
      if (request.reusedSocket || !socket.connecting) connected();
      else socket.once(secure ? "secureConnect" : "connect", connected);
    });
    request.once("error", reject);
    request.once("close", () => {
      connected();
      signal?.removeEventListener("abort", onAbort);
    });
    request.once("response", (incoming) => {
      const { statusCode: status = 0, statusMessage: statusText = "", headers: received } = incoming;
      if (isRedirect(status, received)) {
        incoming.resume();
        resolve(null);
        return;
      }
      readBody(incoming, maxBytes).then(
        (bytes) => resolve({ status, statusText, headers: received, body: bytes }),
        reject,
      );
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    request.end(body);
  });
