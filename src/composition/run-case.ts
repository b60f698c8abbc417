import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  type A2aPart,
  type Artifact,
  a2aErrors,
  endStates,
  maxMessageCharacters,
  type Turn,
} from "#contract";
import { type CaseResult, type CaseWishes, caseResult, refusedCase } from "./evaluation/case-result.ts";
import { type CaseService, openCaseService } from "./evaluation/case-service.ts";
import { drawnFor } from "./evaluation/redraw-charts.ts";
import { layFoundation } from "./foundation.ts";

export type { CaseResult } from "./evaluation/case-result.ts";

/** As in GATE_PROFILE. */
export const caseModes = ["strict", "hrm", "fallback_only"] as const;
export type CaseMode = (typeof caseModes)[number];

export interface CaseRequest {
  /** The question, or A2A's parts; parts of another kind than text are refused with −32005. */
  readonly input: string | readonly A2aPart[];
  /** Tools that must have been called. One that is not in the registry is refused with −32004. */
  readonly expectedTools?: readonly string[];
  /** What the answer must say, literally. */
  readonly goldAnswer?: string | readonly string[];
  /** The profile of the decision loop; that of the configuration where left out. */
  readonly mode?: CaseMode;
  /** The same key gives the same result, also in another process over the same Redis, as long as turns are kept (JOURNAL_DAYS). */
  readonly idempotencyKey?: string;
  /** Aborting ends the case promptly as `canceled`. */
  readonly signal?: AbortSignal;
}

export interface CaseRunnerOptions {
  /** The environment to read the configuration from, e.g. `process.env`. `DATA_SOURCES=sample` for the bundled data. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder that holds adapters, skills and competences; this clone where left out. */
  readonly root?: string;
}

export interface CaseRunner {
  /** Never rejects for what was asked: an impossible request and a failed task are results with an `error`. */
  runCase(request: CaseRequest): Promise<CaseResult>;
  /** What stands in the journal of a task now; −32001 where there is none. */
  task(taskId: string): Promise<CaseResult>;
  close(): Promise<void>;
}

const repository = join(import.meta.dirname, "../..");
const noWishes: CaseWishes = { tools: [], says: [] };

/** A turn is given up long before; what has not ended by then was left behind by a process that died. */
const abandonedMs = 120_000;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Null where it is none. A caller may come from where no types are: of what it hands in nothing is taken for granted. */
function textOf(input: unknown): string | null {
  if (typeof input === "string") return input;
  if (!Array.isArray(input)) return null;
  const texts = input.map((part) =>
    part?.kind === "text" && typeof part.text === "string" ? part.text : null,
  );
  return texts.length === 0 || texts.includes(null) ? null : texts.join("\n");
}

interface Running {
  readonly cases: CaseService;
  readonly mode: CaseMode | "configured";
  readonly wallMs: () => number;
}

/** The name of a new turn, or of the one that the key stands for. */
async function nameFor({ cases, mode, wallMs }: Running, key: string | undefined): Promise<string> {
  if (key === undefined) return randomUUID();
  // One name a process that died half-way has used up.
  for (let nth = 0; ; nth++) {
    const name = `key-${mode}-${hashOf(key)}${nth === 0 ? "" : `-${nth}`}`;
    const turn = await cases.journal.read(cases.turnIdOf(name));
    if (turn === null || endStates.has(turn.state) || wallMs() - turn.accepted_ms < abandonedMs) return name;
  }
}

/** The pictures as they were sent; where the answer is an earlier one, drawn anew from its trace. */
const picturesOf = async (
  cases: CaseService,
  turn: Turn,
  sent?: readonly Artifact[],
): Promise<readonly Artifact[]> => sent ?? drawnFor(turn, cases.agent.ports);

/** Whether the input is another one than that which the key stands for. */
const isOther = ({ message }: Turn, text: string): boolean =>
  // The door keeps no more of one that is too long.
  message.text !== text.slice(0, maxMessageCharacters);

async function answerCase(
  running: Running,
  text: string,
  wishes: CaseWishes,
  { idempotencyKey: key, signal }: CaseRequest,
): Promise<CaseResult> {
  const { cases } = running;
  const name = await nameFor(running, key);
  const question = { id: name, chat: `case-${name}`, text };
  const answered = await cases.ask(signal === undefined ? question : { ...question, signal });
  if ("refused" in answered) return refusedCase(a2aErrors.failed, `not taken: ${answered.refused}`);
  const { turn, artifacts } = answered;
  if (isOther(turn, text))
    return refusedCase(a2aErrors.keyUsedOtherwise, "the idempotency key was used for another input");
  return caseResult(turn, {
    pictures: await picturesOf(cases, turn, artifacts),
    wishes,
    costOf: cases.agent.ports.costOf,
  });
}

/** A request that cannot be run, and why; else its text and wishes. */
async function readRequest(
  { input, expectedTools, goldAnswer }: CaseRequest,
  cases: CaseService,
): Promise<CaseResult | { readonly text: string; readonly wishes: CaseWishes }> {
  const text = textOf(input);
  if (text === null)
    return refusedCase(a2aErrors.contentTypeNotSupported, "only text parts can be asked with");
  const tools = expectedTools ?? [];
  for (const tool of tools)
    if (!(await cases.hasTool(tool)))
      return refusedCase(a2aErrors.unsupportedOperation, `the registry has no tool ${JSON.stringify(tool)}`);
  const says = typeof goldAnswer === "string" ? [goldAnswer] : (goldAnswer ?? []);
  return { text, wishes: { tools, says } };
}

/** One service for many cases, brought up with the first of each mode. Close it, or the process does not end. */
export async function openCaseRunner({ env, root = repository }: CaseRunnerOptions): Promise<CaseRunner> {
  const settings = { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error" };
  const running = new Map<string, Promise<Running>>();
  const runnerId = randomUUID().slice(0, 8);
  const open = async (mode: CaseMode | undefined): Promise<Running> => {
    const profile = mode === undefined ? {} : { GATE_PROFILE: mode };
    const foundation = await layFoundation(root, { ...settings, ...profile });
    const used = foundation.config.core.GATE_PROFILE;
    const cases = await openCaseService(foundation, `case-${runnerId}-${mode ?? "configured"}`);
    return { cases, mode: used, wallMs: foundation.clock.wallMs };
  };
  const of = (mode: CaseMode | undefined): Promise<Running> => {
    const name = mode ?? "configured";
    const known = running.get(name) ?? open(mode);
    running.set(name, known);
    known.catch(() => running.delete(name));
    return known;
  };
  return {
    async runCase(request) {
      const { mode } = request;
      if (mode !== undefined && !caseModes.includes(mode))
        return refusedCase(a2aErrors.contentTypeNotSupported, `there is no mode ${JSON.stringify(mode)}`);
      const one = await of(mode);
      const read = await readRequest(request, one.cases);
      return "text" in read ? answerCase(one, read.text, read.wishes, request) : read;
    },
    async task(taskId) {
      const { cases } = await ((await Promise.all(running.values())).at(0) ?? of(undefined));
      const turn = await cases.journal.read(taskId);
      if (turn === null)
        return refusedCase(a2aErrors.taskNotFound, `there is no task ${JSON.stringify(taskId)}`);
      return caseResult(turn, {
        pictures: await picturesOf(cases, turn),
        wishes: noWishes,
        costOf: cases.agent.ports.costOf,
      });
    },
    async close() {
      const opened = await Promise.allSettled(running.values());
      running.clear();
      await Promise.all(
        opened.map((one) => (one.status === "fulfilled" ? one.value.cases.close() : undefined)),
      );
    },
  };
}

/** One case by itself: a service comes up for it and goes again. For several, see `openCaseRunner`. */
export async function runCase(request: CaseRequest, options: CaseRunnerOptions): Promise<CaseResult> {
  const runner = await openCaseRunner(options);
  try {
    return await runner.runCase(request);
  } finally {
    await runner.close();
  }
}
