import { join } from "node:path";
import { AppError, asRun, errorCatalogue } from "#contract";
import { holdYoungHeap } from "./composition/v8-flags.ts";
import type { Verb } from "./composition/verbs/verb.ts";

/** The verbs of `qianmen`; each is loaded when it is called, so that a start pays for nothing else. */
const verbs: Readonly<Record<string, () => Promise<{ readonly run: Verb }>>> = {
  start: () => {
    holdYoungHeap();
    return import("./composition/verbs/start.ts");
  },
  ask: () => import("./composition/verbs/ask.ts"),
  chat: () => import("./composition/verbs/chat.ts"),
  doctor: () => import("./composition/verbs/doctor.ts"),
  turns: () => import("./composition/verbs/turns.ts"),
  replay: () => import("./composition/verbs/replay.ts"),
  eval: () => import("./composition/verbs/eval.ts"),
  login: () => import("./composition/verbs/login.ts"),
  invite: () => import("./composition/verbs/invite.ts"),
  pair: () => import("./composition/verbs/pair.ts"),
  forget: () => import("./composition/verbs/forget.ts"),
  backup: () => import("./composition/verbs/backup.ts"),
  restore: () => import("./composition/verbs/restore.ts"),
  audit: () => import("./composition/verbs/audit.ts"),
  new: () => import("./composition/verbs/new.ts"),
  tools: () => import("./composition/verbs/tools.ts"),
  tables: () => import("./composition/verbs/tables.ts"),
};

const usage = `qianmen, the front door to an A-share research agent   (from a clone: ${asRun("<verb> …")})

  qianmen start [--role gateway|worker|admin]…  run the service (all roles)
  qianmen ask "<question>" [--json]        ask one question   [--local]
  qianmen chat                             talk at the terminal
  qianmen login weixin|wechat              connect a WeChat account by a QR code (official channel | wechaty)
  qianmen invite                           a link by which one person connects their own, without a terminal
  qianmen doctor [--json]                  check the set-up
  qianmen eval [--dataset F] [--gates]     run the evaluation cases on sample data   [--out FOLDER] [--seed N]
  qianmen eval case "<question>" [--key K] one case, as JSON;   eval add <turn>: makes a case of a turn
  qianmen turns [--failed] [--json]        the newest turns
  qianmen turns show|export|cancel|promote|retry|remove|resend <turn> [PART]   look at one, or act on it
  qianmen turns bulk replay|retry|cancel   the same on all that fit a filter, once their count is confirmed   --state failed --code 600519 …
  qianmen turns clear-dead [<turn>]        forget undelivered parts;   turns audit   what administrators did
  qianmen replay <turn> [--from STAGE]     run a turn again, dry   [--live] [--json]   [--deliver [--yes]]
  qianmen pair list|approve CODE|revoke|block|unblock <platform>:<id>   who may ask
  qianmen forget <platform>:<id> --yes     erase everything of one person or group
  qianmen backup <file>                    all records into one file
  qianmen restore <file> [--replace]       back from it, while no service runs
  qianmen audit verify|guard|route         JSON Lines in, one verdict a line out
  qianmen new skill <name>                 a skill's folder that works, to be filled in
  qianmen tools [--json]                   the tools, ours and those of MCP servers
  qianmen tables                           the README's tables, from the extensions' folders
`;

const neededMajor = 24;

function explain(error: unknown): string {
  // The code is for programs.
  if (error instanceof AppError)
    return error.message === error.code
      ? errorCatalogue[error.code].en
      : error.message.slice(`${error.code}: `.length);
  // parseArgs reports unknown options and missing values this way; what it advises after the first sentence fits no verb here.
  if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
    return `${error.message.split(". ", 1)[0]}; see ${asRun("help")}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main([verb = "", ...args]: readonly string[]): Promise<number> {
  if (Number(process.versions.node.split(".")[0]) < neededMajor) {
    process.stderr.write(
      `qianmen needs Node ${neededMajor} or newer; this is ${process.versions.node}. Use: npm start\n`,
    );
    return 1;
  }
  const load = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (load === undefined) {
    const isHelp = verb === "" || verb === "help" || verb === "--help";
    (isHelp ? process.stdout : process.stderr).write(
      isHelp ? usage : `qianmen: there is no verb ${JSON.stringify(verb)}\n\n${usage}`,
    );
    return isHelp ? 0 : 2;
  }
  try {
    const { run } = await load();
    return await run(args, { root: join(import.meta.dirname, ".."), env: process.env });
  } catch (error) {
    process.stderr.write(`qianmen: ${explain(error)}\n`);
    return 1;
  }
}

/**
 * Whoever reads our output may go before it ends (`qianmen turns | head`): then the rest is nobody's. An audit, which has opened nothing, ends
 * there; what has a Redis or a service of its own goes on to its end, and stops that.
 */
function endWithReader(verb: string | undefined): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      if (verb === "audit" && stream === process.stdout) process.exit(0);
    });
}

endWithReader(process.argv[2]);
process.exit(await main(process.argv.slice(2)));
