/**
 * How long the adapter waits, in milliseconds; tests make it short. Pauses between polls, probes and the whole of a login end by the
 * handed-in clock, or by real time where that is sooner (`waitBy`); windows, tickets and what is held go by that clock alone. Real time
 * alone counts where a connection or a distance is measured: time-outs, looks at codes and accounts, the pace and repetition of sends;
 * and where Redis keeps it: leases, and the queue's delay before a throttled send.
 */
export interface WeixinTimings {
  /** For every call but the long poll. */
  readonly requestMs: number;
  readonly notifyMs: number;
  /** What the long poll waits beyond the time that the channel announces. */
  readonly pollMarginMs: number;
  /** After a failed poll, and after each third in a row. */
  readonly pollRetryMs: number;
  readonly pollPauseMs: number;
  /** Before a token that is called stale is tried once more. */
  readonly staleProbeMs: number;
  /** Between two tries of an account that has to log in again. */
  readonly loginProbeMs: number;
  /** Between two messages to one person. */
  readonly sendPaceMs: number;
  /** Before a send without an answer is tried again, and before one that was throttled. */
  readonly sendRetryMs: number;
  readonly throttleMs: number;
  /** Between two looks whether an account has been added. */
  readonly accountsMs: number;
  /** Between two looks at a login code. */
  readonly scanPauseMs: number;
  readonly scanPollMs: number;
  /** The whole of a login. */
  readonly loginMs: number;
}

/** Those of the channel's own client where it has any. */
export const usualTimings: WeixinTimings = {
  requestMs: 15_000,
  notifyMs: 10_000,
  pollMarginMs: 10_000,
  pollRetryMs: 2000,
  pollPauseMs: 30_000,
  staleProbeMs: 5000,
  loginProbeMs: 3_600_000,
  sendPaceMs: 1500,
  sendRetryMs: 1000,
  throttleMs: 30_000,
  accountsMs: 2000,
  scanPauseMs: 1000,
  scanPollMs: 35_000,
  loginMs: 480_000,
};
