import { join } from "node:path";
import type {
  Json,
  Language,
  PickReply,
  PickRequest,
  Session,
  SkillContext,
  ToolFailure,
  ToolReturn,
  Tools,
} from "#contract";
import {
  askedIn,
  baseMetrics,
  bundledSecurities,
  createDirectory,
  findTimes,
  fold,
  foreignSecurities,
  readUserNumbers,
} from "#language";
import { createFacts, withoutCompanies } from "../../src/composition/agent/facts.ts";
import { loadCompetences } from "../../src/load-extensions.ts";
import { selectNumber, selectText } from "../../src/pipeline/execute/select.ts";
import type { TextPort } from "../../src/pipeline/ports.ts";

export const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);

export const now = "2026-05-07T10:32:05+08:00";

const facts = createFacts(loadCompetences(join(import.meta.dirname, "../../competences")), (question) =>
  withoutCompanies(question, directory),
);

/** What a scripted tool gives back: a value with its date, or a failure. */
export type Scripted = { readonly value: Json; readonly as_of?: string } | { readonly failure: ToolFailure };

/** Answers a tool's call; undefined for a tool that the script does not know. */
export type Script = (tool: string, args: Readonly<Record<string, unknown>>) => Scripted | undefined;

const unscripted: ToolFailure = { code: "UNKNOWN_TOOL", message: "not in the script" };

export interface SkillHarness {
  readonly context: SkillContext;
  /** Every call made, as `tool` or `tool args`. */
  readonly calls: string[];
}

/** What a skill is handed, over tools that a script answers. */
export function openSkillHarness(
  text: string,
  script: Script,
  options: {
    readonly language?: Language;
    readonly session?: Session;
    /** The model's picks; without it there is none. */
    readonly pick?: (request: PickRequest) => PickReply;
  } = {},
): SkillHarness {
  const calls: string[] = [];
  const call = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolReturn> => {
    calls.push(`${tool} ${JSON.stringify(args)}`);
    const scripted = script(tool, args) ?? { failure: unscripted };
    if ("failure" in scripted) return { ok: false, error: scripted.failure };
    const { value, as_of } = scripted;
    const row = {
      tool_call_id: `tc_${calls.length}`,
      tool,
      args: args as Record<string, Json>,
      value,
      source: "sample",
      table: "spot",
      served_by: "sample",
      fetched_at: now,
      ...(as_of === undefined ? {} : { as_of }),
    };
    return { ok: true, call: row, value };
  };
  const port = {
    nameOf: (code: string) => directory.name(code),
    metric: (id: string) => (Object.hasOwn(baseMetrics, id) ? baseMetrics[id] : undefined),
  } as TextPort;
  return {
    calls,
    context: {
      tools: new Proxy({} as Tools, {
        get: (_, tool) => (args: Readonly<Record<string, unknown>>) => call(String(tool), args),
      }),
      call,
      pick: async (request) =>
        options.pick?.(request) ?? { ok: false, error: { code: "MODEL_NEEDED", message: "no model" } },
      message: { text, chatKind: "direct" },
      numbers: readUserNumbers(text),
      numbersOf: readUserNumbers,
      asked: askedIn(fold(text), findTimes(text, now), baseMetrics),
      language: options.language ?? "zh",
      session: options.session ?? [],
      now,
      signal: new AbortController().signal,
      select: (row, path) => selectNumber(port, row, path),
      quote: (row, path, type) => selectText(row, path, type),
      facts: facts(options.language ?? "zh", now),
      tryOut: async () => [],
    },
  };
}

/** The tools that only look things up in lists, as they answer of themselves: securities of the bundled list, ISO days as trading days. */
export const lists: Script = (tool, args) => {
  if (tool === "resolve_security") return { value: { ...directory.resolve(String(args.query)) } };
  if (tool === "resolve_stretch") return { failure: { code: "BAD_DATE", message: "no stretch of time" } };
  if (tool !== "resolve_date") return undefined;
  const date = String(args.query);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    return { failure: { code: date.includes(":") ? "TIME_OF_DAY" : "BAD_DATE", message: "no single day" } };
  const relation = date < now.slice(0, 10) ? "past" : date > now.slice(0, 10) ? "future" : "today";
  return { value: { date, relation, is_trading_day: true, trading_day: date } };
};
