import type { Clock, ErrorCode, Log } from "#contract";
import { type Capability, capabilityTable } from "./capabilities.ts";
import { type CircuitBreaker, coolDownMs, createCircuitBreaker } from "./circuit-breaker.ts";
import type { RateLimiter } from "./rate-limits.ts";
import { fetchShared, type SharedAnswers } from "./shared-answers.ts";
import { createShortCache } from "./short-cache.ts";
import type { SourceClient, SourceFailure, SourceLimits, SourceResult } from "./source.ts";

/** An enabled source, ready to be asked. */
export interface ReadySource {
  readonly name: string;
  readonly provides: Readonly<Partial<Record<Capability, number>>>;
  readonly checks?: Readonly<Partial<Record<Capability, number>>>;
  readonly upstreams?: Readonly<Partial<Record<Capability, string>>>;
  readonly limits?: SourceLimits | "no-upstream";
  /** Tells set-ups of one source apart in what processes share; absent where its answers are not worth sharing. */
  readonly setUp?: string;
  readonly client: SourceClient;
}

/** What one source is asked. */
export interface SourceQuestion<Row> {
  readonly capability: Capability;
  /** Equal keys of one capability are one question: asked once at a time, and cached. */
  readonly key: string;
  /** `signal` is the source's own time limit: a caller who leaves does not end what others wait for. */
  call(client: SourceClient, signal: AbortSignal): Promise<SourceResult<Row>> | undefined;
}

export interface Fetched<Row> {
  readonly result: SourceResult<Row>;
  /** How long it has been kept in this process, in wall milliseconds; null where it was just fetched. */
  readonly keptMs: number | null;
}

export interface AskServices {
  readonly clock: Clock;
  readonly log: Log;
  readonly limiter: RateLimiter;
  readonly answers?: SharedAnswers;
  /** Where the circuits stand, by `<source> <capability>`, for who shows them. */
  readonly breakers?: Map<string, CircuitBreaker>;
}

/** Asks one source, by way of what is kept; `useKept` false: anew. Never throws. */
export type AskSource = <Row>(
  source: ReadySource,
  question: SourceQuestion<Row>,
  useKept: boolean,
) => Promise<Fetched<Row>>;

const failed = (code: ErrorCode, message: string) => ({ ok: false, error: { code, message } }) as const;

/** One repetition of what may have been a passing fault. Time-outs and rate limits get worse by repeating. */
const isWorthRepeating = (result: SourceResult<unknown>): boolean =>
  !result.ok && result.error.code === "SOURCE_DOWN";

/** Empty answers are not kept: what is not there yet may be there in a moment. */
const isAnswer = (result: SourceResult<unknown>): boolean => result.ok && result.rows.length > 0;

/** Where calls are counted: for one capability, or for all that a source's set-up is asked. */
const bucketOf = ({ name, setUp = "" }: ReadySource, capability = "*"): string =>
  `${name}:${setUp}:${capability}`;

/** The guarded call itself: circuit, allowance, the source's time limit, one repetition. */
function createCall({ clock, log, limiter, breakers = new Map() }: AskServices) {
  const clocks = { wallMs: clock.wallMs, marketMs: () => Date.parse(clock.market()) };

  // A breaker per source and capability: an expired token of one upstream must not shut the others behind it.
  const breakerOf = (name: string): CircuitBreaker => {
    const breaker = breakers.get(name) ?? createCircuitBreaker(clocks);
    breakers.set(name, breaker);
    return breaker;
  };

  async function isAllowed(source: ReadySource, capability: Capability): Promise<boolean> {
    if (source.limits === "no-upstream") return true;
    const { each = 0, all = 0 } = source.limits ?? {};
    const buckets = [{ name: bucketOf(source, capability), perMinute: each }];
    if (all > 0) buckets.push({ name: bucketOf(source), perMinute: all });
    return (await limiter.take(buckets, clocks.marketMs())) === 0;
  }

  async function callOnce<Row>(source: ReadySource, question: SourceQuestion<Row>, signal: AbortSignal) {
    try {
      const answer = await question.call(source.client, signal);
      return answer ?? failed("TOOL_ERROR", "the source could not be asked");
    } catch (error) {
      const kind = error instanceof Error ? error.name : "unknown";
      log.error({ source: source.name, capability: question.capability, kind }, "a source threw");
      return failed("TOOL_ERROR", "the source could not be asked");
    }
  }

  async function leaveAlone(source: ReadySource, capability: Capability, failure: SourceFailure) {
    const { perMinute } = failure;
    const limit = perMinute === undefined ? {} : { perMinute };
    await limiter.coolDown(
      bucketOf(source, capability),
      { ms: coolDownMs(failure), ...limit },
      clocks.marketMs(),
    );
  }

  return async <Row>(source: ReadySource, question: SourceQuestion<Row>): Promise<SourceResult<Row>> => {
    const { capability } = question;
    const breaker = breakerOf(`${source.name} ${capability}`);
    const refusal = breaker.refuse();
    if (refusal !== null) return { ok: false, error: refusal };
    if (!(await isAllowed(source, capability))) {
      breaker.withdraw();
      return failed("RATE_LIMIT", "this minute's calls are used up");
    }
    const signal = AbortSignal.timeout(capabilityTable[capability].limitMs);
    let result: SourceResult<Row> = await callOnce(source, question, signal);
    if (isWorthRepeating(result) && !signal.aborted && (await isAllowed(source, capability))) {
      result = await callOnce(source, question, signal);
    }
    if (!result.ok && result.error.own === true) {
      breaker.withdraw();
      return result;
    }
    breaker.settle(result.ok ? null : result.error);
    if (!result.ok && result.error.code === "RATE_LIMIT") await leaveAlone(source, capability, result.error);
    return result;
  };
}

/** What is kept in the process, then a call already under way, then what other processes share, then a call of our own. */
export function createAskSource(services: AskServices): AskSource {
  const { clock, answers } = services;
  const marketMs = () => Date.parse(clock.market());
  const cache = createShortCache<{ readonly result: SourceResult<unknown>; readonly atMs: number }>({
    wallMs: clock.wallMs,
    marketMs,
  });
  const inFlight = new Map<string, Promise<SourceResult<unknown>>>();
  const call = createCall(services);

  function start<Row>(source: ReadySource, question: SourceQuestion<Row>, useKept: boolean) {
    const { ttlMs } = capabilityTable[question.capability];
    const fetch = () => call(source, question);
    if (answers === undefined || source.setUp === undefined || ttlMs === 0) return fetch();
    const key = `${source.name}:${source.setUp}:${question.capability}:${question.key}`;
    const isFailure = (result: SourceResult<Row>) => !isAnswer(result);
    return fetchShared(answers, { key, ttlMs, marketMs, isFailure, useKept, fetch });
  }

  // The row type follows from the capability.
  return async <Row>(source: ReadySource, question: SourceQuestion<Row>, useKept: boolean) => {
    const key = `${source.name} ${question.capability} ${question.key}`;
    const kept = useKept ? cache.get(key) : undefined;
    if (kept !== undefined)
      return { result: kept.result as SourceResult<Row>, keptMs: clock.wallMs() - kept.atMs };
    const running = inFlight.get(key) as Promise<SourceResult<Row>> | undefined;
    if (running !== undefined) return { result: await running, keptMs: null };
    const started = start(source, question, useKept).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    const result = await started;
    const atMs = clock.wallMs();
    if (isAnswer(result)) cache.set(key, { result, atMs }, capabilityTable[question.capability].ttlMs);
    return { result, keptMs: null };
  };
}
