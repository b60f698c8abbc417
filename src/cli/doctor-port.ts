import { once } from "node:events";
import { createServer } from "node:net";
import { type Check, check } from "./doctor-check.ts";

const name = "HTTP port";
const patienceMs = 2000;

/** Why nobody can listen there, by the system's word for it; undefined where one can. */
async function obstacleAt(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    server.close();
  }
}

/** Whether it is a service of ours that answers there. */
async function isOurs(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    const said: unknown = await response.json();
    return said !== null && typeof said === "object" && "intake" in said && "roles" in said;
  } catch {
    return false;
  }
}

/** Whether the service can have its port, or has it. */
export async function checkPort(host: string, port: number, own: string): Promise<Check> {
  const at = `${host}:${port}`;
  const obstacle = await obstacleAt(host, port);
  switch (obstacle) {
    case undefined:
      return check(name, "ok", port === 0 ? "any free one" : `${at}, free`);
    case "EADDRINUSE":
      return (await isOurs(`http://${own}:${port}`))
        ? check(name, "ok", `${at}, a service of ours answers`)
        : check(name, "fault", `${at} is in use`, "stop the other program, or set HTTP_PORT to a free port");
    case "EACCES":
      return check(name, "fault", `${at} is not allowed`, "set HTTP_PORT to 1024 or above");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return check(
        name,
        "fault",
        `${host} is not an address of this machine`,
        "set HTTP_HOST, e.g. 127.0.0.1",
      );
    default:
      return check(name, "fault", `${at}: ${obstacle}`, "set HTTP_HOST and HTTP_PORT to what can be had");
  }
}
