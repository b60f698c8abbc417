import type { Api } from "grammy";
import { type Failure, readFailure } from "./failure.ts";

export const isServerError = (failure: Failure): boolean =>
  failure.kind === "answered" && failure.code >= 500;

/** Whether it may have been taken all the same. */
const isDoubtful = (failure: Failure): boolean =>
  failure.kind === "none" ? failure.written : isServerError(failure);

/**
 * After a send of unknown outcome nothing is sent before Telegram answers a question that does no harm: in an outage each send would be one
 * more that may have arrived.
 */
export function createOutage(api: Pick<Api, "getMe">) {
  let isSuspected = false;
  let asking: Promise<Failure | undefined> | undefined;
  const ask = async (): Promise<Failure | undefined> => {
    try {
      await api.getMe();
    } catch (error) {
      const failure = readFailure(error);
      // Of whatever else is wrong the send itself will tell.
      if (failure.kind === "none" || isServerError(failure)) return failure;
    }
    isSuspected = false;
    return undefined;
  };
  return {
    /** What is wrong; undefined where a send may be tried. Never throws. */
    async cause(): Promise<Failure | undefined> {
      if (!isSuspected) return undefined;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    note(failure: Failure): void {
      if (isDoubtful(failure)) isSuspected = true;
    },
  };
}
