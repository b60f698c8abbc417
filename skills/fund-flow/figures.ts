import { type Freshness, type MetricRegistry, type NamedMeasure, staleness } from "#contract";

export const metrics: MetricRegistry = {
  main_inflow_days: {
    default_unit: "日",
    zh: ["主力连续净流入天数", "连续净流入天数"],
    en: ["days in a row of main-force net inflow"],
    computed: true,
  },
  main_outflow_days: {
    default_unit: "日",
    zh: ["主力连续净流出天数", "连续净流出天数"],
    en: ["days in a row of main-force net outflow"],
    computed: true,
  },
  main_net_total: {
    default_unit: "CNY",
    zh: ["主力净流入合计", "合计主力净流入"],
    en: ["total main-force net inflow"],
    signed: true,
    computed: true,
  },
};

export const sizes = ["super_large_net", "large_net", "medium_net", "small_net"] as const;
export const flows = ["main_net", ...sizes, "net_flow"] as const;
/** The words before a number that say of which flow it is; what flows out is less than nothing. */
export const measures: readonly NamedMeasure[] = [
  [
    "main_net",
    /主力|资金|資金|[净淨]?流[入出]|inflow|outflow|(?:money|fund|capital) flow|main[- ]force/i,
    "flow",
  ],
];

export const shown: readonly string[] = [...flows, ...Object.keys(metrics)];

export const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  shown.map((metric) => [metric, staleness.daily]),
);
