import { spawn } from "node:child_process";
import { AppError } from "#contract";

/** The oldest Redis the product runs on. */
const leastRedisMajor = 7;

/** Either answers the same protocol and takes the same options. */
const programs = ["redis-server", "valkey-server"] as const;

const aptCommand =
  "apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends redis-server";

export interface RedisProgram {
  readonly command: string;
  /** e.g. `7.0.15`. */
  readonly version: string;
}

/** How a command ended; `code` is null where there is no such program. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** `terminal`: the command talks to the person itself (a password). Never throws. */
export type RunCommand = (command: string, args: readonly string[], terminal?: boolean) => Promise<Ended>;

export interface InstallOptions {
  readonly isRoot: boolean;
  readonly hasTty: boolean;
  /** One line to the operator. */
  readonly say: (line: string) => void;
  /** Asked only with a TTY; true is yes. */
  readonly ask: (question: string) => Promise<boolean>;
  readonly run?: RunCommand;
}

const runCommand: RunCommand = (command, args, terminal = false) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: terminal ? "inherit" : ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", () => resolve({ code: null, output: "" }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") }));
  });

const majorOf = (version: string): number => Number(version.split(".")[0]);

/** All Redis-like servers on PATH, newest first. */
async function findPrograms(run: RunCommand): Promise<RedisProgram[]> {
  const found: RedisProgram[] = [];
  for (const command of programs) {
    const { code, output } = await run(command, ["--version"]);
    const version = /\bv=(\d+\.\d+\.\d+)/.exec(output)?.[1];
    if (code === 0 && version !== undefined) found.push({ command, version });
  }
  return found.sort((a, b) => majorOf(b.version) - majorOf(a.version));
}

/** The newest server on PATH that is new enough, or undefined. */
export async function findRedis(run: RunCommand = runCommand): Promise<RedisProgram | undefined> {
  return (await findPrograms(run)).find(({ version }) => majorOf(version) >= leastRedisMajor);
}

const lastLines = (output: string): string => output.trim().split("\n").slice(-5).join("\n");

async function install({ isRoot, hasTty, say, ask }: InstallOptions, run: RunCommand): Promise<void> {
  const command = isRoot ? aptCommand : `sudo sh -c "${aptCommand}"`;
  const byHand = `Redis is missing. Install it with this command, or set REDIS_URL: ${command}`;
  const hasApt = (await run("apt-get", ["--version"])).code === 0;
  if (!hasApt)
    throw new AppError("REDIS_UNFIT", "Redis is missing. Install Redis 7 or newer, or set REDIS_URL");
  if (hasTty) {
    const isWanted = await ask(`Redis is missing. Install it now (${command})? [y/N] `);
    if (!isWanted) throw new AppError("REDIS_UNFIT", byHand);
  } else if (!isRoot) {
    throw new AppError("REDIS_UNFIT", byHand);
  }
  say("installing Redis (apt-get install redis-server)");
  // dpkg asks nothing where nobody can answer.
  const { code, output } = await run(
    "sh",
    ["-c", `export DEBIAN_FRONTEND=noninteractive; ${command}`],
    hasTty,
  );
  if (code !== 0)
    throw new AppError("REDIS_UNFIT", `apt-get could not install Redis:\n${lastLines(output)}`.trimEnd());
}

/**
 * Finds a `redis-server` or `valkey-server` on PATH; where there is none, installs it: unasked as root without a TTY
 * (containers, CI), after a question with a TTY, else never.
 * Throws AppError REDIS_UNFIT, whose message holds the one command to run.
 */
export async function ensureRedisInstalled(options: InstallOptions): Promise<RedisProgram> {
  const run = options.run ?? runCommand;
  const [newest] = await findPrograms(run);
  if (newest === undefined) await install(options, run);
  const program = await findRedis(run);
  if (program !== undefined) return program;
  const seen = newest ?? (await findPrograms(run))[0];
  throw new AppError(
    "REDIS_UNFIT",
    seen === undefined
      ? "Redis was installed but redis-server is not on PATH"
      : `${seen.command} ${seen.version} is too old: Redis ${leastRedisMajor} or newer is needed ` +
          "(packages.redis.io has it for every Debian and Ubuntu), or set REDIS_URL to a newer one",
  );
}
