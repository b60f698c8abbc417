import { join } from "node:path";
import { parseArgs } from "node:util";
import { AppError, terminalSocketName } from "#contract";
import { cautionsOf } from "../cautions.ts";
import { bannerLines } from "../command-line/banner.ts";
import { layFoundation } from "../foundation.ts";
import { type Role, startService } from "../service.ts";
import { followSettings } from "../settings/follow-settings.ts";
import { letYoungHeapGrow } from "../v8-flags.ts";
import type { Verb } from "./verb.ts";

/** What is under way at a stop gets this long, then it is handed over to the next start. */
const graceMs = 25_000;

const allRoles: readonly Role[] = ["gateway", "worker", "admin"];

function readRoles(names: readonly string[] | undefined): ReadonlySet<Role> {
  const roles = names ?? allRoles;
  const wrong = roles.find((name) => !allRoles.some((role) => role === name));
  if (wrong !== undefined)
    throw new AppError("INVALID_ARGS", `--role ${wrong}: it must be one of ${allRoles.join(", ")}`);
  return new Set(roles as Role[]);
}

/**
 * Resolves with the first signal. A SIGTERM to the group of processes comes several times, from whoever sent it and passed on by npm and the
 * launcher: what follows the first cuts no stop short, which has its own end. A second SIGINT does, as a person's who will not wait.
 */
const stopAsked = (): Promise<string> =>
  new Promise((resolve) => {
    process.once("SIGINT", () => resolve("SIGINT"));
    process.on("SIGTERM", () => resolve("SIGTERM"));
  });

async function chatHere(dataFolder: string): Promise<void> {
  const { runChat } = await import("../../cli/terminal-chat.ts");
  const { openTerminal } = await import("../../cli/terminal-client.ts");
  const client = await openTerminal(join(dataFolder, terminalSocketName));
  await runChat({ client, input: process.stdin, output: process.stdout });
  await client.close();
}

/** `qianmen start`: all roles, or those named; with a TTY also the terminal chat. Returns after an orderly stop. */
export const run: Verb = async (args, { root, env }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { role: { type: "string", multiple: true } },
    allowPositionals: false,
  });
  const roles = readRoles(values.role);
  const chatting =
    process.stdin.isTTY === true && process.stdout.isTTY === true && roles.size === allRoles.length;
  // A log line for every turn would stand between the questions and the answers of the chat.
  const level = chatting ? { LOG_LEVEL: env.LOG_LEVEL ?? "warn" } : {};
  // Heard from the first moment on: who is told "ready" may ask for the stop at once, and a start cut in two hands nothing over.
  const stop = stopAsked();
  const foundation = await layFoundation(root, { ...env, ...level });
  const { config, log, say } = foundation;
  const service = await startService(foundation, { roles, http: true });
  letYoungHeapGrow();
  for (const caution of cautionsOf(foundation)) log.warn({}, caution);
  for (const line of bannerLines(foundation, service)) say(line);
  // Loaded behind the first breath, so that no message waits for an SDK.
  service.agent.models.preload().catch((error: Error) => log.warn({ err: error.message }, "model SDK"));
  const settings = followSettings({ ...foundation, file: foundation.settingsFile, apply: service.reload });
  const reason = await Promise.race([stop, ...(chatting ? [chatHere(config.dataFolder)] : [])]);
  log.info({ signal: reason ?? "chat left" }, "stopping");
  settings.close();
  await service.stop({ graceMs });
  return 0;
};
