import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "grammy";
import type { CommandSpec } from "#contract";
import { apiSignal } from "./bot-api.ts";
import { type Failure, readFailure } from "./failure.ts";
import { waitAfter } from "./keep-trying.ts";

const maxAttempts = 5;

/**
 * Puts the commands into Telegram's menu: English by default, Chinese for those whose Telegram is in Chinese.
 * A convenience: tried a few times, and what Telegram refuses is left. Rejects then, or when aborted.
 */
export async function offerCommands(api: Api, commands: readonly CommandSpec[], options: MenuOptions) {
  const usable = commands.filter((command) => /^[a-z0-9_]{1,32}$/.test(command.name)).slice(0, 100);
  if (usable.length === 0) return;
  const inLanguage = (language: "zh" | "en") =>
    usable.map((command) => ({
      command: command.name,
      description: command.description[language].slice(0, 256),
    }));
  const signal = apiSignal(options.signal);
  await insist(() => api.setMyCommands(inLanguage("en"), {}, signal), options);
  await insist(() => api.setMyCommands(inLanguage("zh"), { language_code: "zh" }, signal), options);
}

export interface MenuOptions {
  readonly signal: AbortSignal;
  readonly firstDelayMs: number;
}

async function insist(call: () => Promise<unknown>, { signal, firstDelayMs }: MenuOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call();
      return;
    } catch (error) {
      const failure = readFailure(error);
      if (attempt === maxAttempts || isFinal(failure)) throw error;
      await sleep(waitAfter(failure, firstDelayMs * 2 ** attempt), undefined, { signal });
    }
  }
}

const isFinal = (failure: Failure): boolean =>
  failure.kind === "answered" && failure.code < 500 && failure.code !== 429;
