import { join } from "node:path";
import {
  AppError,
  type Freshness,
  type Language,
  type MetricRegistry,
  type ModelClient,
  type ToolDefinition,
} from "#contract";
import { baseMetrics, mergeMetrics } from "#language";
import { createDrawChart } from "../charts/draw-chart.ts";
import { budgetSeconds, freshUntilMs } from "../data/freshness.ts";
import { createMarketData, type MarketData } from "../data/market-data.ts";
import { createShortFetch } from "../http/short-fetch.ts";
import { createJournal } from "../journal/journal.ts";
import { loadCompetences, loadSkills } from "../load-extensions.ts";
import { createWatchlists } from "../memory/watchlist.ts";
import { createBuiltin } from "../models/builtin/builtin.ts";
import { createModelRouter, type LoadedModelRouter } from "../models/router.ts";
import { modelSettings } from "../models/settings.ts";
import type { LoadedSkill, PipelinePorts } from "../pipeline/ports.ts";
import { createSharedRateLimiter } from "../store/rate-limiter.ts";
import type { Store } from "../store/redis.ts";
import { createSharedAnswers } from "../store/shared-answers.ts";
import { createTools } from "../tools/create-tools.ts";
import { callTool } from "../tools/run-tool.ts";
import { createFacts } from "./facts.ts";
import type { Foundation } from "./foundation.ts";
import { createSourceListing, listSourcesOf, type SourceListing } from "./source-listing.ts";
import { createGuardPort, createTextPort } from "./text-port.ts";

/** Everything that thinks: data, tools, skills, models and the pipeline's ports over them. */
export interface Brain {
  readonly ports: PipelinePorts;
  readonly data: MarketData;
  readonly models: LoadedModelRouter;
  readonly metrics: MetricRegistry;
  readonly sourceListing: SourceListing;
}

/** The freshness of every metric that a skill brings. Two skills may share a metric only with the same freshness. */
function mergeFreshness(skills: ReadonlyMap<string, LoadedSkill>): ReadonlyMap<string, Freshness> {
  const merged = new Map<string, Freshness>();
  for (const [skill, { definition }] of skills) {
    for (const [metric, freshness] of Object.entries(definition.freshness ?? {})) {
      const earlier = merged.get(metric);
      if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(freshness))
        throw new AppError(
          "CONFIG_INVALID",
          `skill ${skill}: another skill gives ${metric} another freshness`,
        );
      merged.set(metric, freshness);
    }
  }
  return merged;
}

function toolPorts(tools: readonly ToolDefinition[]): Pick<PipelinePorts, "callTool" | "isLocalTool"> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    isLocalTool: (name) => byName.get(name)?.local === true,
    async callTool(name, args, context) {
      const tool = byName.get(name);
      if (tool === undefined) return { ok: false, error: { code: "UNKNOWN_TOOL", message: name } };
      return callTool(tool, args, context);
    },
  };
}

/** The listed name, in English the first Latin one. */
const printedName = (names: readonly string[] = [], language: Language): string | undefined =>
  (language === "en" ? names.find((name) => !/\p{Script=Han}/u.test(name)) : undefined) ?? names[0];

/** What market data share between processes. */
const sharedBy = (store: Store) => ({
  cache: store.cache,
  limiter: createSharedRateLimiter(store),
  answers: createSharedAnswers(store),
});

/** The tools over what conversations have left. */
const deskTools = (store: Store, { config, clock }: Foundation, listing: SourceListing) => ({
  readWatchlist: createWatchlists(store).read,
  listSources: listSourcesOf(
    createJournal(store, { days: config.core.JOURNAL_DAYS, wallMs: clock.wallMs }),
    listing,
  ),
});

/** `store` holds what processes share; a run that keeps nothing leaves it out. */
export async function createBrain(foundation: Foundation, store?: Store): Promise<Brain> {
  const { config: settings, sources, root, clock, log } = foundation;
  const config = settings.values;
  const { fetch } = globalThis;
  const skills = await loadSkills(join(root, "skills"));
  const competences = loadCompetences(join(root, "competences"));
  const data = createMarketData({
    sources,
    config,
    fetch,
    clock,
    log,
    crossCheck: settings.core.CROSS_CHECK === "on",
    ...(store === undefined ? {} : sharedBy(store)),
  });
  const directory = () => data.securities.directory();
  const metrics = mergeMetrics(
    baseMetrics,
    ...[...skills.values()].map(({ definition }) => definition.metrics ?? {}),
  );
  const builtin: ModelClient = createBuiltin({ directory });
  const models = createModelRouter(settings.of(modelSettings), {
    builtin,
    fetch: createShortFetch({ fallback: fetch }),
    log,
    random: Math.random,
    nowMs: clock.wallMs,
  });
  const freshness = mergeFreshness(skills);
  const calendar = () => data.calendars.snapshot();
  const noData = sources.on.length === 1 ? sources.on[0]?.noData : undefined;
  const text = createTextPort({ directory, metrics, ...(noData === undefined ? {} : { noData }) });
  const sourceListing = createSourceListing({ directory, metrics, facts: Object.fromEntries(competences) });
  const desk = store === undefined ? {} : deskTools(store, foundation, sourceListing);
  const ports: PipelinePorts = {
    skills,
    cards: [...skills.values()].map(({ card }) => card),
    models,
    text,
    guard: createGuardPort({ directory, metrics }),
    clock,
    log,
    profile: settings.core.GATE_PROFILE,
    drawChart: createDrawChart((code, language) => printedName(directory().names()[code], language)),
    ...toolPorts(createTools({ data, metricOf: text.metric, ...desk })),
    freshnessOf: (metric) => freshness.get(metric),
    budgetSeconds: (each, now) => budgetSeconds(each, now, calendar()),
    freshUntilMs: (each, asOf) => freshUntilMs(each, asOf, calendar()),
    competences: Object.fromEntries(
      [...competences].map(([id, { expires_at }]) => [id, expires_at === undefined ? {} : { expires_at }]),
    ),
    facts: createFacts(competences),
  };
  return { ports, data, models, metrics, sourceListing };
}
