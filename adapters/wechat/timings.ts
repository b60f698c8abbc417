/** How long things may take, in milliseconds. */
export interface WechatTimings {
  /** How long a start waits for the login before it goes on behind. */
  readonly startPatienceMs: number;
  /** How long it waits to see whether this process gets the account, before it stands by. */
  readonly standbyMs: number;
  /** Of a connection that has been lost or did not come about; doubling. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** One question to the puppet. */
  readonly callMs: number;
  readonly sendMs: number;
  /** Starting or stopping a puppet. */
  readonly turnMs: number;
  /** After so long without any event the puppet is asked for a sign of life. */
  readonly idleMs: number;
}

export const usualTimings: WechatTimings = {
  startPatienceMs: 8000,
  standbyMs: 500,
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  callMs: 15_000,
  sendMs: 30_000,
  turnMs: 30_000,
  idleMs: 60_000,
};
