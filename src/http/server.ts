import { type ServerType, serve } from "@hono/node-server";
import { AppError, type Log } from "#contract";
import { createApp, type HttpServices } from "./app.ts";
import { reachable } from "./reachable.ts";

export interface HttpServerOptions extends HttpServices {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly log: Log;
}

export interface HttpServer {
  readonly port: number;
  /** e.g. `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Takes no new request, lets those under way end, and cuts off what is left after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Long enough for a slow network to hand over a webhook, short enough that idle openers cannot fill the server. */
const requestTimeoutMs = 30_000;

function plainFault(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  const at = `${host}:${port}`;
  if (error.code === "EADDRINUSE")
    return new AppError(
      "CONFIG_INVALID",
      `${at} is in use (is Qianmen running already?): stop the other program or set HTTP_PORT to a free port`,
    );
  if (error.code === "EACCES")
    return new AppError("CONFIG_INVALID", `${at} is not allowed: set HTTP_PORT to 1024 or above`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN")
    return new AppError(
      "CONFIG_INVALID",
      `${host} is not an address of this machine: set HTTP_HOST, e.g. 127.0.0.1`,
    );
  return error;
}

function listen({
  host,
  port,
  ...services
}: HttpServerOptions): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const { fetch } = createApp(services);
    const serverOptions = { requestTimeout: requestTimeoutMs };
    const server = serve({ fetch, hostname: host, port, serverOptions }, (address) =>
      resolve({ server, port: address.port }),
    );
    server.once("error", (error) => reject(plainFault(error, host, port)));
  });
}

/** Opens the doors over HTTP. Throws AppError CONFIG_INVALID, saying what to do, where the address cannot be had. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { server, port } = await listen(options);
  const { host, log } = options;
  server.on("error", (error) => log.error({ code: error.name }, "the HTTP server failed"));
  let closing: Promise<void> | undefined;
  const close = (graceMs: number) =>
    new Promise<void>((resolve) => {
      const cut = setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), graceMs);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
    });
  return {
    port,
    url: `http://${reachable(host)}:${port}`,
    close(graceMs = 5000) {
      closing ??= close(graceMs);
      return closing;
    },
  };
}
