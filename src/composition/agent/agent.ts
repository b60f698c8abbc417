import { join } from "node:path";
import { AppError, type Freshness, type MetricRegistry, type ModelClient } from "#contract";
import { baseMetrics, mergeMetrics, printedName } from "#language";
import { costOf } from "../../admin/cost.ts";
import { createDrawChart } from "../../charts/draw-chart.ts";
import type { Config } from "../../config.ts";
import { budgetSeconds, freshUntilMs } from "../../data/freshness.ts";
import { createMarketData, type MarketData } from "../../data/market-data.ts";
import { createShortFetch } from "../../http/short-fetch.ts";
import { createJournal } from "../../journal/journal.ts";
import { loadCompetences, loadSkills } from "../../load-extensions.ts";
import { createReminders } from "../../memory/reminders.ts";
import { createWatchlists } from "../../memory/watchlist.ts";
import { createBuiltin } from "../../models/builtin/builtin.ts";
import { createLiveRouter } from "../../models/live-router.ts";
import { createModelRouter, type LoadedModelRouter } from "../../models/router.ts";
import { modelSettings } from "../../models/settings.ts";
import type { LoadedSkill, PipelinePorts } from "../../pipeline/ports.ts";
import { createSharedRateLimiter } from "../../store/rate-limiter.ts";
import type { Store } from "../../store/redis.ts";
import { createSharedAnswers } from "../../store/shared-answers.ts";
import { createTools } from "../../tools/create-tools.ts";
import type { McpTools } from "../../tools/mcp/mcp-tools.ts";
import { artifactFault } from "../../tools/registry/artifact-file.ts";
import { createToolRegistry, type ToolRegistry } from "../../tools/registry/registry.ts";
import { toolSettings } from "../../tools/settings.ts";
import { createDayBudget, type DayLimitParts } from "../budgets/day-budget.ts";
import { turnBudgetOf } from "../budgets/turn-budget.ts";
import type { Foundation } from "../foundation.ts";
import { arrivalOf } from "./arrival.ts";
import { createFacts, withoutCompanies } from "./facts.ts";
import { type ModelFault, watchModels } from "./model-watch.ts";
import { createSourceListing, listSourcesOf, type SourceListing } from "./source-listing.ts";
import { createGuardPort, createTextPort } from "./text-port.ts";

/** Everything that answers a question: data, tools, skills, models and the pipeline's ports over them. */
export interface Agent {
  readonly ports: PipelinePorts;
  readonly data: MarketData;
  readonly models: LoadedModelRouter;
  /** The models that failed when they were last asked in this process. */
  readonly modelFaults: () => readonly ModelFault[];
  readonly metrics: MetricRegistry;
  readonly sourceListing: SourceListing;
  readonly tools: ToolRegistry;
  /** The settings as they stand now. */
  readonly settings: () => Config["core"];
  /** Ends what was started for tools: connections and programs of MCP servers. */
  stop(): Promise<void>;
  /** Takes over the models and budgets of another configuration, for the turns that begin from now on. */
  reload(config: Config): void;
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

function toolPorts(registry: ToolRegistry): Pick<PipelinePorts, "callTool" | "isLocalTool" | "offers"> {
  return { isLocalTool: registry.isLocal, callTool: registry.call, offers: registry.offers };
}

/** The servers' tools, where there are any; what they need is loaded with the first of them. */
async function foreignTools({ config, clock, log, childEnv }: Foundation): Promise<McpTools | undefined> {
  const { MCP_SERVERS } = config.of(toolSettings);
  if (Object.keys(MCP_SERVERS).length === 0) return undefined;
  const { createMcpTools } = await import("../../tools/mcp/mcp-tools.ts");
  return createMcpTools(MCP_SERVERS, {
    env: childEnv,
    fetch: globalThis.fetch,
    log,
    random: Math.random,
    nowMs: clock.wallMs,
    market: clock.market,
  });
}

/** A picture that may not go out is none. */
const checked =
  (draw: PipelinePorts["drawChart"]): PipelinePorts["drawChart"] =>
  async (plot, trace) => {
    const artifact = await draw(plot, trace);
    return artifact === null || artifactFault(artifact) !== null ? null : artifact;
  };

/** What market data share between processes. */
const sharedBy = (store: Store) => ({
  cache: store.cache,
  limiter: createSharedRateLimiter(store),
  answers: createSharedAnswers(store),
});

/** The tools over what conversations have left. */
const conversationTools = (store: Store, foundation: Foundation, listing: SourceListing) => ({
  readWatchlist: createWatchlists(store).read,
  reminders: { read: createReminders(store).read, arrival: arrivalOf(foundation) },
  listSources: listSourcesOf(
    createJournal(store, {
      days: foundation.config.core.JOURNAL_DAYS,
      wallMs: foundation.clock.wallMs,
    }),
    listing,
  ),
});

export interface AgentOptions {
  /** Is told of calls for which nothing of the day was left. */
  readonly countRefusal?: DayLimitParts["countRefusal"];
  /** Keeps the limits of the day in the place of `store`. */
  readonly dayBudget?: NonNullable<PipelinePorts["dayBudget"]>;
}

/** `store` holds what processes share; a run that keeps nothing leaves it out, and then no limit of the day is kept either. */
export async function createAgent(
  foundation: Foundation,
  store?: Store,
  { countRefusal = () => undefined, dayBudget }: AgentOptions = {},
): Promise<Agent> {
  const { config: settings, sources, root, clock, log } = foundation;
  const config = settings.values;
  const { fetch } = globalThis;
  const skills = await loadSkills(join(root, "skills"), { env: foundation.childEnv, log });
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
  const routerOf = (config: Config) =>
    createModelRouter(config.of(modelSettings), {
      builtin,
      fetch: createShortFetch({ fallback: fetch }),
      log,
      random: Math.random,
      nowMs: clock.wallMs,
    });
  const liveModels = createLiveRouter(routerOf(settings));
  const { router: models, faults: modelFaults } = watchModels(liveModels, clock.wallMs);
  let core = settings.core;
  let budget = turnBudgetOf(core);
  const { wallMs } = clock;
  const own = (shared: Store) =>
    createDayBudget({ store: shared, settings: () => core, wallMs, countRefusal });
  const kept = dayBudget ?? (store === undefined ? undefined : own(store));
  const day = kept === undefined ? {} : { dayBudget: kept };
  let isFast = settings.core.ROUTER_FAST_PATH === "on";
  const freshness = mergeFreshness(skills);
  const calendar = () => data.calendars.snapshot();
  const noData = sources.on.length === 1 ? sources.on[0]?.noData : undefined;
  const text = createTextPort({ directory, metrics, ...(noData === undefined ? {} : { noData }) });
  const sourceListing = createSourceListing({ directory, metrics, facts: Object.fromEntries(competences) });
  const conversation = store === undefined ? {} : conversationTools(store, foundation, sourceListing);
  const foreign = await foreignTools(foundation);
  const { TOOLS_ALLOW, TOOLS_DENY } = settings.of(toolSettings);
  const tools = createToolRegistry({
    tools: createTools({ data, metricOf: text.metric, ...conversation }),
    ...(foreign === undefined ? {} : { foreign }),
    allow: TOOLS_ALLOW,
    deny: TOOLS_DENY,
    random: Math.random,
    nowMs: clock.wallMs,
  });
  const ports: PipelinePorts = {
    skills,
    cards: [...skills.values()].map(({ card }) => card),
    models,
    text,
    guard: createGuardPort({ directory, metrics }),
    clock,
    log,
    budget: () => budget,
    costOf: (call) => costOf([call], core.MODEL_PRICES),
    ...day,
    plansPlainly: () => isFast,
    drawChart: checked(createDrawChart((code, language) => printedName(directory().names()[code], language))),
    ...toolPorts(tools),
    freshnessOf: (metric) => freshness.get(metric),
    budgetSeconds: (each, now) => budgetSeconds(each, now, calendar()),
    freshUntilMs: (each, asOf) => freshUntilMs(each, asOf, calendar()),
    competences: Object.fromEntries(
      [...competences].map(([id, { expires_at }]) => [id, expires_at === undefined ? {} : { expires_at }]),
    ),
    facts: createFacts(competences, (question) => withoutCompanies(question, directory())),
  };
  const stop = async () => foreign?.stop();
  const reload = (config: Config) => {
    liveModels.replace(routerOf(config));
    core = config.core;
    budget = turnBudgetOf(core);
    isFast = config.core.ROUTER_FAST_PATH === "on";
  };
  return {
    settings: () => core,
    ports,
    data,
    models,
    modelFaults,
    metrics,
    sourceListing,
    tools,
    stop,
    reload,
  };
}
