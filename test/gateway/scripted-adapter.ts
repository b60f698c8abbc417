import type { Adapter, ChatAddress, OutboundPart, SendOutcome } from "#contract";

export interface ScriptedAdapter extends Adapter {
  /** Everything asked of it, in order: `send <text>`, `edit <receipt> <text>`, `typing <chat>`. */
  readonly done: string[];
  readonly parts: OutboundPart[];
  /** Outcomes of the next calls; with none left everything is delivered as `m1`, `m2`, … */
  readonly next: (SendOutcome | "hang")[];
  /** Resolves once so many calls have been made. */
  calls(count: number): Promise<void>;
}

/** An adapter that does as it is told. Without `edits` it cannot edit. */
export function scriptedAdapter({ edits = true } = {}): ScriptedAdapter {
  const done: string[] = [];
  const parts: OutboundPart[] = [];
  const next: (SendOutcome | "hang")[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let receipts = 0;
  const note = (what: string) => {
    done.push(what);
    for (const { count, resolve } of waiting) if (done.length >= count) resolve();
  };
  const outcome = async (receipt?: string): Promise<SendOutcome> => {
    const told = next.shift();
    if (told === "hang") return new Promise(() => {});
    return told ?? { status: "delivered", receipt: receipt ?? `m${++receipts}` };
  };
  return {
    maxCharacters: 4096,
    done,
    parts,
    next,
    async start() {},
    async stop() {},
    send(part) {
      parts.push(part);
      note(`send ${part.text}`);
      return outcome();
    },
    ...(edits
      ? {
          edit(receipt: string, part: OutboundPart) {
            note(`edit ${receipt} ${part.text}`);
            return outcome(receipt);
          },
        }
      : {}),
    async typing(chat: ChatAddress) {
      note(`typing ${chat.chatId}`);
    },
    health: () => ({ ok: true, detail: "" }),
    calls(count) {
      if (done.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
  };
}
