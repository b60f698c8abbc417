import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#contract";
import { readFailure, readTrouble } from "./failure.ts";
import type { Connect, Puppet } from "./load-puppet.ts";
import { createPulse } from "./pulse.ts";
import type { WechatTimings } from "./timings.ts";
import { within } from "./within.ts";

/** How it stands with the account. `out`: logged out, and no code to scan has come yet. */
export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "failing"; readonly reason: string }
  | { readonly kind: "scan"; readonly link: string }
  | { readonly kind: "scanned" }
  | { readonly kind: "out" }
  | { readonly kind: "in"; readonly accountId: string; readonly puppet: Puppet };

export interface LinkOptions {
  readonly connect: Connect;
  readonly onState: (state: LinkState) => void;
  readonly onMessage: (messageId: string) => void;
  /** Something went wrong in the puppet; a word for operators. */
  readonly onTrouble: (reason: string) => void;
  readonly timings: WechatTimings;
}

/** `types.ScanStatus` of the SDK. */
const scanStatus = { waiting: 2, scanned: 3, confirmed: 4, timeout: 5 } as const;

function listen(puppet: Puppet, { onState, onMessage, onTrouble }: LinkOptions): void {
  puppet.on("scan", ({ status, qrcode = "" }) => {
    if (status === scanStatus.scanned || status === scanStatus.confirmed) onState({ kind: "scanned" });
    else if ((status === scanStatus.waiting || status === scanStatus.timeout) && qrcode !== "")
      onState({ kind: "scan", link: qrcode });
  });
  puppet.on("login", ({ contactId }) => onState({ kind: "in", accountId: contactId, puppet }));
  puppet.on("logout", () => onState({ kind: "out" }));
  puppet.on("message", ({ messageId }) => onMessage(messageId));
  puppet.on("error", (event: unknown) => onTrouble(readTrouble(event)));
}

/** One connection, until it is lost or the signal aborts. Rejects with why it is lost or has not come about. */
async function serve(options: LinkOptions, signal: AbortSignal): Promise<void> {
  const { connect, timings } = options;
  const { puppet, watch, close } = await connect();
  const over = Promise.withResolvers<string>();
  const pulse = createPulse(puppet, timings.idleMs, () => over.resolve("no sign of life"));
  const onAbort = () => over.resolve("");
  signal.addEventListener("abort", onAbort, { once: true });
  listen(puppet, options);
  try {
    await within(timings.turnMs, puppet.start());
    watch(over.resolve);
    pulse.start();
    if (signal.aborted) return;
    const why = await over.promise;
    if (!signal.aborted) throw new Error(why);
  } finally {
    pulse.stop();
    signal.removeEventListener("abort", onAbort);
    for (const event of ["scan", "login", "logout", "message", "error"] as const)
      puppet.removeAllListeners(event);
    // Without anybody to hear it an error would end the process.
    puppet.on("error", () => undefined);
    await within(timings.turnMs, close()).catch((error: unknown) =>
      options.onTrouble(readFailure(error).reason),
    );
  }
}

/**
 * Keeps one puppet connected until the signal aborts. Rejects with AppError CONFIG_INVALID for a token that the gateway refuses
 * before it ever was connected.
 */
export async function keepLinked(options: LinkOptions, signal: AbortSignal): Promise<void> {
  const { timings } = options;
  let wasIn = false;
  let delayMs = timings.firstDelayMs;
  const onState = (state: LinkState): void => {
    if (state.kind === "in") {
      wasIn = true;
      delayMs = timings.firstDelayMs;
    }
    options.onState(state);
  };
  while (!signal.aborted) {
    options.onState({ kind: "connecting" });
    try {
      await serve({ ...options, onState }, signal);
    } catch (error) {
      const { kind, reason } = readFailure(error);
      if (kind === "denied" && !wasIn)
        throw new AppError("CONFIG_INVALID", "the wechaty gateway refuses WECHATY_PUPPET_TOKEN");
      const isOurs = error instanceof Error && error.name === "Error";
      options.onState({ kind: "failing", reason: isOurs && kind === "unknown" ? "connection lost" : reason });
    }
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    delayMs = Math.min(2 * delayMs, timings.maxDelayMs);
  }
}
