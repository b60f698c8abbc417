import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IncomingMessage, Session, ToolContext, ToolOutcome, Turn } from "#contract";
import { createAgent } from "../../src/composition/agent/agent.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import type { TurnBudget } from "../../src/pipeline/budget/turn-budget.ts";
import type { PipelinePorts } from "../../src/pipeline/ports.ts";
import { runTurn, type TurnOutcome } from "../../src/pipeline/turn.ts";
import { createModelsEmulator, type ModelsEmulator } from "../emulators/models.ts";
import { terminalMessage } from "../support/terminal-message.ts";
import { createMemoryLog, type MemoryLog } from "./memory-log.ts";

/** One call of a tool that costs something, as the pipeline made it. */
export interface SeenToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly excludeSources: readonly string[];
}

/** Changes what a tool returns; `undefined` leaves it. `honest` asks all sources, the excluded ones too. */
export type ToolTwist = (
  call: SeenToolCall,
  honest: () => Promise<ToolOutcome>,
) => Promise<ToolOutcome> | undefined;

/** The pipeline over sample data and the models emulator, with its journal in memory. */
export interface TurnHarness {
  readonly models: ModelsEmulator;
  readonly ports: PipelinePorts;
  readonly toolCalls: SeenToolCall[];
  twist(next: ToolTwist): void;
  /** Draws charts in the place of the real renderer; undefined: that one again. */
  draw(next: PipelinePorts["drawChart"] | undefined): void;
  run(text: string, options?: RunOptions): Promise<TurnOutcome>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly journal?: MemoryLog;
  readonly session?: Session;
  readonly signal?: AbortSignal;
  readonly budget?: TurnBudget;
  /** In place of the harness's own. */
  readonly ports?: Partial<PipelinePorts>;
  /** Of the message, in place of the terminal's own. */
  readonly message?: Partial<IncomingMessage>;
  /** Wall time instead of the real one. */
  readonly wallMs?: () => number;
}

const root = join(import.meta.dirname, "../..");

/** A finished run as the journal would hold it, for the replay. */
export function turnOf(text: string, journal: MemoryLog, outcome: TurnOutcome): Turn {
  const { state, error, finish_reason, reply, models } = outcome;
  const message = terminalMessage(text);
  return {
    v: 1,
    id: message.id,
    message,
    state,
    run: 1,
    market_now: message.sentAt,
    accepted_ms: 0,
    stages: journal.stages,
    models,
    reply,
    finish_reason,
    ...(error === undefined ? {} : { error }),
  };
}

/** `env`: settings beside those of the harness. */
export async function openTurnHarness(
  options: { readonly wire?: "openai" | "anthropic"; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<TurnHarness> {
  const models = await createModelsEmulator();
  const folder = mkdtempSync(join(tmpdir(), "qm-turn-"));
  const foundation = await layFoundation(root, {
    LOG_LEVEL: "silent",
    QIANMEN_DATA: folder,
    DATA_SOURCES: "sample",
    ...(options.wire === "anthropic"
      ? { ANTHROPIC_API_KEY: models.anthropicKey, ANTHROPIC_BASE_URL: models.anthropicBaseUrl }
      : { OPENAI_API_KEY: models.openaiKey, OPENAI_BASE_URL: models.openaiBaseUrl }),
    ...options.env,
  });
  const agent = await createAgent(foundation);
  const toolCalls: SeenToolCall[] = [];
  let twist: ToolTwist = () => undefined;
  const callTool = (name: string, args: unknown, context: ToolContext): Promise<ToolOutcome> => {
    const ask = (excludeSources: readonly string[]) =>
      agent.ports.callTool(name, args, { ...context, excludeSources });
    const { excludeSources } = context;
    if (agent.ports.isLocalTool(name)) return ask(excludeSources);
    const call = { name, args: args as Readonly<Record<string, unknown>>, excludeSources };
    toolCalls.push(call);
    return twist(call, () => ask([])) ?? ask(excludeSources);
  };
  let draw = agent.ports.drawChart;
  const drawChart: PipelinePorts["drawChart"] = (...asked) => draw(...asked);
  const ports: PipelinePorts = { ...agent.ports, callTool, drawChart };
  return {
    models,
    ports,
    toolCalls,
    twist(next) {
      twist = next;
    },
    draw(next) {
      draw = next ?? agent.ports.drawChart;
    },
    run: (text, { journal = createMemoryLog(), session = [], budget, wallMs, ...rest } = {}) =>
      runTurn({
        ports: {
          ...ports,
          ...rest.ports,
          ...(budget === undefined ? {} : { budget: () => budget }),
          ...(wallMs === undefined ? {} : { clock: { ...ports.clock, wallMs } }),
        },
        message: terminalMessage(text, rest.message),
        session,
        language: ports.text.languageOf(text),
        now: foundation.clock.market(),
        journal,
        signal: rest.signal ?? AbortSignal.timeout(120_000),
      }),
    async close() {
      await agent.stop();
      rmSync(folder, { recursive: true, force: true });
      await models.close();
    },
  };
}
