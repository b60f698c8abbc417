import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session, TurnLog } from "#contract";
import { type Agent, createAgent } from "../../src/composition/agent/agent.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import { runTurn, type TurnOutcome } from "../../src/pipeline/turn.ts";
import { terminalMessage } from "../support/terminal-message.ts";

const root = join(import.meta.dirname, "../..");

/** A turn's outcome, and what the guard refused of its prose. */
export type Asked = TurnOutcome & { readonly refusals: readonly string[] };

/** The pipeline as the service makes it, without queue and Redis; the market clock is a file that `setNow` writes. */
export interface QuestionRun {
  readonly agent: Agent;
  setNow(instant: string): void;
  ask(text: string, session?: Session): Promise<Asked>;
  close(): void;
}

const forgetful: TurnLog = {
  recall: () => undefined,
  record: async () => undefined,
  once: (_stage, _attempt, _input, call) => call(),
};

export async function openQuestionRun(
  env: Readonly<Record<string, string>>,
  now: string,
): Promise<QuestionRun> {
  const folder = mkdtempSync(join(tmpdir(), "qm-line-"));
  const clockFile = join(folder, "now");
  const setNow = (instant: string) => writeFileSync(clockFile, instant);
  setNow(now);
  const settings = { LOG_LEVEL: "silent", ...env, QIANMEN_DATA: folder, QIANMEN_NOW: `file:${clockFile}` };
  const foundation = await layFoundation(root, settings);
  const agent = await createAgent(foundation);
  await agent.data.securities.ready(AbortSignal.timeout(120_000));
  let asked = 0;
  return {
    agent,
    setNow,
    async ask(text, session = []) {
      const instant = foundation.clock.market();
      const message = terminalMessage(text, { id: `terminal-test-${++asked}`, sentAt: instant });
      const language = agent.ports.text.languageOf(text, session);
      const signal = AbortSignal.timeout(120_000);
      const refusals: string[] = [];
      const journal: TurnLog = {
        ...forgetful,
        async record(stage, _attempt, value) {
          if (stage === "synthesize") refusals.push(...(value as Pick<Asked, "refusals">).refusals);
        },
      };
      const outcome = await runTurn({
        ports: agent.ports,
        message,
        session,
        language,
        now: instant,
        journal,
        signal,
      });
      return { ...outcome, refusals };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
