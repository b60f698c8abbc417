import { parseArgs } from "node:util";
import { AppError } from "#contract";
import type { ActOutcome } from "../../admin/ports.ts";
import { pairList } from "../../cli/pair-list.ts";
import { isPersonName } from "../../gateway/pairing.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { type OpenActs, withActs } from "../command-line/with-acts.ts";
import type { Verb } from "./verb.ts";

const usage = "usage: qianmen pair list | approve CODE | revoke|block|unblock <platform>:<id> [--json]";

const nameOf = (text: string): string => {
  if (!isPersonName(text)) throw new AppError("INVALID_ARGS", `${usage}; e.g. telegram:123456789`);
  return text;
};

const pairActs: Readonly<Record<string, (open: OpenActs, what: string) => Promise<ActOutcome>>> = {
  approve: ({ acts, actor }, code) => acts.approve(actor, code),
  revoke: ({ acts, actor }, name) => acts.revoke(actor, nameOf(name)),
  block: ({ acts, actor }, name) => acts.block(actor, nameOf(name)),
  unblock: ({ acts, actor }, name) => acts.unblock(actor, nameOf(name)),
};

/** `qianmen pair …`: who may ask. 1 where an act was refused. */
export const run: Verb = async (args, context) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [verb = "list", what] = positionals;
  const act = Object.hasOwn(pairActs, verb) ? pairActs[verb] : undefined;
  if (verb !== "list" && (act === undefined || what === undefined)) throw new AppError("INVALID_ARGS", usage);
  const foundation = await layQuietFoundation(context);
  return withActs(foundation, async (open) => {
    if (act !== undefined && what !== undefined) {
      const { ok, said } = await act(open, what);
      process.stdout.write(`${values.json ? JSON.stringify({ ok, said }) : `${said.zh} ${said.en}`}\n`);
      return ok ? 0 : 1;
    }
    const { people } = open.ports;
    const [waiting, known] = [await people.requests(), await people.people()];
    const shown = waiting.map(({ message: _, ...request }) => request);
    const text = values.json
      ? JSON.stringify({ waiting: shown, people: known })
      : pairList(waiting, known, foundation.clock.wallMs());
    process.stdout.write(`${text}\n`);
    return 0;
  });
};
