import { parseArgs } from "node:util";
import { AppError, asRun } from "#contract";
import { bulkVerbs } from "../../admin/acts/bulk.ts";
import { costOf as costOfModels } from "../../admin/cost.ts";
import type { FilterName } from "../../admin/html/filters.ts";
import type { ActOutcome } from "../../admin/ports.ts";
import { queryOf, readFilters, unreadFilters, wholeFilters } from "../../admin/read-query.ts";
import { type CostOf, turnLines, wholeTurn } from "../../cli/turns.ts";
import type { TurnSearch } from "../../journal/search/search.ts";
import type { TurnQuery } from "../../journal/search/turn-query.ts";
import { summaryOf } from "../../journal/summaries.ts";
import { readStage } from "../../pipeline/replay/replay-log.ts";
import type { Store } from "../../store/redis.ts";
import { actOnMany } from "../command-line/bulk-act.ts";
import { layQuietFoundation } from "../command-line/quiet-foundation.ts";
import type { OpenActs, withActs as WithActs } from "../command-line/with-acts.ts";
import { withJournal } from "../command-line/with-journal.ts";
import type { Foundation } from "../foundation.ts";
import type { Verb } from "./verb.ts";

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

const filters =
  "[--state S] [--platform P] [--chat C] [--sender P:ID] [--skill S] [--code C|NAME] [--error E] [--text WORDS] [--since T] [--until T]";
const usage = `usage: qianmen turns [--failed] [--limit N] [--json]   ${filters}
       qianmen turns show|export|${Object.keys(turnActs).join("|")} <turn> [PART] [--json]
       qianmen turns bulk ${bulkVerbs.join("|")} [--from STAGE] [--live] [--yes] [--json]   ${filters}
       qianmen turns clear-dead [<turn>] [--json]
       qianmen turns audit [--json]`;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const options = {
  failed: flag,
  json: flag,
  live: flag,
  yes: flag,
  from: { type: "string", default: "route" },
  limit: { type: "string", default: "30" },
  ...{ state: text, platform: text, chat: text, sender: text, skill: text },
  ...{ code: text, error: text, text, since: text, until: text },
} as const;

const read = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });
type Values = ReturnType<typeof read>["values"];

/** Looking at turns needs none of what acting on them does. */
const withActs: typeof WithActs = async (foundation, use) =>
  (await import("../command-line/with-acts.ts")).withActs(foundation, use);

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function tell({ ok, said, turnId }: ActOutcome, json: boolean): number {
  print(
    json
      ? JSON.stringify({ ok, said, ...(turnId === undefined ? {} : { turnId }) })
      : `${said.zh} ${said.en}`,
  );
  return ok ? 0 : 1;
}

/** The site's filters; `--since` and `--until` are instants, or Shanghai's local time. Throws AppError INVALID_ARGS for what is none. */
async function queryFrom(
  values: Values,
  foundation: Foundation,
  { search, store }: { readonly search: TurnSearch; readonly store: Store },
): Promise<TurnQuery> {
  const { platform, chat, sender, skill, code, error, failed } = values;
  const { text: q, since: from, until: to, state = failed ? "failed" : undefined } = values;
  const given: Readonly<Record<FilterName, string | undefined>> = {
    ...{ platform, chat, sender, skill, code, error },
    ...{ q, from, to, state },
  };
  const own = readFilters((name) => given[name]);
  const platforms = foundation.adapters.map(({ platform }) => platform);
  const codeOf = async (name: string) =>
    (await import("../command-line/code-named.ts")).codeNamed(foundation, store, name);
  const whole = await wholeFilters(own, { platforms, search, codeOf });
  const query = queryOf(whole, foundation.clock.wallMs(), { hidesText: false });
  const [unread] = unreadFilters(own);
  if (unread === "state") throw new AppError("INVALID_ARGS", `no such state: ${own.state}`);
  if (unread !== undefined)
    throw new AppError("INVALID_ARGS", "a time is written 2026-05-07T10:30 (Shanghai), or with its offset");
  return query;
}

async function list(values: Values, foundation: Foundation): Promise<string> {
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new AppError("INVALID_ARGS", "the limit is a number from 1 to 1000");
  const { turns } = await withJournal(foundation, async (_, search, store) =>
    search.find(await queryFrom(values, foundation, { search, store }), { limit }),
  );
  const costOf: CostOf = (models) => costOfModels(models, foundation.config.core.MODEL_PRICES);
  return turnLines(
    turns.map(({ turn }) => summaryOf(turn)),
    { json: values.json, costOf, empty: values.failed ? "no failed turns" : "no such turns" },
  );
}

async function bulk(verb: string | undefined, values: Values, foundation: Foundation): Promise<number> {
  const wanted = bulkVerbs.find((each) => each === verb);
  if (wanted === undefined) throw new AppError("INVALID_ARGS", usage);
  const { from, live, yes, json } = values;
  // Before anything is counted.
  readStage(from);
  return withActs(foundation, async (open) => {
    const query = await queryFrom(values, foundation, { search: open.ports.search, store: open.store });
    const state = await actOnMany(open, { verb: wanted, query, from, live, yes });
    if (state === undefined) return 1;
    const counts = Map.groupBy(state.items, ({ result }) => result);
    const sums = [...counts].map(([result, items]) => `${result} ${items.length}`);
    const rows = state.items.filter(({ result }) => result !== "same" && result !== "done");
    const lines = rows.map(({ turnId, result, detail }) => `${turnId}  ${result}  ${detail}`);
    print(json ? JSON.stringify(state) : [`${state.total}: ${sums.join(", ")}`, ...lines].join("\n"));
    return counts.has("failed") ? 1 : 0;
  });
}

/** `qianmen turns …`: the newest turns or those that fit filters, one whole turn, or an act on one or many. 1 where an act was refused. */
export const run: Verb = async (args, context) => {
  const { values, positionals } = read(args);
  const [verb, turnId, more] = positionals;
  const foundation = await layQuietFoundation(context);
  if (verb === undefined) {
    print(await list(values, foundation));
    return 0;
  }
  if (verb === "bulk") return bulk(turnId, values, foundation);
  if ((verb === "show" || verb === "export") && turnId !== undefined) {
    const turn = await withJournal(foundation, (journal) => journal.read(turnId));
    if (turn === null)
      throw new AppError("INVALID_ARGS", `there is no turn ${turnId}; ${asRun("turns")} lists them`);
    const inAll: CostOf = (models) => costOfModels(models, foundation.config.core.MODEL_PRICES);
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
