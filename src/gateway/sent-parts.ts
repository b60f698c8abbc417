import type { SendOutcome } from "#contract";

/** A send that was asked for, and what is known of earlier ones. */
export interface Sent {
  readonly outcome: SendOutcome;
  /**
   * The ledger knew of no earlier send, yet there was one: Redis has lost its last writes. `arrived`: the outcome is that earlier one's, nothing
   * was sent now. `unsure`: sent now, marked.
   */
  readonly forgotten?: "arrived" | "unsure";
}

/**
 * What this process has sent of late, by turn and part. A Redis that comes back without its last writes has the claim and the settlement of a
 * send forgotten together, so that the ledger cannot tell.
 */
export interface SentParts {
  /** `isTriedAgain`: the ledger itself says that an earlier send may have arrived. `transmit` is told whether to mark it. */
  send(
    part: string,
    isTriedAgain: boolean,
    transmit: (isMarked: boolean) => Promise<SendOutcome>,
  ): Promise<Sent>;
}

/** Some seconds of the busiest gateway; what a quiet one has sent is kept for longer, and so while Redis is away. */
const mostParts = 4096;

/** What a person may see now. */
const maySee: ReadonlySet<SendOutcome["status"]> = new Set(["delivered", "unconfirmed", "unknown"]);

interface Send {
  readonly ended: Promise<SendOutcome>;
  /** Undefined while it is under way. */
  outcome?: SendOutcome;
}

export function createSentParts(most = mostParts): SentParts {
  /** The oldest first. */
  const sent = new Map<string, Send>();
  const note = (part: string, ended: Promise<SendOutcome>): void => {
    const send: Send = { ended };
    sent.delete(part);
    sent.set(part, send);
    const [oldest] = sent.keys();
    if (sent.size > most && oldest !== undefined) sent.delete(oldest);
    const forget = () => void (sent.get(part) === send && sent.delete(part));
    ended.then((outcome) => {
      send.outcome = outcome;
      if (!maySee.has(outcome.status)) forget();
    }, forget);
  };
  return {
    async send(part, isTriedAgain, transmit) {
      const before = sent.get(part);
      // What hangs is waited for only where nobody else says that it must be tried again.
      const earlier = isTriedAgain ? before?.outcome : await before?.ended.catch(() => undefined);
      // An administrator may have what nobody confirmed sent again; the ledger then knows of the first.
      const hasArrived =
        earlier?.status === "delivered" || (earlier?.status === "unconfirmed" && !isTriedAgain);
      if (earlier !== undefined && hasArrived) return { outcome: earlier, forgotten: "arrived" };
      const isUnsure = earlier?.status === "unknown" && !isTriedAgain;
      const ended = transmit(isUnsure);
      note(part, ended);
      return { outcome: await ended, ...(isUnsure ? { forgotten: "unsure" as const } : {}) };
    },
  };
}
