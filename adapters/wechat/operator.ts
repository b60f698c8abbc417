import { type AdapterHost, asRun } from "#contract";
import type { LinkState } from "./link.ts";
import { openLoginBoard } from "./login-board.ts";

/** What is to be done where a login is missing. */
const toLogIn = `login required: ${asRun("login wechat")}`;

const toldName = "login-told";
const toldForMs = 30 * 24 * 3_600_000;

function healthOf(state: LinkState | undefined, puppet: string): { ok: boolean; detail: string } {
  switch (state?.kind) {
    case undefined:
      return { ok: true, detail: "another process holds the account, standing by" };
    case "in":
      return { ok: true, detail: `logged in, ${puppet}` };
    case "scan":
    case "out":
      return { ok: false, detail: toLogIn };
    case "scanned":
      return { ok: false, detail: "scanned, to be confirmed on the phone" };
    case "failing":
      return { ok: false, detail: `not connected (${state.reason}), trying again` };
    default:
      return { ok: false, detail: "connecting" };
  }
}

/** Tells the operator how it stands: by the log, the metrics, health, and the board that `qianmen login wechat` reads. */
export function createOperator(
  host: Pick<AdapterHost<object>, "store" | "log" | "clock" | "count" | "loginLost">,
  puppet: string,
) {
  const { log, count, store } = host;
  const stopping = new AbortController();
  const board = openLoginBoard(host);
  let state: LinkState | undefined;
  let isAsked = false;
  let told = "";
  let telling: Promise<unknown> = Promise.resolve();

  /** Once for each time a login is missing, however many codes are shown meanwhile. */
  const askForLogin = (): void => {
    if (isAsked) return;
    isAsked = true;
    count?.("login_required");
    log.warn({ puppet }, `wechat ${toLogIn}`);
    telling = telling.then(tellLoss).catch((error: Error) => log.debug({ reason: error.name }, "not told"));
  };
  /** Once for each loss, whatever processes come and go meanwhile. */
  const tellLoss = async (): Promise<void> => {
    if (host.loginLost === undefined || (await store.get(toldName)) !== undefined) return;
    await host.loginLost(puppet, stopping.signal);
    await store.set(toldName, "1", { ttlMs: toldForMs });
  };
  const found = (): void => {
    isAsked = false;
    telling = telling.then(() => store.delete(toldName)).catch(() => undefined);
  };
  const logOnce = (next: LinkState): void => {
    const line = next.kind === "failing" ? next.reason : next.kind;
    if (line === told) return;
    // Between two attempts nothing has changed.
    if (next.kind !== "connecting") told = line;
    if (next.kind === "in") log.info({ puppet, account: next.accountId }, "wechat logged in");
    if (next.kind === "out") log.warn({ puppet }, "wechat logged out");
    if (next.kind === "failing")
      log.warn({ puppet, reason: next.reason }, "wechat not connected, trying again");
  };

  return {
    state: () => state,
    health: () => healthOf(state, puppet),
    report(next: LinkState): void {
      // While it is tried again the last word stands.
      if (next.kind === "connecting" && state !== undefined) return;
      state = next;
      logOnce(next);
      if (next.kind === "scan" || next.kind === "out") askForLogin();
      if (next.kind === "in") found();
      if (next.kind === "scan") board.post({ state: "scan", link: next.link });
      else if (next.kind === "in") board.post({ state: "in", accountId: next.accountId });
      else board.post({ state: next.kind === "scanned" ? "scanned" : "connecting" });
    },
    trouble(reason: string): void {
      log.warn({ puppet, reason }, "wechat: trouble in the puppet");
      count?.("trouble");
    },
    /** This process has given the account up. */
    async standBy(): Promise<void> {
      state = undefined;
      await board.clear();
    },
    async close() {
      stopping.abort();
      await telling;
      await board.close();
    },
  };
}
