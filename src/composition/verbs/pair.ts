import { parseArgs } from "node:util";
import { AppError, readPersonName } from "#contract";
import type { ActOutcome } from "../../admin/ports.ts";
import { pairList } from "../../cli/pair-list.ts";
import { isPersonName } from "../../gateway/pairing.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import { type OpenActs, withActs } from "../command-line/with-acts.ts";
import type { Foundation } from "../foundation.ts";
import type { Verb } from "./verb.ts";

const usage = "usage: qianmen pair list | approve CODE | revoke|block|unblock <platform>:<id> [--json]";

const nameOf = (text: string): string => {
  if (!isPersonName(text)) throw new AppError("INVALID_ARGS", `${usage}; e.g. telegram:123456789`);
  return text;
};

/** Of somebody who need not have written yet. */
function newNameOf(text: string, { adapters }: Foundation): string {
  const read = readPersonName(text, adapters);
  if (!read.ok) throw new AppError("INVALID_ARGS", `${text}: ${read.why.zh} ${read.why.en}`);
  return read.name;
}

interface PairAct {
  /** Throws AppError INVALID_ARGS for what nobody bears. */
  read(text: string, foundation: Foundation): string;
  act(open: OpenActs, what: string): Promise<ActOutcome>;
}

const pairActs: Readonly<Record<string, PairAct>> = {
  approve: { read: (code) => code, act: ({ acts, actor }, code) => acts.approve(actor, code) },
  revoke: { read: nameOf, act: ({ acts, actor }, name) => acts.revoke(actor, name) },
  block: { read: newNameOf, act: ({ acts, actor }, name) => acts.block(actor, name) },
  unblock: { read: nameOf, act: ({ acts, actor }, name) => acts.unblock(actor, name) },
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
  // Before anything is opened.
  const read = what === undefined ? undefined : act?.read(what, foundation);
  return withActs(foundation, async (open) => {
    if (act !== undefined && read !== undefined) {
      const { ok, said } = await act.act(open, read);
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
