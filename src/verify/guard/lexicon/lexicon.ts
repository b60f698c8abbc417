import type { Metric, MetricRegistry, NameRegistry } from "#contract";
import { companyKey, exchangeOf } from "../../security-code.ts";
import { wordedMeasures } from "./known-measures.ts";
import { fold, growthTable, keysOf, remembered, shiftTable, stretchOfMove, wordsOf } from "./metric-keys.ts";
import { shortEnglish, shortNames, startNames, writtenForms } from "./short-names.ts";
import { nowWords, priceVerbs, priceWords, spokenForms } from "./spoken-forms.ts";
import { createTrie, type Match, type Trie } from "./trie.ts";
import { wordLists } from "./words.ts";

/** All words of two registries and the guard's own, built once for them. */
export interface Lexicon {
  /** The longest word that starts at the index of the (lower-case) text and stands on word borders, or null. */
  match(lower: string, at: number): Match | null;
  /** Metrics that say how the given one grew: 营收 → 营收同比. */
  growthOf(metric: string): readonly string[];
  /** Metrics in basis points that say by how much the given one shifted: 国债收益率 → 国债收益率变动. */
  shiftsOf(metric: string): readonly string[];
  /** Of each metric those that say how it grew; one that says it already stays. */
  grownOf(metrics: readonly string[]): readonly string[];
  /** The measures whose growth the given one is: 营收同比 → 营收. */
  basesOf(metric: string): readonly string[];
  /** Metrics of the flow of money, which 净流出 alone may be said of. */
  readonly flows: readonly string[];
  /** How much was traded: amount, volume, turnover rate. */
  readonly activity: readonly string[];
  /** Metrics of the net profit, which 亏损 alone may be said of. */
  readonly profits: readonly string[];
  /** Signed metrics in % (or CNY) that say how the price moved: 涨跌幅, 涨跌额. */
  readonly changes: {
    readonly percent: readonly string[];
    readonly amount: readonly string[];
    /** Both of them. */
    readonly all: readonly string[];
  };
  /** Metrics of price, which "上涨1 %" may be said of. */
  readonly priceLike: ReadonlySet<string>;
  /** Metrics of the price now. */
  readonly priced: readonly string[];
  /** The close, and the close of the day before: 昨日收盘价 may mean either. */
  readonly closes: { readonly own: ReadonlySet<string>; readonly previous: readonly string[] };
  /** Keys beside its own under which a claim of the metric is found: known measures, ranges, the move over a stretch. */
  keysOf(metric: string): readonly string[];
  /** The id of a metric and its words, folded. */
  wordsOf(metric: string): readonly string[];
  /** The stretch that the metric of a price's move is of, by its id and words, or null. */
  stretchOfMove(metric: string): string | null;
  /** Moving averages of the price. */
  readonly averages: readonly string[];
  /** The open. */
  readonly opens: readonly string[];
  readonly metrics: MetricRegistry;
  /** The company that two characters stand for, or undefined: 汾酒. */
  short(half: string): string | undefined;
  /** The same of halves that are ordinary words anywhere but where a phrase begins: 美的. */
  shortAtStart(half: string): string | undefined;
  /** Exchange of a registered company, from the registry or its code range. */
  exchange(code: string): string | undefined;
  isKnown(code: string): boolean;
}

const movement = /涨|change/;
const stretchWords = /\d|[近年月周季]|区间|week|month|quarter|year|ytd|period/;

/** SH for 6 and 9, SZ for 0, 2 and 3, BJ for 4 and 8: the ranges of A and B shares. */
function exchangeByRange(code: string): string | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  if (code.startsWith("92")) return "BJ";
  if ("69".includes(code.charAt(0))) return "SH";
  return "023".includes(code.charAt(0)) ? "SZ" : "48".includes(code.charAt(0)) ? "BJ" : undefined;
}

function signOf(word: string): number {
  if (/净流出|净卖出|亏损|outflow|net loss|loss per|per-share loss|net selling/.test(word)) return -1;
  if (word === "loss" || (/跌/.test(word) && !/涨/.test(word))) return -1;
  return word === "上涨" ? 1 : 0;
}

/** The same measure when it is negative: 净利润 → 净亏损, net inflow → net outflow. */
function negativeForms(word: string): string[] {
  const swaps: readonly (readonly [string, string])[] = [
    ["净流入", "净流出"],
    ["净买入", "净卖出"],
    ["净利润", "净亏损"],
    ["利润", "亏损"],
    ["净利", "净亏"],
    ["inflow", "outflow"],
    ["net profit", "net loss"],
    ["net profit", "net losses"],
    ["net income", "net loss"],
    ["net buying", "net selling"],
  ];
  return swaps.filter(([from]) => word.includes(from)).map(([from, to]) => word.replace(from, to));
}

const plain = { op: "", sign: 0, metrics: [], exchange: undefined, source: "", rank: "" } as const;

function addWordLists(trie: Trie): void {
  for (const { kind, op = "", sign = 0, words } of wordLists)
    for (const word of words.split("|"))
      trie.add(fold(word), (before) => ({
        ...plain,
        kind,
        op,
        sign,
        source: kind === "source" ? op : (before?.source ?? ""),
      }));
}

const verbs: ReadonlySet<string> = new Set(priceVerbs.split("|"));

function addMetric(trie: Trie, word: string, id: string, now: boolean, isSigned = true): void {
  trie.add(word, (before) => ({
    ...plain,
    kind: "metric",
    op: `${now || before?.op.startsWith("now") === true ? "now" : ""}${verbs.has(word) ? "verb" : /幅$/.test(word) ? "noun" : ""}`,
    sign: isSigned ? signOf(word) : 0,
    metrics: before?.kind === "metric" ? [...new Set([...before.metrics, id])] : [id],
    source: before?.source ?? "",
    rank: before?.kind === "superlative" ? before.op : (before?.rank ?? ""),
  }));
}

function addMetrics(trie: Trie, metrics: MetricRegistry, priced: readonly string[]): void {
  const own = new Set(Object.values(metrics).flatMap(wordsOf));
  const now = new Set(nowWords.split("|"));
  const spoken: (readonly [string, string])[] = [];
  for (const [id, metric] of Object.entries(metrics)) {
    const words = wordsOf(metric);
    // change_pct: the registry's own key.
    if (id.includes("_")) spoken.push([fold(id), id]);
    for (const [key, forms] of Object.entries(spokenForms))
      if (words.includes(fold(key))) for (const form of forms.split("|")) spoken.push([fold(form), id]);
    for (const word of metric.en.map(fold)) if (/[a-z]$/.test(word)) spoken.push([`${word}s`, id]);
    const flows = [...words, ...words.flatMap(negativeForms)].filter((word) =>
      /净(?:买入|卖出|流[入出])$/.test(word),
    );
    for (const word of words) spoken.push(...negativeForms(word).map((form) => [form, id] as const));
    for (const word of flows) spoken.push([`${word}额`, id]);
  }
  for (const id of priced) for (const word of priceWords.split("|")) spoken.push([word, id]);
  // A registry's own word belongs to the metric that claims it, whatever it may be called elsewhere.
  for (const [word, id] of spoken) if (!own.has(word)) addMetric(trie, word, id, now.has(word));
  for (const [id, metric] of Object.entries(metrics))
    for (const word of wordsOf(metric))
      addMetric(
        trie,
        word,
        id,
        now.has(word) || (metric.realtime === true && /^(当前|现|最新|实时)/.test(word)),
        metric.signed === true,
      );
}

/** 万科B, Vanke H: the firm's other classes of shares, whose numbers are not those of the listed one. */
const otherClasses = (alias: string): readonly string[] => {
  const stem = alias.replace(/(?<=[\u4e00-\u9fff])[aA]$/, "");
  const isHan = /[\u4e00-\u9fff]$/.test(stem);
  return ["b", "h"].flatMap((letter) =>
    isHan ? [stem + letter] : [`${stem} ${letter}`, `${stem}-${letter}`],
  );
};

function addNames(trie: Trie, names: NameRegistry): void {
  for (const alias of Object.values(names).flat())
    for (const other of otherClasses(alias)) trie.add(fold(other), () => ({ ...plain, kind: "entity" }));
  const add = (alias: string, op: string): void =>
    trie.add(fold(alias), (before) => ({
      ...plain,
      kind: "company",
      op,
      exchange: undefined,
      source: before?.source ?? "",
    }));
  for (const [word, op] of shortEnglish(names)) add(word, op);
  for (const [code, aliases] of Object.entries(names))
    for (const alias of [...aliases, ...writtenForms(code, aliases)]) add(alias, companyKey(code));
}

function build(names: NameRegistry, metrics: MetricRegistry): Lexicon {
  const trie = createTrie();
  const all = Object.entries(metrics);
  // 近30日涨跌幅 is the move of a stretch of time, which 上涨 alone does not say.
  const moves = ([, metric]: [string, Metric]) =>
    metric.signed === true &&
    wordsOf(metric).some((word) => movement.test(word)) &&
    !wordsOf(metric).some((word) => stretchWords.test(word));
  const ids = (unit: string) =>
    all.filter((each) => moves(each) && each[1].default_unit === unit).map(([id]) => id);
  const [percent, amount] = [ids("%"), ids("CNY")];
  const priced = all.filter(([, m]) => m.realtime === true && m.default_unit === "CNY").map(([id]) => id);
  const called = (...words: readonly string[]) =>
    all.filter(([, m]) => wordsOf(m).some((word) => words.includes(word))).map(([id]) => id);
  addWordLists(trie);
  for (const { key, words } of wordedMeasures)
    for (const word of words.split("|")) addMetric(trie, fold(word), key, false, false);
  for (const { key, words } of wordedMeasures)
    for (const word of words.split("|").flatMap(negativeForms)) addMetric(trie, fold(word), key, false);
  addMetrics(trie, metrics, priced);
  addNames(trie, names);
  const codes = new Map(Object.keys(names).map((code) => [companyKey(code), exchangeOf(code)] as const));
  const [short, atStart] = [shortNames(names), startNames(names)];
  const growth = growthTable(metrics);
  const shifts = shiftTable(metrics);
  const bases = new Map<string, string[]>();
  for (const [base, grown] of growth)
    for (const each of grown) bases.set(each, [...(bases.get(each) ?? []), base]);
  const priceLike = all.filter(
    ([, m]) =>
      (m.default_unit === "CNY" && wordsOf(m).some((word) => /价|收盘|price|close/.test(word))) ||
      (m.default_unit === "点" && wordsOf(m).some((word) => /点位|收盘|指数|close|closing|level/.test(word))),
  );
  const moveOf = remembered((metric) => ({
    stretch: stretchOfMove(metric, Object.hasOwn(metrics, metric) ? metrics[metric] : undefined),
  }));
  return {
    match: trie.done(),
    short: (half) => short.get(half),
    shortAtStart: (half) => atStart.get(half),
    keysOf: keysOf(metrics),
    growthOf: (metric) => growth.get(metric) ?? [],
    shiftsOf: (metric) => (shifts.get(metric) ?? []).filter((id) => metrics[id]?.default_unit === "bp"),
    grownOf: (of) => of.flatMap((metric) => (bases.has(metric) ? [metric] : (growth.get(metric) ?? []))),
    basesOf: (metric) => bases.get(metric) ?? [],
    flows: all
      .filter(([, m]) => m.signed === true && wordsOf(m).some((word) => /净流入|net inflow/.test(word)))
      .map(([id]) => id),
    activity: called("成交额", "成交量", "换手率", "turnover rate"),
    profits: called("净利润", "net profit"),
    changes: { percent, amount, all: [...percent, ...amount] },
    priced,
    closes: {
      own: new Set(called("收盘价", "close")),
      previous: called("昨收", "previous close"),
    },
    wordsOf: remembered((metric) => {
      const own = metrics[metric];
      return own === undefined ? [metric] : [metric, ...wordsOf(own)];
    }),
    stretchOfMove: (metric) => moveOf(metric).stretch,
    averages: all
      .filter(
        ([, m]) =>
          m.default_unit === "CNY" &&
          wordsOf(m).some((word) => /均线|moving average|^ma ?\d|day ma$/.test(word)),
      )
      .map(([id]) => id),
    opens: called("开盘", "开盘价", "open"),
    priceLike: new Set([...priced, ...priceLike.map(([id]) => id)]),
    metrics,
    exchange: (code) => codes.get(code) ?? exchangeByRange(code),
    isKnown: (code) => codes.has(code),
  };
}

const cache = new WeakMap<NameRegistry, WeakMap<MetricRegistry, Lexicon>>();

/** The lexicon of the two registries; they must not change after the first use. */
export function lexiconOf(names: NameRegistry, metrics: MetricRegistry): Lexicon {
  const ofNames = cache.get(names) ?? new WeakMap<MetricRegistry, Lexicon>();
  cache.set(names, ofNames);
  const lexicon = ofNames.get(metrics) ?? build(names, metrics);
  ofNames.set(metrics, lexicon);
  return lexicon;
}
