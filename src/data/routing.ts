import type { Clock, ErrorCode, Log, ToolFailure } from "#contract";
import { type Capability, capabilityTable } from "./capabilities.ts";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import { createShortCache } from "./short-cache.ts";
import type { SourceClient, SourceResult } from "./source.ts";

/** An enabled source, ready to be asked. */
export interface ReadySource {
  readonly name: string;
  readonly provides: Readonly<Partial<Record<Capability, number>>>;
  readonly client: SourceClient;
}

/** A source's good answer. */
export type Answer<Row> = Extract<SourceResult<Row>, { ok: true }>;

export type RouteResult<Row> =
  | (Answer<Row> & { readonly source: string; readonly fallback_from: readonly string[] })
  | { readonly ok: false; readonly error: ToolFailure; readonly fallback_from: readonly string[] };

export interface Question<Row> {
  readonly capability: Capability;
  /** Equal keys of one capability are one question: asked once at a time, and cached. */
  readonly key: string;
  /** `signal` is the source's own time limit: a caller who leaves does not end what others wait for. */
  call(client: SourceClient, signal: AbortSignal): Promise<SourceResult<Row>> | undefined;
  /** Why a good answer of a source still does not answer the question; then the next source is asked. */
  accept?(answer: Answer<Row>, source: string): ToolFailure | null;
  readonly excludeSources?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Asks the enabled sources in their rank until one answers. Never throws. */
export interface Routes {
  ask<Row>(question: Question<Row>): Promise<RouteResult<Row>>;
  offers(capability: Capability): boolean;
}

const failed = (code: ErrorCode, message: string) => ({ ok: false, error: { code, message } }) as const;

/** One repetition of what may have been a passing fault. Time-outs and rate limits get worse by repeating. */
const isWorthRepeating = (result: SourceResult<unknown>): boolean =>
  !result.ok && result.error.code === "SOURCE_DOWN";

/** Several sources failed: one code if they agree, else the one that says "ask later". */
function combine(capability: Capability, failures: readonly (readonly [string, ToolFailure])[]): ToolFailure {
  const [first] = failures;
  if (first === undefined) return { code: "SOURCE_DOWN", message: `no enabled source offers ${capability}` };
  const message = failures.map(([source, { code, message }]) => `${source}: ${code} (${message})`).join("; ");
  const agreed = failures.every(([, { code }]) => code === first[1].code);
  return { code: agreed ? first[1].code : "SOURCE_DOWN", message };
}

export function createRoutes(services: { sources: readonly ReadySource[]; clock: Clock; log: Log }): Routes {
  const { sources, clock, log } = services;
  const clocks = { wallMs: clock.wallMs, marketMs: () => Date.parse(clock.market()) };
  const cache = createShortCache<Answer<unknown>>(clocks);
  const inFlight = new Map<string, Promise<SourceResult<unknown>>>();
  const breakers = new Map<string, CircuitBreaker>();

  const ranked = (capability: Capability): readonly ReadySource[] =>
    sources
      .filter(({ provides }) => provides[capability] !== undefined)
      .toSorted((a, b) => (a.provides[capability] ?? 0) - (b.provides[capability] ?? 0));

  // A breaker per source and capability: an expired token of one upstream must not shut the others behind it.
  const breakerOf = (name: string): CircuitBreaker => {
    const breaker = breakers.get(name) ?? createCircuitBreaker(clock.wallMs);
    breakers.set(name, breaker);
    return breaker;
  };

  async function callSource<Row>(source: ReadySource, question: Question<Row>): Promise<SourceResult<Row>> {
    const breaker = breakerOf(`${source.name} ${question.capability}`);
    const refusal = breaker.refuse();
    if (refusal !== null) return { ok: false, error: refusal };
    const signal = AbortSignal.timeout(capabilityTable[question.capability].limitMs);
    let result: SourceResult<Row> | undefined;
    try {
      result = await question.call(source.client, signal);
      if (result !== undefined && isWorthRepeating(result) && !signal.aborted) {
        result = await question.call(source.client, signal);
      }
    } catch (error) {
      const kind = error instanceof Error ? error.name : "unknown";
      log.error({ source: source.name, capability: question.capability, kind }, "a source threw");
    }
    result ??= failed("TOOL_ERROR", "the source could not be asked");
    breaker.settle(result.ok ? null : result.error);
    return result;
  }

  /** Cache, then a call already under way, then a call of our own. The row type follows from the capability. */
  async function fetchOnce<Row>(source: ReadySource, question: Question<Row>, useCache: boolean) {
    const key = `${source.name} ${question.capability} ${question.key}`;
    const kept = useCache ? (cache.get(key) as Answer<Row> | undefined) : undefined;
    if (kept !== undefined) return { result: kept as SourceResult<Row>, cached: true };
    const running = inFlight.get(key) as Promise<SourceResult<Row>> | undefined;
    if (running !== undefined) return { result: await running, cached: false };
    const started = callSource(source, question).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    const result = await started;
    if (result.ok && result.rows.length > 0)
      cache.set(key, result, capabilityTable[question.capability].ttlMs);
    return { result, cached: false };
  }

  async function askSource<Row>(source: ReadySource, question: Question<Row>): Promise<SourceResult<Row>> {
    const judge = (result: SourceResult<Row>): SourceResult<Row> => {
      if (!result.ok) return result;
      const refusal = question.accept?.(result, source.name) ?? null;
      if (refusal !== null) return { ok: false, error: refusal };
      return result.rows.length === 0 ? failed("NO_DATA", "the source has no row for it") : result;
    };
    const useCache = (question.excludeSources ?? []).length === 0;
    const { result, cached } = await fetchOnce(source, question, useCache);
    const judged = judge(result);
    // What a kept answer cannot satisfy (it has aged) a new one may.
    if (cached && !judged.ok) return judge((await fetchOnce(source, question, false)).result);
    return judged;
  }

  async function askInOrder<Row>(question: Question<Row>): Promise<RouteResult<Row>> {
    const failures: (readonly [string, ToolFailure])[] = [];
    const said = () => failures.map(([source, { code }]) => `${source}: ${code}`);
    for (const source of ranked(question.capability)) {
      if (question.excludeSources?.includes(source.name)) continue;
      if (question.signal?.aborted) break;
      const result = await askSource(source, question);
      if (result.ok) return { ...result, source: source.name, fallback_from: said() };
      failures.push([source.name, result.error]);
    }
    return { ok: false, error: combine(question.capability, failures), fallback_from: said() };
  }

  return {
    offers: (capability) => ranked(capability).length > 0,
    ask: (question) => askInOrder(question),
  };
}
