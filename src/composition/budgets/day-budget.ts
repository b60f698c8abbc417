import { type IncomingMessage, type ModelUsage, nextShanghaiDay } from "#contract";
import { costOf } from "../../admin/cost.ts";
import type { Config } from "../../config.ts";
import type { DayRequests } from "../../gateway/receive.ts";
import type { DayBudget, DayCall } from "../../pipeline/budget/day-budget.ts";
import {
  createDaySpending,
  type DayLimits,
  type DayRefusal,
  type DayShare,
  readRequestRefusal,
  requestStep,
} from "../../store/day-spending.ts";
import type { Store } from "../../store/redis.ts";
import { billionths, dayLimitsOf } from "./day-limits.ts";

export interface DayLimitParts {
  readonly store: Store;
  /** As they stand now. */
  readonly settings: () => Config["core"];
  readonly wallMs: () => number;
  readonly countRefusal: (refusal: DayRefusal) => void;
}

const payerOf = ({ platform, senderId }: IncomingMessage): string => `${platform}/${senderId}`;

const isSet = ({ user, all }: DayLimits, ...limits: readonly (keyof DayLimits["user"])[]): boolean =>
  limits.some((limit) => user[limit] !== undefined || all[limit] !== undefined);

/** True where model calls are counted for a limit of the day. */
export const isDayCounted = (core: Config["core"]): boolean => isSet(dayLimitsOf(core), "tokens", "cost");

/** Questions of the day, counted where they are recorded. */
export function createDayRequests({ store, settings, wallMs, countRefusal }: DayLimitParts): DayRequests {
  const spending = createDaySpending(store);
  return {
    step(message) {
      const limits = dayLimitsOf(settings());
      if (!isSet(limits, "requests")) return null;
      const request = { turnId: message.id, payer: payerOf(message), nowMs: wallMs() };
      return requestStep(store.keys, request, limits);
    },
    refusedBy(reply) {
      const refusal = readRequestRefusal(reply);
      if (refusal === undefined) return null;
      countRefusal(refusal);
      return { renews: nextShanghaiDay(wallMs()) };
    },
    giveBack: (message) => spending.giveBackRequest(payerOf(message), wallMs()),
  };
}

/** Tokens and money of the day; nothing of it, and no connection, without such a limit. */
export function createDayBudget(parts: DayLimitParts): () => DayBudget | undefined {
  const { store, settings, wallMs, countRefusal } = parts;
  let opened: ReturnType<typeof createDaySpending> | undefined;
  const spending = () => {
    // Who has paid for a call waits until that is counted.
    opened ??= createDaySpending(store.patient());
    return opened;
  };
  return () => {
    const core = settings();
    if (!isDayCounted(core)) return undefined;
    const limits = dayLimitsOf(core);
    const costOfCall = ({ provider, model, usage }: DayCall): number =>
      // Without a price there is no limit in money either: see the faults above.
      billionths(costOf([{ provider, model, usage }], core.MODEL_PRICES) ?? 0);
    const tokensOf = ({ prompt_tokens, completion_tokens }: ModelUsage): number =>
      prompt_tokens + completion_tokens;
    const shareOf = (call: DayCall): DayShare => ({
      id: call.id,
      payer: call.payer,
      tokens: tokensOf(call.usage),
      cost: costOfCall(call),
    });
    return {
      async reserve(call) {
        const refusal = await spending().reserve(shareOf(call), limits, wallMs());
        if (refusal !== null) countRefusal(refusal);
        return refusal === null;
      },
      settle: (call) => spending().settle(shareOf(call)),
    };
  };
}
