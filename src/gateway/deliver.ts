import type { Adapter, Artifact, Clock, Log, OutboundPart, SendOutcome } from "#contract";
import { readPartJobId } from "../queue/outbox.ts";
import { lacksBytes, withBytes } from "../queue/pictures.ts";
import type { Handler, JobOutcome, OrderedJob } from "../queue/processor.ts";
import type { Step } from "../queue/step.ts";
import type { Claim, Ledger, Settlement } from "./ledger.ts";
import type { SentParts } from "./sent-parts.ts";

export interface DeliverOptions {
  readonly adapter: Pick<
    Adapter,
    "send" | "edit" | "cannotQuote" | "repeatable" | "mayWrite" | "mostHeld" | "gaveUp"
  >;
  readonly ledger: Ledger;
  /** One of the process, for what the ledger may come to forget. */
  readonly sent: SentParts;
  /** Queues a turn to be entered anew; twice is once. Without it what has aged is sent as such. */
  readonly reenter?: (turnId: string, part: OutboundPart) => Promise<void>;
  /** Draws a part's pictures anew; undefined where that cannot be done. Without it such a part goes out without them. */
  readonly redraw?: (part: OutboundPart) => Promise<readonly Artifact[] | undefined>;
  /** Whether its question waited beside others of the part's chat. Asked only where the adapter cannot quote. */
  readonly othersWait?: (part: OutboundPart) => Promise<boolean>;
  /** How many answers of the part's chat wait to be sent, its own among them. Asked only where the adapter says how many may. */
  readonly answersHeld?: (part: OutboundPart) => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Before a send of unknown outcome is tried again. */
const doubtMs = 1000;

/** Shown with what may arrive a second time. */
const repeatMark = (text: string): string =>
  /\p{Script=Han}/u.test(text) ? `(可能重复) ${text}` : `(possibly a repeat) ${text}`;

/** Between two looks whether a chat takes messages again; the adapter mostly wakes it before. */
const heldPollMs = 30_000;

/** After the person has written while a part was being found to wait: nobody wakes it any more. */
const openedMs = 250;

/** Between two looks whether an aged answer has been made anew. */
const againPollMs = 100;

/** The form without a realtime word where the part is past its time. */
function agedForm(
  { validUntil, text, agedText = text }: OutboundPart,
  marketNow: string,
): string | undefined {
  if (validUntil === undefined || Date.parse(marketNow) <= Date.parse(validUntil)) return undefined;
  return agedText;
}

/** An edit that the platform refuses has lost its message; a new one may still go through. */
function settlementOf(outcome: SendOutcome, isEdit: boolean): Settlement {
  if (outcome.status === "held") return "retry";
  return isEdit && outcome.status === "refused" ? "gone" : outcome.status;
}

function waitAfter(outcome: SendOutcome): number {
  return outcome.status === "retry" ? Math.max(outcome.afterMs, 20) : doubtMs;
}

/** What a person may quote from now on. Platforms on which we cannot quote may tell of their quotes by the text alone. */
function shownAs(part: OutboundPart, { status }: SendOutcome, { cannotQuote }: Pick<Adapter, "cannotQuote">) {
  if (status !== "delivered" && status !== "unconfirmed") return {};
  return { shown: { chat: part, ...(cannotQuote === true ? { text: part.text } : {}) } };
}

export interface Deliver {
  readonly handle: Handler;
  /** What is delivered without a job of the queue is claimed by this step. */
  readonly openStep: (jobId: string, token: string) => Step;
}

const openNonce = (token: string): string => `${token}/open`;

/** Works off the outbound queue of one platform: one job is one part of one reply. */
export function createDeliver(options: DeliverOptions): Deliver {
  const { adapter, ledger, sent, clock, log, reenter, redraw, othersWait, answersHeld } = options;
  let tries = 0;
  const claiming = { canEdit: adapter.edit !== undefined, repeatable: adapter.repeatable === true };
  /** The part with the beginning of its question, where the person could not tell which of several it answers. */
  const named = async (part: OutboundPart): Promise<OutboundPart> => {
    const { question } = part;
    if (adapter.cannotQuote !== true || question === undefined || othersWait === undefined) return part;
    return (await othersWait(part)) ? { ...part, text: `「${question}」\n${part.text}` } : part;
  };
  /** Sends or edits it, unless this process has done so before and Redis does not know any more. */
  const transmit = async (
    part: OutboundPart,
    { repeat, edit: receipt }: Claim & { kind: "claimed" },
  ): Promise<{ outcome: SendOutcome; said: OutboundPart }> => {
    const { turnId, part: index } = part;
    let said = part;
    const edit = adapter.edit?.bind(adapter);
    const isEdit = receipt !== undefined && edit !== undefined;
    const { outcome, forgotten } = await sent.send(`${turnId}/${index}`, repeat || isEdit, (isUnsure) => {
      if (isEdit) return edit(receipt, part);
      if (repeat || isUnsure) said = { ...part, text: repeatMark(part.text) };
      return adapter.send(said);
    });
    if (forgotten === "arrived")
      log.warn({ turn: turnId, part: index }, "Redis has lost that this was sent: not sent again");
    if (forgotten === "unsure")
      log.warn({ turn: turnId, part: index }, "Redis has lost that this may have been sent: sent marked");
    return { outcome, said };
  };

  /** Whether more wait than may, with this one the oldest. All parts of its turn then go the same way, one after another. */
  const isTooMuch = async (part: OutboundPart): Promise<boolean> =>
    adapter.mostHeld !== undefined &&
    answersHeld !== undefined &&
    (await answersHeld(part)) > adapter.mostHeld;

  /** The part's claim; `gate` is there where it was passed with it. */
  const claimOf = async (
    { id, steps, opened }: OrderedJob,
    nonce: string,
  ): Promise<Claim & { gate?: unknown }> => {
    const { turnId, part } = readPartJobId(id);
    if (opened?.reply !== undefined) return ledger.opened(opened.reply);
    const gate = steps === undefined ? {} : { gate: steps.gate };
    return ledger.claim(turnId, part, nonce, { ...claiming, ...gate });
  };

  /** With its pictures; undefined where the claim was given back, for drawing them anew may take longer than it is held. */
  const whole = async (part: OutboundPart, nonce: string): Promise<OutboundPart | undefined> => {
    if (!lacksBytes(part)) return part;
    const { turnId, part: index } = part;
    const kept = await ledger.pictures(turnId, index);
    if (kept !== undefined || redraw === undefined) return withBytes(part, kept ?? []);
    await ledger.settle(turnId, index, nonce, { outcome: "retry", reason: "its picture is drawn anew" });
    const drawn = (await redraw(part)) ?? [];
    if (drawn.length === 0) log.warn({ turn: turnId, part: index }, "a picture cannot be drawn anew");
    await ledger.keepPictures(
      turnId,
      index,
      drawn.map(({ base64 }) => base64),
    );
    return undefined;
  };

  /** How long a held part waits. What wakes its chat may have come while it was looked at, and found nothing to wake. */
  const heldMs = async (part: OutboundPart): Promise<number> =>
    (await adapter.mayWrite?.(part)) === true ? openedMs : heldPollMs;

  const deliver = async (job: OrderedJob): Promise<JobOutcome> => {
    const { turnId, part: index } = readPartJobId(job.id);
    const nonce = job.opened === undefined ? `${job.token}/${tries++}` : openNonce(job.token);
    const { steps } = job;
    const claim = await claimOf(job, nonce);
    const stopped = "gate" in claim ? steps?.stopped(claim.gate) : undefined;
    if (stopped !== undefined) return stopped;
    if (claim.kind === "done") return "done";
    if (claim.kind === "wait") return { laterMs: Math.max(claim.ms, 20) };
    if (adapter.mayWrite !== undefined && !(await adapter.mayWrite(claim.part))) {
      if (await isTooMuch(claim.part)) {
        await adapter.gaveUp?.(claim.part);
        const given = await ledger.settle(turnId, index, nonce, {
          outcome: "refused",
          reason: "too many answers wait for the person to write",
          hasPictures: (claim.part.artifacts ?? []).length > 0,
          ...(steps === undefined ? {} : { release: steps.release }),
        });
        log.warn({ turn: turnId, part: index }, "given up, too many answers wait");
        return steps === undefined ? "done" : steps.released(given.release);
      }
      await ledger.settle(turnId, index, nonce, { outcome: "retry", reason: "held" });
      return { laterMs: await heldMs(claim.part) };
    }
    const aged = agedForm(claim.part, clock.market());
    if (aged !== undefined && reenter !== undefined) {
      const found = await ledger.refresh(turnId, index, nonce);
      // A crash may have come between the question for it and its job.
      if (found !== "aged") await reenter(turnId, claim.part);
      if (found === "asked" || found === "wait") return { laterMs: againPollMs };
    }
    const pictured = await whole(claim.part, nonce);
    if (pictured === undefined) return { laterMs: againPollMs };
    const part = await named(aged === undefined ? pictured : { ...pictured, text: aged });
    const { outcome, said } = await transmit(part, claim);
    const settlement = settlementOf(outcome, claim.edit !== undefined);
    const { again, release } = await ledger.settle(turnId, index, nonce, {
      outcome: settlement,
      ...(outcome.status === "retry" ? { isBounded: true } : {}),
      hasPictures: (claim.part.artifacts ?? []).length > 0,
      ...(steps === undefined ? {} : { release: steps.release }),
      ...(outcome.status === "delivered" ? { receipt: outcome.receipt } : { reason: outcome.reason }),
      ...shownAs(said, outcome, adapter),
    });
    if (outcome.status !== "delivered")
      log.warn({ turn: turnId, part: index, outcome: settlement, reason: outcome.reason }, "not delivered");
    if (!again) return steps === undefined ? "done" : steps.released(release);
    if (settlement === "gone") {
      const { opened: _, ...rest } = job;
      return deliver(rest);
    }
    return { laterMs: outcome.status === "held" ? await heldMs(part) : waitAfter(outcome) };
  };
  return {
    handle: deliver,
    openStep(jobId, token) {
      const { turnId, part } = readPartJobId(jobId);
      return ledger.claimStep(turnId, part, openNonce(token), claiming);
    },
  };
}
