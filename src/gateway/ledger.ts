import type { ChatAddress, OutboundPart } from "#contract";
import type { Quotes } from "../journal/quotes.ts";
import {
  buryLua,
  claimLua,
  claimProgressLua,
  finishProgressLua,
  listedLua,
  refreshLua,
  settleLua,
  takeProgressLua,
} from "../queue/ledger-scripts.ts";
import { ledgerTtlSeconds } from "../queue/outbox.ts";
import { dropPictureStep, readPictures, readPicturesStep, renewPicturesStep } from "../queue/pictures.ts";
import type { Step } from "../queue/step.ts";

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
export type Settlement = "delivered" | "refused" | "unconfirmed" | "retry" | "unknown" | "gone";

/** The delivery ledger: `pending → sending → delivered | unconfirmed | refused | dead`, one row a part. */
export interface Ledger {
  /**
   * Takes a part for one send. `nonce` is unique to this try. Taking it moves the row to `sending`; whoever finds it
   * there later must assume that the send may have arrived. `gate` is passed in the same script; where it stops the job there
   * is no claim and its reply says why.
   */
  claim(
    turnId: string,
    part: number,
    nonce: string,
    options: { canEdit: boolean; repeatable?: boolean; gate?: Step },
  ): Promise<Claim & { readonly gate?: unknown }>;
  /** The same as a step of a script that puts the part into its chat's order, with its gate before it; `opened` reads the reply. */
  claimStep(
    turnId: string,
    part: number,
    nonce: string,
    options: { canEdit: boolean; repeatable?: boolean },
  ): Step;
  opened(reply: unknown): Promise<Claim>;
  /**
   * Moves the row on. True when the part needs another try. Ignored when somebody else has claimed the part since.
   * A send of unknown outcome is tried once more, then it is `unconfirmed`. `release` runs in the same script, unless there is
   * another try. `shown` is what the person may see now and quote later: it is kept in the same script.
   */
  settle(
    turnId: string,
    part: number,
    nonce: string,
    result: {
      outcome: Settlement;
      /** Of a `retry` that has no end of its own: a part whose first one is a day past is dead. */
      isBounded?: boolean;
      receipt?: string;
      reason?: string;
      release?: Step;
      /** Its pictures are dropped in the same script, unless there is another try. */
      hasPictures?: boolean;
      shown?: { readonly chat: ChatAddress; readonly text?: string };
    },
  ): Promise<{ readonly again: boolean; readonly release?: unknown }>;
  /** The bytes of a part's pictures, base64 each; undefined where they are kept no more. */
  pictures(turnId: string, part: number): Promise<readonly string[] | undefined>;
  /** Keeps those that were drawn anew, for the next claim. */
  keepPictures(turnId: string, part: number, base64s: readonly string[]): Promise<void>;
  /**
   * Gives a claimed part back because what it says has aged, and opens its turn anew, once and while nothing of it has been sent:
   * `asked` (the turn must be queued), `wait` for it; `aged`: the claim stands, send the aged form; `late`: the same, and the turn, which is
   * waited for no longer, must come to its end.
   */
  refresh(turnId: string, part: number, nonce: string): Promise<"asked" | "wait" | "aged" | "late">;
  /** Marks a part as dead unless it has ended; its turn is then listed among the dead letters. */
  bury(turnId: string, part: number, reason: string): Promise<void>;
  /** True when the caller may send the turn's one progress message: nobody has, and no answer is on its way. */
  claimProgress(turnId: string): Promise<boolean>;
  /** Keeps the receipt for the edit, and for whoever quotes the message before its answer stands there; without one there will be none. */
  finishProgress(turnId: string, receipt: string | undefined, chat: ChatAddress): Promise<void>;
  /** The receipt of a progress message that no answer will replace, to the first who asks; undefined where there is none. */
  takeProgress(turnId: string): Promise<string | undefined>;
}

type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** What the ledger needs of the store, which this layer does not import. */
export interface LedgerStore {
  readonly keys: {
    ledger(turnId: string): string;
    pictures(turnId: string): string;
    turn(turnId: string): string;
    turnsIn(state: "open" | "dead" | "refused"): string;
  };
  script(name: string, lua: string): Script;
  together(steps: readonly Step[]): Promise<readonly unknown[]>;
  patient(): LedgerStore;
  /** Waits until a fail-over would not lose what is written, where that can happen. */
  replicated(): Promise<void>;
}

/** Within this a sender must have its outcome written, or it counts as crashed; shorter than a job's lock. */
const leaseMs = 4000;
/** So long an aged answer waits for its turn to be done anew. */
const freshWithinMs = 15_000;
/**
 * So many crashes in the middle of its send end a part as unconfirmed. A process that is killed has mostly not sent what it had claimed: one
 * more marked repeat is better than an answer that never came.
 */
const crashesOfOther = 4;
const crashesOfRepeatable = 6;
/** So long a platform that is away, or takes nothing for now, is tried for one part: then its chat goes on. */
const patienceMs = 24 * 3_600_000;
/** So long the answer waits for a progress message that is being sent. */
const progressLeaseMs = 5000;

const claimKind = { lua: claimLua } as const;
const settleKind = { lua: settleLua, goOn: 0 } as const;
const listedKind = { lua: listedLua } as const;
const finishProgressKind = { lua: finishProgressLua } as const;

function readClaim(reply: unknown): Claim {
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
}

/**
 * Waits while Redis is away: an outcome that is not written down would be sent again. Without `quotes` nothing that was sent can be found by
 * who quotes it.
 */
export function createLedger(
  anyStore: LedgerStore,
  wallMs: () => number,
  quotes?: Pick<Quotes, "shownStep">,
): Ledger {
  const store = anyStore.patient();
  const { keys } = store;
  const scripts = {
    refresh: store.script("qmLedgerRefresh", refreshLua),
    bury: store.script("qmLedgerBury", buryLua),
    claimProgress: store.script("qmProgressClaim", claimProgressLua),
    takeProgress: store.script("qmProgressTake", takeProgressLua),
  };
  const claimStep: Ledger["claimStep"] = (turnId, part, nonce, { canEdit, repeatable = false }) => {
    const crashes = repeatable ? crashesOfRepeatable : crashesOfOther;
    const args = [part, nonce, wallMs(), leaseMs, canEdit ? 1 : 0, crashes, progressLeaseMs];
    return { kind: claimKind, keys: [keys.ledger(turnId)], args };
  };
  /** Whoever comes after must know of the send, or it would be made again unmarked. */
  const held = async (claim: Claim): Promise<Claim> => {
    if (claim.kind === "claimed") await store.replicated();
    return claim;
  };
  return {
    claimStep,
    opened: (reply) => held(readClaim(reply)),
    async claim(turnId, part, nonce, { gate, ...options }) {
      const claim = claimStep(turnId, part, nonce, options);
      if (gate === undefined) {
        const [reply] = await store.together([claim]);
        return readClaim(reply);
      }
      const [passed, reply] = await store.together([gate, claim]);
      return { ...(await held(readClaim(reply))), gate: passed };
    },
    async settle(
      turnId,
      part,
      nonce,
      { outcome, isBounded, receipt = "", reason = "", release, hasPictures, shown },
    ) {
      const settle: Step = {
        kind: settleKind,
        keys: [keys.ledger(turnId)],
        args: [part, nonce, outcome, receipt, reason, wallMs(), isBounded === true ? patienceMs : 0],
      };
      // First: what the person sees is theirs to quote, whoever has the part now.
      const noted = shown === undefined ? null : (quotes?.shownStep({ ...shown, turnId, receipt }) ?? null);
      const before = noted === null ? [] : [noted];
      const list = (state: "refused" | "dead"): Step => ({
        kind: listedKind,
        keys: [keys.ledger(turnId), keys.turnsIn(state)],
        args: [part, turnId, wallMs(), ledgerTtlSeconds, state],
      });
      const listed = outcome === "refused" ? [list("refused")] : isBounded === true ? [list("dead")] : [];
      const dropped = hasPictures === true ? [dropPictureStep(keys, turnId, part)] : [];
      const last = release === undefined ? [] : [release];
      const replies = await store.together([...before, settle, ...listed, ...dropped, ...last]);
      const [again, ...rest] = replies.slice(before.length);
      return { again: again === 1, release: rest[listed.length + dropped.length] };
    },
    async pictures(turnId, part) {
      const [reply] = await store.together([readPicturesStep(keys, turnId, part)]);
      return readPictures(reply);
    },
    async keepPictures(turnId, part, base64s) {
      await store.together([renewPicturesStep(keys, turnId, part, base64s)]);
    },
    async refresh(turnId, part, nonce) {
      const reply = await scripts.refresh(
        [keys.ledger(turnId), keys.turn(turnId), keys.turnsIn("open")],
        [part, nonce, wallMs(), freshWithinMs, turnId],
      );
      return reply === "asked" || reply === "aged" || reply === "late" ? reply : "wait";
    },
    async bury(turnId, part, reason) {
      const nowMs = wallMs();
      await scripts.bury(
        [keys.ledger(turnId), keys.turnsIn("dead")],
        [part, reason, turnId, nowMs, nowMs - ledgerTtlSeconds * 1000],
      );
      await store.together([dropPictureStep(keys, turnId, part)]);
    },
    async claimProgress(turnId) {
      const reply = await scripts.claimProgress(
        [keys.ledger(turnId), keys.turn(turnId)],
        [wallMs() + progressLeaseMs, ledgerTtlSeconds],
      );
      return reply === 1;
    },
    async finishProgress(turnId, receipt = "", chat) {
      const finish: Step = { kind: finishProgressKind, keys: [keys.ledger(turnId)], args: [receipt] };
      const noted = quotes?.shownStep({ chat, turnId, receipt }) ?? null;
      await store.together(noted === null ? [finish] : [finish, noted]);
    },
    async takeProgress(turnId) {
      const receipt = String(await scripts.takeProgress([keys.ledger(turnId)], []));
      return receipt === "" ? undefined : receipt;
    },
  };
}
