import type { Clock, ErrorCode, Log, ToolFailure } from "#contract";
import { type AskServices, createAskSource, type ReadySource, type SourceQuestion } from "./ask-source.ts";
import type { Capability } from "./capabilities.ts";
import { createLocalRateLimiter, orLocal, type RateLimiter } from "./rate-limits.ts";
import type { SharedAnswers } from "./shared-answers.ts";
import type { SourceResult } from "./source.ts";

export type { ReadySource } from "./ask-source.ts";

/** A source's good answer. */
export type Answer<Row> = Extract<SourceResult<Row>, { ok: true }>;

export type RouteResult<Row> =
  | (Answer<Row> & { readonly source: string; readonly fallback_from: readonly string[] })
  | { readonly ok: false; readonly error: ToolFailure; readonly fallback_from: readonly string[] };

export interface Question<Row> extends SourceQuestion<Row> {
  /** Why a good answer of a source still does not answer the question; then the next source is asked. */
  accept?(answer: Answer<Row>, source: string): ToolFailure | null;
  readonly excludeSources?: readonly string[];
  /** Only this source. */
  readonly only?: string;
  /** Only sources whose data come from elsewhere than this source's; those that serve for checks alone are among them. */
  readonly independentOf?: string;
  /** Nothing that is kept will do. */
  readonly fresh?: boolean;
  /** Looked at before each source. */
  readonly signal?: Pick<AbortSignal, "aborted">;
}

/** Asks the enabled sources in their rank until one answers. Never throws. */
export interface Routes {
  ask<Row>(question: Question<Row>): Promise<RouteResult<Row>>;
  /**
   * Begins to ask the best source that is independent of the one asked first, so that a later `ask` with `independentOf` finds its
   * answer on the way. Nothing comes back.
   */
  prepareCheck<Row>(question: Question<Row>): void;
  offers(capability: Capability): boolean;
  /** True where the sources have their data from different upstreams. */
  areIndependent(capability: Capability, one: string, other: string): boolean;
  /** True where there is a source to compare this one's values with. */
  canCheck(capability: Capability, source: string): boolean;
}

const worthAskingAnewMs = 1_000;

const failed = (code: ErrorCode, message: string) => ({ ok: false, error: { code, message } }) as const;

/** Several sources failed: one code if they agree, else the one that says "ask later". */
function combine(capability: Capability, failures: readonly (readonly [string, ToolFailure])[]): ToolFailure {
  const [first] = failures;
  if (first === undefined)
    return { code: "SOURCE_DOWN", message: `no source was left to ask for ${capability}` };
  const message = failures.map(([source, { code, message }]) => `${source}: ${code} (${message})`).join("; ");
  const agreed = failures.every(([, { code }]) => code === first[1].code);
  return { code: agreed ? first[1].code : "SOURCE_DOWN", message };
}

const upstreamOf = ({ name, upstreams }: ReadySource, capability: Capability): string =>
  upstreams?.[capability] ?? name;

/** Sources in the order in which they are asked; those that only check come last, where they are wanted. */
function rank(sources: readonly ReadySource[], capability: Capability, checks: boolean) {
  const by = (table: "provides" | "checks") =>
    sources
      .filter((source) => source[table]?.[capability] !== undefined)
      .toSorted((a, b) => (a[table]?.[capability] ?? 0) - (b[table]?.[capability] ?? 0));
  return checks ? [...new Set([...by("provides"), ...by("checks")])] : by("provides");
}

type Choice = Pick<Question<never>, "capability" | "only" | "independentOf" | "excludeSources">;

/** Sources that serve for checks alone answer too where one is named, or another than one is wanted. */
const isOfChecks = ({ only, independentOf }: Choice): boolean =>
  only !== undefined || independentOf !== undefined;

function chosen(sources: readonly ReadySource[], question: Choice): readonly ReadySource[] {
  const { capability, only, independentOf, excludeSources = [] } = question;
  const other = sources.find(({ name }) => name === independentOf);
  const isIndependent = (source: ReadySource) =>
    other === undefined || upstreamOf(source, capability) !== upstreamOf(other, capability);
  return rank(sources, capability, isOfChecks(question)).filter(
    (source) =>
      !excludeSources.includes(source.name) &&
      (only === undefined || only === source.name) &&
      isIndependent(source),
  );
}

export interface RoutingServices {
  readonly sources: readonly ReadySource[];
  readonly clock: Clock;
  readonly log: Log;
  /** The count that all processes share; without it each has its own. */
  readonly limiter?: RateLimiter;
  readonly answers?: SharedAnswers;
  readonly breakers?: AskServices["breakers"];
}

export function createRoutes(services: RoutingServices): Routes {
  const { sources, clock, log, answers, breakers } = services;
  const local = createLocalRateLimiter(clock.wallMs);
  const limiter = services.limiter === undefined ? local : orLocal(services.limiter, local);
  const fetchFrom = createAskSource({
    ...{ clock, log, limiter },
    ...(answers === undefined ? {} : { answers }),
    ...(breakers === undefined ? {} : { breakers }),
  });

  async function askSource<Row>(source: ReadySource, question: Question<Row>): Promise<SourceResult<Row>> {
    const judge = (result: SourceResult<Row>): SourceResult<Row> => {
      if (!result.ok) return result;
      const refusal = question.accept?.(result, source.name) ?? null;
      if (refusal !== null) return { ok: false, error: refusal };
      return result.rows.length === 0 ? failed("NO_DATA", "the source has no row for it") : result;
    };
    const useKept = question.fresh !== true && (question.excludeSources ?? []).length === 0;
    const { result, keptMs } = await fetchFrom(source, question, useKept);
    const judged = judge(result);
    // What a kept answer cannot satisfy (it has aged) a new one may, but hardly one of the same second.
    if (keptMs !== null && keptMs >= worthAskingAnewMs && !judged.ok)
      return judge((await fetchFrom(source, question, false)).result);
    return judged;
  }

  async function askInOrder<Row>(question: Question<Row>): Promise<RouteResult<Row>> {
    const { capability } = question;
    if (rank(sources, capability, isOfChecks(question)).length === 0) {
      const error = { code: "NOT_OFFERED", message: `no enabled source offers ${capability}` } as const;
      return { ok: false, error, fallback_from: [] };
    }
    const failures: (readonly [string, ToolFailure])[] = [];
    const said = () => failures.map(([source, { code }]) => `${source}: ${code}`);
    for (const source of chosen(sources, question)) {
      if (question.signal?.aborted) break;
      const result = await askSource(source, question);
      if (result.ok) return { ...result, source: source.name, fallback_from: said() };
      failures.push([source.name, result.error]);
    }
    return { ok: false, error: combine(capability, failures), fallback_from: said() };
  }

  const others = (capability: Capability, independentOf: string) =>
    chosen(sources, { capability, independentOf });

  return {
    offers: (capability) => sources.some(({ provides }) => provides[capability] !== undefined),
    areIndependent(capability, one, other) {
      const [first, second] = [one, other].map((each) => sources.find(({ name }) => name === each));
      if (first === undefined || second === undefined) return false;
      return upstreamOf(first, capability) !== upstreamOf(second, capability);
    },
    canCheck: (capability, source) => others(capability, source).length > 0,
    ask: (question) => askInOrder(question),
    prepareCheck(question) {
      const [first] = chosen(sources, question);
      const second = first === undefined ? undefined : others(question.capability, first.name)[0];
      if (second !== undefined) void fetchFrom(second, question, true);
    },
  };
}
