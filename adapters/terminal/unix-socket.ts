import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { AppError } from "#contract";

/** `sun_path` of Linux holds 108 bytes with its closing zero; a longer name is silently cut by some systems. */
const maxPathBytes = 107;

/**
 * Listens on a unix socket that only this user may open (0600). A file left behind by a dead process is replaced.
 * Throws AppError CONFIG_INVALID where a living process listens, or the path is too long.
 */
export async function listenOnSocket(path: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const bytes = Buffer.byteLength(path);
  if (bytes > maxPathBytes)
    throw new AppError(
      "CONFIG_INVALID",
      `the socket path ${path} has ${bytes} bytes, the system allows ${maxPathBytes}; set QIANMEN_DATA to a shorter folder`,
    );
  if (await isAlive(path))
    throw new AppError(
      "CONFIG_INVALID",
      `another process already serves ${path}; stop it, or set QIANMEN_DATA to another folder`,
    );
  await rm(path, { force: true });
  const server = createServer(onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return server;
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    const finish = (alive: boolean) => {
      probe.destroy();
      resolve(alive);
    };
    probe.once("connect", () => finish(true));
    probe.once("error", (error: NodeJS.ErrnoException) => finish(error.code === "EAGAIN"));
  });
}
