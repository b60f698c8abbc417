/** 先跌后涨, 由流出转为流入, 由负转正, turned negative, 增收不增利: how two days, or two measures, went that the text shows, each with its own number; 先扬后抑 of three levels too. */

import { type Bench, companyAt, metricsNamed, saidBefore, shownByDay } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { isDay } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { severalDays } from "../../tokens/readers/turn-words.ts";
import { type Clause, codesOf, type Token } from "../../tokens/token.ts";

interface Turn {
  readonly of: "price" | "flow" | "income" | "profit" | "measure";
  /** The sign of the first and of the second. */
  readonly signs: readonly [number, number];
}

const han = "净?流[入出]|净?买入|净?卖出|盈利|亏损|盈|亏|正|负|涨|跌";
const turning = "净?流[入出]|净?买入|净?卖出|[涨跌升降扬抑进出]";
const turnedHan = pattern`^(?:(?:由|从)(${han})值?(?:转|变|扭)(?:为|成)?(${han})|扭(亏)(?:为(盈))?|转([亏盈])(?!为)|先(${turning})[后再](${turning})|增收不增利)(?!幅|后|多|少|额|量|超|近|约|\s?\d)`;
const sides = "positive|negative|loss|profit|inflow|outflow";
const turnedEn = pattern`^(?:(?:turned|swung|went|moved|flipped|switched|turning|swinging) (?:from (?:an? )?(?:net )?(${sides}) )?(?:to |into )?(?:an? )?(?:net )?(${sides}))(?![a-z])`;
const starting = codesOf("由从扭转先增tswmf");
/** 由, right before the word of a move. */
const from = "由".charCodeAt(0);
/** One of these stands in every sentence that says so. */
const mayTurn = /[由从扭先]|转[亏盈]|增收|turn|sw[iu]|went|moved|flipped/;
const longestTurn = 48;
const isMinus = /出|亏|负|[跌降抑]|negative|loss|outflow/;
const ofWords: readonly (readonly [RegExp, Turn["of"]])[] = [
  [/[流买卖进出]|flow/, "flow"],
  [/[盈亏]|loss|profit/, "profit"],
  [/[涨跌扬抑升降]/, "price"],
];

/** The turn that is told at the index, and how long its words are. */
function turnAt(lower: string, at: number): readonly [Turn, number] | null {
  const ahead = lower.slice(at, at + longestTurn);
  const found = turnedHan.exec(ahead) ?? turnedEn.exec(ahead);
  if (found === null) return null;
  const [all, ...groups] = found;
  if (all === "增收不增利") return [{ of: "income", signs: [1, -1] }, all.length];
  // 同比扭亏: out of the loss.
  if (all === "扭亏") return [{ of: "profit", signs: [-1, 1] }, all.length];
  const said = groups.filter((each) => each !== undefined);
  const to = isMinus.test(said.at(-1) ?? "") ? -1 : 1;
  const from = said.length > 1 ? (isMinus.test(said[0] ?? "") ? -1 : 1) : -to;
  const of = ofWords.find(([words]) => words.test(said.join("")))?.[1] ?? "measure";
  return from === to ? null : [{ of, signs: [from, to] }, all.length];
}

const ofOther: ReadonlySet<string> = new Set([
  "entity",
  "foreign",
  "scope",
  "window",
  "user",
  "negation",
  "number",
  "count",
  "date",
  "relative",
  "time",
  "forecast",
  "pair",
]);
/** 盘中先跌后涨, 多次由跌转涨: within a day, or oftener than two numbers say. */
const within =
  /盘|早|午|日内|时|一度|[多屡每连]|[又再][度次]?$|不|没|未|非|大盘|行业|会|将|可能|若|如果|能否|是否/;
/** Nothing else is spoken of: 北向资金 is of others. */
const plainText =
  /^(?:['s]|its?|has|have|flows?|money|funds)$|^[也则即其呈资金股价的属于是为主力且而都从总体看来说表现走势方向确实]+$/;
const denied = /[不没未无]|是否|如果|若/;
const reach = 24;

/** Three levels of one measure, of three days: 先扬后抑. */
function wentThrough(shown: readonly BookClaim[], signs: readonly [number, number]): boolean {
  const [first, second, third] = shown;
  return (
    first !== undefined &&
    second !== undefined &&
    third !== undefined &&
    shown.length === 3 &&
    new Set(shown.map(({ asOf }) => asOf.day)).size === 3 &&
    shown.every(({ claim }) => claim.metric === first.claim.metric) &&
    Math.sign(second.base - first.base) === signs[0] &&
    Math.sign(third.base - second.base) === signs[1]
  );
}

/** Two numbers of one measure, of two days, with those signs. */
function wentSo(shown: readonly BookClaim[], signs: readonly [number, number]): boolean {
  const [first, second] = shown;
  return (
    first !== undefined &&
    second !== undefined &&
    shown.length === 2 &&
    first.claim.metric === second.claim.metric &&
    first.asOf.day !== second.asOf.day &&
    Math.sign(first.base) === signs[0] &&
    Math.sign(second.base) === signs[1]
  );
}

/** Which way the measures grew, by its own number or by the numbers of one period of two years. */
export function grewBy(company: string | null, metrics: readonly string[], bench: Bench): number | null {
  const growth = bench.input.lexicon.grownOf(metrics);
  const rates = shownByDay(company, (metric) => growth.includes(metric), bench);
  const levels = shownByDay(company, (metric) => metrics.includes(metric), bench);
  const [first, second] = levels;
  const [rate] = rates;
  if (rates.length > 1 || levels.length > 2) return null;
  const isPair =
    first !== undefined &&
    second !== undefined &&
    first.claim.as_of.slice(5, 10) === second.claim.as_of.slice(5, 10);
  const ofLevels = isPair ? Math.sign(second.base - first.base) : null;
  const ofRate = rate === undefined ? null : Math.sign(rate.base);
  if (ofLevels !== null && ofRate !== null && ofLevels !== ofRate) return null;
  return ofRate ?? ofLevels;
}

function isBorneOut(
  { of, signs }: Turn,
  word: Token,
  clause: Clause,
  part: Part,
  bench: Bench,
  start = word.start,
): boolean {
  const own = clause.filter(({ end }) => end <= start);
  const said = bench.input.lower.slice(Math.max(own[0]?.start ?? start, start - reach), start);
  // On 7 May 2026 it turned to a net inflow: the later of the two days.
  const last = own.find(({ kind }) => kind === "date")?.date ?? null;
  if (own.some(({ kind }) => kind !== "date" && ofOther.has(kind)) || within.test(said)) return false;
  if (!own.every(({ kind, op }) => kind !== "text" || op === "" || plainText.test(op))) return false;
  const { lexicon } = bench.input;
  const named = own.findLast(({ kind }) => kind === "metric")?.metrics ?? [];
  const isNorth = of === "flow" && named.some((id) => id.includes("north"));
  const company = isNorth ? null : companyAt(word, part, bench);
  const meant: Readonly<Record<Turn["of"], readonly string[]>> = {
    flow: isNorth ? named : lexicon.flows,
    price: lexicon.changes.percent,
    profit: lexicon.profits,
    measure: named,
    income: [],
  };
  const isMeant = (id: string): boolean =>
    meant[of].includes(id) || (of === "price" && lexicon.priceLike.has(id));
  const shown = (ids: readonly string[]) =>
    shownByDay(company, (id) => [id, ...lexicon.keysOf(id)].some((key) => ids.includes(key)), bench);
  if (of === "price") {
    const levels = shown(named.length > 0 ? named : [...lexicon.closes.own]);
    const days = own.find(({ op }) => op === severalDays)?.count ?? 0;
    if (last === null && wentThrough(levels, signs) && (days === 0 || days === levels.length)) return true;
  }
  if (!own.every(({ metrics }) => metrics.every(isMeant))) return false;
  const [, later] = shown(meant[of]);
  if (last !== null && (later === undefined || !isDay(last, later.asOf.day, bench.now))) return false;
  if (of !== "income") return wentSo(shown(meant[of]), signs);
  return (
    grewBy(company, metricsNamed("营业收入", lexicon), bench) === signs[0] &&
    grewBy(company, lexicon.profits, bench) === signs[1]
  );
}

const mostWords = 20;

/** The words of the part that say so, where what is shown bears them out; others are left to the rules that follow, money that turned is not. */
export function checkTurns(part: Part, bench: Bench): void {
  const { lower } = bench.input;
  const { tokens } = part.sentence;
  if (!mayTurn.test(lower.slice(Math.max(0, (tokens[0]?.start ?? 0) - 1), tokens.at(-1)?.end))) return;
  let judged = 0;
  for (const clause of part.sentence.clauses)
    for (const each of clause) {
      // The 由 may be of a longer word of filling.
      const start =
        each.kind === "direction" && lower.charCodeAt(each.start - 1) === from ? each.start - 1 : each.start;
      if (!starting.has(lower.charCodeAt(start))) continue;
      const found = turnAt(lower, start);
      if (found === null || ++judged > mostWords) continue;
      const [turn, length] = found;
      const word = clause.find((one) => one.end > start) ?? each;
      const denial = clause[clause.indexOf(word) - 1];
      // 并非由盈转亏, where that is just how it went.
      const isDenied = denial?.kind === "negation" && denial.end === word.start;
      if (isDenied && isBorneOut(turn, word, clause, part, bench, denial.start))
        bench.report(each, "direction_unsupported");
      else if (!isBorneOut(turn, word, clause, part, bench)) {
        // 资金由流出转为流入, 由负转正 and 先扬后抑 name no measure that other rules would ask for.
        const before = saidBefore(lower, start, reach);
        const isOfNoEvent =
          turn.of === "flow" || turn.of === "measure" || /^先[升降扬抑]/.test(lower.slice(start, start + 2));
        if (isOfNoEvent && !denied.test(before) && !bench.isFact(clause))
          bench.report(each, "direction_unsupported");
        continue;
      }
      for (const one of clause) if (one.end > start && one.start < start + length) bench.judged.add(one);
    }
}
