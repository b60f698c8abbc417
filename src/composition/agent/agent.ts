import { join } from "node:path";
import type { MetricRegistry } from "#contract";
import { baseMetrics, mergeMetrics, printedName } from "#language";
import { costOf } from "../../admin/cost.ts";
import { createDrawChart } from "../../charts/draw-chart.ts";
import type { Config } from "../../config.ts";
import type { MarketData } from "../../data/market-data.ts";
import { loadCompetences, loadSkills } from "../../load-extensions.ts";
import type { PipelinePorts } from "../../pipeline/ports.ts";
import type { Store } from "../../store/redis.ts";
import { artifactFault } from "../../tools/registry/artifact-file.ts";
import { createDayBudget, type DayLimitParts } from "../budgets/day-budget.ts";
import { madeUpSource } from "../cautions.ts";
import type { Foundation } from "../foundation.ts";
import { createAgentData } from "./agent-data.ts";
import { type AgentModels, createAgentModels } from "./agent-models.ts";
import { type AgentTools, createAgentTools } from "./agent-tools.ts";
import { createFacts, withoutCompanies } from "./facts.ts";
import { createFreshnessPorts } from "./freshness-ports.ts";
import { createLiveSettings } from "./live-settings.ts";
import { createSourceListing, type SourceListing } from "./source-listing.ts";
import { createGuardPort, createTextPort } from "./text-port.ts";

/** Everything that answers a question: data, tools, skills, models and the pipeline's ports over them. */
export interface Agent extends Omit<AgentModels, "reload">, AgentTools {
  readonly ports: PipelinePorts;
  readonly data: MarketData;
  readonly metrics: MetricRegistry;
  readonly sourceListing: SourceListing;
  /** The settings as they stand now. */
  readonly settings: () => Config["core"];
  /** Takes over the models and budgets of another configuration, for the turns that begin from now on. */
  reload(config: Config): void;
}

/** A picture that may not go out is none. */
const checked =
  (draw: PipelinePorts["drawChart"]): PipelinePorts["drawChart"] =>
  async (...asked) => {
    const artifact = await draw(...asked);
    return artifact === null || artifactFault(artifact) !== null ? null : artifact;
  };

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
  const { config, sources, root, clock, log, childEnv } = foundation;
  const { wallMs } = clock;
  const skills = await loadSkills(join(root, "skills"), { env: childEnv, log });
  const competences = loadCompetences(join(root, "competences"));
  const data = createAgentData(foundation, store);
  const directory = () => data.securities.directory();
  const ofSkills = [...skills.values()].map(({ definition }) => definition.metrics ?? {});
  const metrics = mergeMetrics(baseMetrics, ...ofSkills);
  const { reload: reloadModels, ...agentModels } = createAgentModels(foundation, directory);
  const { models } = agentModels;
  const live = createLiveSettings(config.core);
  const ownDayBudget = (shared: Store) =>
    createDayBudget({ store: shared, settings: live.core, wallMs, countRefusal });
  const keptDayBudget = dayBudget ?? (store === undefined ? undefined : ownDayBudget(store));
  const noData = sources.on.length === 1 ? sources.on[0]?.noData : undefined;
  const madeUp = madeUpSource(foundation);
  const text = createTextPort({
    ...{ directory, metrics },
    ...(noData === undefined ? {} : { noData }),
    ...(madeUp === undefined ? {} : { madeUp }),
  });
  const sourceListing = createSourceListing({ directory, metrics, facts: Object.fromEntries(competences) });
  const ofTools = { data, metricOf: text.metric, store, sourceListing };
  const { tools, stop } = await createAgentTools(foundation, ofTools);
  const ports: PipelinePorts = {
    ...{ skills, models, text, clock, log },
    cards: [...skills.values()].map(({ card }) => card),
    guard: createGuardPort({ directory, metrics }),
    budget: live.budget,
    costOf: (call) => costOf([call], live.core().MODEL_PRICES),
    ...(keptDayBudget === undefined ? {} : { dayBudget: keptDayBudget }),
    plansPlainly: () => live.core().ROUTER_FAST_PATH === "on",
    drawChart: checked(createDrawChart((code, language) => printedName(directory().names()[code], language))),
    ...{ isLocalTool: tools.isLocal, callTool: tools.call, offers: tools.offers },
    ...createFreshnessPorts(skills, data),
    competences: Object.fromEntries(
      [...competences].map(([id, { expires_at }]) => [id, expires_at === undefined ? {} : { expires_at }]),
    ),
    facts: createFacts(competences, (question) => withoutCompanies(question, directory())),
  };
  return {
    ...{ ...agentModels, ports, data, metrics, sourceListing, tools, stop },
    settings: live.core,
    reload(next) {
      reloadModels(next);
      live.reload(next.core);
    },
  };
}
