import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMarketEmulator, type MarketEmulator } from "../emulators/market.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../emulators/telegram.ts";
import { newChat } from "./chat.ts";
import { type Service, type Settings, startService } from "./service.ts";

/** A service on Tushare and AKTools of one emulated market, with one market clock for both sides. */
export interface MarketLine {
  readonly market: MarketEmulator;
  readonly telegram: TelegramEmulator;
  readonly service: Service;
  /** Asks in a new chat at this instant of market time, e.g. `2026-05-07T10:32:05+08:00`. */
  askAt(now: string, question: string): Promise<string>;
  setClock(now: string): void;
  close(): Promise<void>;
}

export async function openMarketLine(now: string, settings: Settings = {}): Promise<MarketLine> {
  let instant = now;
  const clockFile = join(tmpdir(), `qm-clock-${process.pid}-${performance.now()}`);
  writeFileSync(clockFile, now);
  const market = await createMarketEmulator({ now: () => instant });
  const telegram = await createTelegramEmulator();
  const closeEmulators = async () => {
    await telegram.close();
    await market.close();
    rmSync(clockFile, { force: true });
  };
  const service = await startService({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    DATA_SOURCES: "tushare,akshare",
    TUSHARE_TOKEN: market.tushareToken,
    TUSHARE_API_ROOT: market.root,
    AKTOOLS_API_ROOT: market.root,
    QIANMEN_NOW: `file:${clockFile}`,
    LOG_LEVEL: "error",
    ...settings,
  }).catch(async (error: unknown) => {
    await closeEmulators();
    throw error;
  });
  const setClock = (next: string) => {
    instant = next;
    writeFileSync(clockFile, next);
  };
  return {
    ...{ market, telegram, service, setClock },
    async askAt(next, question) {
      setClock(next);
      return newChat(telegram).ask(question);
    },
    async close() {
      await service.stop().finally(closeEmulators);
    },
  };
}
