import type { AdapterHost } from "#contract";
import type { Account } from "./accounts.ts";
import type { Api } from "./api.ts";
import type { ReplyWindows } from "./reply-window.ts";

const ticketMs = 600_000;
const failureMs = 60_000;

interface Ticket {
  readonly text: string | undefined;
  readonly untilMs: number;
}

/** 「对方正在输入」: shown while a turn works, taken away with its answer. Lossy: what fails is left for a minute. */
export function createTyping(
  api: Api,
  windows: Pick<ReplyWindows, "read" | "loginRequiredSince">,
  host: Pick<AdapterHost<object>, "clock">,
) {
  const tickets = new Map<string, Ticket>();
  const shown = new Set<string>();
  const nowMs = () => host.clock.wallMs();

  async function ticketFor(account: Account): Promise<string | undefined> {
    const known = tickets.get(account.token);
    if (known !== undefined && known.untilMs > nowMs()) return known.text;
    const [window, lostMs] = await Promise.all([windows.read(account), windows.loginRequiredSince(account)]);
    // Nobody knocks with a token that is lost.
    const answer =
      lostMs === undefined ? await api.getConfig(account, account.userId, window?.contextToken) : undefined;
    const ticket: unknown = answer?.kind === "ok" ? answer.body.typing_ticket : undefined;
    const text = typeof ticket === "string" && ticket !== "" ? ticket : undefined;
    tickets.set(account.token, { text, untilMs: nowMs() + (text === undefined ? failureMs : ticketMs) });
    return text;
  }

  async function send(account: Account, status: 1 | 2): Promise<void> {
    const known = tickets.get(account.token)?.text;
    const ticket = await ticketFor(account);
    if (ticket === undefined) return;
    const answer = await api.sendTyping(account, account.userId, ticket, status);
    if (answer.kind === "ok") return;
    if (ticket !== known) {
      tickets.set(account.token, { text: undefined, untilMs: nowMs() + failureMs });
      return;
    }
    // It may have run out before its time.
    tickets.delete(account.token);
    await send(account, status);
  }

  return {
    async show(account: Account): Promise<void> {
      shown.add(account.token);
      await send(account, 1);
    },
    /** Does nothing where it is not shown. */
    async hide(account: Account): Promise<void> {
      if (shown.delete(account.token)) await send(account, 2);
    },
  };
}
