import type { Adapter, Clock, Log, OutboundPart, SendOutcome } from "#contract";
import { readPartJobId } from "../queue/outbox.ts";
import type { Handler, JobOutcome, OrderedJob } from "../queue/processor.ts";
import type { Ledger, Settlement } from "./ledger.ts";

export interface DeliverOptions {
  readonly adapter: Pick<Adapter, "send" | "edit">;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
}

/** Before a send of unknown outcome is tried again. */
const doubtMs = 1000;

/** Shown with what may arrive a second time. */
const repeatMark = (text: string): string =>
  /\p{Script=Han}/u.test(text) ? `(可能重复) ${text}` : `(possibly a repeat) ${text}`;

/** The part as it may be said now: past its time, without a realtime word. */
function fresh(part: OutboundPart, marketNow: string): OutboundPart {
  const { validUntil, agedText } = part;
  if (validUntil === undefined || agedText === undefined) return part;
  return Date.parse(marketNow) > Date.parse(validUntil) ? { ...part, text: agedText } : part;
}

/** An edit that the platform refuses has lost its message; a new one may still go through. */
function settlementOf(outcome: SendOutcome, isEdit: boolean): Settlement {
  return isEdit && outcome.status === "refused" ? "gone" : outcome.status;
}

/** Works off the outbound queue of one platform: one job is one part of one reply. */
export function createDeliver({ adapter, ledger, clock, log }: DeliverOptions): Handler {
  let tries = 0;
  const transmit = (part: OutboundPart, receipt: string | undefined): Promise<SendOutcome> =>
    receipt === undefined || adapter.edit === undefined ? adapter.send(part) : adapter.edit(receipt, part);

  return async function deliver(job: OrderedJob): Promise<JobOutcome> {
    const { turnId, part: index } = readPartJobId(job.id);
    const nonce = `${job.token}/${tries++}`;
    const claim = await ledger.claim(turnId, index, nonce, { canEdit: adapter.edit !== undefined });
    if (claim.kind === "done") return "done";
    if (claim.kind === "wait") return { laterMs: Math.max(claim.ms, 20) };
    const part = fresh(claim.part, clock.market());
    const outcome = await transmit(
      claim.repeat ? { ...part, text: repeatMark(part.text) } : part,
      claim.edit,
    );
    const settlement = settlementOf(outcome, claim.edit !== undefined);
    const again = await ledger.settle(turnId, index, nonce, {
      outcome: settlement,
      ...(outcome.status === "delivered" ? { receipt: outcome.receipt } : { reason: outcome.reason }),
    });
    if (outcome.status !== "delivered")
      log.warn({ turn: turnId, part: index, outcome: settlement, reason: outcome.reason }, "not delivered");
    if (!again) return "done";
    if (settlement === "gone") return deliver(job);
    return { laterMs: outcome.status === "retry" ? Math.max(outcome.afterMs, 20) : doubtMs };
  };
}
