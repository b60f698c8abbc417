import { z } from "zod";
import type { AdapterHost, AdapterStore } from "#contract";

/** How it stands with the login, for `qianmen login wechat` in another process. `link`: the text of the code to scan. */
const noticeShape = z.discriminatedUnion("state", [
  z.object({ state: z.literal("connecting") }),
  z.object({ state: z.literal("scan"), link: z.string() }),
  z.object({ state: z.literal("scanned") }),
  z.object({ state: z.literal("in"), accountId: z.string() }),
]);

export type Notice = z.infer<typeof noticeShape>;

const name = "login";
/** Renewed well within it while the process lives. */
const keptMs = 60_000;

/** Undefined: no process of the installation runs the adapter. Throws AppError INTAKE_DOWN while the store is away. */
export async function readNotice(store: AdapterStore): Promise<Notice | undefined> {
  const text = await store.get(name);
  if (text === undefined) return undefined;
  const parsed = noticeShape.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** The code is a key to the bot's account for whoever scans it, so it stands in Redis for a minute, and in no log. */
export interface LoginBoard {
  post(notice: Notice): void;
  /** Takes the notice down. */
  clear(): Promise<void>;
  /** Takes the board down. */
  close(): Promise<void>;
}

export function openLoginBoard({ store }: Pick<AdapterHost<object>, "store">): LoginBoard {
  let current: Notice | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const behind = (write: () => Promise<unknown>): void => {
    writing = writing.then(write).catch(() => undefined);
  };
  const write = (): void => {
    const text = JSON.stringify(current);
    behind(() => store.set(name, text, { ttlMs: keptMs }));
  };
  const renewal = setInterval(() => {
    if (current !== undefined) write();
  }, keptMs / 3);
  renewal.unref();
  const clear = async (): Promise<void> => {
    // Where this process has posted nothing, another one may have.
    if (current !== undefined) behind(() => store.delete(name));
    current = undefined;
    await writing;
  };
  return {
    post(notice) {
      current = notice;
      write();
    },
    clear,
    async close() {
      clearInterval(renewal);
      await clear();
    },
  };
}
