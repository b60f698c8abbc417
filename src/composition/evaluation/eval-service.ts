import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EvalTarget } from "../../eval/run-cases.ts";
import { findRedis } from "../../store/install-redis.ts";
import { openRunSpending, withoutDayLimits } from "../budgets/run-spending.ts";
import type { Foundation } from "../foundation.ts";
import { openCaseService } from "./case-service.ts";

export interface EvalService extends EvalTarget {
  /** Which model does what. */
  readonly models: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * A whole service for an evaluation: queue and worker of its own. Where a Redis can be started it has a private one in a folder
 * that goes with it, so that nothing of the installation is touched; else (the image) it uses REDIS_URL, and its turns stand in
 * that journal beside the others. What models cost counts for the installation's limits of the day either way.
 */
export async function openEvalService(foundation: Foundation): Promise<EvalService> {
  const dataFolder = mkdtempSync(join(tmpdir(), "qianmen-eval-"));
  const discard = () => rmSync(dataFolder, { recursive: true, force: true });
  const { core, ...config } = foundation.config;
  const { REDIS_URL, ...others } = core;
  const isPrivate = REDIS_URL === undefined || (await findRedis()) !== undefined;
  // In a journal of its own the names of turns are the same in every run; in a shared one an earlier run may have left memories.
  const prefix = isPrivate ? "e" : `e${randomUUID().slice(0, 13)}`;
  let now: string | undefined;
  const own: Foundation = {
    ...foundation,
    config: { ...config, dataFolder, core: withoutDayLimits(isPrivate ? others : core) },
    clock: {
      market: () => now ?? foundation.sources.pinnedNow ?? foundation.clock.market(),
      wallMs: foundation.clock.wallMs,
    },
  };
  const spending = await openRunSpending(foundation).catch((error: unknown) => {
    discard();
    throw error;
  });
  const cases = await openCaseService(own, `eval-${process.pid}`, spending?.dayBudget).catch(
    async (error: unknown) => {
      await spending?.close();
      discard();
      throw error;
    },
  );
  return {
    models: cases.agent.models.summary,
    costOf: cases.agent.ports.costOf,
    isUsedUp: () => spending?.isUsedUp() === true,
    setNow(wanted) {
      now = wanted;
    },
    converse(name) {
      const chat = `${prefix}-${name}`;
      let asked = 0;
      return {
        async ask(question) {
          asked += 1;
          const answered = await cases.ask({ id: `${chat}-${asked}`, chat, text: question });
          return "refused" in answered ? answered : answered.turn;
        },
      };
    },
    async close() {
      await cases.close();
      await spending?.close();
      discard();
    },
  };
}
