import { AppError, type Log } from "#contract";
import { asIntakeDown } from "../store/fault.ts";
import type { Jobs } from "./jobs.ts";
import type { Order, Standstill } from "./order.ts";
import { reasonOf } from "./reason-of.ts";

/** How often each kind of standstill was healed in one pass. */
export type SweepReport = Readonly<Record<Standstill["fault"], number>>;

/** Told of a job that failed for good without its handler's knowledge; must not throw for an id it does not know. */
export type GiveUp = (job: { readonly id: string; readonly chat: string }, reason: string) => Promise<void>;

interface SweepParts {
  readonly order: Order;
  readonly jobs: Pick<Jobs, "remove" | "promote">;
  readonly add: Jobs["add"];
  readonly log: Log;
  readonly name: string;
}

export interface Sweep {
  sweepAll(giveUp?: GiveUp): Promise<SweepReport>;
  healChat(chat: string): Promise<void>;
  /** Sets the new head of a chat going, be it parked or not added yet. */
  goOn(id: string, chat: string): Promise<void>;
  /** Takes a job out of its chat's order, whoever holds it; the chat goes on. */
  release(job: { readonly id: string; readonly chat: string }): Promise<void>;
}

/** Heals what no processor sees: a crash between two writes, a head still parked, attempts exhausted. */
export function createSweep({ order, jobs, add, log, name }: SweepParts): Sweep {
  const healChat = async (chat: string): Promise<void> => {
    for (const standstill of await order.inspect([chat])) await heal(standstill);
  };
  const goOn = async (id: string, chat: string): Promise<void> => {
    if (!(await jobs.promote(id))) await healChat(chat);
  };
  const release: Sweep["release"] = async ({ id, chat }) => {
    const released = await order.release(id, chat);
    if (released !== "fenced" && released.next !== null) await goOn(released.next, chat);
  };
  const heal = async (standstill: Standstill, giveUp?: GiveUp): Promise<void> => {
    const { chat, id, fault } = standstill;
    if (fault === "missing") {
      await add(id, chat, 0);
      // Added as a parked one meanwhile.
      await jobs.promote(id);
    } else if (fault === "parked") await jobs.promote(id);
    else if (fault === "failed" && giveUp !== undefined) {
      await giveUp({ id, chat }, "failed in the queue");
      await release(standstill);
    } else if (fault === "completed") {
      // Done in BullMQ's eyes but not in ours: done again, because the handler is idempotent and silence is not.
      await jobs.remove(id);
      await add(id, chat, 0);
    } else if (fault === "empty") await order.release("", chat);
    log.debug({ queue: name, job: id, fault }, "queue healed");
  };
  /** False where it could not be healed now; that keeps no other chat waiting. Throws AppError INTAKE_DOWN while Redis is away. */
  const tryToHeal = async (standstill: Standstill, giveUp?: GiveUp): Promise<boolean> => {
    try {
      await heal(standstill, giveUp);
      return true;
    } catch (caught) {
      const error = asIntakeDown(caught);
      if (error instanceof AppError && error.code === "INTAKE_DOWN") throw error;
      const { id, fault } = standstill;
      log.warn(
        { queue: name, job: id, fault, reason: reasonOf(error) },
        "chat not healed, tried again later",
      );
      return false;
    }
  };
  return {
    async sweepAll(giveUp) {
      const counts = new Map<string, number>();
      for await (const page of order.chats())
        for (const standstill of await order.inspect(page))
          if (await tryToHeal(standstill, giveUp))
            counts.set(standstill.fault, (counts.get(standstill.fault) ?? 0) + 1);
      const count = (fault: Standstill["fault"]) => counts.get(fault) ?? 0;
      return {
        missing: count("missing"),
        parked: count("parked"),
        failed: count("failed"),
        completed: count("completed"),
        empty: count("empty"),
      };
    },
    healChat,
    goOn,
    release,
  };
}
