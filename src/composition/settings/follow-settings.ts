import type { Log } from "#contract";
import type { Config } from "../../config.ts";
import { watchFile } from "./watch-file.ts";

/** Settings that a running service takes over: models, budgets, gates, who may ask. Everything else is read once. */
const live =
  /^(?:MODEL_(?:ROUTING|PLANNING|SYNTHESIS|ESCALATION)|OPENAI_\w+|ANTHROPIC_\w+|GATE_\w+|ROUTER_FAST_PATH|BUDGET_\w+|LIMIT_\w+|(?:TOTAL_)?DAY_\w+|MODEL_PRICES|ACCESS|ACCESS_ALLOW)$/;

/** Whether a running service takes over a change of this setting. */
export const isLive = (name: string): boolean => live.test(name);

const lookEveryMs = 1000;

export interface ReloadOptions {
  readonly file: string;
  readonly config: Config;
  /** Reads everything again. Throws AppError CONFIG_INVALID with all faults. */
  readonly reread: () => Config;
  /** Takes over the live settings. */
  readonly apply: (config: Config) => void;
  readonly log: Log;
  readonly everyMs?: number;
}

/** The fault list on one line. */
const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/:?\s*\n\s*-\s*/g, "; ");

function changedNames(before: Config["values"], after: Config["values"]): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

/**
 * Takes over what changes in the settings file while the service runs. A faulty file is told in one line and changes nothing; settings that need
 * a restart are named each time until they stand as they did at the start. No value is in any line.
 */
export function followSettings(options: ReloadOptions): { close(): void } {
  const { file, config, reread, apply, log } = options;
  let current = config.values;
  const reload = () => {
    let next: Config;
    try {
      next = reread();
    } catch (error) {
      log.error({ err: oneLine(error) }, "the settings file has faults; nothing is changed");
      return;
    }
    const taken = changedNames(current, next.values).filter(isLive);
    const waiting = changedNames(config.values, next.values).filter((name) => !isLive(name));
    if (taken.length > 0) apply(next);
    current = next.values;
    if (taken.length > 0) log.info({ settings: taken }, "settings taken over");
    if (waiting.length > 0) log.warn({ settings: waiting }, "these settings take effect after a restart");
  };
  return watchFile(file, options.everyMs ?? lookEveryMs, reload);
}
