import type { OutboundPart } from "#contract";
import {
  buryLua,
  claimLua,
  claimProgressLua,
  finishProgressLua,
  settleLua,
} from "../queue/ledger-scripts.ts";
import { ledgerTtlSeconds } from "../queue/outbox.ts";

/**
 * `claimed`: send or edit it now. `repeat`: an earlier send may have arrived, say so in the text. `wait`: somebody else
 * is at it, or the progress message is on its way. `done`: nothing (more) to do.
 */
export type Claim =
  | {
      readonly kind: "claimed";
      readonly part: OutboundPart;
      readonly repeat: boolean;
      /** The progress message to edit; absent: send a new message. */
      readonly edit?: string;
    }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "done" };

/** What came of a claimed send or edit; see `SendOutcome`. `gone`: the message to edit is not there any more. */
export type Settlement = "delivered" | "refused" | "retry" | "unknown" | "gone";

/** The delivery ledger: `pending → sending → delivered | unconfirmed | refused | dead`, one row a part. */
export interface Ledger {
  /**
   * Takes a part for one send. `nonce` is unique to this try. Taking it moves the row to `sending`; whoever finds it
   * there later must assume that the send may have arrived.
   */
  claim(turnId: string, part: number, nonce: string, options: { canEdit: boolean }): Promise<Claim>;
  /**
   * Moves the row on. True when the part needs another try. Ignored when somebody else has claimed the part since.
   * A send of unknown outcome is tried once more, then it is `unconfirmed`.
   */
  settle(
    turnId: string,
    part: number,
    nonce: string,
    result: { outcome: Settlement; receipt?: string; reason?: string },
  ): Promise<boolean>;
  /** Marks a part as dead unless it has ended. */
  bury(turnId: string, part: number, reason: string): Promise<void>;
  /** True when the caller may send the turn's one progress message: nobody has, and no answer is on its way. */
  claimProgress(turnId: string): Promise<boolean>;
  /** Keeps the receipt for the edit; without one there will be none. */
  finishProgress(turnId: string, receipt: string | undefined): Promise<void>;
}

type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** What the ledger needs of the store, which this layer does not import. */
export interface LedgerStore {
  readonly keys: { ledger(turnId: string): string; turn(turnId: string): string };
  script(name: string, lua: string): Script;
  patient(): LedgerStore;
}

/** Within this a sender must have its outcome written, or it counts as crashed; shorter than a job's lock. */
const leaseMs = 4000;
/** So long the answer waits for a progress message that is being sent. */
const progressLeaseMs = 5000;

/** Waits while Redis is away: an outcome that is not written down would be sent again. */
export function createLedger(anyStore: LedgerStore, wallMs: () => number): Ledger {
  const store = anyStore.patient();
  const { keys } = store;
  const scripts = {
    claim: store.script("qmLedgerClaim", claimLua),
    settle: store.script("qmLedgerSettle", settleLua),
    bury: store.script("qmLedgerBury", buryLua),
    claimProgress: store.script("qmProgressClaim", claimProgressLua),
    finishProgress: store.script("qmProgressFinish", finishProgressLua),
  };
  return {
    async claim(turnId, part, nonce, { canEdit }) {
      const reply = await scripts.claim(
        [keys.ledger(turnId)],
        [part, nonce, wallMs(), leaseMs, canEdit ? 1 : 0],
      );
      const [kind, detail, repeat, receipt] = Array.isArray(reply) ? reply : [];
      if (kind === "wait") return { kind, ms: Number(detail) };
      if (kind !== "claimed") return { kind: "done" };
      return {
        kind,
        // Written by the outbox.
        part: JSON.parse(String(detail)) as OutboundPart,
        repeat: repeat === 1,
        ...(receipt === "" ? {} : { edit: String(receipt) }),
      };
    },
    async settle(turnId, part, nonce, { outcome, receipt = "", reason = "" }) {
      const reply = await scripts.settle([keys.ledger(turnId)], [part, nonce, outcome, receipt, reason]);
      return reply === 1;
    },
    async bury(turnId, part, reason) {
      await scripts.bury([keys.ledger(turnId)], [part, reason]);
    },
    async claimProgress(turnId) {
      const reply = await scripts.claimProgress(
        [keys.ledger(turnId), keys.turn(turnId)],
        [wallMs() + progressLeaseMs, ledgerTtlSeconds],
      );
      return reply === 1;
    },
    async finishProgress(turnId, receipt) {
      await scripts.finishProgress([keys.ledger(turnId)], [receipt ?? ""]);
    },
  };
}
