import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { costOf } from "../admin/cost.ts";
import type { ActOutcome } from "../admin/ports.ts";
import { type CostOf, listTurns, wholeTurn } from "../cli/turns.ts";
import type { Verb } from "../main.ts";
import { layFoundation } from "./foundation.ts";
import { type OpenActs, withActs } from "./with-acts.ts";
import { withJournal } from "./with-journal.ts";

type Act = (open: OpenActs, turnId: string, more: string | undefined) => Promise<ActOutcome>;

const partOf = (text: string | undefined): number => {
  const part = Number(text ?? "1");
  if (!Number.isInteger(part) || part < 1) throw new AppError("INVALID_ARGS", "the part is a number from 1");
  return part - 1;
};

/** The same acts as on the administrator's site. */
const turnActs: Readonly<Record<string, Act>> = {
  cancel: ({ acts, actor }, turnId) => acts.cancel(actor, turnId),
  promote: ({ acts, actor }, turnId) => acts.promote(actor, turnId),
  retry: ({ acts, actor }, turnId) => acts.retry(actor, turnId),
  remove: ({ acts, actor }, turnId) => acts.remove(actor, turnId),
  resend: ({ acts, actor }, turnId, part) => acts.resend(actor, turnId, partOf(part)),
};

const usage = `usage: qianmen turns [--failed] [--json]
       qianmen turns show|export|${Object.keys(turnActs).join("|")} <turn> [PART] [--json]
       qianmen turns clear-dead [<turn>] [--json]
       qianmen turns audit [--json]`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function tell({ ok, said, turnId }: ActOutcome, json: boolean): number {
  print(
    json
      ? JSON.stringify({ ok, said, ...(turnId === undefined ? {} : { turnId }) })
      : `${said.zh} ${said.en}`,
  );
  return ok ? 0 : 1;
}

/** `qianmen turns …`: the newest turns, one whole turn, or an act on one. 1 where an act was refused. */
export const run: Verb = async (args, { root, env }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { failed: { type: "boolean", default: false }, json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [verb, turnId, more] = positionals;
  const foundation = await layFoundation(root, { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error" });
  const inAll: CostOf = (models) => costOf(models, foundation.config.core.MODEL_PRICES);
  if (verb === undefined) {
    print(await withJournal(foundation, (journal) => listTurns(journal, { ...values, costOf: inAll })));
    return 0;
  }
  if ((verb === "show" || verb === "export") && turnId !== undefined) {
    const turn = await withJournal(foundation, (journal) => journal.read(turnId));
    if (turn === null)
      throw new AppError("INVALID_ARGS", `there is no turn ${turnId}; qianmen turns lists them`);
    print(JSON.stringify(verb === "show" ? wholeTurn(turn, inAll) : { qianmen: 1, turn }, null, 2));
    return 0;
  }
  if (verb === "clear-dead")
    return withActs(foundation, async ({ acts, actor }) =>
      tell(await acts.clearDead(actor, turnId), values.json),
    );
  if (verb === "audit")
    return withActs(foundation, async ({ ports }) => {
      const lines = await ports.audit.read({ limit: 100 });
      for (const line of lines.toReversed()) print(JSON.stringify(line));
      return 0;
    });
  const act = Object.hasOwn(turnActs, verb) ? turnActs[verb] : undefined;
  if (act === undefined || turnId === undefined) throw new AppError("INVALID_ARGS", usage);
  return withActs(foundation, async (open) => tell(await act(open, turnId, more), values.json));
};
